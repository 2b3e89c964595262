import type { PaymentMethod } from "@guichet/contract/catalogue.ts";
import type { OrderOrigin } from "@guichet/contract/orders.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";

/** Days of a network: from the first instant to before the second. */
export interface FigureRange {
  networkId: string;
  timeZone: string;
  currency: string;
  from: string;
  before: string;
}

interface Counted {
  count: number;
  /** Minor units. */
  amount: number;
}

/** Sales of one day, channel or method: the other fields are absent. */
export type SalesRow = Counted &
  (
    | { by: "day"; day: string }
    | { by: "channel"; origin: OrderOrigin; client: string }
    | { by: "method"; method: PaymentMethod | null }
  );

/** An instant as a day of the network. */
const dayOf = (instant: RawBuilder<unknown>, timeZone: string) => sql`(${instant} at time zone ${timeZone})::date`;

/**
 * Sums completed orders by the day of their completion, by channel, and by method, in one pass. Cancelled and refunded orders
 * count: what was paid back is in the refunds.
 */
export async function sumSales(db: Database, range: FigureRange): Promise<SalesRow[]> {
  const { networkId, timeZone, currency, from, before } = range;
  const found =
    await sql<SalesRow>`select case when grouping(day) = 0 then 'day' when grouping(client_id) = 0 then 'channel'
      else 'method' end as by, day, origin, client_id as client, payment_method as method, count(*)::integer as count,
      sum(amount)::float8 as amount
    from (select ${dayOf(sql`completed_at`, timeZone)} as day, origin, client_id, payment_method, amount from orders
      where network_id = ${networkId} and completed_at >= ${from} and completed_at < ${before} and currency = ${currency}) sold
    group by grouping sets ((day), (origin, client_id), (payment_method))
    order by sum(amount) desc, day, origin, client_id, payment_method`.execute(db);
  return found.rows;
}

/** Sums credit notes by the day of their issue. */
export async function sumRefunds(db: Database, range: FigureRange): Promise<(Counted & { day: string })[]> {
  const { networkId, timeZone, currency, from, before } = range;
  const found = await sql<
    Counted & { day: string }
  >`select ${dayOf(sql`issued_at`, timeZone)} as day, count(*)::integer as count,
      sum((contents #>> '{total,amount}')::bigint)::float8 as amount
    from invoice where network_id = ${networkId} and series = 'credit-note' and issued_at >= ${from} and issued_at < ${before}
      and contents #>> '{total,currency}' = ${currency}
    group by 1`.execute(db);
  return found.rows;
}

/** Sales of an article, or of shipping. */
export interface ProductRow {
  itemId: string;
  isShipping: boolean;
  /** At the time of one of the sales. */
  name: string;
  quantity: number;
  /** Minor units. */
  amount: number;
}

/** Sums the lines of completed orders by article, the highest first. A network has a few hundred articles. */
export async function sumProducts(db: Database, range: FigureRange): Promise<ProductRow[]> {
  const { networkId, currency, from, before } = range;
  const found = await sql<ProductRow>`select l.shop_item_id as "itemId", l.kind = 'shipping' as "isShipping",
      max(l.name) as name, sum(l.quantity)::integer as quantity, sum(l.total_amount)::float8 as amount
    from orders o join order_line l on l.order_id = o.id
    where o.network_id = ${networkId} and o.completed_at >= ${from} and o.completed_at < ${before} and o.currency = ${currency}
    group by 1, 2 order by 5 desc, 1 limit ${productsMax}`.execute(db);
  return found.rows;
}
const productsMax = 5_000;

/** Counts attempts to collect money by the instant at which they began. */
export async function countAttempts(
  db: Database,
  { networkId, from, before }: FigureRange,
): Promise<{ kind: "page" | "charge" | "debit"; count: number; refusedCount: number }[]> {
  const found = await sql<{
    kind: "page" | "charge" | "debit";
    count: number;
    refusedCount: number;
  }>`select kind, count(*)::integer as count, count(*) filter (where status = 'refused')::integer as "refusedCount"
    from payment where network_id = ${networkId} and created_at >= ${from} and created_at < ${before}
    group by kind order by kind desc`.execute(db);
  return found.rows;
}
