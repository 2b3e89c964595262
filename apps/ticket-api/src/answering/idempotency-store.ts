import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/connection.ts";
import { unhurried } from "../database/note-store.ts";

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

/**
 * Takes the key, if nobody has it, its 24 hours are over, or its holder was killed. One statement: of two, one succeeds. These rows
 * need not be on the disk at once: they answer repetitions. What a repetition must never do twice is kept from it by the order
 * itself, which is written to the disk with its key.
 */
export async function claim(
  db: Database,
  of: KeyOf,
  digest: string,
  time: { at: string; oldest: string; leaseMs: number },
): Promise<boolean> {
  const taken = await sql`${unhurried}
    insert into idempotency (client_id, user_key, call, key, network_id, body_digest, leased_until, created_at)
    select ${of.client}, ${of.user}, ${of.call}, ${of.key}, ${of.network}, ${digest},
      clock_timestamp() + ${time.leaseMs} * interval '1 millisecond', ${time.at} from unhurried
    on conflict (client_id, user_key, call, key) do update
      set leased_until = excluded.leased_until, body_digest = excluded.body_digest, created_at = excluded.created_at,
        answer = null, http_status = null
      where idempotency.created_at < ${time.oldest}
        or (idempotency.answer is null and idempotency.body_digest = excluded.body_digest
          and idempotency.leased_until < clock_timestamp())`.execute(db);
  return taken.numAffectedRows === 1n;
}

/** The first request of a key: its body, its answer, and whether somebody still makes that (`isHeld`). */
export async function read(
  db: Database,
  of: KeyOf,
): Promise<{ digest: string; sent: Sent | undefined; isHeld: boolean } | undefined> {
  const found = await sql<{ body_digest: string; http_status: number | null; answer: unknown; held: boolean }>`
    select body_digest, http_status, answer, leased_until >= clock_timestamp() as held from idempotency
    where client_id = ${of.client} and user_key = ${of.user} and call = ${of.call} and key = ${of.key}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) return undefined;
  return {
    digest: row.body_digest,
    isHeld: row.held,
    sent: row.http_status === null ? undefined : { httpStatus: row.http_status, body: row.answer },
  };
}

/** The statement that keeps the answer for repetitions. */
export function kept(of: KeyOf, sent: Sent): RawBuilder<unknown> {
  return sql`${unhurried}
    update idempotency set http_status = ${sent.httpStatus}, answer = ${JSON.stringify(sent.body)} from unhurried
    where client_id = ${of.client} and user_key = ${of.user} and call = ${of.call} and key = ${of.key}`;
}

export async function forget(db: Database, of: KeyOf): Promise<void> {
  await sql`delete from idempotency
    where client_id = ${of.client} and user_key = ${of.user} and call = ${of.call} and key = ${of.key}
      and answer is null`.execute(db);
}

/** Drops what is past its 24 hours. */
export async function dropOld(db: Database, before: string): Promise<number> {
  const dropped = await sql`delete from idempotency where created_at < ${before}`.execute(db);
  return Number(dropped.numAffectedRows ?? 0n);
}
