import { expect, it } from "vitest";
import { matchTravellers } from "./match-travellers.ts";

const today = "2026-11-24";
const family = [
  { userId: "karim", birthday: "1988-03-02" },
  { userId: "ines", birthday: "2014-11-24" },
  { userId: "lou", birthday: "2014-05-02" },
  { userId: "sam", birthday: null },
];
const ages = (...asked: (number | null)[]) => asked.map((age) => ({ age }));

// covers: the fare adviser's proposal is for the travellers of the account who have the given ages
it.each([
  ["an adult and a stranger", ages(38, 50), ["karim", null]],
  ["two children of one age, who are both asked for", ages(12, 38, 12), ["ines", "karim", "lou"]],
  ["one of two children of one age: the customer chooses", ages(12, 38), [null, "karim"]],
  ["more children of an age than the account has", ages(12, 12, 12), ["ines", "lou", null]],
  ["without an age", ages(null, 38), [null, "karim"]],
  ["an age by a birthday that is tomorrow", ages(13), [null]],
])("%s", (_who, asked, found) => {
  expect(matchTravellers(asked, family, today)).toEqual(found);
});
