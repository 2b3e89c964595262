import { feedFarePairsMax } from "@guichet/contract/limits/travel-limits.ts";
import { currencyDigits } from "@guichet/texts/money-format.ts";
import { minorUnits } from "./feed-amount.ts";
import type { FeedTables } from "./feed-tables.ts";
import type { Feed, FeedFare, FeedTrip } from "./timetable.ts";

/** A rule of a fare; "" is any. `contains`: the zones that a path must pass through, all of them and no other. */
interface Rule {
  route: string;
  origin: string;
  destination: string;
  contains: Set<string>;
}

/** A path from a zone to another without a transfer: its route and its zones. */
interface Path {
  route: string;
  zones: ReadonlySet<string>;
}

/**
 * The fares of a feed by pair of zones (fare_attributes.txt, fare_rules.txt). A fare applies between two zones when its rules
 * allow every path that trips take between them: a fare of the slow route alone would not be valid on the fast one. Where no trip
 * runs without a transfer, only rules apply that name neither a route nor zones on the path.
 */
export function readFares(tables: FeedTables, timetable: Pick<Feed, "stops" | "trips">, currency: string): FeedFare[] {
  const amounts = readAmounts(tables, currency);
  const rules = readRules(tables, amounts);
  const zones = zonesOf(timetable);
  const paths = pathsOf(timetable);
  const fares: FeedFare[] = [];
  for (const [fare, amount] of amounts) {
    const fareRules = [...(rules.get(fare)?.values() ?? [])];
    for (const [originZone, destinationZone] of pairsOf(fareRules, zones)) {
      if (!applies(fareRules, originZone, destinationZone, paths.get(pairKey(originZone, destinationZone)))) continue;
      fares.push({ fare, originZone, destinationZone, amount });
      if (fares.length <= feedFarePairsMax) continue;
      tables.fault("fare_rules.txt", 0, `more than ${feedFarePairsMax} fares between two zones`);
      return [];
    }
  }
  return fares;
}

function readAmounts(tables: FeedTables, currency: string): Map<string, number> {
  const digits = currencyDigits(currency);
  const amounts = new Map<string, number>();
  for (const row of tables.rows("fare_attributes.txt", ["fare_id", "price", "currency_type"])) {
    const fare = row.value("fare_id");
    const amount = minorUnits(row.value("price"), digits);
    if (fare === "" || fare.length > 100) row.fault("fare_id has 1 to 100 characters");
    if (amounts.has(fare)) row.fault(`fare_id ${fare} is used twice`);
    if (amount === undefined || amount < 0) row.fault(`price ${row.value("price")} is not an amount of ${currency}`);
    if (row.value("currency_type") !== currency)
      row.fault(`currency_type ${row.value("currency_type")} is not the network's (${currency})`);
    amounts.set(fare, amount ?? 0);
  }
  return amounts;
}

function readRules(tables: FeedTables, amounts: ReadonlyMap<string, number>): Map<string, Map<string, Rule>> {
  const rules = new Map<string, Map<string, Rule>>();
  for (const row of tables.rows("fare_rules.txt", ["fare_id"])) {
    const fare = row.value("fare_id");
    if (!amounts.has(fare)) row.fault(`no fare ${fare} in fare_attributes.txt`);
    const [route, origin, destination] = [row.value("route_id"), row.value("origin_id"), row.value("destination_id")];
    const fareRules = rules.get(fare) ?? new Map<string, Rule>();
    rules.set(fare, fareRules);
    const key = JSON.stringify([route, origin, destination]);
    const rule = fareRules.get(key) ?? { route, origin, destination, contains: new Set<string>() };
    fareRules.set(key, rule);
    if (row.value("contains_id") !== "") rule.contains.add(row.value("contains_id"));
  }
  return rules;
}

const pairKey = (origin: string, destination: string): string => JSON.stringify([origin, destination]);
const zoneAt = (stops: Feed["stops"], stop: string): string => stops.get(stop)?.zone ?? "";

function zonesOf({ stops, trips }: Pick<Feed, "stops" | "trips">): string[] {
  return [...new Set(trips.flatMap(({ calls }) => calls.map(({ stop }) => zoneAt(stops, stop))))].sort();
}

/** The pairs to which a fare can apply: those in its rules, or all if a rule leaves an end open. */
function* pairsOf(rules: readonly Rule[], zones: readonly string[]): Generator<readonly [string, string]> {
  const isOpenEnded =
    rules.length === 0 || rules.some(({ origin, destination }) => origin === "" || destination === "");
  if (isOpenEnded) for (const origin of zones) for (const destination of zones) yield [origin, destination];
  else {
    const named = new Map(
      rules.map(({ origin, destination }) => [pairKey(origin, destination), [origin, destination] as const]),
    );
    yield* named.values();
  }
}

function applies(rules: readonly Rule[], origin: string, destination: string, paths: Map<string, Path> | undefined) {
  if (rules.length === 0) return true;
  const matching = rules.filter(
    (rule) =>
      (rule.origin === "" || rule.origin === origin) && (rule.destination === "" || rule.destination === destination),
  );
  if (paths === undefined) return matching.some(({ route, contains }) => route === "" && contains.size === 0);
  return [...paths.values()].every((path) =>
    matching.some(
      ({ route, contains }) =>
        (route === "" || route === path.route) && (contains.size === 0 || isSameSet(contains, path.zones)),
    ),
  );
}

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((each) => b.has(each));

function pathsOf({ stops, trips }: Pick<Feed, "stops" | "trips">): Map<string, Map<string, Path>> {
  const paths = new Map<string, Map<string, Path>>();
  const seen = new Set<string>();
  for (const trip of trips) {
    const zones = zonesAlong(stops, trip);
    const pattern = JSON.stringify([trip.routeId, zones]);
    if (seen.has(pattern)) continue;
    seen.add(pattern);
    for (const [from, origin] of zones.entries()) {
      const passed = new Set([origin]);
      for (const destination of zones.slice(from + 1)) {
        passed.add(destination);
        const key = pairKey(origin, destination);
        const known = paths.get(key) ?? new Map<string, Path>();
        paths.set(key, known);
        const path = { route: trip.routeId, zones: new Set(passed) };
        known.set(JSON.stringify([path.route, [...passed].sort()]), path);
      }
    }
  }
  return paths;
}

/** The zones of a trip in order; several stops in a row in one zone are reduced to two. */
function zonesAlong(stops: Feed["stops"], { calls }: FeedTrip): string[] {
  const zones = calls.map(({ stop }) => zoneAt(stops, stop));
  return zones.filter((zone, index) => zone !== zones[index - 1] || zone !== zones[index - 2]);
}
