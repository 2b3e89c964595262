import { feedCallsPerTripMax } from "@guichet/contract/limits/travel-limits.ts";
import { type Stop, StopId } from "@guichet/contract/travel.ts";
import type { ServiceDays } from "@guichet/rules/travel.ts";
import { readHeadways } from "./feed-frequencies.ts";
import { type FeedRow, type FeedTables, feedDay, feedTime } from "./feed-tables.ts";
import type { Feed, FeedCall, FeedTrip } from "./timetable.ts";

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const stopType = "0";
const stationType = "1";

/** Reads stops, and the trips that serve them (stops.txt, routes.txt, calendar.txt, calendar_dates.txt, trips.txt, stop_times.txt, frequencies.txt). */
export function readTimetable(tables: FeedTables): Pick<Feed, "stops" | "trips"> {
  const { stops, placeOf: stationOf } = readStops(tables);
  const routes = new Map<string, string>();
  for (const row of tables.rows("routes.txt", ["route_id"], true)) {
    const name = row.value("route_short_name") || row.value("route_long_name");
    if (name === "") row.fault("a route has a short or a long name");
    routes.set(row.value("route_id"), name);
  }
  const services = readServices(tables);
  const calls = readCalls(tables, stationOf);
  const headways = readHeadways(tables);
  const trips: FeedTrip[] = [];
  const known = new Set<string>();
  for (const row of tables.rows("trips.txt", ["route_id", "service_id", "trip_id"], true)) {
    const id = row.value("trip_id");
    const route = routes.get(row.value("route_id"));
    const service = services.get(row.value("service_id"));
    if (!StopId.safeParse(id).success) row.fault("trip_id has 1 to 100 characters");
    if (known.has(id)) row.fault(`trip_id ${id} is used twice`);
    if (route === undefined) row.fault(`no route ${row.value("route_id")} in routes.txt`);
    if (service === undefined) row.fault(`no service ${row.value("service_id")} in calendar.txt or calendar_dates.txt`);
    known.add(id);
    if (route === undefined || service === undefined) continue;
    const headsign = row.value("trip_headsign") || null;
    const runs = { calls: calls.get(id) ?? [], headways: headways.get(id)?.list ?? [] };
    trips.push({ id, routeId: row.value("route_id"), route, headsign, service, ...runs });
  }
  for (const [id, list] of calls) {
    if (!known.has(id)) tables.fault("stop_times.txt", list[0]?.line ?? 0, `no trip ${id} in trips.txt`);
  }
  for (const [id, { line }] of headways) {
    if (!known.has(id)) tables.fault("frequencies.txt", line, `no trip ${id} in trips.txt`);
  }
  return { stops, trips };
}

/** Reads the stops that are sold: stations, with their platforms merged, and stops without a station. */
function readStops(tables: FeedTables) {
  const stops = new Map<string, Stop>();
  const platforms: { row: FeedRow; id: string; parent: string; zone: string }[] = [];
  const stationOf = new Map<string, string>();
  for (const row of tables.rows("stops.txt", ["stop_id", "stop_name"], true)) {
    const id = row.value("stop_id");
    const type = row.value("location_type") || stopType;
    if (type !== stopType && type !== stationType) continue;
    if (!StopId.safeParse(id).success) row.fault("stop_id has 1 to 100 characters");
    if (stationOf.has(id)) row.fault(`stop_id ${id} is used twice`);
    const zone = row.value("zone_id");
    const parent = type === stopType ? row.value("parent_station") : "";
    stationOf.set(id, parent === "" ? id : parent);
    if (parent !== "") {
      platforms.push({ row, id, parent, zone });
      continue;
    }
    const name = row.value("stop_name");
    if (name === "") row.fault("a stop has a name");
    const at = { latitude: degrees(row, "stop_lat", 90), longitude: degrees(row, "stop_lon", 180) };
    stops.set(id, { id, name, zone: zone === "" ? null : zone, ...at });
  }
  for (const { row, parent, zone } of platforms) {
    const stationStop = stops.get(parent);
    if (stationStop === undefined) row.fault(`no parent_station ${parent} in stops.txt`);
    else if (zone !== "" && stationStop.zone !== null && stationStop.zone !== zone)
      row.fault(`the station ${parent} lies in the zones ${stationStop.zone} and ${zone}`);
    else if (zone !== "") stationStop.zone = zone;
  }
  return { stops, placeOf: stationOf };
}

function degrees(row: FeedRow, column: string, most: number): number | null {
  const text = row.value(column);
  if (text === "") return null;
  const value = Number(text);
  if (Number.isFinite(value) && Math.abs(value) <= most) return value;
  row.fault(`${column} ${text} is not a number of degrees`);
  return null;
}

/** Reads the days of each service (calendar.txt, calendar_dates.txt). */
export function readServices(tables: FeedTables): Map<string, ServiceDays> {
  const services = new Map<string, ServiceDays>();
  for (const row of tables.rows("calendar.txt", ["service_id", ...weekdays, "start_date", "end_date"])) {
    const [from, to] = [feedDay(row.value("start_date")), feedDay(row.value("end_date"))];
    if (from === undefined) row.fault(`start_date ${row.value("start_date")} is not a day`);
    if (to === undefined) row.fault(`end_date ${row.value("end_date")} is not a day`);
    for (const day of weekdays) if (!/^[01]$/.test(row.value(day))) row.fault(`${day} is 0 or 1`);
    const runs = weekdays.flatMap((day, index) => (row.value(day) === "1" ? [index + 1] : []));
    if (services.has(row.value("service_id"))) row.fault(`service_id ${row.value("service_id")} is used twice`);
    if (from === undefined || to === undefined) continue;
    services.set(row.value("service_id"), { weekdays: runs, from, to, added: [], removed: [] });
  }
  for (const row of tables.rows("calendar_dates.txt", ["service_id", "date", "exception_type"])) {
    const day = feedDay(row.value("date"));
    const type = row.value("exception_type");
    if (day === undefined) row.fault(`date ${row.value("date")} is not a day`);
    if (type !== "1" && type !== "2") row.fault("exception_type is 1 or 2");
    if (day === undefined) continue;
    const id = row.value("service_id");
    const service = services.get(id) ?? { weekdays: [], from: null, to: null, added: [], removed: [] };
    services.set(id, service);
    (type === "1" ? service.added : service.removed).push(day);
  }
  if (!tables.has("calendar.txt") && !tables.has("calendar_dates.txt"))
    tables.fault("calendar.txt", 0, "the file is missing, and calendar_dates.txt too");
  return services;
}

interface TimedCall extends Omit<FeedCall, "arrival" | "departure"> {
  line: number;
  sequence: number;
  arrival: number | undefined;
  departure: number | undefined;
}

function readCalls(tables: FeedTables, stationOf: ReadonlyMap<string, string>) {
  const byTrip = new Map<string, TimedCall[]>();
  for (const row of tables.rows("stop_times.txt", ["trip_id", "stop_id", "stop_sequence"], true)) {
    const stop = stationOf.get(row.value("stop_id"));
    const sequence = Number(row.value("stop_sequence"));
    if (stop === undefined) row.fault(`no stop ${row.value("stop_id")} in stops.txt`);
    if (!/^\d{1,9}$/.test(row.value("stop_sequence"))) row.fault("stop_sequence is a whole number");
    const [arrival, departure] = [timeOf(row, "arrival_time"), timeOf(row, "departure_time")];
    const list = byTrip.get(row.value("trip_id")) ?? [];
    byTrip.set(row.value("trip_id"), list);
    if (list.length === feedCallsPerTripMax) row.fault(`a trip calls at more than ${feedCallsPerTripMax} stops`);
    if (list.length > feedCallsPerTripMax) continue;
    const [boards, alights] = [row.value("pickup_type") !== "1", row.value("drop_off_type") !== "1"];
    const times = { arrival: arrival ?? departure, departure: departure ?? arrival };
    list.push({ line: row.line, sequence, stop: stop ?? "", boards, alights, ...times });
  }
  return new Map([...byTrip].map(([trip, list]) => [trip, withTimes(tables, list)] as const));
}

function timeOf(row: FeedRow, column: string): number | undefined {
  const text = row.value(column);
  const time = text === "" ? undefined : feedTime(text);
  if (text !== "" && time === undefined) row.fault(`${column} ${text} is not a time`);
  return time;
}

/** Sorts the calls of a trip; calls without a time are interpolated evenly between the timed ones around them. */
function withTimes(tables: FeedTables, list: TimedCall[]): (FeedCall & { line: number })[] {
  const fault = (line: number, message: string) => tables.fault("stop_times.txt", line, message);
  const calls = list.toSorted((a, b) => a.sequence - b.sequence);
  const timedCalls: (FeedCall & { line: number })[] = [];
  for (const [index, { line, sequence, arrival, departure, ...call }] of calls.entries()) {
    if (index > 0 && calls[index - 1]?.sequence === sequence) fault(line, `stop_sequence ${sequence} is used twice`);
    const last = timedCalls.at(-1)?.departure;
    const time = arrival ?? interpolated(calls, index, last);
    if (time === undefined) {
      fault(line, "the first and the last call of a trip have a time");
      return timedCalls;
    }
    const leaves = departure ?? time;
    if (time < (last ?? 0) || leaves < time) fault(line, "a trip goes back in time");
    timedCalls.push({ ...call, line, arrival: time, departure: leaves });
  }
  return timedCalls;
}

function interpolated(calls: readonly TimedCall[], index: number, last: number | undefined): number | undefined {
  const steps = calls.slice(index).findIndex(({ arrival }) => arrival !== undefined);
  const next = calls[index + steps]?.arrival;
  if (last === undefined || steps < 0 || next === undefined) return undefined;
  return Math.round(last + (next - last) / (steps + 1));
}
