import { PackAgencies } from "@guichet/contract/packs/pack-agencies.ts";
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

/** Whether an agency sells at a counter; one that is closed does not. */
export const hasCounter = (agency: Agency | undefined): boolean => agency?.services.includes("COUNTER") === true;

/**
 * Reads agencies, with the time zone of their network, and keeps them as they are until the transaction ends; those closed for good
 * are left out.
 */
export async function holdAgencies(
  tx: Tx,
  networkId: string,
  ids: readonly string[],
): Promise<(Agency & { timeZone: string })[]> {
  const found = await sql<{ definition: unknown; timeZone: string }>`
    select agency.definition, network.definition ->> 'timeZone' as "timeZone"
    from agency join network on network.id = agency.network_id
    where agency.network_id = ${networkId} and agency.id = any(${ids}) and agency.withdrawn_at is null
    order by agency.id for share of agency`.execute(tx);
  return found.rows.map(({ definition, timeZone }) => ({ ...Agency.parse(definition), timeZone }));
}

/**
 * Replaces the agencies of the network; missing ones are closed, never deleted, because orders reference them. What the office
 * changed is no longer marked as such, except of those `kept` as the office left them.
 */
export async function saveAgencies(
  tx: Tx,
  networkId: string,
  agencies: readonly Agency[],
  { at, kept }: { at: string; kept: readonly string[] },
): Promise<void> {
  const ids = [...agencies.map(({ id }) => id), ...kept];
  await sql`update agency set withdrawn_at = ${at}, version = version + 1, office_changed_at = null, office_changed_by = null
    where network_id = ${networkId} and id <> all(${ids}) and withdrawn_at is null`.execute(tx);
  const replaced = agencies.filter(({ id }) => !kept.includes(id));
  await sql`insert into agency (network_id, id, definition)
    select ${networkId}, each ->> 'id', each from jsonb_array_elements(${JSON.stringify(replaced)}::jsonb) as each
    on conflict (network_id, id) do update set definition = excluded.definition, withdrawn_at = null,
      version = agency.version + (agency.definition <> excluded.definition or agency.withdrawn_at is not null)::integer,
      office_changed_at = null, office_changed_by = null`.execute(tx);
}

/** An agency that the office changed since it was imported. */
export interface OfficeChangedAgency {
  id: string;
  agency: Agency;
  isClosed: boolean;
  changedAt: string;
  changedBy: string | null;
}

/** The agencies that the office changed since the last import, also those that it closed. */
export async function agenciesChangedInOffice(tx: Tx, networkId: string): Promise<OfficeChangedAgency[]> {
  const found = await sql<Omit<OfficeChangedAgency, "agency"> & { definition: unknown }>`
    select a.id, a.definition, a.withdrawn_at is not null as "isClosed", a.office_changed_at as "changedAt",
      s.name as "changedBy"
    from agency a left join staff s on s.id = a.office_changed_by
    where a.network_id = ${networkId} and a.office_changed_at is not null order by a.id`.execute(tx);
  return found.rows.map(({ definition, ...row }) => ({ ...row, agency: Agency.parse(definition) }));
}

/** Takes over into the pack what the office changed: an import with the same content is its source from now on. */
export async function forgetOfficeChanges(tx: Tx, networkId: string, ids: readonly string[]): Promise<void> {
  await sql`update agency set office_changed_at = null, office_changed_by = null
    where network_id = ${networkId} and id = any(${ids}) and office_changed_at is not null`.execute(tx);
}
