import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { type DroppedInstallment, droppedInstallments } from "./dropped-installment-store.ts";
import { lineColumns, type OrderLineRow, type OrderRow, orderColumns } from "./order-store.ts";

/** An order with everything that a receipt shows. */
export interface OrderWithDetails extends OrderRow {
  lines: OrderLineRow[];
  events: { at: string; event: string }[];
  /** Newest first. */
  invoices: { series: string; number: string }[];
  /** Approved refunds, oldest first; `amount`: paid back; `sentAt`: null until every part of it is sent. */
  refunds: {
    id: string;
    amount: number;
    dropped: DroppedInstallment[];
    requestedAt: string;
    sentAt: string | null;
    sendFrom: string | null;
    creditNoteNumber: string;
  }[];
  ticketCount: number;
  payUrl: string | null;
}

/**
 * Lists one page of an account's orders with everything that a receipt shows, newest first; `before` is an order's id,
 * `placedBy` narrows to one traveller's.
 */
export async function listOrders(
  db: Database,
  filter: {
    networkId: string;
    accountId: string;
    placedBy: string | null;
    /** Only orders with a line for this traveller. */
    forTraveller?: string | undefined;
    orderId?: string | undefined;
    before?: string | undefined;
    limit: number;
  },
): Promise<OrderWithDetails[]> {
  const found = await sql<OrderWithDetails>`
    select ${orderColumns},
      coalesce((select json_agg(l order by l.position) from (select ${lineColumns} from order_line where order_id = o.id) l), '[]') as lines,
      coalesce((select json_agg(json_build_object('at', e.at, 'event', e.event) order by e.id) from order_event e
        where e.order_id = o.id), '[]') as events,
      coalesce((select json_agg(json_build_object('series', i.series, 'number', i.number) order by i.year desc, i.sequence desc) from invoice i
        where i.order_id = o.id), '[]') as invoices,
      coalesce((select json_agg(json_build_object('id', r.id, 'amount', r.amount - r.dropped_amount, 'requestedAt', r.created_at,
          'dropped', ${droppedInstallments},
          'sentAt', case when o.paid_at_counter then r.created_at else (select max(p.given_at) from refund p where p.order_refund_id = r.id having bool_and(p.given_at is not null or p.returned_at is not null)) end,
          'sendFrom', (select max(p.send_from) from refund p where p.order_refund_id = r.id and p.given_at is null and p.returned_at is null),
          'creditNoteNumber', i.number) order by r.created_at, r.id)
        from order_refund r join invoice i on i.order_refund_id = r.id where r.order_id = o.id), '[]') as refunds,
      (select count(*) from ticket t where t.order_id = o.id and t.status <> 'moved') as "ticketCount",
      (select p.pay_url from payment p where p.order_id = o.id and p.installment = 1 and p.status = 'open' and o.completed_at is null) as "payUrl"
    from orders o
    where network_id = ${filter.networkId} and account_id = ${filter.accountId}
      and (${filter.placedBy}::uuid is null or placed_by = ${filter.placedBy}::uuid)
      and (${filter.orderId ?? null}::uuid is null or id = ${filter.orderId ?? null}::uuid)
      and (${filter.forTraveller ?? null}::uuid is null or exists (select from order_line l
        where l.order_id = o.id and l.traveller_id = ${filter.forTraveller ?? null}::uuid))
      and (${filter.before ?? null}::uuid is null
        or (created_at, id) < (select created_at, id from orders where id = ${filter.before ?? null}::uuid))
    order by created_at desc, id desc limit ${filter.limit}`.execute(db);
  return found.rows;
}
