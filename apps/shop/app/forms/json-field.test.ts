import { expect, test } from "vitest";
import { jsonField } from "./json-field.ts";

test.each([
  ['{"a":1}', { a: 1 }],
  ["[]", []],
  ["", undefined],
  ["{", undefined],
  [undefined, undefined],
  [new File(["{}"], "cart.json"), undefined],
])("%j is parsed as %j", (value, read) => {
  const form = new FormData();
  if (value !== undefined) form.set("cart", value);
  expect(jsonField(form, "cart")).toEqual(read);
});
