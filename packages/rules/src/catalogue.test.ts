import { describe, expect, test } from "vitest";
import { filterItems } from "./catalogue/filter.ts";
import { isHidden, isShown, listedCategories, onSale, storedTag } from "./catalogue.ts";
import { sampleArticle } from "./sample-article.ts";

const now = "2026-11-20T12:00:00Z";
const category = (id: string, productTypeIndex: number) => ({
  productTypeIndex,
  id,
  name: id,
  ink: "pass" as const,
  icon: "ticket",
});
const ids = (articles: readonly { shopItemId: string }[]) => articles.map(({ shopItemId }) => shopItemId);

// covers §5: hidden tags, empty categories
test.each([
  [["hidden"], true],
  [["physical-pass"], true],
  [["physical-duplicate", "other"], true],
  [["eshop_physical_pass"], true],
  [["popular"], false],
  [[], false],
])("an article tagged %j is hidden: %s", (tags, hidden) => {
  expect(isHidden({ tags })).toBe(hidden);
});

test("a tag in a call is mapped to the stored one", () => {
  expect(storedTag("eshop_physical_pass")).toBe("physical-pass");
  expect(storedTag("physical-pass")).toBe("physical-pass");
});

test.each([
  [null, null, true],
  [now, null, true],
  ["2026-11-20T12:00:01Z", null, false],
  [null, "2026-11-20T12:00:01Z", true],
  [null, now, false],
])("from %s to %s an article is on sale: %s", (salesFrom, salesEndsAt, expected) => {
  expect(onSale({ salesFrom, salesEndsAt }, now)).toBe(expected);
});

test("listed categories are in order, without hidden, staff-only or ended articles, and none is empty", () => {
  const articles = [
    sampleArticle("pass", { category: category("passes", 2) }),
    sampleArticle("single", { category: category("tickets", 1) }),
    sampleArticle("secret", { category: category("cards", 3), tags: ["hidden"] }),
    sampleArticle("counter", { category: category("passes", 2), type: 1 }),
    sampleArticle("ended", { category: category("passes", 2), salesEndsAt: now }),
  ];
  const found = listedCategories(
    [category("cards", 3), category("passes", 2), category("tickets", 1), category("none", 4)],
    articles,
    now,
  );
  expect(found.map(({ id, items }) => [id, ids(items)])).toEqual([
    ["tickets", ["single"]],
    ["passes", ["pass"]],
  ]);
  expect(articles.map((article) => isShown(article, now))).toEqual([true, true, false, false, false]);
});

describe("filters", () => {
  const young = { id: "young", name: "Jeunes" };
  const articles = [
    sampleArticle("month", {
      name: "Abonnement Été",
      summary: "31 jours",
      tariffs: [young],
      category: category("passes", 2),
    }),
    sampleArticle("single", { name: "Ticket unité", summary: "une heure", supports: ["MEDIA"] }),
    sampleArticle("arabic", { name: "تذكرةٌ أحادية", summary: "صالحة لمدة ساعة" }),
  ];

  test.each([
    [{}, ["month", "single", "arabic"]],
    [{ search: "  " }, ["month", "single", "arabic"]],
    [{ category: "passes" }, ["month"]],
    [{ support: "MEDIA" as const }, ["single"]],
    [{ tariff: "young" }, ["month"]],
    [{ tariff: "young", support: "MEDIA" as const }, []],
    [{ search: "ete" }, ["month"]],
    [{ search: "UNITE ticket" }, ["single"]],
    [{ search: "ticket été" }, []],
    [{ search: "31 abo" }, ["month"]],
    [{ search: "تذكره احادية" }, ["arabic"]],
    [{ search: "ساعه" }, ["arabic"]],
  ])("%j finds %j", (filter, expected) => {
    expect(ids(filterItems(articles, filter))).toEqual(expected);
  });
});
