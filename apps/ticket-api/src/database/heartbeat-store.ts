import { heartbeatDeadMs } from "@guichet/contract/limits/process-limits.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
import { withoutDiskWait } from "./pipelining/deferred-writes.ts";

/** After how many hours heartbeats of dead processes are deleted. */
const retentionHours = 1;

/** The oldest instant, by the database's clock, at which a live process was last seen. */
const aliveSince = sql`clock_timestamp() - ${sql.lit(heartbeatDeadMs)} * interval '1 millisecond'`;

/** Condition that a holder was not seen for `heartbeatDeadMs`, or that its heartbeat is gone. */
export const isDead = (holder: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from heartbeat where heartbeat.id = ${holder} and heartbeat.seen_at >= ${aliveSince})`;

/** Writes a process's heartbeat; returns the other processes that are dead and did not stop properly. */
export async function writeHeartbeat(db: Database, holder: string): Promise<string[]> {
  const dead = await sql<{ id: string }>`${withoutDiskWait},
    beat as (
      insert into heartbeat (id, started_at, seen_at) select ${holder}::uuid, clock_timestamp(), clock_timestamp() from unhurried
      on conflict (id) do update set seen_at = excluded.seen_at)
    select id from heartbeat where id <> ${holder}::uuid and seen_at < ${aliveSince}`.execute(db);
  return dead.rows.map(({ id }) => id);
}

/** Deletes a process's heartbeat: everything it holds is free immediately. */
export async function endHeartbeat(db: Database, holder: string): Promise<void> {
  await sql`delete from heartbeat where id = ${holder}`.execute(db);
}

/** Deletes old heartbeats of dead processes. A process that was only stalled writes its heartbeat again. */
export async function dropDeadHeartbeats(db: Database): Promise<void> {
  await sql`delete from heartbeat where seen_at < clock_timestamp() - ${sql.lit(retentionHours)} * interval '1 hour'`.execute(
    db,
  );
}
