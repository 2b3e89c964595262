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

// covers: The refund of an article is typed in fields of its own
describe("the refund of an article", () => {
  const article = articleOf("ticket-1h");
  if (article?.kind !== "article") throw new Error("no such article");
  const terms = {
    ...{ fee: 250, feePercent: 5.5, refundPercent: 80, minimum: 100, deadlineDays: 30, lockedFirstDays: 2 },
    ...{ lockedLastDays: 3, countedFrom: "start", usedUntil: "month-end" },
  };
  const fees = { feesByDay: [{ untilDay: -7, fee: 100 }] };

  it.each([
    [{ basis: "none" }, { "refund.basis": ["none"] }],
    [
      { basis: "unused", ...terms },
      { "refund.fee": ["2,50"], "refund.feePercent": ["5,5"], "refund.usedUntil": ["month-end"] },
    ],
    [{ basis: "remaining-days", ...fees }, { "refund.more": [expect.stringContaining('"untilDay": -7')] }],
    [{ basis: "used-value", usedPrices: { trip: 170 } }, { "refund.trip": ["1,70"] }],
    [
      { basis: "used-value", usedPrices: { periods: [{ period: "P1D", price: 450 }] }, fee: 10 },
      { "refund.more": [expect.stringContaining('"P1D"')], "refund.fee": ["0,10"] },
    ],
  ])("%j is shown and kept", (refund, shown) => {
    const item = { kind: "article" as const, definition: PackArticle.parse({ ...article.definition, refund }) };
    const typed = typedOf(item, context);
    expect(typed).toMatchObject(shown);
    expect(itemIn("article", sent(typed), context)).toEqual({ ok: true, item });
  });

  it("is none when nothing is chosen, whatever its hidden terms say", () => {
    const typed = { ...typedOf(article, context), "refund.basis": [], "refund.fee": ["1,00"] };
    const read = itemIn("article", typed, context);
    expect(read.ok && read.item.definition).not.toHaveProperty("refund");
  });
});

// covers: What nobody touched in the form of an item stays byte for byte
describe("what nobody touched", () => {
  const article = articleOf("ticket-1h");
  if (article?.kind !== "article") throw new Error("no such article");
  const definition = {
    ...article.definition,
    ...{ name: { fr: "Ticket\n1 heure", en: " One hour " }, summary: { fr: "Une ligne\r\nune autre" } },
    ...{ tags: [" bus"], searchWords: { fr: ["deux\nlignes"] }, figure: { value: "1\nh", unit: { fr: "heure " } } },
  };
  const shown = { kind: "article" as const, definition };
  /** What a browser sends: single-line inputs lose their line breaks, but languages of the name have several lines. */
  const typed = {
    ...typedOf(shown, context),
    ...{ "summary.fr": ["Une ligne\nune autre"], "figure.value": ["1h"] },
  };

  it("stays byte for byte", () => {
    const read = itemIn("article", typed, context, shown);
    expect(read).toEqual({ ok: true, item: shown });
  });

  it("stays byte for byte in the other languages of a text that is changed", () => {
    const read = itemIn("article", { ...typed, "name.en": ["1 hour "], "summary.en": ["A line"] }, context, shown);
    expect(read.ok && read.item.definition).toMatchObject({
      ...{ name: { fr: "Ticket\n1 heure", en: "1 hour" }, summary: { fr: "Une ligne\r\nune autre", en: "A line" } },
      ...{ tags: [" bus"] },
    });
  });

  it("does not return when somebody empties it or joins its lines", () => {
    const read = itemIn("article", { ...typed, tags: [], "name.fr": ["Ticket 1 heure"] }, context, shown);
    expect(read.ok && read.item.definition).toMatchObject({ tags: [], name: { fr: "Ticket 1 heure" } });
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

  const unused = { "refund.basis": ["unused"], "refund.more": [] };

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
    ["a share of the refund of 101 %", { ...unused, "refund.refundPercent": ["101"] }, ["refund.refundPercent", "max"]],
    ["a fee of the refund in words", { ...unused, "refund.fee": ["ten"] }, ["refund.fee", "money"]],
    ["half a day of delay", { ...unused, "refund.deadlineDays": ["1,5"] }, ["refund.deadlineDays", "integer"]],
    ["no days locked", { ...unused, "refund.lockedFirstDays": ["0"] }, ["refund.lockedFirstDays", "min"]],
    ["used value without a price", { "refund.basis": ["used-value"] }, ["refund.trip", "required"]],
    ["rare terms without a basis", { "refund.basis": [], "refund.more": ["{}"] }, ["refund.basis", "required"]],
    ["rare terms that are no JSON object", { ...unused, "refund.more": ["[1]"] }, ["refund.more", "json"]],
    [
      "an unknown rare term",
      { ...unused, "refund.more": ['{"fees":1}'] },
      ["refund.more", "other", 'Unrecognized key: "fees"'],
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
