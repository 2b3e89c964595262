import { expect, test } from "vitest";
import { readProfile } from "./profile-form.tsx";

const lou = { userId: "u1", firstName: "Lou", lastName: "Morel" };
const empty = { "birthDate-day": "", "birthDate-month": "", "birthDate-year": "" };
const born = { "birthDate-day": "9", "birthDate-month": "3", "birthDate-year": "2014" };

// covers §1: hideBirthDate
test.each<[string, Record<string, string>, string | null | undefined]>([
  ["is needed for a card", { ...lou, ...empty }, undefined],
  ["is read", { ...lou, ...born }, "2014-03-09"],
  ["that is on record and not shown stays when nothing is typed", { ...lou, ...empty, birthDateKnown: "yes" }, null],
  ["that is on record gives way to another", { ...lou, ...born, birthDateKnown: "yes" }, "2014-03-09"],
])("a birth date %s", (_what, typed, birthDate) => {
  const read = readProfile(typed, "2026-11-20");
  expect(read.ok ? read.value.birthDate : undefined).toBe(birthDate);
});
