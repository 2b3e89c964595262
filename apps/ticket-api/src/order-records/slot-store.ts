import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

interface SlotTimes {
  startsAt: string;
  endsAt: string;
}

/** Counts the places taken in these slots of an agency, by start; slots without bookings are missing. */
export async function placesTaken(
  db: Database | Tx,
  networkId: string,
  agencyId: string,
  slots: readonly SlotTimes[],
): Promise<Map<string, number>> {
  const first = slots[0];
  const last = slots.at(-1);
  if (first === undefined || last === undefined) return new Map();
  const found = await sql<{ startsAt: string; taken: number }>`select starts_at as "startsAt", taken from slot_place
    where network_id = ${networkId} and agency_id = ${agencyId}
      and starts_at between ${first.startsAt} and ${last.startsAt}`.execute(db);
  return new Map(found.rows.map(({ startsAt, taken }) => [startsAt, taken]));
}

/**
 * Books a place in an agency's slot for an order that has none. One guarded statement counts it, so a slot with 100
 * places is booked 100 times however many orders compete. `closed`: the agency was withdrawn in the meantime; otherwise
 * it is locked until the transaction ends.
 */
export async function bookPlace(
  tx: Tx,
  booking: { networkId: string; orderId: string; agencyId: string } & SlotTimes,
): Promise<"taken" | "full" | "closed"> {
  const tried = await sql<{ open: boolean; taken: boolean }>`with open_agency as (
      select network_id, id, coalesce((definition ->> 'slotCapacity')::integer, 10) as capacity from agency
      where network_id = ${booking.networkId} and id = ${booking.agencyId} and withdrawn_at is null for share),
    taken as (
      insert into slot_place as place (network_id, agency_id, starts_at, taken, capacity)
      select network_id, id, ${booking.startsAt}::timestamptz, 1, capacity from open_agency
      on conflict (network_id, agency_id, starts_at) do update
        set taken = place.taken + 1, capacity = excluded.capacity where place.taken < excluded.capacity
      returning network_id, agency_id, starts_at),
    booked as (
      insert into slot_booking (network_id, order_id, agency_id, starts_at, ends_at)
      select network_id, ${booking.orderId}::uuid, agency_id, starts_at, ${booking.endsAt}::timestamptz from taken
      on conflict (order_id) do update set agency_id = excluded.agency_id, starts_at = excluded.starts_at,
        ends_at = excluded.ends_at, given_back_at = null where slot_booking.given_back_at is not null)
    select exists(select from open_agency) as open, exists(select from taken) as taken`.execute(tx);
  const { open, taken } = tried.rows[0] ?? { open: false, taken: false };
  if (taken) return "taken";
  return open ? "full" : "closed";
}

/** Locks the rows of some slots, in the same sequence everywhere, so that two orders that change places cannot deadlock. */
export async function lockPlaces(
  tx: Tx,
  networkId: string,
  slots: readonly { siteId: string; startsAt: string }[],
): Promise<void> {
  const agencies = slots.map(({ siteId }) => siteId);
  const starts = slots.map(({ startsAt }) => startsAt);
  await sql`select 1 from slot_place
    where network_id = ${networkId}
      and (agency_id, starts_at) in (select * from unnest(${agencies}::text[], ${starts}::timestamptz[]))
    order by agency_id, starts_at for update`.execute(tx);
}

/** Releases the place of an order; a second call changes nothing. */
export async function releasePlace(tx: Tx, orderId: string, at: string): Promise<void> {
  await sql`with given as (
      update slot_booking set given_back_at = ${at} where order_id = ${orderId} and given_back_at is null
      returning network_id, agency_id, starts_at)
    update slot_place set taken = taken - 1 from given
    where slot_place.network_id = given.network_id and slot_place.agency_id = given.agency_id
      and slot_place.starts_at = given.starts_at`.execute(tx);
}
