import type { ServiceDays } from "@guichet/rules/travel.ts";
import { type FareRow, type FareTables, valueIn } from "./fare-files.ts";
import type { FareNote } from "./fare-note.ts";
import { timesOf } from "./rule-checks.ts";

/** Days of the services of a feed, by id. */
export type FeedServices = ReadonlyMap<string, ServiceDays>;

/** What the rules of a product say about the ticket. */
export interface ProductRules {
  /** Where it is valid, in words; "" everywhere. */
  places: string;
  /** Weekdays of validity, Monday is 1; empty: all. */
  weekdays: number[];
  /** Minutes of validity with free transfers; undefined: not in the feed. */
  minutes: number | undefined;
}

/** Longest list of places in a text. */
const placesMax = 6;

/** Reads the rules of a product; what the shop cannot check is noted. */
export function rulesOf(fares: FareTables, product: string, services: FeedServices, notes: FareNote[]): ProductRules {
  const note = (message: string) => void notes.push({ id: product, message });
  const legs = fares["fare_leg_rules.txt"].filter((row) => valueIn(row, "fare_product_id") === product);
  if (legs.length === 0) note("no leg rule says where it is valid: the draft names no place");
  const places = [...new Set(legs.map((row) => placeOf(fares, row)).filter((place) => place !== ""))];
  if (places.length > 0)
    note("valid in some areas or networks only: the draft says so in its summary, and nothing checks it");
  const shown = places.slice(0, placesMax).join(", ");
  return {
    places: places.length > placesMax ? `${shown}, …` : shown,
    weekdays: weekdaysOf(fares, legs, services, note),
    minutes: minutesOf(fares, legs, note),
  };
}

function placeOf(fares: FareTables, row: FareRow): string {
  const nameOf = (file: "areas.txt" | "networks.txt", id: string) => {
    const [key, name] =
      file === "areas.txt" ? (["area_id", "area_name"] as const) : (["network_id", "network_name"] as const);
    const found = fares[file].find((each) => valueIn(each, key) === id);
    return (found === undefined ? "" : valueIn(found, name)) || id;
  };
  const network = valueIn(row, "network_id");
  const [from, to] = [valueIn(row, "from_area_id"), valueIn(row, "to_area_id")];
  const path =
    from === "" && to === ""
      ? ""
      : `${from === "" ? "…" : nameOf("areas.txt", from)} → ${to === "" ? "…" : nameOf("areas.txt", to)}`;
  return [network === "" ? "" : nameOf("networks.txt", network), path].filter((part) => part !== "").join(": ");
}

function weekdaysOf(
  fares: FareTables,
  legs: readonly FareRow[],
  services: FeedServices,
  note: (message: string) => void,
): number[] {
  const groups = new Set(legs.map((row) => valueIn(row, "from_timeframe_group_id")));
  const hasEnds = legs.some((row) => valueIn(row, "to_timeframe_group_id") !== "");
  if (hasEnds || (groups.has("") && groups.size > 1))
    note("its rules depend on the time of the journey, which the draft leaves out");
  if (hasEnds || groups.has("") || groups.size === 0) return [];
  const frames = fares["timeframes.txt"].filter((row) => groups.has(valueIn(row, "timeframe_group_id")));
  const days = frames.map((row) => services.get(valueIn(row, "service_id")));
  const isWhole = frames.every((row) => timesOf(row).start === 0 && timesOf(row).end === 24 * 3600);
  const isWeekly = days.every((service) => service?.from && service.added.length === 0 && service.removed.length === 0);
  if (isWhole && isWeekly)
    return [...new Set(days.flatMap((service) => service?.weekdays ?? []))].sort((a, b) => a - b);
  note(`valid in the timeframes ${[...groups].join(", ")} only: the draft leaves out times of the day and single days`);
  return [];
}

/** Free transfers within a time are a validity from the first use. */
function minutesOf(fares: FareTables, legs: readonly FareRow[], note: (message: string) => void): number | undefined {
  const groups = new Set(legs.map((row) => valueIn(row, "leg_group_id")));
  const own = fares["fare_transfer_rules.txt"].filter((row) => {
    const [from, to] = [valueIn(row, "from_leg_group_id"), valueIn(row, "to_leg_group_id")];
    return from === to && (from === "" || groups.has(from));
  });
  const [free] = own.filter(
    (row) =>
      valueIn(row, "fare_transfer_type") === "0" &&
      valueIn(row, "fare_product_id") === "" &&
      valueIn(row, "duration_limit") !== "",
  );
  if (free === undefined) {
    note("how long it is valid is not in the feed: the draft says an hour from the first use");
    return undefined;
  }
  if (valueIn(free, "transfer_count") !== "-1")
    note(`at most ${valueIn(free, "transfer_count")} free transfers: the draft does not limit them`);
  return Math.ceil(Number(valueIn(free, "duration_limit")) / 60);
}

/** Rules that no product of a draft shows, each noted by its line. */
export function noteOtherRules(fares: FareTables, notes: FareNote[]): void {
  for (const row of fares["fare_transfer_rules.txt"]) {
    const [from, to] = [valueIn(row, "from_leg_group_id"), valueIn(row, "to_leg_group_id")];
    if (from === to && valueIn(row, "fare_transfer_type") === "0" && valueIn(row, "fare_product_id") === "") continue;
    notes.push({
      id: `fare_transfer_rules.txt, line ${row.line}`,
      message: `the price of a transfer from ${from || "any leg"} to ${to || "any leg"} is left out: tickets are sold whole`,
    });
  }
  for (const row of fares["fare_leg_join_rules.txt"])
    notes.push({ id: `fare_leg_join_rules.txt, line ${row.line}`, message: "legs joined to one are left out" });
  if (fares["fare_leg_rules.txt"].some((row) => Number(valueIn(row, "rule_priority")) > 0))
    notes.push({
      id: "fare_leg_rules.txt",
      message: "priorities between rules are left out: the draft offers every product",
    });
}
