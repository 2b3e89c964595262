import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";

const pack = testPack({
  network: { languages: ["fr", "en"], switches: { guestOrders: true } },
  articles: [
    testArticle({
      id: "single",
      price: 150,
      name: { fr: "Aller simple", en: "Single" },
      searchWords: { fr: ["unité"], en: ["one-way"] },
    }),
    testArticle({ id: "staff", price: 100, type: 1 }),
    testArticle({ id: "card", price: 500, tags: ["physical-pass"], category: "cards" }),
    testArticle({ id: "spring", price: 900, salesFrom: "2027-03-01T00:00:00Z" }),
    testArticle({ id: "autumn", price: 800, salesEndsAt: "2026-11-30T00:00:00Z" }),
    testArticle({
      id: "year",
      price: 12_000,
      statuses: ["student"],
      paymentOptions: [
        { paymentMethods: ["CARD", "TRANSFER"] },
        { installments: 12, paymentMethods: ["CARD"] },
        { paymentMethods: ["TRANSFER"] },
      ],
    }),
  ],
});
pack.catalogue.categories.push(
  {
    id: "cards",
    productTypeIndex: 2,
    name: { fr: "Cartes" },
    ink: "card",
    icon: "card",
    searchWords: { fr: ["badge"] },
  },
  { id: "none", productTypeIndex: 0, name: { fr: "Rien" }, ink: "year", icon: "bus" },
);
const south = testPack({ id: "south", articles: [testArticle({ id: "southern", price: 90 })] });

const monthly = (zone: string) =>
  testArticle({
    id: `month-${zone}`,
    price: 4000,
    group: "month",
    zone: { fr: `La zone ${zone}`, en: `Zone ${zone}` },
    validity: { from: "purchase", duration: "P1M" },
  });
const grouped = testPack({
  id: "grouped",
  groups: [{ id: "month", name: { fr: "Mois", en: "Month" }, summary: { fr: "Un mois.", en: "One month." } }],
  articles: [monthly("A"), monthly("B"), testArticle({ id: "park", price: 400, section: "parking" })],
});

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ packs: [pack, south, grouped] });
});
afterAll(() => api.close());

const universal = async (values: Record<string, unknown>) =>
  (await api.call("getUniversalProducts", values)).body.items.map(({ shopItemId }) => shopItemId);
const forSale = async (values: Record<string, unknown>) =>
  (await api.call("getProducts", values)).body.items.map(({ shopItemId }) => shopItemId);

// covers §3: shop item, categories, options, start proposals
// covers §7: GET shop/catalog
test("the catalogue contains what is for sale now, without empty categories", async () => {
  const { body } = await api.call("catalog", { lang: "en" });
  expect(body.categories.map(({ id, items }) => [id, items.map(({ shopItemId }) => shopItemId)])).toEqual([
    ["tickets", ["single", "autumn", "year"]],
  ]);
  expect(body.categories[0]?.items[0]).toMatchObject({ name: "Single", price: { amount: 150, currency: "EUR" } });
});

// covers: the catalogue is divided into sections by need
// covers: articles of a group are one card; zone and age are chosen in it
test("an article has its section, and its group and zone in the language of the request", async () => {
  const itemsIn = async (lang: string) => {
    const { body } = await api.call("catalog", { lang }, { network: "grouped" });
    return body.categories.flatMap(({ items }) => items.map(({ section, group, zone }) => ({ section, group, zone })));
  };
  const group = { id: "month", name: "Month", summary: "One month." };
  expect(await itemsIn("en")).toEqual([
    { section: "month", group, zone: "Zone A" },
    { section: "month", group, zone: "Zone B" },
    { section: "parking", group: null, zone: null },
  ]);
  expect((await itemsIn("fr"))[1]).toEqual({
    section: "month",
    group: { ...group, name: "Mois", summary: "Un mois." },
    zone: "La zone B",
  });
});

test("an article for a status is in the section of reduced fares, whether or not the network asks for statuses", async () => {
  const { body } = await api.call("getProducts", { ids: "year" });
  expect(body.items[0]).toMatchObject({ section: "reduced", statuses: [] });
});

// covers §5: hidden tags, empty categories
test("hidden articles are returned only by tag, with or without its prefix, or by id", async () => {
  expect(await universal({ type: 2 })).toEqual(["single", "spring", "autumn", "year"]);
  expect(await universal({ type: 2, tags: "eshop_physical_pass" })).toEqual(["card"]);
  expect(await universal({ tags: "physical-pass,nothing" })).toEqual(["card"]);
  expect(await universal({ ids: "card,single,unknown" })).toEqual(["single", "card"]);
  expect(await universal({ type: 1 })).toEqual(["staff"]);
});

// covers §7: GET Products/getUniversalProducts.json, getProducts.json
test("getProducts leaves out articles that are not yet or no longer on sale", async () => {
  expect(await forSale({ type: 2 })).toEqual(["single", "autumn", "year"]);
  api.clock.setOffset(api.clock.offsetMs() + 11 * 86_400_000);
  expect(await forSale({ type: 2 })).toEqual(["single", "year"]);
  expect((await api.call("catalog", {})).body.categories[0]?.items.map(({ shopItemId }) => shopItemId)).toEqual([
    "single",
    "year",
  ]);
});

// covers §1: a network's switches decide what it offers
test("an article shows only what its network allows: payment methods, installments, statuses", async () => {
  const { body } = await api.call("getProducts", { ids: "year" });
  expect(body.items[0]).toMatchObject({
    paymentOptions: [{ installments: 1, period: "P1M", paymentMethods: ["CARD"], allowSubscription: false }],
    installments: 1,
    statuses: [],
  });
});

test("a text that is missing in the language comes in the network's own", async () => {
  const { body } = await api.call("getProducts", { ids: "card", lang: "en" });
  expect(body.items[0]).toMatchObject({ name: "card", category: { name: "Cartes" } });
});

// covers §7: GET Products/getUniversalProducts.json, getProducts.json
// covers: search finds an article without accents, with a wrong letter, by a synonym and in another language
test("an article has its name in the other languages, and the search words of the pack in all of them", async () => {
  const wordsIn = async (lang: string, id: string) =>
    (await api.call("getUniversalProducts", { lang, ids: id })).body.items[0]?.searchWords;
  expect(await wordsIn("fr", "single")).toEqual(["Single", "unité", "one-way"]);
  expect(await wordsIn("en", "single")).toEqual(["Aller simple", "unité", "one-way"]);
  expect(await wordsIn("fr", "card")).toEqual(["card", "badge"]);
  expect(await wordsIn("fr", "staff")).toEqual(["staff"]);
});

test("no article of another network is returned, by list, tag or id", async () => {
  expect(await universal({ ids: "southern" })).toEqual([]);
  expect(await universal({})).not.toContain("southern");
  const southern = await api.call("catalog", {}, { network: "south" });
  expect(southern.body.categories.flatMap(({ items }) => items.map(({ shopItemId }) => shopItemId))).toEqual([
    "southern",
  ]);
});

test("a type that is not a number, and an unknown field, are refused", async () => {
  expect((await api.call("getProducts", { type: "two" })).body.error?.code).toBe("FIELD_INVALID");
  expect((await api.call("catalog", { type: 2 })).body.error?.code).toBe("FIELD_UNKNOWN");
});

test("a cached response is only returned for the same network, language and values", async () => {
  const first = (lang: string, network: string) => api.call("catalog", { lang }, { network });
  const asks = ["fr north", "en north", "fr south", "fr north", "en north", "fr south"].map((words) =>
    words.split(" "),
  );
  const names: string[] = [];
  for (const [lang = "", network = ""] of asks) {
    names.push((await first(lang, network)).body.categories[0]?.items[0]?.name ?? "");
  }
  expect(names).toEqual(["Aller simple", "Single", "southern", "Aller simple", "Single", "southern"]);
  expect(await universal({ ids: "single" })).toEqual(["single"]);
  expect(await universal({ ids: "year" })).toEqual(["year"]);
});
