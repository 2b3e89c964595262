import type { OrderLine } from "@guichet/contract/cart.ts";
import type { PackArticle } from "@guichet/contract/network-pack.ts";
import { type ErrorDetails, err, ok, type Result } from "@guichet/contract/result.ts";
import type { Journey, Stop } from "@guichet/contract/travel.ts";
import type { Money } from "@guichet/contract/values.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { type FareTable, fareTable } from "../transit-feed/fare-table.ts";

export type JourneyCode = "ITEM_FIELD_REQUIRED" | "STOP_UNKNOWN" | "TRIP_NOT_SOLD";

/** A journey for sale: its stops, and the price of one piece. */
export interface SoldJourney {
  origin: Stop;
  destination: Stop;
  price: Money;
}

/** The article of a product id or article id, if it is sold by journey. */
export function journeyArticle(network: LoadedNetwork, id: string): PackArticle | undefined {
  const article = network.articles.get(id) ?? network.articleOfProduct.get(id);
  return article?.originDestination === undefined ? undefined : article;
}

/** Stops at which a journey of the article may start or, with an origin, end; only stops with a fare. */
export function stopsOf(network: LoadedNetwork, article: PackArticle, origin?: string): Result<Stop[], "STOP_UNKNOWN"> {
  const stops = [...(network.travel?.stops.values() ?? [])];
  const table = tableOf(network, article);
  if (origin === undefined) return ok(stops.filter((from) => stops.some((to) => fareBetween(table, from, to))));
  const from = network.travel?.stops.get(origin);
  if (from === undefined) return err("STOP_UNKNOWN", { field: "origin", stop: origin });
  return ok(stops.filter((to) => fareBetween(table, from, to) !== undefined));
}

/** The journey between two stops, at the cheapest of the article's fares for their zones. */
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

/** The lowest price of the article, for "from" prices; null if it is not sold by journey. */
export function lowestFare(network: LoadedNetwork, article: PackArticle): number | null {
  if (article.originDestination === undefined) return null;
  return tableOf(network, article).lowest;
}

/** The journey of an order line for pricing, and its errors. */
export interface JourneyLine {
  price?: Money;
  journey?: Journey;
  errors: JourneyError[];
}
interface JourneyError {
  code: JourneyCode;
  details?: ErrorDetails;
}

/** The journey of each line; empty for lines of other articles. A line without a price costs nothing and cannot be ordered. */
export function journeysOf(network: LoadedNetwork, lines: readonly OrderLine[]): JourneyLine[] {
  return lines.map(({ productId, fields = {} }) => {
    const article = journeyArticle(network, productId);
    if (article === undefined) return { errors: [] };
    const journey = journeyIn(network, article, fields);
    if (journey.ok) return { price: journey.value.price, journey: stopNames(journey.value), errors: [] };
    const none = { amount: 0, currency: network.definition.currency };
    return { price: none, errors: [{ code: journey.code, ...(journey.details ? { details: journey.details } : {}) }] };
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

const stopNames = ({ origin, destination }: SoldJourney): Journey => ({
  origin: { id: origin.id, name: origin.name },
  destination: { id: destination.id, name: destination.name },
});

/** The fare between two stops; there is none from a stop to itself. */
function fareBetween(table: FareTable, from: Stop, to: Stop): number | undefined {
  return from.id === to.id ? undefined : table.between(from.zone ?? "", to.zone ?? "");
}

const tables = new WeakMap<PackArticle, FareTable>();

function tableOf(network: LoadedNetwork, article: PackArticle): FareTable {
  const cached = tables.get(article);
  if (cached !== undefined) return cached;
  const table = fareTable(network.travel?.fares ?? [], article.originDestination?.fare);
  tables.set(article, table);
  return table;
}
