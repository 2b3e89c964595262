import { sql } from "kysely";
import type { Database, Tx } from "../database/connection.ts";

/** How often something may be tried within a window; the try that reaches the limit blocks what follows. */
export interface TryLimit {
  limit: number;
  windowMs: number;
  blockMs: number;
}

/**
 * Counts a try of a subject and says whether it may go on. One statement, so that any number of tries at once never get
 * more than the limit; the row is locked while it is counted.
 */
export async function takeTry(
  db: Database | Tx,
  networkId: string,
  subject: string,
  now: Date,
  { limit, windowMs, blockMs }: TryLimit,
): Promise<boolean> {
  const at = now.toISOString();
  const since = new Date(now.getTime() - windowMs).toISOString();
  const blockedUntil = new Date(now.getTime() + blockMs).toISOString();
  const recent = sql`array(select tried from unnest(known.tries) as tried where tried > ${since}::timestamptz)`;
  const taken = await sql`
    insert into counted_try as known (network_id, subject, tries, blocked_until, last_at)
    values (${networkId}, ${subject}, array[${at}::timestamptz], case when ${limit} <= 1 then ${blockedUntil}::timestamptz end, ${at})
    on conflict (network_id, subject) do update set
      tries = ${recent} || ${at}::timestamptz,
      blocked_until = case when cardinality(${recent}) + 1 >= ${limit} then ${blockedUntil}::timestamptz end,
      last_at = ${at}
    where known.blocked_until is null or known.blocked_until <= ${at}::timestamptz
    returning subject`.execute(db);
  return taken.rows.length === 1;
}

/** Has a subject reached its limit, and must wait? */
export async function isBlocked(db: Database | Tx, networkId: string, subject: string, now: Date): Promise<boolean> {
  const found = await sql`select from counted_try where network_id = ${networkId} and subject = ${subject}
    and blocked_until > ${now.toISOString()}`.execute(db);
  return found.rows.length > 0;
}

/** Lets one at a time decide about a subject, until the transaction ends. */
export async function takeTurn(tx: Tx, networkId: string, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tries'), hashtext(${`${networkId} ${subject}`}))`.execute(tx);
}

/** Gives the newest try back: it was none (nothing was checked), or it succeeded. */
export async function giveTryBack(db: Database, networkId: string, subject: string): Promise<void> {
  await sql`update counted_try set tries = trim_array(tries, 1), blocked_until = null
    where network_id = ${networkId} and subject = ${subject} and cardinality(tries) > 0`.execute(db);
}

/** Forgets the tries of a subject, as a success or a reset of the password does. */
export async function forgetTries(db: Database, networkId: string, subject: string): Promise<void> {
  await sql`delete from counted_try where network_id = ${networkId} and subject = ${subject}`.execute(db);
}

/** Drops what nobody tried since an instant. */
export async function dropOldTries(db: Database, before: string): Promise<void> {
  await sql`delete from counted_try where last_at < ${before}
    and (blocked_until is null or blocked_until < ${before})`.execute(db);
}
