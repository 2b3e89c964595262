import { describe, expect, it, test } from "vitest";
import { foundItems, itemsMoved, type ListedItem } from "./found-items.ts";

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
