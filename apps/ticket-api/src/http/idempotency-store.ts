import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { isDead } from "../database/heartbeat-store.ts";
import { withoutDiskWait } from "../database/pipelining/deferred-writes.ts";

/** A response as sent to the caller. */
export interface Sent {
  httpStatus: number;
  body: unknown;
}

export interface KeyOf {
  client: string;
  user: string;
  call: string;
  key: string;
  network: string;
}

/** A claim is free when its holder is dead, or, if the holder writes no heartbeat, when its lease has expired. */
const isFree = sql`case when idempotency.held_by is null then idempotency.leased_until < clock_timestamp()
  else ${isDead(sql`idempotency.held_by`)} end`;

const isOf = ({ client, user, call, key }: KeyOf) =>
  sql`client_id = ${client} and user_key = ${user} and call = ${call} and key = ${key}`;

/**
 * Claims the key if it is unclaimed, older than 24 hours, or its holder is dead. It is one statement: of two concurrent claims, one
 * succeeds. The row need not be on disk immediately. What must never happen twice is protected by the order, which is written to disk with
 * its key, or by the check of the claim at commit (`claimStands`).
 */
export async function claim(
  db: Database,
  key: KeyOf,
  digest: string,
  { at, oldest, leaseMs, holder }: { at: string; oldest: string; leaseMs: number; holder: string | null },
): Promise<boolean> {
  const claimed = await sql`${withoutDiskWait}
    insert into idempotency (client_id, user_key, call, key, network_id, body_digest, leased_until, held_by, created_at)
    select ${key.client}, ${key.user}, ${key.call}, ${key.key}, ${key.network}, ${digest},
      clock_timestamp() + ${leaseMs} * interval '1 millisecond', ${holder}, ${at} from unhurried
    on conflict (client_id, user_key, call, key) do update
      set leased_until = excluded.leased_until, held_by = excluded.held_by, body_digest = excluded.body_digest, created_at = excluded.created_at,
        answer = null, http_status = null
      where idempotency.created_at < ${oldest}
        or (idempotency.answer is null and idempotency.body_digest = excluded.body_digest and ${isFree})`.execute(db);
  return claimed.numAffectedRows === 1n;
}

/** Reads the first request of a key: its body's digest, its response, and whether a live process still works on it (`isHeld`). */
export async function read(
  db: Database,
  key: KeyOf,
): Promise<{ digest: string; sent: Sent | undefined; isHeld: boolean } | undefined> {
  const found = await sql<{ body_digest: string; http_status: number | null; answer: unknown; held: boolean }>`
    select body_digest, http_status, answer, not (${isFree}) as held from idempotency
    where ${isOf(key)}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) return undefined;
  return {
    digest: row.body_digest,
    isHeld: row.held,
    sent: row.http_status === null ? undefined : { httpStatus: row.http_status, body: row.answer },
  };
}

/** Statement that stores the response for repeated requests, unless another process has taken over the claim. */
export function kept(key: KeyOf, holder: string | null, sent: Sent): RawBuilder<unknown> {
  return sql`${withoutDiskWait}
    update idempotency set http_status = ${sent.httpStatus}, answer = ${JSON.stringify(sent.body)} from unhurried
    where ${isOf(key)} and held_by is not distinct from ${holder}`;
}

/** Releases a claim without a response, unless another process has taken it over. */
export async function forget(db: Database, key: KeyOf, holder: string | null): Promise<void> {
  await sql`delete from idempotency
    where ${isOf(key)} and held_by is not distinct from ${holder} and answer is null`.execute(db);
}

/** Statement that rolls its transaction back (`isClaimLost`) if another process has taken over the claim. */
export const claimStands = ({ client, user, call, key }: KeyOf, holder: string): RawBuilder<unknown> =>
  sql`select claim_stands(${client}, ${user}, ${call}, ${key}, ${holder})`;

export const isClaimLost = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "GC001";

/** Deletes keys older than 24 hours. */
export async function dropOld(db: Database, before: string): Promise<number> {
  const dropped = await sql`delete from idempotency where created_at < ${before}`.execute(db);
  return Number(dropped.numAffectedRows ?? 0n);
}
