import type { ItemField } from "@guichet/contract/catalogue.ts";
import { describe, expect, test } from "vitest";
import { fieldErrors, readConfirmedField, readField } from "./fields.ts";
import { readPhone } from "./persons/phones.ts";

function field(id: string, over: Partial<ItemField> = {}): ItemField {
  const rest = { hint: null, required: true, confirm: false, minLength: null, maxLength: null, choices: [] };
  return { id, type: "text", label: id, ...rest, ...over };
}
const choices = [{ value: "north", label: "Nord" }];
const isPhone = (text: string) => readPhone(text, "FR").ok;

describe("a field's value", () => {
  test.each<[string, Partial<ItemField>, string | undefined, string]>([
    ["a text", {}, " Rue Haute ", "ok"],
    ["a required one left out", {}, undefined, "ITEM_FIELD_REQUIRED"],
    ["a required one of spaces", {}, "   ", "ITEM_FIELD_REQUIRED"],
    ["an optional one left out", { required: false, minLength: 3 }, "", "ok"],
    ["one too short", { minLength: 3 }, "ab", "ITEM_FIELD_INVALID"],
    ["one just long enough, in code points", { minLength: 2, maxLength: 2 }, "😀😀", "ok"],
    ["one too long", { maxLength: 3 }, "abcd", "ITEM_FIELD_INVALID"],
    ["a number", { type: "number" }, "-12,5", "ok"],
    ["no number", { type: "number" }, "12a", "ITEM_FIELD_INVALID"],
    ["a day", { type: "date" }, "2028-02-29", "ok"],
    ["a day that does not exist", { type: "date" }, "2027-02-29", "ITEM_FIELD_INVALID"],
    ["an e-mail address", { type: "email" }, "ana@example.fr", "ok"],
    ["no e-mail address", { type: "email" }, "ana", "ITEM_FIELD_INVALID"],
    ["a phone number", { type: "phone" }, "06 12 34 56 78", "ok"],
    ["no phone number", { type: "phone" }, "call me", "ITEM_FIELD_INVALID"],
    ["a choice", { type: "select", choices }, "north", "ok"],
    ["no choice", { type: "select", choices }, "Nord", "ITEM_FIELD_INVALID"],
    ["a box ticked", { type: "checkbox" }, "true", "ok"],
    ["a required box not ticked", { type: "checkbox" }, "false", "ITEM_FIELD_REQUIRED"],
    ["an optional box not ticked", { type: "checkbox", required: false }, "false", "ok"],
    ["a box with another value", { type: "checkbox" }, "yes", "ITEM_FIELD_INVALID"],
  ])("%s", (_, over, value, expected) => {
    for (const check of [undefined, isPhone]) {
      const outcome = readField(field("f", over), value, check);
      expect(outcome.ok ? "ok" : outcome.code).toBe(expected);
    }
  });

  test("is checked as a real phone number if that check is passed in", () => {
    const phone = field("phone", { type: "phone" });
    expect(readField(phone, "00 00 00 00").ok).toBe(true);
    expect(readField(phone, "00 00 00 00", isPhone).ok).toBe(false);
  });

  test("typed twice must be equal if a confirmation is required", () => {
    const plate = field("plate", { confirm: true });
    expect(readConfirmedField(plate, "AB-123", " AB-123 ")).toEqual({ ok: true, value: "AB-123" });
    expect(readConfirmedField(plate, "AB-123", "AB-124")).toMatchObject({
      details: { field: "plate", confirmation: true },
    });
    expect(readConfirmedField(plate, "", "AB-124")).toMatchObject({ code: "ITEM_FIELD_REQUIRED" });
    expect(readConfirmedField(field("seat"), "12", undefined).ok).toBe(true);
  });
});

// covers §5: product fields filled and confirmed
test("every invalid field is reported, and unknown fields too", () => {
  const errors = fieldErrors([field("a"), field("b", { type: "number" }), field("c")], { b: "x", c: "fine", d: "?" });
  expect(errors.map(({ code, details }) => [details.field, code])).toEqual([
    ["a", "ITEM_FIELD_REQUIRED"],
    ["b", "ITEM_FIELD_INVALID"],
    ["d", "ITEM_FIELD_INVALID"],
  ]);
  expect(fieldErrors([field("toString")], {})).toMatchObject([{ code: "ITEM_FIELD_REQUIRED" }]);
});
