import { expect, test } from "vitest";
import { siblingsIn } from "./group-siblings.server.ts";

const article = (shopItemId: string, zone: string | null, audience: string | null) => ({ shopItemId, zone, audience });
const month = [
  article("adult-a", "A", "Adults"),
  article("adult-b", "B", "Adults"),
  article("youth-a", "A", "Under 26"),
  article("youth-b", "B", "Under 26"),
  article("child-a", "A", "Children"),
];
const linksOf = (id: string) =>
  siblingsIn(month, id).map(({ aspect, options }) => [
    aspect,
    ...options.map((one) => `${one.value} ${one.id}${one.isChosen ? " *" : ""}`),
  ]);

// covers: zone and age of an article's page lead to the sibling article
test("another zone keeps the audience, another audience the zone", () => {
  expect(linksOf("youth-b")).toEqual([
    ["zone", "A youth-a", "B youth-b *"],
    ["audience", "Adults adult-b", "Under 26 youth-b *"],
  ]);
});

test("a zone that the audience does not have leads to the first article of that zone", () => {
  expect(linksOf("child-a")[0]).toEqual(["zone", "A child-a *", "B adult-b"]);
});

test("a group with one article has no choices", () => {
  expect(siblingsIn([article("only", "A", "Adults")], "only")).toEqual([]);
});
