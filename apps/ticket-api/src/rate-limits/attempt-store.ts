import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** How many attempts a window allows; the attempt that reaches the limit blocks the following ones. */
export interface AttemptLimit {
  limit: number;
  windowMs: number;
  blockMs: number;
}

/**
 * Counts an attempt at a subject and returns whether it is allowed. It is one statement that locks the row, so that concurrent
 * attempts never exceed the limit.
 */
export async function countAttempt(
  db: Database | Tx,
  networkId: string,
  subject: string,
  now: Date,
  { limit, windowMs, blockMs }: AttemptLimit,
): Promise<boolean> {
  const at = now.toISOString();
  const since = new Date(now.getTime() - windowMs).toISOString();
  const blockedUntil = new Date(now.getTime() + blockMs).toISOString();
  const recent = sql`array(select tried from unnest(known.tries) as tried where tried > ${since}::timestamptz)`;
  const counted = await sql`
    insert into counted_try as known (network_id, subject, tries, blocked_until, last_at)
    values (${networkId}, ${subject}, array[${at}::timestamptz], case when ${limit} <= 1 then ${blockedUntil}::timestamptz end, ${at})
    on conflict (network_id, subject) do update set
      tries = ${recent} || ${at}::timestamptz,
      blocked_until = case when cardinality(${recent}) + 1 >= ${limit} then ${blockedUntil}::timestamptz end,
      last_at = ${at}
    where known.blocked_until is null or known.blocked_until <= ${at}::timestamptz
    returning subject`.execute(db);
  return counted.rows.length === 1;
}

/** Whether a subject has reached its limit, so that it must wait. */
export async function isBlocked(db: Database | Tx, networkId: string, subject: string, now: Date): Promise<boolean> {
  const found = await sql`select from counted_try where network_id = ${networkId} and subject = ${subject}
    and blocked_until > ${now.toISOString()}`.execute(db);
  return found.rows.length > 0;
}

/** Seconds until each of these subjects is no longer blocked or marked; others are left out. */
export async function waitSeconds(
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

/** Records an attempt that is never refused and returns how many the window has, `keep` at most. */
export async function recordAttempt(
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

/** The times of a subject's attempts since an instant, in ms since 1970, oldest first. */
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
 * Claims a turn after a wait: returns 0 when the turn has come (and uses it), else the remaining seconds. A turn that is not
 * used in time expires.
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

/** Marks a subject until an instant (see `isBlocked`). */
export async function markUntil(db: Database | Tx, networkId: string, subject: string, now: Date, until: Date) {
  await sql`insert into counted_try (network_id, subject, tries, blocked_until, last_at)
    values (${networkId}, ${subject}, '{}', ${until.toISOString()}, ${now.toISOString()})
    on conflict (network_id, subject) do update set
      blocked_until = excluded.blocked_until, last_at = excluded.last_at`.execute(db);
}

/** Locks a subject until the transaction ends. */
export async function lockSubject(tx: Tx, networkId: string, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tries'), hashtext(${`${networkId} ${subject}`}))`.execute(tx);
}

/** Removes the newest attempt, because nothing was checked or it succeeded. */
export async function removeLastAttempt(db: Database, networkId: string, subject: string): Promise<void> {
  await sql`update counted_try set tries = trim_array(tries, 1), blocked_until = null
    where network_id = ${networkId} and subject = ${subject} and cardinality(tries) > 0`.execute(db);
}

/** Deletes the attempts of a subject, after a success or a password reset. */
export async function forgetAttempts(db: Database, networkId: string, subject: string): Promise<void> {
  await sql`delete from counted_try where network_id = ${networkId} and subject = ${subject}`.execute(db);
}

/** Deletes subjects without an attempt since an instant. */
export async function deleteOldAttempts(db: Database, before: string): Promise<void> {
  await sql`delete from counted_try where last_at < ${before}
    and (blocked_until is null or blocked_until < ${before})`.execute(db);
}
