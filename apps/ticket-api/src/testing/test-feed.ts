import { zipOf } from "./zip-of.ts";

const lines = (...rows: string[]) => `${rows.join("\n")}\n`;

/** A small feed: stations Aubert and Port in the zones 1 and 2, the Cape in 3, and Nowhere, to which no fare leads. */
export const testFeedFiles = {
  "agency.txt": lines("agency_id,agency_name,agency_url,agency_timezone", "t,Test,https://example.org,Europe/Paris"),
  "stops.txt": lines(
    "stop_id,stop_name,stop_lat,stop_lon,zone_id,location_type,parent_station",
    "aubert,Aubert,43.4,3.6,,1,",
    "aubert-1,Aubert,43.4,3.6,1,0,aubert",
    "aubert-2,Aubert,43.4,3.6,1,0,aubert",
    'port,"Port, ""vieux""",43.5,3.7,2,0,',
    "cape,Le Cap,,,3,,",
    "nowhere,Nulle part,,,9,,",
    "unserved,Fermé,,,1,,",
    "door,Entrée,,,,2,aubert",
  ),
  "routes.txt": lines("route_id,route_short_name,route_long_name,route_type", "slow,1,Slow,3", "fast,,Express,3"),
  "calendar.txt": lines(
    "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
    "week,1,1,1,1,1,0,0,20260101,20271231",
    "night,0,0,0,0,0,1,0,20260101,20271231",
  ),
  "calendar_dates.txt": lines("service_id,date,exception_type", "week,20261225,2", "once,20261206,1"),
  "trips.txt": lines(
    "route_id,service_id,trip_id,trip_headsign",
    "slow,week,slow-1,Le Cap",
    "slow,night,night-1,Le Cap",
    "slow,once,once-1,",
    "slow,week,back-1,Aubert",
  ),
  "stop_times.txt": lines(
    "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type",
    "slow-1,08:00:00,08:00:00,aubert-1,1,0,1",
    "slow-1,,,port,2,,",
    "slow-1,08:30:00,08:30:00,cape,3,1,0",
    "slow-1,08:40:00,08:40:00,nowhere,4,0,0",
    "night-1,25:10:00,25:10:00,aubert-1,1,0,0",
    "night-1,25:20:00,25:20:00,port,2,0,0",
    "once-1,10:00:00,10:00:00,aubert-2,1,0,0",
    "once-1,10:12:00,10:13:00,port,2,0,0",
    "back-1,09:00:00,09:00:00,cape,1,0,0",
    "back-1,09:15:00,09:16:00,port,2,0,0",
    "back-1,09:30:00,09:30:00,aubert-2,3,0,0",
  ),
  "fare_attributes.txt": lines(
    "fare_id,price,currency_type,payment_method,transfers",
    "one-12,2.40,EUR,0,0",
    "one-13,3.9,EUR,0,0",
    "one-dear,9.00,EUR,0,0",
    "two-12,4,EUR,0,0",
  ),
  "fare_rules.txt": lines(
    "fare_id,route_id,origin_id,destination_id,contains_id",
    "one-12,,1,2,",
    "one-12,,2,1,",
    "one-13,,1,3,",
    "one-13,,3,1,",
    "one-dear,,1,2,",
    "one-dear,,2,3,",
    "two-12,,1,2,",
  ),
};

export type FeedFile = keyof typeof testFeedFiles | "frequencies.txt";

/** The small feed as gtfs.zip, with files replaced, or left out if undefined. */
export function testFeed(changes: Partial<Record<FeedFile, string | undefined>> = {}): Uint8Array<ArrayBuffer> {
  const files = Object.entries({ ...testFeedFiles, ...changes }).filter(
    (file): file is [string, string] => file[1] !== undefined,
  );
  return new Uint8Array(zipOf(Object.fromEntries(files), { deflate: true }));
}

/** A file of the small feed with rows added. */
export const withRows = (file: keyof typeof testFeedFiles, ...rows: string[]): string =>
  testFeedFiles[file] + lines(...rows);
