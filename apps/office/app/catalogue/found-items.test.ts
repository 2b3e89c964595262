import { describe, expect, it, test } from "vitest";
import { foundItems, itemsMoved, itemsPerPage, type ListedItem, pageOf, pageWith } from "./found-items.ts";

const item = (itemId: string, name: string, more: Partial<ListedItem> = {}): ListedItem => ({
  ...{ itemId, name, change: null, category: "tickets", price: null, livePrice: null },
  ...more,
});
const items = [
  item("ticket-1h", "Ticket 1 heure"),
  item("year", "Abonnement annuel été", { category: "passes" }),
  item("day", "Pass journée"),
  item("old", "Ancien ticket", { change: "withdrawn" }),
];
const idsOf = (found: readonly ListedItem[]) => found.map(({ itemId }) => itemId);

// covers: The staff find an item of a draft by words of its name or its id, and by its category
test.each([
  [{ words: "", category: "" }, ["ticket-1h", "year", "day", "old"]],
  [{ words: "ETE annuel", category: "" }, ["year"]],
  [{ words: "ticket", category: "" }, ["ticket-1h", "old"]],
  [{ words: "1h", category: "passes" }, []],
  [{ words: "", category: "passes" }, ["year"]],
])("%j finds %j", (filter, ids) => {
  expect(idsOf(foundItems(items, filter))).toEqual(ids);
});

// covers: The staff move an item of the catalogue by one place, also in a filtered list
describe("an item is moved", () => {
  it("before or after its neighbour of the list", () => {
    expect(itemsMoved(items, { itemId: "day", by: "up", beyond: "year" })).toEqual(["ticket-1h", "day", "year"]);
    expect(itemsMoved(items, { itemId: "ticket-1h", by: "down", beyond: "day" })).toEqual(["year", "day", "ticket-1h"]);
  });

  it("nowhere if one of them is gone", () => {
    expect(itemsMoved(items, { itemId: "day", by: "up", beyond: "old" })).toEqual(["ticket-1h", "year", "day"]);
    expect(itemsMoved(items, { itemId: "gone", by: "up", beyond: "day" })).toEqual(["ticket-1h", "year", "day"]);
  });
});

// covers: The articles of a large catalogue are listed page by page, and move from one page to the other
describe("a list of 120 items", () => {
  const many: ListedItem[] = Array.from({ length: 120 }, (_, at) => ({
    ...{ itemId: `item-${at + 1}`, name: `Item ${at + 1}`, change: at === 119 ? "withdrawn" : null },
    ...{ category: null, price: null, livePrice: null },
  }));

  it("has three pages, whose ends move beyond the ends of their neighbours", () => {
    const [one, two, three] = [1, 2, 3].map((number) => pageOf(many, number));
    expect([one, two, three].map((page) => [page?.first, page?.items.length, page?.found])).toEqual([
      [1, itemsPerPage, 120],
      [51, itemsPerPage, 120],
      [101, 20, 120],
    ]);
    expect(one?.items[0]).toMatchObject({ up: null, down: "item-2" });
    expect(one?.items.at(-1)).toMatchObject({ itemId: "item-50", down: "item-51" });
    expect(two?.items[0]).toMatchObject({ itemId: "item-51", up: "item-50" });
    expect(three?.items.slice(-2)).toMatchObject([
      { itemId: "item-119", down: null },
      { itemId: "item-120", up: null, down: null },
    ]);
  });

  it.each([
    [0, 1],
    [9, 3],
    [1.5, 1],
    [Number.NaN, 1],
  ])("shows for page %s page %i", (asked, number) => {
    expect(pageOf(many, asked).number).toBe(number);
  });

  it("knows the page of an item", () => {
    expect(["item-50", "item-51", "item-120", "gone"].map((id) => pageWith(many, id))).toEqual([1, 2, 3, 1]);
  });
});
