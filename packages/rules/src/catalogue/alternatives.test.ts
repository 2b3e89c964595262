import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { expect, test } from "vitest";
import { sampleArticle } from "../sample-article.ts";
import { alternativesTo, suitsTraveller } from "./alternatives.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const group = { id: "month", name: "Month", summary: "" };
const month = { from: "start", duration: "P1M" } as const;
const pass = (id: string, price: number, over: Partial<ShopItem> = {}) =>
  sampleArticle(id, { price: euros(price), section: "month", validity: month, ...over });

const adult = pass("adult", 4000, { ageFrom: 26, group, zone: "A" });
const items = [
  adult,
  pass("other-length", 500, { validity: { from: "start", duration: "P31D" } }),
  pass("same-length", 3000),
  pass("youth-b", 1000, { ageTo: 25, group, zone: "B" }),
  pass("youth-a", 2000, { ageTo: 25, group, zone: "A" }),
  pass("week", 100, { section: "day-week", validity: { from: "start", duration: "P7D" } }),
  pass("between-stops", 0, { isJourney: true }),
];

// covers: an article that does not suit a traveller names the one that does
test("alternatives are of the same group and zone, of the group, as long, and of the section, each the cheapest first", () => {
  expect(alternativesTo(adult, items).map(({ shopItemId }) => shopItemId)).toEqual([
    "youth-a",
    "youth-b",
    "same-length",
    "other-length",
  ]);
  const cheaper = pass("cheaper", 900, { shopItemPromoPrice: euros(1), group, zone: "A" });
  expect(alternativesTo(adult, [...items, cheaper])[0]?.shopItemId).toBe("cheaper");
});

test.each<[string, Partial<ShopItem>, { age: number | null; status: string | null }, boolean]>([
  ["the age", { ageFrom: 12, ageTo: 25 }, { age: 25, status: null }, true],
  ["another age", { ageFrom: 12, ageTo: 25 }, { age: 26, status: null }, false],
  ["an unknown age", { ageFrom: 12 }, { age: null, status: null }, false],
  ["anybody", {}, { age: null, status: null }, true],
  ["the status", { statuses: ["student"] }, { age: null, status: "student" }, true],
  ["another status", { statuses: ["student"] }, { age: null, status: "disabled" }, false],
  [
    "a document that nobody is known to have",
    { requiredDocuments: [{ documentTypeId: "d", name: "D" }] },
    { age: 30, status: null },
    false,
  ],
  [
    "a document of the status",
    { statuses: ["student"], requiredDocuments: [{ documentTypeId: "d", name: "D" }] },
    { age: 30, status: "student" },
    true,
  ],
])("an article for %s", (_what, over, traveller, expected) => {
  expect(suitsTraveller(sampleArticle("any", over), traveller)).toBe(expected);
});
