import type { Stop } from "@guichet/contract/travel.ts";
import type { ServiceDays, TimetableTrip } from "@guichet/rules/travel.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { type FeedNetwork, feedDigest, readFeed } from "./feed.ts";
import type { Feed, FeedFare } from "./timetable.ts";

/** The stops and fares of a network; cached in memory with the network. */
export interface TravelPlan {
  stops: ReadonlyMap<string, Stop>;
  fares: readonly FeedFare[];
}

/** Called after each batch of rows: how many are saved, of how many. */
export type SavingProgress = (done: number, total: number) => void;

/** Inserts the rows of one table. */
type SaveRows = (rows: readonly unknown[], insert: (batch: string) => Promise<unknown>) => Promise<void>;

/** How many rows one statement inserts. */
const rowsPerStatement = 5_000;

/** Saves or deletes the network's feed; an unchanged feed is left alone. Throws on an invalid one. */
export async function saveFeed(
  tx: Tx,
  network: FeedNetwork & { id: string },
  zip: Uint8Array | undefined,
  at: string,
  onProgress: SavingProgress = () => undefined,
): Promise<void> {
  const { id } = network;
  const digest = zip === undefined ? "" : feedDigest(zip);
  const existing = await sql<{ digest: string }>`select digest from transit_feed where network_id = ${id}`.execute(tx);
  if (existing.rows[0]?.digest === digest) return;
  await sql`delete from transit_feed where network_id = ${id}`.execute(tx);
  if (zip === undefined) return;
  const reading = readFeed(zip, network);
  if (!reading.ok) throw new Error(`gtfs.zip: ${reading.faults[0]?.message}`);
  await sql`insert into transit_feed (network_id, zip, digest, imported_at)
    values (${id}, ${Buffer.from(zip)}, ${digest}, ${at})`.execute(tx);
  const saveRows = inBatches(rowsOf(reading.feed), onProgress);
  await saveStops(tx, saveRows, id, reading.feed);
  await saveFares(tx, saveRows, id, reading.feed.fares, network.currency);
  await saveTrips(tx, saveRows, id, reading.feed);
}

/** Saves the stops that trips serve; others cannot be chosen. */
async function saveStops(tx: Tx, saveRows: SaveRows, networkId: string, { stops, trips }: Feed): Promise<void> {
  const served = servedStops(trips);
  const rows = [...stops.values()].filter(({ id }) => served.has(id));
  await saveRows(rows, (batch) =>
    sql`insert into transit_stop (network_id, id, name, zone, latitude, longitude)
      select ${networkId}, id, name, zone, latitude, longitude from jsonb_to_recordset(${batch}::jsonb)
        as stop (id text, name text, zone text, latitude double precision, longitude double precision)`.execute(tx),
  );
}

async function saveFares(
  tx: Tx,
  saveRows: SaveRows,
  networkId: string,
  fares: readonly FeedFare[],
  currency: string,
): Promise<void> {
  await saveRows(fares, (batch) =>
    sql`insert into transit_fare (network_id, fare, origin_zone, destination_zone, amount, currency)
      select ${networkId}, fare, "originZone", "destinationZone", amount, ${currency} from jsonb_to_recordset(${batch}::jsonb)
        as fare (fare text, "originZone" text, "destinationZone" text, amount integer)`.execute(tx),
  );
}

async function saveTrips(tx: Tx, saveRows: SaveRows, networkId: string, { trips }: Feed): Promise<void> {
  const rows = trips.map(({ id, route, headsign, service, headways }) => ({ id, route, headsign, service, headways }));
  await saveRows(rows, (batch) =>
    sql`insert into transit_trip (network_id, id, route, headsign, service, headways)
      select ${networkId}, id, route, headsign, service, headways from jsonb_to_recordset(${batch}::jsonb)
        as trip (id text, route text, headsign text, service jsonb, headways jsonb)`.execute(tx),
  );
  const calls = trips.flatMap((trip) => trip.calls.map((call, position) => ({ trip: trip.id, position, ...call })));
  await saveRows(calls, (batch) =>
    sql`insert into transit_call (network_id, trip_id, position, stop_id, arrival, departure, boards, alights)
      select ${networkId}, trip, position, stop, arrival, departure, boards, alights from jsonb_to_recordset(${batch}::jsonb)
        as call (trip text, position integer, stop text, arrival integer, departure integer, boards boolean, alights boolean)`.execute(
      tx,
    ),
  );
}

const servedStops = (trips: Feed["trips"]): Set<string> =>
  new Set(trips.flatMap(({ calls }) => calls.map(({ stop }) => stop)));

/** The number of rows in which a feed is saved. */
function rowsOf({ stops, fares, trips }: Feed): number {
  const served = [...servedStops(trips)].filter((id) => stops.has(id)).length;
  return served + fares.length + trips.reduce((sum, { calls }) => sum + 1 + calls.length, 0);
}

function inBatches(total: number, onProgress: SavingProgress): SaveRows {
  let done = 0;
  return async (rows, insert) => {
    for (let from = 0; from < rows.length; from += rowsPerStatement) {
      const batch = rows.slice(from, from + rowsPerStatement);
      await insert(JSON.stringify(batch));
      done += batch.length;
      onProgress(done, total);
    }
  };
}

/** The feed as it was imported; undefined for a network without one. */
export async function readFeedZip(db: Database, networkId: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const found = await sql<{ zip: Buffer }>`select zip from transit_feed where network_id = ${networkId}`.execute(db);
  const zip = found.rows[0]?.zip;
  return zip === undefined ? undefined : new Uint8Array(zip);
}

/** The stops and fares of a network; null without a feed. */
export async function readTravelPlan(db: Database, networkId: string): Promise<TravelPlan | null> {
  const feed = await sql`select 1 from transit_feed where network_id = ${networkId}`.execute(db);
  if (feed.rows.length === 0) return null;
  const stops = await sql<Stop>`
    select id, name, zone, latitude, longitude from transit_stop where network_id = ${networkId}`.execute(db);
  const fares = await sql<FeedFare>`
    select fare, origin_zone as "originZone", destination_zone as "destinationZone", amount
    from transit_fare where network_id = ${networkId}`.execute(db);
  return { stops: new Map(stops.rows.map((stop) => [stop.id, stop])), fares: fares.rows };
}

/** Every trip from one stop to another without a transfer: from its last call at the origin to the next at the destination. */
export async function readTripsBetween(
  db: Database,
  networkId: string,
  origin: string,
  destination: string,
): Promise<TimetableTrip[]> {
  const found = await sql<TimetableTrip & { service: ServiceDays }>`
    select distinct on (t.id, d.position) t.id as "tripId", t.route, t.headsign, t.service, t.headways, o.departure, d.arrival,
      (select first.departure from transit_call first where first.network_id = t.network_id and first.trip_id = t.id
        order by first.position limit 1) as begins
    from transit_call o
      join transit_call d on d.network_id = o.network_id and d.trip_id = o.trip_id and d.position > o.position
      join transit_trip t on t.network_id = o.network_id and t.id = o.trip_id
    where o.network_id = ${networkId} and o.stop_id = ${origin} and d.stop_id = ${destination} and o.boards and d.alights
      and not exists (select 1 from transit_call between_ where between_.network_id = o.network_id
        and between_.stop_id = ${destination} and between_.trip_id = o.trip_id and between_.alights
        and between_.position > o.position and between_.position < d.position)
    order by t.id, d.position, o.position desc`.execute(db);
  return found.rows;
}
