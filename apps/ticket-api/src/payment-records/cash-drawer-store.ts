import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** The cash of one member of the staff at one agency. Minor units. */
export interface CashDrawerRow {
  id: string;
  agencyId: string;
  /** The agency's name; its id, if the pack has none any more. */
  agency: string;
  staffId: string;
  staffName: string;
  currency: string;
  openingAmount: number;
  salesAmount: number;
  refundsAmount: number;
  saleCount: number;
  refundCount: number;
  expectedAmount: number;
  openedAt: string;
  closedAt: string | null;
  closedBy: string | null;
  countedAmount: number | null;
  closeReason: string | null;
}

export interface NewDrawer {
  id: string;
  networkId: string;
  agencyId: string;
  staffId: string;
  currency: string;
  openingAmount: number;
  openedAt: string;
}

/** Opens a drawer; false if the member of the staff has an open one. */
export async function insertDrawer(tx: Tx, drawer: NewDrawer): Promise<boolean> {
  const inserted =
    await sql`insert into cash_drawer (id, network_id, agency_id, staff_id, currency, opening_amount, opened_at)
    values (${drawer.id}, ${drawer.networkId}, ${drawer.agencyId}, ${drawer.staffId}, ${drawer.currency},
      ${drawer.openingAmount}, ${drawer.openedAt})
    on conflict (network_id, staff_id) where closed_at is null do nothing`.execute(tx);
  return inserted.numAffectedRows === 1n;
}

interface CashMovement {
  networkId: string;
  staffId: string;
  amount: number;
  currency: string;
}

/** Puts the cash of a sale into the open drawer of a member of the staff; undefined if none is open. */
export async function putIntoDrawer(
  tx: Tx,
  { networkId, staffId, amount, currency }: CashMovement,
): Promise<{ id: string; agencyId: string } | undefined> {
  const put = await sql<{ id: string; agencyId: string }>`update cash_drawer
      set sales_amount = sales_amount + ${amount}, sale_count = sale_count + 1
    where network_id = ${networkId} and staff_id = ${staffId} and currency = ${currency} and closed_at is null
    returning id, agency_id as "agencyId"`.execute(tx);
  return put.rows[0];
}

/** Takes the cash of a refund out of the open drawer of a member of the staff; undefined if none is open, or it holds less. */
export async function takeFromDrawer(
  tx: Tx,
  { networkId, staffId, amount, currency }: CashMovement,
): Promise<{ id: string } | undefined> {
  const taken = await sql<{ id: string }>`update cash_drawer
      set refunds_amount = refunds_amount + ${amount}, refund_count = refund_count + 1
    where network_id = ${networkId} and staff_id = ${staffId} and currency = ${currency} and closed_at is null
      and expected_amount >= ${amount}
    returning id`.execute(tx);
  return taken.rows[0];
}

/**
 * Closes an open drawer with what was counted. A sale or another closing at this moment comes before or after it: the
 * statement compares with what the drawer is expected to hold once it has the row. False, and nothing is changed: the drawer is
 * not open, or the difference has no reason.
 */
export async function closeOpenDrawer(
  tx: Tx,
  closing: {
    id: string;
    networkId: string;
    countedAmount: number;
    reason: string | null;
    closedBy: string;
    closedAt: string;
  },
): Promise<boolean> {
  const { id, networkId, countedAmount, reason, closedBy, closedAt } = closing;
  const closed = await sql`update cash_drawer
    set closed_at = ${closedAt}, closed_by = ${closedBy}, counted_amount = ${countedAmount}::bigint,
      close_reason = case when expected_amount = ${countedAmount}::bigint then null else ${reason} end
    where id = ${id}::uuid and network_id = ${networkId} and closed_at is null
      and (expected_amount = ${countedAmount}::bigint or ${reason}::text is not null)`.execute(tx);
  return closed.numAffectedRows === 1n;
}

const columns = sql`d.id, d.agency_id as "agencyId", a.definition ->> 'label' as agency, d.staff_id as "staffId",
  s.name as "staffName", d.currency, d.opening_amount::float8 as "openingAmount", d.sales_amount::float8 as "salesAmount",
  d.refunds_amount::float8 as "refundsAmount", d.sale_count as "saleCount", d.refund_count as "refundCount",
  d.expected_amount::float8 as "expectedAmount", d.opened_at as "openedAt", d.closed_at as "closedAt",
  closer.name as "closedBy", d.counted_amount::float8 as "countedAmount", d.close_reason as "closeReason"`;
const drawers: RawBuilder<unknown> = sql`cash_drawer d join staff s on s.id = d.staff_id
  join agency a on a.network_id = d.network_id and a.id = d.agency_id left join staff closer on closer.id = d.closed_by`;

export async function readDrawer(db: Database | Tx, networkId: string, id: string): Promise<CashDrawerRow | undefined> {
  const found = await sql<CashDrawerRow>`select ${columns} from ${drawers}
    where d.network_id = ${networkId} and d.id = ${id}::uuid`.execute(db);
  return found.rows[0];
}

/** The open drawer of a member of the staff. */
export async function openDrawerOf(
  db: Database | Tx,
  networkId: string,
  staffId: string,
): Promise<CashDrawerRow | undefined> {
  const found = await sql<CashDrawerRow>`select ${columns} from ${drawers}
    where d.network_id = ${networkId} and d.staff_id = ${staffId}::uuid and d.closed_at is null`.execute(db);
  return found.rows[0];
}

/** Lists one page of the drawers of a network, the newest first; `after` is an id. */
export async function listDrawerRows(
  db: Database,
  filter: { networkId: string; isOpen: boolean | undefined; after: string | undefined; limit: number },
): Promise<CashDrawerRow[]> {
  const { networkId, isOpen = null, after = null, limit } = filter;
  const found = await sql<CashDrawerRow>`select ${columns} from ${drawers}
    where d.network_id = ${networkId} and (${isOpen}::boolean is null or (d.closed_at is null) = ${isOpen}::boolean)
      and (${after}::uuid is null or (d.opened_at, d.id) < (select opened_at, id from cash_drawer where id = ${after}::uuid))
    order by d.opened_at desc, d.id desc limit ${limit}`.execute(db);
  return found.rows;
}
