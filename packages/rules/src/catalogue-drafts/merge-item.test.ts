import { describe, expect, test } from "vitest";
import { mergeItem, mergeOrder } from "./merge-item.ts";

const isSame = (_: string, one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const merged = (before: object | null, after: object | null, live: object | null) =>
  mergeItem({ before: before as never, after: after as never }, live as never, isSame);

// covers: A draft changes only the keys that its author changed; what was changed otherwise since is a conflict
describe("a drafted change of an item", () => {
  const day = { id: "day", price: 500, name: { fr: "Jour" } };

  test.each([
    ["nothing happened since", day, { ...day, price: 600 }, []],
    ["another key was changed", { ...day, vatRate: 20 }, { ...day, price: 600, vatRate: 20 }, []],
    ["the same change was made", { ...day, price: 600 }, { ...day, price: 600 }, []],
    ["the key was changed otherwise", { ...day, price: 550 }, { ...day, price: 600 }, ["price"]],
    ["the item was withdrawn", null, { ...day, price: 600 }, ["*"]],
  ])("when %s", (_, live, values, conflicts) => {
    expect(merged(day, { ...day, price: 600 }, live)).toEqual({ values, conflicts });
  });

  test("takes a key away", () => {
    expect(merged({ ...day, promoPrice: 400 }, day, { ...day, promoPrice: 400, vatRate: 20 })).toEqual({
      values: { ...day, vatRate: 20 },
      conflicts: [],
    });
  });

  test("withdraws it, also if it was changed since", () => {
    expect(merged(day, null, { ...day, price: 1 })).toEqual({ values: null, conflicts: [] });
  });

  test("adds it, and conflicts with another item that was added under its id", () => {
    expect(merged(null, day, null)).toEqual({ values: day, conflicts: [] });
    expect(merged(null, day, day)).toEqual({ values: day, conflicts: [] });
    expect(merged(null, day, { ...day, price: 1 })).toEqual({ values: day, conflicts: ["*"] });
  });
});

// covers: The sequence of items in a draft leaves out what was withdrawn since, and keeps what was added since at its place
test.each([
  [
    ["c", "a", "b"],
    ["a", "b", "c"],
    ["c", "a", "b"],
  ],
  [
    ["c", "a", "b"],
    ["a", "c"],
    ["c", "a"],
  ],
  [
    ["c", "a", "b"],
    ["a", "new", "b", "c"],
    ["c", "a", "new", "b"],
  ],
  [
    ["b", "a"],
    ["first", "second", "a", "b"],
    ["first", "second", "b", "a"],
  ],
])("the drafted sequence %j on the live one %j is %j", (drafted, live, sorted) => {
  expect(mergeOrder(drafted, live)).toEqual(sorted);
});
