import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { type CounterRefund, partsRefunded } from "./counter-refund-store.ts";

/** How a counter is paid; null: nothing was due. */
export type CounterPaymentMethod = "CASH" | "CARD" | "DEPOSIT";

/** A sale at a counter: its order, who sold it, and how it was paid. Minor units. */
export interface NewCounterSale {
  orderId: string;
  networkId: string;
  agencyId: string;
  staffId: string;
  /** The form that sold it. */
  saleKey: string;
  method: CounterPaymentMethod | null;
  drawerId: string | null;
  givenAmount: number | null;
  reference: string | null;
  amount: number;
  soldAt: string;
}

/** Records a sale; false if its form has sold before. */
export async function insertCounterSale(tx: Tx, sale: NewCounterSale): Promise<boolean> {
  const inserted =
    await sql`insert into counter_sale (order_id, network_id, agency_id, staff_id, sale_key, method, drawer_id,
      given_amount, reference, amount, sold_at)
    values (${sale.orderId}, ${sale.networkId}, ${sale.agencyId}, ${sale.staffId}, ${sale.saleKey}, ${sale.method},
      ${sale.drawerId}, ${sale.givenAmount}, ${sale.reference}, ${sale.amount}, ${sale.soldAt})
    on conflict (network_id, staff_id, sale_key) do nothing`.execute(tx);
  return inserted.numAffectedRows === 1n;
}

/** The order that a form has sold; undefined: none yet. */
export async function orderSoldBy(
  db: Database | Tx,
  { networkId, staffId, saleKey }: Pick<NewCounterSale, "networkId" | "staffId" | "saleKey">,
): Promise<string | undefined> {
  const found = await sql<{ id: string }>`select order_id as id from counter_sale
    where network_id = ${networkId} and staff_id = ${staffId}::uuid and sale_key = ${saleKey}`.execute(db);
  return found.rows[0]?.id;
}

export interface CounterSaleRow extends Omit<NewCounterSale, "networkId" | "saleKey" | "agencyId" | "staffId"> {
  number: string;
  currency: string;
  agency: string;
  soldBy: string;
  refundedAt: string | null;
  refundedBy: string | null;
  refundDrawerId: string | null;
  refundReference: string | null;
  /** Parts that were refunded, the oldest first. */
  parts: CounterRefund[];
}

const columns = sql`c.order_id as "orderId", o.number, o.currency, a.definition ->> 'label' as agency, s.name as "soldBy",
  c.method, c.drawer_id as "drawerId", c.given_amount::float8 as "givenAmount", c.reference, c.amount::float8 as amount,
  c.sold_at as "soldAt", c.refunded_at as "refundedAt", r.name as "refundedBy", c.refund_drawer_id as "refundDrawerId",
  c.refund_reference as "refundReference", ${partsRefunded} as parts`;
const sales: RawBuilder<unknown> = sql`counter_sale c join orders o on o.id = c.order_id join staff s on s.id = c.staff_id
  join agency a on a.network_id = c.network_id and a.id = c.agency_id left join staff r on r.id = c.refunded_by`;

export async function readCounterSale(
  db: Database | Tx,
  networkId: string,
  orderId: string,
): Promise<CounterSaleRow | undefined> {
  const found = await sql<CounterSaleRow>`select ${columns} from ${sales}
    where c.network_id = ${networkId} and c.order_id = ${orderId}::uuid`.execute(db);
  return found.rows[0];
}

/** Lists one page of the sales that were paid into or back from a drawer, the newest first; `after` is the order of a sale. */
export async function salesOfDrawer(
  db: Database,
  { drawerId, after = null, limit }: { drawerId: string; after: string | null | undefined; limit: number },
): Promise<CounterSaleRow[]> {
  const found = await sql<CounterSaleRow>`select ${columns} from ${sales}
    where c.order_id in (select order_id from counter_sale where drawer_id = ${drawerId}::uuid
        union select order_id from counter_sale where refund_drawer_id = ${drawerId}::uuid
        union select order_id from counter_refund where drawer_id = ${drawerId}::uuid) and (${after}::uuid is null
      or (c.sold_at, c.order_id) < (select sold_at, order_id from counter_sale where order_id = ${after}::uuid))
    order by c.sold_at desc, c.order_id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** Marks a sale as refunded; false if it was before, or is no sale at a counter. */
export async function markCounterRefund(
  tx: Tx,
  refund: { orderId: string; staffId: string; drawerId: string | null; reference: string | null; at: string },
): Promise<boolean> {
  const marked = await sql`update counter_sale set refunded_at = ${refund.at}, refunded_by = ${refund.staffId},
      refund_drawer_id = ${refund.drawerId}, refund_reference = ${refund.reference}
    where order_id = ${refund.orderId}::uuid and refunded_at is null`.execute(tx);
  return marked.numAffectedRows === 1n;
}
