import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { isDead } from "../database/heartbeat-store.ts";
import { withoutDiskWait } from "../database/pipelining/deferred-writes.ts";

/** An answer as it was or will be sent. */
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

/** A claim ends when its holder is dead; one whose holder writes no heartbeat, when its lease is over. */
const isFree = sql`case when idempotency.held_by is null then idempotency.leased_until < clock_timestamp()
  else ${isDead(sql`idempotency.held_by`)} end`;

const isOf = ({ client, user, call, key }: KeyOf) =>
  sql`client_id = ${client} and user_key = ${user} and call = ${call} and key = ${key}`;

/**
 * Takes the key, if nobody has it, its 24 hours are over, or its holder is dead. One statement: of two, one succeeds. These rows
 * need not be on the disk at once: they answer repetitions. What a repetition must never do twice is kept from it by the order
 * itself, which is written to the disk with its key, or by the claim, which must still stand at the commit (`claimStands`).
 */
export async function claim(
  db: Database,
  of: KeyOf,
  digest: string,
  { at, oldest, leaseMs, holder }: { at: string; oldest: string; leaseMs: number; holder: string | null },
): Promise<boolean> {
  const taken = await sql`${withoutDiskWait}
    insert into idempotency (client_id, user_key, call, key, network_id, body_digest, leased_until, held_by, created_at)
    select ${of.client}, ${of.user}, ${of.call}, ${of.key}, ${of.network}, ${digest},
      clock_timestamp() + ${leaseMs} * interval '1 millisecond', ${holder}, ${at} from unhurried
    on conflict (client_id, user_key, call, key) do update
      set leased_until = excluded.leased_until, held_by = excluded.held_by, body_digest = excluded.body_digest, created_at = excluded.created_at,
        answer = null, http_status = null
      where idempotency.created_at < ${oldest}
        or (idempotency.answer is null and idempotency.body_digest = excluded.body_digest and ${isFree})`.execute(db);
  return taken.numAffectedRows === 1n;
}

/** The first request of a key: its body, its answer, and whether somebody still makes that (`isHeld`). */
export async function read(
  db: Database,
  of: KeyOf,
): Promise<{ digest: string; sent: Sent | undefined; isHeld: boolean } | undefined> {
  const found = await sql<{ body_digest: string; http_status: number | null; answer: unknown; held: boolean }>`
    select body_digest, http_status, answer, not (${isFree}) as held from idempotency
    where ${isOf(of)}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) return undefined;
  return {
    digest: row.body_digest,
    isHeld: row.held,
    sent: row.http_status === null ? undefined : { httpStatus: row.http_status, body: row.answer },
  };
}

/** The statement that keeps the answer for repetitions, unless the claim was taken over meanwhile. */
export function kept(of: KeyOf, holder: string | null, sent: Sent): RawBuilder<unknown> {
  return sql`${withoutDiskWait}
    update idempotency set http_status = ${sent.httpStatus}, answer = ${JSON.stringify(sent.body)} from unhurried
    where ${isOf(of)} and held_by is not distinct from ${holder}`;
}

/** Lets go of a claim that has no answer, unless somebody else has taken it over. */
export async function forget(db: Database, of: KeyOf, holder: string | null): Promise<void> {
  await sql`delete from idempotency
    where ${isOf(of)} and held_by is not distinct from ${holder} and answer is null`.execute(db);
}

/** The statement that takes its transaction back (`isClaimLost`) when the claim was taken over. */
export const claimStands = ({ client, user, call, key }: KeyOf, holder: string): RawBuilder<unknown> =>
  sql`select claim_stands(${client}, ${user}, ${call}, ${key}, ${holder})`;

export const isClaimLost = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "GC001";

/** Drops what is past its 24 hours. */
export async function dropOld(db: Database, before: string): Promise<number> {
  const dropped = await sql`delete from idempotency where created_at < ${before}`.execute(db);
  return Number(dropped.numAffectedRows ?? 0n);
}
