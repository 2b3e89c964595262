import { expect, test } from "vitest";
import { itemAt } from "./fault-place.ts";
import { itemHref, itemKindAt, itemsHref, networkItems } from "./item-kinds.ts";

test.each([
  ["catalogue.json", "articles.day.price", { kind: "article", itemId: "day", key: "price" }],
  ["network.json", "accent", { kind: "appearance", itemId: "network", key: "accent" }],
  ["network.json", "banner", { kind: "messages", itemId: "network", key: "banner" }],
  ["network.json", "contact.email", { kind: "contact", itemId: "network", key: "email" }],
  ["network.json", "termsUpdatedOn.terms-of-use", { kind: "legal-text", itemId: "terms-of-use", key: "updatedOn" }],
  ["terms/fr/privacy-policy.md", "", { kind: "legal-text", itemId: "privacy-policy", key: "texts" }],
  ["network.json", "payment.provider", undefined],
])("a fault of %s at %s leads to the field that it is about", (file, path, place) => {
  expect(itemAt(file, path)).toEqual(place);
});

test("settings and legal texts have an address each, and one list", () => {
  for (const { kind, itemId } of networkItems) {
    expect(itemKindAt(itemHref({ network: "demo", draft: "d", kind }, itemId).split("/")[4])).toBe(kind);
    expect(itemsHref({ network: "demo", draft: "d", kind })).toBe("/demo/catalogue/d/settings");
  }
});
