import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** `demo`: people, staff and keys are public. `production`: a real operator's. */
export type InstallationKind = "demo" | "production";

export interface InstallationRecord {
  kind: InstallationKind;
  /** An instant. */
  recordedAt: string;
}

/** The recorded kind of the database; undefined: not recorded yet. */
export async function readInstallation(db: Database | Tx): Promise<InstallationRecord | undefined> {
  const found = await sql<InstallationRecord>`select kind, recorded_at as "recordedAt" from installation`.execute(db);
  return found.rows[0];
}

/** Records the kind unless it is recorded already, and returns what is recorded. */
export async function recordInstallation(db: Database | Tx, kind: InstallationKind): Promise<InstallationRecord> {
  await sql`insert into installation (kind) values (${kind}) on conflict do nothing`.execute(db);
  const recorded = await readInstallation(db);
  if (recorded === undefined) throw new Error("The installation could not be recorded");
  return recorded;
}

/** Records a cleaned database as production. */
export async function recordProduction(tx: Tx): Promise<void> {
  await sql`insert into installation (kind) values ('production')
    on conflict (only_row) do update set kind = excluded.kind, recorded_at = now()`.execute(tx);
}

/** The ids of the networks in the database, including withdrawn ones. */
export async function networkIds(db: Database | Tx): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from network order by id limit 100`.execute(db);
  return found.rows.map(({ id }) => id);
}
