import { sql } from "kysely";

/** Closed months: their documents and movements are still those that were closed; after the retention period they may be gone. */
export const closedMonthChecks = {
  "month-changed": ({
    yearGone,
  }: {
    yearGone: number;
  }) => sql`select c.network_id as "networkId", null::uuid as "orderId",
      null::text as "orderNumber", c.month as subject,
      format('closed with %s documents of %s and %s movements of %s; today there are %s of %s and %s of %s', c.document_count,
        c.document_amount, c.movement_count, c.movement_amount, d.count, d.amount, m.count, m.amount) as found
    from month_closing c
      cross join lateral (select count(*) as count, coalesce(sum(case i.series when 'invoice' then 1 else -1 end
          * (i.contents #>> '{total,amount}')::bigint), 0) as amount
        from invoice i where i.network_id = c.network_id and i.issued_at >= c.from_at and i.issued_at < c.before_at) d
      cross join lateral (select count(*) as count, coalesce(sum(e.amount), 0) as amount from ledger_entry e
        where e.network_id = c.network_id and e.amount > 0 and e.at >= c.from_at and e.at < c.before_at) m
    where left(c.month, 4)::integer > ${yearGone} and (d.count <> c.document_count or d.amount <> c.document_amount
      or m.count <> c.movement_count or m.amount <> c.movement_amount)`,
};
