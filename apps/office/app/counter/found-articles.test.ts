import type { CounterArticle } from "@guichet/contract/office/counter.ts";
import { expect, it } from "vitest";
import { foundArticles } from "./found-articles.ts";

const article = (name: string, more: Partial<CounterArticle> = {}): CounterArticle => ({
  ...{ shopItemId: name, name, summary: "", audience: null, zone: null, price: { amount: 150, currency: "EUR" } },
  ...{ supports: ["DEMATERIALIZED"], quantityMin: 1, quantityMax: 9, startKind: null, starts: [], options: [] },
  ...{ fields: [], makesCard: false, searchWords: [] },
  ...more,
});
const articles = [
  article("Abonnement été", { audience: "Jeunes" }),
  article("Ticket 1 heure", { searchWords: ["billet à l’unité"] }),
];

it.each([
  ["", ["Abonnement été", "Ticket 1 heure"]],
  ["ETE", ["Abonnement été"]],
  ["jeunes abonn", ["Abonnement été"]],
  ["billet", ["Ticket 1 heure"]],
  ["billet jeunes", []],
])("the search for %j finds %j", (query, names) => {
  expect(foundArticles(articles, query).found.map(({ name }) => name)).toEqual(names);
});

it("says when it shows only the first ones", () => {
  const many = Array.from({ length: 31 }, (_, place) => article(`Ticket ${place}`));
  expect(foundArticles(many, "ticket")).toMatchObject({ hasMore: true, found: { length: 30 } });
});
