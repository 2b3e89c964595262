import { createHash } from "node:crypto";
import { readFares } from "./feed-fares.ts";
import { type FeedFault, FeedTables } from "./feed-tables.ts";
import { readTimetable } from "./feed-timetable.ts";
import type { Feed } from "./timetable.ts";
import { unzip } from "./unzip.ts";

export type FeedReading = { ok: true; feed: Feed } | { ok: false; faults: FeedFault[] };

/** The network that a feed is read for: prices and times must be the network's. */
export interface FeedNetwork {
  currency: string;
  timeZone: string;
}

const files = [
  "agency.txt",
  "stops.txt",
  "routes.txt",
  "trips.txt",
  "stop_times.txt",
  "calendar.txt",
  "calendar_dates.txt",
  "frequencies.txt",
  "fare_attributes.txt",
  "fare_rules.txt",
];

const readingCache = new WeakMap<Uint8Array, Map<string, FeedReading>>();

/** Reads a feed (gtfs.zip of a network pack). Every fault is reported with its file and line. */
export function readFeed(zip: Uint8Array, network: FeedNetwork): FeedReading {
  const readings = readingCache.get(zip) ?? new Map<string, FeedReading>();
  readingCache.set(zip, readings);
  const key = `${network.currency} ${network.timeZone}`;
  const cached = readings.get(key);
  if (cached !== undefined) return cached;
  const reading = read(zip, network);
  readings.set(key, reading);
  return reading;
}

/** The digest by which feeds are compared. */
export const feedDigest = (zip: Uint8Array): string => createHash("sha256").update(zip).digest("hex");

function read(zip: Uint8Array, network: FeedNetwork): FeedReading {
  const unpacked = unzip(zip, new Set(files));
  if (!unpacked.ok) return { ok: false, faults: [{ file: "", line: 0, message: unpacked.message }] };
  const tables = new FeedTables(unpacked.files);
  checkAgencies(tables, network);
  const timetable = readTimetable(tables);
  const fares = readFares(tables, timetable, network.currency);
  if (tables.faults.length > 0) return { ok: false, faults: tables.faults };
  return { ok: true, feed: { ...timetable, fares } };
}

function checkAgencies(tables: FeedTables, { timeZone }: FeedNetwork): void {
  for (const row of tables.rows("agency.txt", ["agency_timezone"], true)) {
    const zone = row.value("agency_timezone");
    if (zone !== timeZone) row.fault(`agency_timezone ${zone} is not the network's (${timeZone})`);
  }
}
