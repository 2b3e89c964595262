import { feedRunsPerTripMax } from "@guichet/contract/limits/travel-limits.ts";
import type { Headway } from "@guichet/rules/travel.ts";
import { type FeedRow, type FeedTables, feedTime } from "./feed-tables.ts";

/** The headways of a trip, and the line of the first one. */
interface TripHeadways {
  line: number;
  list: Headway[];
}

/** Reads the headways of trips by trip id, each trip's by time (frequencies.txt). */
export function readHeadways(tables: FeedTables): Map<string, TripHeadways> {
  const byTrip = new Map<string, TripHeadways>();
  const columns = ["trip_id", "start_time", "end_time", "headway_secs"];
  for (const row of tables.rows("frequencies.txt", columns)) {
    const headway = headwayIn(row);
    if (headway === undefined) continue;
    const trip = row.value("trip_id");
    const known = byTrip.get(trip) ?? { line: row.line, list: [] };
    byTrip.set(trip, known);
    if (known.list.some(({ from, until }) => from < headway.until && headway.from < until))
      row.fault(`two headways of the trip ${trip} overlap`);
    known.list.push(headway);
    if (
      known.list.reduce((sum, { from, until, every }) => sum + Math.ceil((until - from) / every), 0) >
      feedRunsPerTripMax
    )
      row.fault(`the trip ${trip} runs more than ${feedRunsPerTripMax} times a day`);
  }
  for (const { list } of byTrip.values()) list.sort((a, b) => a.from - b.from);
  return byTrip;
}

function headwayIn(row: FeedRow): Headway | undefined {
  const [from, until] = [feedTime(row.value("start_time")), feedTime(row.value("end_time"))];
  const every = /^[1-9]\d{0,5}$/.test(row.value("headway_secs")) ? Number(row.value("headway_secs")) : undefined;
  const exact = row.value("exact_times");
  if (from === undefined) row.fault(`start_time ${row.value("start_time")} is not a time`);
  if (until === undefined) row.fault(`end_time ${row.value("end_time")} is not a time`);
  if (every === undefined) row.fault(`headway_secs ${row.value("headway_secs")} is not a number of seconds above 0`);
  if (!/^[01]?$/.test(exact)) row.fault("exact_times is 0 or 1");
  if (from === undefined || until === undefined || every === undefined) return undefined;
  if (until <= from) row.fault("end_time is not after start_time");
  return until <= from ? undefined : { from, until, every, isExact: exact === "1" };
}
