import { sql } from "kysely";

/** SQL: what was refunded of the sale `c` in parts. */
const partsOf = sql`(select coalesce(sum(p.amount), 0) from counter_refund p where p.order_id = c.order_id)`;

/** Cash drawers and sales at a counter: each sale is in the ledger as it was paid, and a drawer holds what its sales say. */
export const counterChecks = {
  "counter-sale-wrong":
    () => sql`select o.network_id as "networkId", o.id as "orderId", o.number as "orderNumber", c.order_id::text as subject,
      format('a sale of %s paid by %s, refunded: %s, in parts: %s; the ledger has %s', c.amount, coalesce(c.method, 'nothing'),
        c.refunded_at is not null, ${partsOf}, coalesce(sum(e.amount), 0)) as found
    from counter_sale c join orders o on o.id = c.order_id
      left join ledger_entry e on e.order_id = c.order_id
        and e.side = case c.method when 'CARD' then 'terminal' else 'counter' end
    group by o.id, c.order_id
    having coalesce(sum(e.amount), 0) <> case when c.refunded_at is null then c.amount - ${partsOf} else 0 end
      or c.amount <> o.amount or c.method is distinct from o.payment_method`,
  "drawer-wrong": () => sql`select d.network_id as "networkId", null::uuid as "orderId", null::text as "orderNumber",
      d.id::text as subject, format('the drawer says %s sales of %s and %s refunds of %s, its sales %s of %s and %s of %s',
        d.sale_count, d.sales_amount, d.refund_count, d.refunds_amount, sold.count, sold.amount, refunded.count, refunded.amount) as found
    from cash_drawer d
      cross join lateral (select count(*), coalesce(sum(amount), 0) as amount from counter_sale where drawer_id = d.id) sold
      cross join lateral (select count(*), coalesce(sum(amount), 0) as amount from (
        select c.amount - ${partsOf} as amount from counter_sale c where c.refund_drawer_id = d.id
        union all select amount from counter_refund where drawer_id = d.id) paid) refunded
    where d.sales_amount <> sold.amount or d.sale_count <> sold.count or d.refunds_amount <> refunded.amount
      or d.refund_count <> refunded.count`,
};
