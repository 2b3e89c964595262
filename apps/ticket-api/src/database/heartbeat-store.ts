import { heartbeatDeadMs } from "@guichet/contract/limits/process-limits.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
import { withoutDiskWait } from "./pipelining/deferred-writes.ts";

/** Heartbeats of processes that are long dead are dropped after so long. */
const keptHours = 1;

/** Oldest instant, by the database's own clock, at which a living process was seen. */
const livingSince = sql`clock_timestamp() - ${sql.lit(heartbeatDeadMs)} * interval '1 millisecond'`;

/** The condition that a holder was not seen for `heartbeatDeadMs`, or that its heartbeat is gone. */
export const isDead = (holder: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from heartbeat where heartbeat.id = ${holder} and heartbeat.seen_at >= ${livingSince})`;

/** Writes a process's heartbeat; answers the other processes that are dead and have not stopped properly. */
export async function writeHeartbeat(db: Database, holder: string): Promise<string[]> {
  const dead = await sql<{ id: string }>`${withoutDiskWait},
    beat as (
      insert into heartbeat (id, started_at, seen_at) select ${holder}::uuid, clock_timestamp(), clock_timestamp() from unhurried
      on conflict (id) do update set seen_at = excluded.seen_at)
    select id from heartbeat where id <> ${holder}::uuid and seen_at < ${livingSince}`.execute(db);
  return dead.rows.map(({ id }) => id);
}

/** Ends a process's heartbeat: whatever it still holds is free at once. */
export async function endHeartbeat(db: Database, holder: string): Promise<void> {
  await sql`delete from heartbeat where id = ${holder}`.execute(db);
}

/** Drops the heartbeats of processes that are long dead. A process that was only stalled writes its own anew. */
export async function dropDeadHeartbeats(db: Database): Promise<void> {
  await sql`delete from heartbeat where seen_at < clock_timestamp() - ${sql.lit(keptHours)} * interval '1 hour'`.execute(
    db,
  );
}
