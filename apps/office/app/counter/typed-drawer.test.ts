import { expect, it } from "vitest";
import { closingOf, drawerTypedIn, openingOf } from "./typed-drawer.ts";

const typed = { agencyId: "port", openingAmount: "0", countedAmount: "51,50", reason: "" };

it("opens a drawer with nothing in it, and closes it with what was counted", () => {
  expect(openingOf(typed, "EUR")).toEqual({
    ...{ ok: true, value: { agencyId: "port", openingAmount: { amount: 0, currency: "EUR" } } },
  });
  expect(closingOf("d1", typed, "EUR")).toEqual({
    ...{ ok: true, value: { drawerId: "d1", countedAmount: { amount: 5150, currency: "EUR" } } },
  });
  expect(closingOf("d1", { ...typed, reason: "A coin is missing" }, "EUR")).toMatchObject({
    value: { reason: "A coin is missing" },
  });
});

it.each([
  ["FIELD_REQUIRED", "agencyId", { agencyId: "" }],
  ["FIELD_REQUIRED", "openingAmount", { openingAmount: "" }],
  ["FIELD_INVALID", "openingAmount", { openingAmount: "-1" }],
])("is %s for the field %s", (code, field, more) => {
  expect(openingOf({ ...typed, ...more }, "EUR")).toEqual({ ok: false, code, details: { field } });
});

it("reads what was typed", () => {
  const form = new FormData();
  form.set("countedAmount", " 12 ");
  expect(drawerTypedIn(form)).toEqual({ agencyId: "", openingAmount: "", countedAmount: "12", reason: "" });
});
