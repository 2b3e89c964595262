import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** An agency as the office changes it, with what waits there. */
export interface OfficeAgencyRow {
  id: string;
  definition: unknown;
  version: number;
  closedAt: string | null;
  changedAt: string | null;
  changedBy: string | null;
  toPrepare: number;
  ready: number;
  openDrawers: number;
}

/** Lists agencies, also those closed for good, which come last; with an id, only that one. */
export async function readOfficeAgencies(
  db: Database | Tx,
  networkId: string,
  id: string | null,
): Promise<OfficeAgencyRow[]> {
  const found = await sql<OfficeAgencyRow>`with waiting as (
      select o.collect ->> 'siteId' as agency_id,
        count(distinct o.id) filter (where l.process_status = 'TO_PROCESS')::integer as to_prepare,
        count(distinct o.id) filter (where l.process_status = 'PROCESSING')::integer as ready
      from order_line l join orders o on o.id = l.order_id
      where l.network_id = ${networkId} and l.support = 'COLLECT' and l.process_status in ('TO_PROCESS', 'PROCESSING')
        and o.status in ('COMPLETED', 'REGULARIZATION') and o.erased_at is null
        and (${id}::text is null or o.collect ->> 'siteId' = ${id})
      group by o.collect ->> 'siteId'),
    drawers as (
      select agency_id, count(*)::integer as open from cash_drawer
      where network_id = ${networkId} and closed_at is null group by agency_id)
    select a.id, a.definition, a.version, a.withdrawn_at as "closedAt", a.office_changed_at as "changedAt",
      s.name as "changedBy", coalesce(w.to_prepare, 0) as "toPrepare", coalesce(w.ready, 0) as ready,
      coalesce(d.open, 0) as "openDrawers"
    from agency a left join staff s on s.id = a.office_changed_by
      left join waiting w on w.agency_id = a.id left join drawers d on d.agency_id = a.id
    where a.network_id = ${networkId} and (${id}::text is null or a.id = ${id})
    order by a.withdrawn_at is not null, (a.definition ->> 'index')::integer, a.id collate "C"`.execute(db);
  return found.rows;
}

/** Locks an agency until the transaction ends: no order books a slot there meanwhile. */
export async function lockAgency(
  tx: Tx,
  networkId: string,
  id: string,
): Promise<{ definition: unknown; version: number; closedAt: string | null } | undefined> {
  const found = await sql<{ definition: unknown; version: number; closedAt: string | null }>`
    select definition, version, withdrawn_at as "closedAt" from agency
    where network_id = ${networkId} and id = ${id} for update`.execute(tx);
  return found.rows[0];
}

interface AgencyChange {
  networkId: string;
  id: string;
  definition: unknown;
  at: string;
  staffId: string;
}

/** Writes an agency if it still has this version; false: it has another one. */
export async function updateAgency(
  tx: Tx,
  {
    networkId,
    id,
    definition,
    at,
    staffId,
    version,
    closedAt,
  }: AgencyChange & { version: number; closedAt: string | null },
): Promise<boolean> {
  const written =
    await sql`update agency set definition = ${JSON.stringify(definition)}::jsonb, withdrawn_at = ${closedAt},
      version = version + 1, office_changed_at = ${at}, office_changed_by = ${staffId}::uuid
    where network_id = ${networkId} and id = ${id} and version = ${version} returning id`.execute(tx);
  return written.rows.length === 1;
}

/** Adds an agency; false: its id is taken, also by one that is closed for good. */
export async function insertAgency(tx: Tx, { networkId, id, definition, at, staffId }: AgencyChange): Promise<boolean> {
  const written = await sql`insert into agency (network_id, id, definition, office_changed_at, office_changed_by)
    values (${networkId}, ${id}, ${JSON.stringify(definition)}::jsonb, ${at}, ${staffId}::uuid)
    on conflict (network_id, id) do nothing returning id`.execute(tx);
  return written.rows.length === 1;
}
