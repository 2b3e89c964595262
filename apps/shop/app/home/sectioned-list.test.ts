import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { sampleArticle } from "@guichet/rules/sample-article.ts";
import { expect, test } from "vitest";
import { shopOfFile } from "../../testing/shop-of-file.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const category = { productTypeIndex: 1, id: "tickets", name: "Tickets", ink: "pass", icon: "ticket" } as const;
const group = { id: "single", name: "Aller simple", summary: "Un trajet, dans la zone de votre choix." };
const inZone = (id: string, price: number, over: Partial<ShopItem>) =>
  sampleArticle(id, { name: `Aller simple ${id}`, price: euros(price), group, ageFrom: 12, category, ...over });
const items = [
  sampleArticle("year", {
    name: "Abonnement annuel",
    category,
    section: "year",
    price: euros(28_200),
    validity: { from: "purchase", duration: "P1Y" },
  }),
  inZone("adult-a", 150, { zone: "Zone A", audience: "26 à 65 ans" }),
  inZone("adult-b", 300, { zone: "Zone B", audience: "26 à 65 ans", tariffs: [{ id: "full", name: "Plein tarif" }] }),
  sampleArticle("parking", { name: "Parc relais", category, section: "parking" }),
  inZone("youth-a", 140, { zone: "Zone A", audience: "12 à 25 ans" }),
  inZone("youth-b", 250, { zone: "Zone B", audience: "12 à 25 ans", figure: { value: "B", unit: "zone" } }),
  inZone("free", 200, { zone: "Zone C", audience: null, ageFrom: null }),
];
const { get } = shopOfFile(() => ({
  "/shop/catalog": () => ({ status: "ok", version: "1", categories: [{ ...category, items }] }),
}));

const page = async (query = "") => (await get(`/fr${query}`)).body;
/** Texts of the elements that match, without markup. */
const textsOf = (body: string, element: RegExp) => [...body.matchAll(element)].map(([, text = ""]) => plain(text));
const plain = (html: string) =>
  html
    .replace(/<!-- -->|<[^>]+>/g, "")
    .replace(/[\u2066-\u2069]/g, "")
    .replace(/\s/g, " ")
    .trim();
const namesIn = (body: string) => textsOf(body, /<h[34][^>]*>(.*?)<\/h[34]>/g);
const pricesIn = (body: string) => textsOf(body, /<p class="price">(.*?)<\/p>/g);
const chipsIn = (body: string) =>
  [...body.matchAll(/<ul class="chips" data-wrap=""[^>]*>(.*?)<\/ul>/g)].map(([, chips = ""]) =>
    [...chips.matchAll(/<a ([^>]*)>(.*?)<\/a>/g)].map(([, attributes = "", text = ""]) =>
      attributes.includes("aria-current") ? `[${plain(text)}]` : plain(text),
    ),
  );

// covers: the catalogue is divided into sections by need
test("the list has its sections in order, without empty ones, and one card for a group", async () => {
  const body = await page();
  expect(namesIn(body)).toEqual([
    "Billets et carnets",
    "Aller simple",
    "Année",
    "Abonnement annuel",
    "Stationnement",
    "Parc relais",
  ]);
  expect(body).toContain("3 résultats");
});

// covers: an article of six months or longer states its price by month
test("the price of a year is followed by its price by month, and no other price is", async () => {
  expect(pricesIn(await page())).toEqual(["dès 1,40 €", "282,00 € soit 23,50 € par mois sur 12 mois"]);
});

// covers: articles of a group are one card; zone and age are chosen in it
test("without script, zone and age are chosen by links of the card, and it becomes the card of that article", async () => {
  const start = await page();
  expect(chipsIn(start)).toEqual([["Zone A", "Zone B", "Zone C"]]);
  expect(start).not.toContain("/products/adult-");
  const [, zoneB = ""] = /href="([^"]*)"[^>]*>Zone B</.exec(start) ?? [];
  const zone = await page(zoneB.replaceAll("&amp;", "&").replace(/^\/fr/, ""));
  expect(chipsIn(zone)).toEqual([
    ["Zone A", "[Zone B]", "Zone C"],
    ["26 à 65 ans", "12 à 25 ans"],
  ]);
  expect(pricesIn(zone)[0]).toBe("dès 2,50 €");
  const [, young = ""] = /href="([^"]*)"[^>]*>12 à 25 ans</.exec(zone) ?? [];
  const chosen = await page(young.replaceAll("&amp;", "&").replace(/^\/fr/, ""));
  expect(namesIn(chosen)[1]).toBe("Aller simple youth-b");
  expect(pricesIn(chosen)[0]).toBe("2,50 €");
  expect(chosen).toContain('href="/fr/products/youth-b"');
});

// covers: an article is bought from its card in the list
test("a group whose chosen article has an express purchase has the button that buys it", async () => {
  const body = await page("?zone=free");
  expect(chipsIn(body)).toEqual([["Zone A", "Zone B", "[Zone C]"]]);
  expect(body).toContain('href="/fr/cart/express?item=free&amp;price=200"');
});

test("a filter that leaves one article of a group shows that article, and asks nothing", async () => {
  const body = await page("?tariff=full");
  expect(namesIn(body)).toEqual(["Billets et carnets", "Aller simple adult-b"]);
  expect(chipsIn(body)).toEqual([]);
});

test.each(["?zone=nowhere&for=nobody", "?zone=year", "?for=youth-b"])(
  "choices that do not concern the question are ignored: %s",
  async (query) => {
    const body = await page(query);
    expect(chipsIn(body)).toEqual([["Zone A", "Zone B", "Zone C"]]);
    expect(pricesIn(body)[0]).toBe("dès 1,40 €");
  },
);
