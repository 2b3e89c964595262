import { readFileSync } from "node:fs";
import { PackArticle, PackCatalogue } from "@guichet/contract/network-pack.ts";
import { type CatalogueItem, catalogueItemKinds } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { typedMinorUnits } from "@guichet/texts/decimal-money.ts";
import { describe, expect, it, test } from "vitest";
import { languagesOf } from "./form-values.ts";
import { fieldsOf } from "./item-fields.ts";
import { itemIn, typedIn, typedOf } from "./typed-item.ts";
import { type Typed, typedMoney } from "./typed-values.ts";

const context = { currency: "EUR", languages: ["fr", "en"] as const, timeZone: "Europe/Paris" };
const catalogues = ["demo", "zones", "bare"].map((network) =>
  PackCatalogue.parse(
    JSON.parse(readFileSync(new URL(`../../../../../networks/${network}/catalogue.json`, import.meta.url), "utf8")),
  ),
);
const items: CatalogueItem[] = catalogues.flatMap((catalogue) => [
  ...catalogue.articles.map((definition) => ({ kind: "article" as const, definition })),
  ...catalogue.categories.map((definition) => ({ kind: "category" as const, definition })),
  ...catalogue.groups.map((definition) => ({ kind: "group" as const, definition })),
  ...catalogue.tariffs.map((definition) => ({ kind: "tariff" as const, definition })),
  ...catalogue.documentTypes.map((definition) => ({ kind: "document-type" as const, definition })),
  ...catalogue.statuses.map((definition) => ({ kind: "status" as const, definition })),
]);
const articleOf = (id: string) => items.find((item) => item.kind === "article" && item.definition.id === id);

/** What a browser sends of a form: line ends as CRLF. */
function sent(typed: Typed): Typed {
  const form = new FormData();
  for (const [name, values] of Object.entries(typed))
    for (const value of values) form.append(name, value.replaceAll("\n", "\r\n"));
  return typedIn(form);
}

// covers: Whatever an item of the catalogue holds, its form shows and keeps
describe("an item of a pack, typed and read", () => {
  it.each(items.map((item) => [item.kind, item.definition.id, item] as const))("%s %s is the same", (_, __, item) => {
    const typed = typedOf(item, context);
    expect(itemIn(item.kind, sent(typed), context)).toEqual({ ok: true, item });
  });

  it("has a field for each key of its kind", () => {
    expect(
      fieldsOf("article")
        .map(({ key }) => key)
        .sort(),
    ).toEqual(Object.keys(PackArticle.shape).sort());
    expect(catalogueItemKinds.map((kind) => fieldsOf(kind)[0]?.key)).toEqual(catalogueItemKinds.map(() => "id"));
  });

  it("asks for VAT and quantities, for which the pack has defaults", () => {
    const article = articleOf("ticket-1h");
    if (article === undefined) throw new Error("no article");
    const typed = { ...typedOf(article, context), vatRate: [], quantityMin: [""], quantityMax: [" "] };
    const read = itemIn("article", sent(typed), context);
    expect(read.ok ? [] : read.faults.map(({ key, why }) => [key, why])).toEqual([
      ["vatRate", "required"],
      ["quantityMin", "required"],
      ["quantityMax", "required"],
    ]);
  });

  it("has an input for each language of a figure's unit, also for those that the network does not offer", () => {
    const typed = { "figure.value": ["10"], "figure.fr": ["trajets"], "figure.es": ["viajes"] };
    expect(languagesOf("figure", { typed, context })).toEqual(["fr", "en", "es"]);
  });

  it("keeps what no item of these packs has", () => {
    const article = articleOf("ticket-1h");
    if (article?.kind !== "article") throw new Error("no such article");
    const item = {
      kind: "article" as const,
      definition: PackArticle.parse({
        ...article.definition,
        ...{ salesFrom: "2026-11-22T08:00:00.250Z", salesEndsAt: "2026-10-25T01:30:00Z" },
        ...{ useWithin: "P1Y6M", remainingPrice: "by-month", vatRate: 5.5, zone: { fr: "A", es: "A" } },
        ...{ pivot: { type: "DAY_PIVOT", value: -2, proposals: 30 }, type: 1 },
      }),
    };
    expect(itemIn("article", sent(typedOf(item, context)), context)).toEqual({ ok: true, item });
  });
});

// covers: A wrong value of an item is named at its field, and nothing that was typed is lost
describe("what is typed wrong", () => {
  const faultsOf = (changes: Typed) => {
    const article = articleOf("month-renewing");
    if (article === undefined) throw new Error("no such article");
    const read = itemIn("article", { ...typedOf(article, context), ...changes }, context);
    return read.ok ? [] : read.faults.map(({ input, why, message }) => [input, why, ...(message ? [message] : [])]);
  };

  it.each<[string, Typed, unknown[]]>([
    ["no price", { price: [""] }, ["price", "required"]],
    ["a price of three decimals", { price: ["1,234"] }, ["price", "money"]],
    ["a price in words", { price: ["ten"] }, ["price", "money"]],
    ["no name in the default language", { "name.fr": [] }, ["name.fr", "required"]],
    [
      "no name at all",
      { "name.fr": [], "name.en": [], "name.ar": [], "name.it": [], "name.es": [] },
      ["name.fr", "required"],
    ],
    ["an age of 200", { ageFrom: ["200"] }, ["ageFrom", "max"]],
    ["a quantity of none", { quantityMin: ["0"] }, ["quantityMin", "min"]],
    ["half a year of age", { ageFrom: ["1,5"] }, ["ageFrom", "integer"]],
    ["no support", { supports: [] }, ["supports", "required"]],
    ["a validity without length", { "validity.count": [""] }, ["validity.count", "duration"]],
    [
      "30 February",
      {
        "validity.kind": ["period"],
        "validity.from-day": ["30"],
        "validity.from-month": ["02"],
        "validity.to-day": ["1"],
        "validity.to-month": ["09"],
      },
      ["validity.from-day", "year-day"],
    ],
    ["payment by nothing", { "paymentOptions.methods.0": [] }, ["paymentOptions.methods.0", "required"]],
    ["an end of sales without a time", { salesEndsAt: ["2026-11-22"] }, ["salesEndsAt", "instant"]],
    [
      "an unknown key of the refund",
      { refund: ['{"basis":"unused","fees":1}'] },
      ["refund", "other", 'Unrecognized key: "fees"'],
    ],
    [
      "a wrong fee of the refund",
      { refund: ['{"basis":"unused","feePercent":101}'] },
      ["refund", "other", "feePercent: Too big: expected number to be <=100"],
    ],
  ])("%s", (_, changes, fault) => {
    expect(faultsOf(changes)).toEqual([fault]);
  });

  it("JSON that is none names the place", () => {
    expect(faultsOf({ advice: ['{"never": yes}'] })).toEqual([
      ["advice", "json", expect.stringContaining("Unexpected token 'y'")],
    ]);
  });

  it("names every field", () => {
    expect(faultsOf({ price: [""], ageTo: ["x"] })).toEqual([
      ["price", "required"],
      ["ageTo", "integer"],
    ]);
  });
});

// covers: The staff type amounts in the currency's units, with a comma or a point
test.each([
  ["12,50", "EUR", 1250],
  ["12.5", "EUR", 1250],
  ["1 200 €", "EUR", 120_000],
  ["0", "EUR", 0],
  ["12,505", "EUR", undefined],
  ["-1", "EUR", undefined],
  ["1200", "JPY", 1200],
  ["1,5", "JPY", undefined],
  ["1,250", "TND", 1250],
])("%s in %s is %s", (typed, currency, amount) => {
  expect(typedMinorUnits(typed, currency)).toBe(amount);
  if (amount !== undefined) expect(typedMinorUnits(typedMoney(amount, currency), currency)).toBe(amount);
});
