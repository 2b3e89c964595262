import { expect, test } from "vitest";
import { sheetIn } from "./sheet-state.ts";

test.each([
  [
    { sheet: { to: "/cart/express?item=t", key: "k" }, more: 1 },
    { to: "/cart/express?item=t", key: "k" },
  ],
  [{ sheet: { to: "/cart/express?item=t" } }, undefined],
  [{ sheet: { to: 1, key: "k" } }, undefined],
  [{ sheet: null }, undefined],
  [{}, undefined],
  [null, undefined],
  ["sheet", undefined],
])("the history entry %j opens %j", (state, sheet) => {
  expect(sheetIn(state)).toEqual(sheet);
});
