import type { AlertDetails, AlertState } from "@guichet/contract/office/alerts/alerts.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** An alert, with the name of who last changed it. */
export interface AlertRow {
  id: string;
  version: number;
  details: AlertDetails;
  withdrawnAt: string | null;
  addedAt: string;
  changedAt: string;
  changedBy: string | null;
}

const columns = sql`a.id, a.version, a.details, a.withdrawn_at as "withdrawnAt", a.added_at as "addedAt",
  a.changed_at as "changedAt"`;

interface AlertWrite {
  networkId: string;
  id: string;
  details: AlertDetails;
  at: string;
  staffId: string;
}

export async function insertAlert(tx: Tx, { networkId, id, details, at, staffId }: AlertWrite): Promise<void> {
  await sql`insert into alert (id, network_id, details, display_after, display_before, added_at, changed_at, changed_by)
    values (${id}, ${networkId}, ${JSON.stringify(details)}, ${details.displayAfter}, ${details.displayBefore}, ${at}, ${at},
      ${staffId})`.execute(tx);
}

/** Locks an alert of a network until the transaction ends. */
export async function lockAlert(
  tx: Tx,
  networkId: string,
  id: string,
): Promise<Omit<AlertRow, "changedBy"> | undefined> {
  const found = await sql<Omit<AlertRow, "changedBy">>`select ${columns} from alert a
    where a.network_id = ${networkId} and a.id = ${id} for update`.execute(tx);
  return found.rows[0];
}

/** Writes an alert that is locked, and gives it its next version. `withdrawnAt`: null, it is not withdrawn. */
export async function updateAlert(
  tx: Tx,
  { id, details, at, staffId, withdrawnAt }: Omit<AlertWrite, "networkId"> & { withdrawnAt: string | null },
): Promise<void> {
  await sql`update alert set details = ${JSON.stringify(details)}, display_after = ${details.displayAfter},
      display_before = ${details.displayBefore}, withdrawn_at = ${withdrawnAt}, version = version + 1, changed_at = ${at},
      changed_by = ${staffId}
    where id = ${id}`.execute(tx);
}

/** Where a page of alerts ends: the sorting values of its last row. */
export interface AlertPosition {
  at: string;
  id: string;
}

const inState = (now: string): Record<AlertState, RawBuilder<unknown>> => ({
  withdrawn: sql`a.withdrawn_at is not null`,
  past: sql`a.withdrawn_at is null and a.display_before <= ${now}`,
  planned: sql`a.withdrawn_at is null and a.display_after > ${now}`,
  displayed: sql`a.withdrawn_at is null and (a.display_after is null or a.display_after <= ${now})
    and (a.display_before is null or a.display_before > ${now})`,
});

/** Lists alerts of a network, the newest first. */
export async function listAlerts(
  db: Database | Tx,
  filter: {
    networkId: string;
    now: string;
    id?: string | undefined;
    state?: AlertState | undefined;
    after?: AlertPosition | undefined;
    limit: number;
  },
): Promise<AlertRow[]> {
  const { networkId, id = null, state, after, limit } = filter;
  const found = await sql<AlertRow>`select ${columns}, s.name as "changedBy"
    from alert a left join staff s on s.id = a.changed_by
    where a.network_id = ${networkId} and (${id}::uuid is null or a.id = ${id}::uuid)
      and ${state === undefined ? sql`true` : inState(filter.now)[state]}
      and (${after?.id ?? null}::uuid is null
        or (a.added_at, a.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by a.added_at desc, a.id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** The alerts of networks that are displayed now or begin before `until`, those that begin first. */
export async function openAlerts(
  db: Database,
  networkIds: readonly string[],
  { now, until }: { now: string; until: string },
): Promise<{ id: string; networkId: string; details: AlertDetails }[]> {
  const found = await sql<{ id: string; networkId: string; details: AlertDetails }>`
    select id, network_id as "networkId", details from alert
    where network_id = any(${networkIds}) and withdrawn_at is null and (display_before is null or display_before > ${now})
      and (display_after is null or display_after <= ${until})
    order by display_after nulls first, id`.execute(db);
  return found.rows;
}

/** How many alerts of a network are displayed or planned. Its later ones wait for this transaction. */
export async function countOpenAlerts(tx: Tx, networkId: string, now: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('alert'), hashtext(${networkId}))`.execute(tx);
  const found = await sql<{ count: number }>`select count(*) from alert
    where network_id = ${networkId} and withdrawn_at is null and (display_before is null or display_before > ${now})`.execute(
    tx,
  );
  return found.rows[0]?.count ?? 0;
}
