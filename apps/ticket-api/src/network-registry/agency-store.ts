import { PackAgencies } from "@guichet/contract/network-pack.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

export type Agency = PackAgencies["agencies"][number];
const Agency = PackAgencies.shape.agencies.element;

/** The agencies of a network in the order of their index; closed ones are left out. */
export async function readAgencies(db: Database, networkId: string): Promise<Agency[]> {
  const found = await sql<{ definition: unknown }>`
    select definition from agency where network_id = ${networkId} and withdrawn_at is null
    order by (definition ->> 'index')::integer, id collate "C"`.execute(db);
  return found.rows.map((row) => Agency.parse(row.definition));
}

/** One agency, unless it was closed for good. */
export async function readAgency(db: Database | Tx, networkId: string, id: string): Promise<Agency | undefined> {
  const found = await sql<{ definition: unknown }>`
    select definition from agency where network_id = ${networkId} and id = ${id} and withdrawn_at is null`.execute(db);
  const row = found.rows[0];
  return row === undefined ? undefined : Agency.parse(row.definition);
}

/** Replaces the agencies of the network; missing ones are closed, never deleted, because orders reference them. */
export async function saveAgencies(tx: Tx, networkId: string, agencies: readonly Agency[], at: string): Promise<void> {
  const ids = agencies.map(({ id }) => id);
  await sql`update agency set withdrawn_at = ${at}
    where network_id = ${networkId} and id <> all(${ids}) and withdrawn_at is null`.execute(tx);
  await sql`insert into agency (network_id, id, definition)
    select ${networkId}, each ->> 'id', each from jsonb_array_elements(${JSON.stringify(agencies)}::jsonb) as each
    on conflict (network_id, id) do update set definition = excluded.definition, withdrawn_at = null`.execute(tx);
}
