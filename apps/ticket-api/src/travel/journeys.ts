import type { OrderLine } from "@guichet/contract/cart.ts";
import type { PackArticle } from "@guichet/contract/network-pack.ts";
import { type ErrorDetails, err, ok, type Result } from "@guichet/contract/result.ts";
import type { Journey, Stop } from "@guichet/contract/travel.ts";
import type { Money } from "@guichet/contract/values.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { type FareTable, fareTable } from "../transit-feed/fare-table.ts";

export type JourneyCode = "ITEM_FIELD_REQUIRED" | "STOP_UNKNOWN" | "TRIP_NOT_SOLD";

/** A journey that is sold: between which stops, at what price a piece. */
export interface SoldJourney {
  origin: Stop;
  destination: Stop;
  price: Money;
}

/** The article that a product's id or its own names, if it is sold from one stop to another. */
export function journeyArticle(network: LoadedNetwork, id: string): PackArticle | undefined {
  const article = network.articles.get(id) ?? network.articleOfProduct.get(id);
  return article?.originDestination === undefined ? undefined : article;
}

/** Where a journey of the article may begin or, with an origin, where it may end: stops with a fare, nothing else. */
export function stopsOf(network: LoadedNetwork, article: PackArticle, origin?: string): Result<Stop[], "STOP_UNKNOWN"> {
  const stops = [...(network.travel?.stops.values() ?? [])];
  const table = tableOf(network, article);
  if (origin === undefined) return ok(stops.filter((from) => stops.some((to) => fareBetween(table, from, to))));
  const from = network.travel?.stops.get(origin);
  if (from === undefined) return err("STOP_UNKNOWN", { field: "origin", stop: origin });
  return ok(stops.filter((to) => fareBetween(table, from, to) !== undefined));
}

/** What the article costs from one stop to another: the cheapest of its fares that holds between their zones. */
export function journeyBetween(
  network: LoadedNetwork,
  article: PackArticle,
  ends: { origin: string; destination: string },
): Result<SoldJourney, "STOP_UNKNOWN" | "TRIP_NOT_SOLD"> {
  const origin = network.travel?.stops.get(ends.origin);
  if (origin === undefined) return err("STOP_UNKNOWN", { field: "origin", stop: ends.origin });
  const destination = network.travel?.stops.get(ends.destination);
  if (destination === undefined) return err("STOP_UNKNOWN", { field: "destination", stop: ends.destination });
  const amount = fareBetween(tableOf(network, article), origin, destination);
  if (amount === undefined) return err("TRIP_NOT_SOLD", { ...ends });
  return ok({ origin, destination, price: { amount, currency: network.definition.currency } });
}

/** The lowest price of the article, "from" which it is sold; null for one that is not sold from stop to stop. */
export function lowestFare(network: LoadedNetwork, article: PackArticle): number | null {
  if (article.originDestination === undefined) return null;
  return tableOf(network, article).lowest;
}

/** What pricing needs to know of a line that is sold from stop to stop, and what stands in its way. */
export interface JourneyLine {
  price?: Money;
  journey?: Journey;
  errors: JourneyError[];
}
interface JourneyError {
  code: JourneyCode;
  details?: ErrorDetails;
}

/** Of each line its journey; nothing for lines of other articles. A line that cannot be priced costs nothing and cannot be ordered. */
export function journeysOf(network: LoadedNetwork, lines: readonly OrderLine[]): JourneyLine[] {
  return lines.map(({ productId, fields = {} }) => {
    const article = journeyArticle(network, productId);
    if (article === undefined) return { errors: [] };
    const sold = journeyIn(network, article, fields);
    if (sold.ok) return { price: sold.value.price, journey: namesOf(sold.value), errors: [] };
    const none = { amount: 0, currency: network.definition.currency };
    return { price: none, errors: [{ code: sold.code, ...(sold.details ? { details: sold.details } : {}) }] };
  });
}

function journeyIn(
  network: LoadedNetwork,
  article: PackArticle,
  { origin, destination }: Readonly<Record<string, string>>,
): Result<SoldJourney, JourneyCode> {
  if (!origin) return err("ITEM_FIELD_REQUIRED", { field: "origin" });
  if (!destination) return err("ITEM_FIELD_REQUIRED", { field: "destination" });
  return journeyBetween(network, article, { origin, destination });
}

const namesOf = ({ origin, destination }: SoldJourney): Journey => ({
  origin: { id: origin.id, name: origin.name },
  destination: { id: destination.id, name: destination.name },
});

/** From a stop to itself nothing is sold. */
function fareBetween(table: FareTable, from: Stop, to: Stop): number | undefined {
  return from.id === to.id ? undefined : table.between(from.zone ?? "", to.zone ?? "");
}

const tables = new WeakMap<PackArticle, FareTable>();

function tableOf(network: LoadedNetwork, article: PackArticle): FareTable {
  const known = tables.get(article);
  if (known !== undefined) return known;
  const made = fareTable(network.travel?.fares ?? [], article.originDestination?.fare);
  tables.set(article, made);
  return made;
}
