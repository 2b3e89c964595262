import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

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
export async function countAttempt(
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

/** Seconds until each of these subjects that is blocked, or marked, is no longer. */
export async function waitsOf(
  db: Database | Tx,
  networkId: string,
  subjects: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const found = await sql<{ subject: string; until: string }>`select subject, blocked_until as until from counted_try
    where network_id = ${networkId} and subject = any(${[...subjects]}) and blocked_until > ${now.toISOString()}`.execute(
    db,
  );
  return new Map(
    found.rows.map(({ subject, until }) => [subject, Math.ceil((Date.parse(until) - now.getTime()) / 1000)]),
  );
}

/** Counts a try that is never refused, and answers how many there were within the window; more than `keep` are not told apart. */
export async function countTry(
  db: Database | Tx,
  networkId: string,
  subject: string,
  now: Date,
  windowMs: number,
  keep: number,
): Promise<number> {
  const at = now.toISOString();
  const since = new Date(now.getTime() - windowMs).toISOString();
  const recent = sql`array(select tried from unnest(known.tries) as tried where tried > ${since}::timestamptz)`;
  const counted = await sql<{ count: number }>`
    insert into counted_try as known (network_id, subject, tries, last_at)
    values (${networkId}, ${subject}, array[${at}::timestamptz], ${at})
    on conflict (network_id, subject) do update set
      tries = (${recent} || ${at}::timestamptz)[greatest(1, cardinality(${recent}) + 2 - ${keep}::int):], last_at = ${at}
    returning cardinality(tries) as count`.execute(db);
  return counted.rows[0]?.count ?? 0;
}

/** When a subject was tried since an instant, in ms since 1970, the oldest first. */
export async function attemptsSince(
  db: Database | Tx,
  networkId: string,
  subject: string,
  since: Date,
): Promise<number[]> {
  const found = await sql<{ at: string }>`select tried as at from counted_try, unnest(tries) as tried
    where network_id = ${networkId} and subject = ${subject} and tried > ${since.toISOString()}::timestamptz
    order by tried`.execute(db);
  return found.rows.map(({ at }) => Date.parse(at));
}

/**
 * Claims a turn that has to be waited for: 0 when it has come, and is taken by that; else the seconds that are left. A
 * turn that nobody took in time is over.
 */
export async function claimTurn(
  db: Database | Tx,
  networkId: string,
  subject: string,
  now: Date,
  { waitMs, keptMs }: { waitMs: number; keptMs: number },
): Promise<number> {
  const at = now.toISOString();
  const until = new Date(now.getTime() + waitMs).toISOString();
  const oldest = new Date(now.getTime() - keptMs).toISOString();
  const claimed = await sql<{ until: string | null }>`
    insert into counted_try as known (network_id, subject, tries, blocked_until, last_at)
    values (${networkId}, ${subject}, '{}', ${until}, ${at})
    on conflict (network_id, subject) do update set last_at = ${at}, blocked_until = case
      when known.blocked_until > ${at}::timestamptz then known.blocked_until
      when known.blocked_until > ${oldest}::timestamptz then null
      else ${until}::timestamptz end
    returning blocked_until as until`.execute(db);
  const wait = claimed.rows[0]?.until ?? null;
  return wait === null ? 0 : Math.max(1, Math.ceil((Date.parse(wait) - now.getTime()) / 1000));
}

/** Marks a subject until an instant (`isBlocked` tells). */
export async function markUntil(db: Database | Tx, networkId: string, subject: string, now: Date, until: Date) {
  await sql`insert into counted_try (network_id, subject, tries, blocked_until, last_at)
    values (${networkId}, ${subject}, '{}', ${until.toISOString()}, ${now.toISOString()})
    on conflict (network_id, subject) do update set
      blocked_until = excluded.blocked_until, last_at = excluded.last_at`.execute(db);
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
export async function forgetAttempts(db: Database, networkId: string, subject: string): Promise<void> {
  await sql`delete from counted_try where network_id = ${networkId} and subject = ${subject}`.execute(db);
}

/** Drops what nobody tried since an instant. */
export async function deleteOldAttempts(db: Database, before: string): Promise<void> {
  await sql`delete from counted_try where last_at < ${before}
    and (blocked_until is null or blocked_until < ${before})`.execute(db);
}
