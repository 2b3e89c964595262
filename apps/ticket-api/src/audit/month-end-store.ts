import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { InvoiceSeries } from "../order-records/invoice-store.ts";
import type { Side } from "../payment-records/ledger-store.ts";
import { isOfRefund } from "./refund-store.ts";

/** Instants of a network: from the first to before the second. */
export interface Interval {
  networkId: string;
  from: string;
  before: string;
}

/** Movements between two accounts of the ledger; `amount` in minor units. */
export interface MovementSum {
  from: Side;
  to: Side;
  count: number;
  amount: number;
}

export async function movementSums(db: Database | Tx, { networkId, from, before }: Interval): Promise<MovementSum[]> {
  const found = await sql<MovementSum>`select taken.side as "from", given.side as "to", count(*)::int as count,
      sum(given.amount)::float8 as amount
    from ledger_entry given join ledger_entry taken on taken.movement = given.movement and taken.amount < 0
    where given.amount > 0 and given.network_id = ${networkId} and given.at >= ${from} and given.at < ${before}
    group by 1, 2 order by 2, 1`.execute(db);
  return found.rows;
}

/** The balance of each account of the ledger before an instant, in minor units; accounts without entries are left out. */
export async function balancesBefore(
  db: Database | Tx,
  { networkId, before }: Pick<Interval, "networkId" | "before">,
): Promise<Map<Side, number>> {
  const found = await sql<{ side: Side; amount: number }>`select side, sum(amount)::float8 as amount from ledger_entry
    where network_id = ${networkId} and at < ${before} group by side`.execute(db);
  return new Map(found.rows.map(({ side, amount }) => [side, amount]));
}

/** Documents of a series, with the sums of one VAT rate in minor units; `rate` in percent. */
export interface DocumentSum {
  series: InvoiceSeries;
  rate: number;
  net: number;
  vat: number;
  gross: number;
}

export async function documentSums(db: Database | Tx, { networkId, from, before }: Interval): Promise<DocumentSum[]> {
  const found = await sql<DocumentSum>`select series, (share ->> 'rate')::float8 as rate,
      sum((share #>> '{net,amount}')::bigint)::float8 as net, sum((share #>> '{vat,amount}')::bigint)::float8 as vat,
      sum((share #>> '{gross,amount}')::bigint)::float8 as gross
    from invoice, jsonb_array_elements(contents -> 'vat') share
    where network_id = ${networkId} and issued_at >= ${from} and issued_at < ${before}
    group by 1, 2 order by 1 desc, 2`.execute(db);
  return found.rows;
}

/** The first and the last number of a series in an interval, and how many there are. */
export interface DocumentRange {
  series: InvoiceSeries;
  count: number;
  first: string;
  last: string;
}

export async function documentRanges(db: Database | Tx, interval: Interval): Promise<DocumentRange[]> {
  const { networkId, from, before } = interval;
  const inOrder = (last: boolean) =>
    sql`(array_agg(number order by year ${sql.raw(last ? "desc" : "asc")}, sequence ${sql.raw(last ? "desc" : "asc")}))[1]`;
  const found = await sql<DocumentRange>`select series, count(*)::int as count, ${inOrder(false)} as first,
      ${inOrder(true)} as last
    from invoice where network_id = ${networkId} and issued_at >= ${from} and issued_at < ${before}
    group by series order by series desc`.execute(db);
  return found.rows;
}

/** An order with sales in the ledger that differ from its documents; amounts in minor units. */
export interface UnequalOrder {
  orderId: string;
  number: string;
  /** Sales in the ledger, less reversals. */
  sold: number;
  /** Invoice, less credit notes. */
  invoiced: number;
  hasInvoice: boolean;
  hasCreditNote: boolean;
}

export async function unequalOrders(
  db: Database | Tx,
  { networkId, before }: Pick<Interval, "networkId" | "before">,
): Promise<UnequalOrder[]> {
  const found = await sql<UnequalOrder>`with sold as (
      select order_id, -sum(amount) as amount from ledger_entry
      where network_id = ${networkId} and side = 'sales' and at < ${before} group by order_id),
    invoiced as (
      select order_id, sum(case series when 'invoice' then 1 else -1 end * (contents #>> '{total,amount}')::bigint) as amount,
        bool_or(series = 'invoice') as "hasInvoice", bool_or(series = 'credit-note') as "hasCreditNote"
      from invoice where network_id = ${networkId} and issued_at < ${before} group by order_id)
    select o.id as "orderId", o.number, coalesce(sold.amount, 0)::float8 as sold,
      coalesce(invoiced.amount, 0)::float8 as invoiced, coalesce("hasInvoice", false) as "hasInvoice",
      coalesce("hasCreditNote", false) as "hasCreditNote"
    from sold full join invoiced on invoiced.order_id = sold.order_id
      join orders o on o.id = coalesce(sold.order_id, invoiced.order_id)
    where coalesce(sold.amount, 0) <> coalesce(invoiced.amount, 0) order by o.number`.execute(db);
  return found.rows;
}

/** Whether a movement `e` is of a direct debit that the bank collected: its capture, its return, or a refund by credit transfer. */
export const isOfDebit = sql`exists (select from payment p where p.kind = 'debit' and p.provider_account is null and p.order_id = e.order_id
  and (p.id::text = split_part(e.movement, ':', 2)
    or exists (select from refund r where r.payment_id = p.id and e.movement = 'rest:' || r.id)))`;

/** What direct debits brought before an instant, less what was returned and paid back; minor units. */
export async function debitedBefore(
  db: Database | Tx,
  { networkId, before }: Pick<Interval, "networkId" | "before">,
): Promise<number> {
  const found = await sql<{ amount: number }>`select coalesce(sum(e.amount), 0)::float8 as amount from ledger_entry e
    where e.network_id = ${networkId} and e.side = 'provider' and e.at < ${before} and ${isOfDebit}`.execute(db);
  return found.rows[0]?.amount ?? 0;
}

/** How many there are, and their amount in minor units. */
export interface Outstanding {
  count: number;
  amount: number;
}

/** Debits that the bank had and had not settled at an instant. */
export async function debitsUnsettledAt(
  db: Database | Tx,
  { networkId, before }: Pick<Interval, "networkId" | "before">,
): Promise<Outstanding> {
  const found =
    await sql<Outstanding>`select count(*)::integer as count, coalesce(sum(amount), 0)::float8 as amount from payment
    where network_id = ${networkId} and kind = 'debit' and created_at < ${before}
      and (settled_at is null or settled_at >= ${before})`.execute(db);
  return found.rows[0] ?? { count: 0, amount: 0 };
}

/** Refunds that were planned before an instant and not made by then; one that failed or was returned only later was made. */
export async function refundsUnsentAt(
  db: Database | Tx,
  { networkId, before }: Pick<Interval, "networkId" | "before">,
): Promise<Outstanding> {
  const found =
    await sql<Outstanding>`select count(*)::integer as count, coalesce(sum(amount), 0)::float8 as amount from refund
    where network_id = ${networkId} and created_at < ${before} and (returned_at is null or returned_at >= ${before})
      and not exists (select from ledger_entry e where e.order_id = refund.order_id and e.side <> 'sales' and e.at < ${before}
        and ${isOfRefund(sql`e.movement`)} and split_part(e.movement, ':', 2) = refund.id::text having sum(e.amount) <> 0)`.execute(
      db,
    );
  return found.rows[0] ?? { count: 0, amount: 0 };
}
