import type { Language } from "@guichet/contract/languages.ts";
import { PackArticle } from "@guichet/contract/network-pack.ts";
import { currencyDigits } from "@guichet/texts/money-format.ts";
import { minorUnits } from "../transit-feed/feed-amount.ts";
import type { FeedRow, FeedTables } from "../transit-feed/feed-tables.ts";
import { type Draft, type DraftFeed, draftId, emptyCatalogue, freeId } from "./draft-catalogue.ts";
import { draftNames } from "./draft-texts.ts";
import type { FareNote } from "./fare-note.ts";

/**
 * Drafts a catalogue from the fares of a feed without Fares v2 (fare_attributes.txt, fare_rules.txt): one article for all journeys
 * between zones, which the feed prices, and one for each fare without zones. Faults are those of `tables`.
 */
export function draftFaresV1(tables: FeedTables, { language, currency }: DraftFeed): Draft {
  const notes: FareNote[] = [];
  const catalogue = emptyCatalogue(language);
  const { zoned, ofRoutes } = readRules(tables);
  const productOf = new Map<string, string>();
  let journeys = 0;
  for (const row of tables.rows("fare_attributes.txt", ["fare_id", "price", "currency_type"])) {
    const fare = row.value("fare_id");
    const own = row.value("currency_type");
    if (currency !== undefined && own !== currency) {
      notes.push({ id: fare, message: `not sold: its currency is ${own}, not ${currency}` });
      continue;
    }
    if (zoned.has(fare)) {
      journeys += 1;
      continue;
    }
    if (ofRoutes.has(fare))
      notes.push({ id: fare, message: "valid on some routes only, which the draft does not say" });
    const id = freeId(draftId(fare), (taken) => productOf.has(taken));
    const article = articleOf(id, row, language, notes);
    if (article === undefined) continue;
    productOf.set(id, fare);
    catalogue.articles.push(article);
  }
  if (journeys > 0) {
    const id = freeId("journey", (taken) => productOf.has(taken));
    catalogue.articles.unshift(
      articleWith(id, draftNames.journey[language], language, { originDestination: {}, price: 0 }),
    );
    notes.push({
      id,
      message: `${journeys} fares between zones: the draft has one article at the cheapest of them; a return is an article of its own (originDestination.fare)`,
    });
    notes.push({ id, message: "how long it is valid is not in the feed: the draft says an hour from the first use" });
  }
  return { catalogue, notes, productOf };
}

function readRules(tables: FeedTables): { zoned: Set<string>; ofRoutes: Set<string> } {
  const [zoned, ofRoutes] = [new Set<string>(), new Set<string>()];
  for (const row of tables.rows("fare_rules.txt", ["fare_id"])) {
    const isZoned = ["origin_id", "destination_id", "contains_id"].some((column) => row.value(column) !== "");
    (isZoned ? zoned : ofRoutes).add(row.value("fare_id"));
  }
  return { zoned, ofRoutes };
}

function articleOf(id: string, row: FeedRow, language: Language, notes: FareNote[]): PackArticle | undefined {
  const [fare, currency] = [row.value("fare_id"), row.value("currency_type")];
  const isCurrency = Intl.supportedValuesOf("currency").includes(currency);
  const price = isCurrency ? minorUnits(row.value("price"), currencyDigits(currency)) : undefined;
  if (price === undefined || price < 0) {
    row.fault(`fare ${fare}: price ${row.value("price")} is not an amount of ${currency}`);
    return undefined;
  }
  const seconds = row.value("transfer_duration");
  if (!/^\d{0,6}$/.test(seconds)) row.fault(`fare ${fare}: transfer_duration ${seconds} is not a number of seconds`);
  const minutes = Math.ceil(Number(seconds) / 60);
  if (!(minutes > 0))
    notes.push({
      id: fare,
      message: "how long it is valid is not in the feed: the draft says an hour from the first use",
    });
  if (/^[12]$/.test(row.value("transfers")))
    notes.push({ id: fare, message: `at most ${row.value("transfers")} transfers: the draft does not limit them` });
  const duration = minutes > 0 ? `PT${minutes}M` : "PT1H";
  const trips = row.value("transfers") === "0" ? { trips: 1 } : {};
  return articleWith(id, fare, language, { price, validity: { from: "first-use", duration }, ...trips });
}

function articleWith(id: string, name: string, language: Language, keys: Record<string, unknown>): PackArticle {
  return PackArticle.parse({
    id,
    category: "tickets",
    name: { [language]: name },
    summary: { [language]: name },
    supports: ["DEMATERIALIZED"],
    paymentOptions: [{ paymentMethods: ["CARD"] }],
    products: [{ id, dematerialized: true }],
    validity: { from: "first-use", duration: "PT1H" },
    ...keys,
  });
}
