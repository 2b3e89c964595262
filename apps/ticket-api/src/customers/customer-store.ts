import type { OrderStatus } from "@guichet/contract/orders.ts";
import type { PaymentStatus } from "@guichet/rules/payments/payments.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";

/** One page of a list of a customer, the newest first; `before`: the id of the last row of the previous page. */
export interface CustomerPage {
  networkId: string;
  accountId: string;
  before: string | undefined;
  limit: number;
}

/** The rows of a page in a table with `id` and a time. */
const beforeRow = (table: RawBuilder<unknown>, time: RawBuilder<unknown>, before: string | undefined) =>
  before === undefined
    ? sql`true`
    : sql`(${time}, x.id) < (select ${time}, x.id from ${table} x where x.id = ${before})`;

export interface CustomerOrderRow {
  id: string;
  number: string;
  status: OrderStatus;
  amount: number;
  currency: string;
  createdAt: string;
  /** Names of the articles. */
  lines: string;
}

/** The orders of an account, with little of each: a receipt reads much more. */
export async function ordersOfCustomer(db: Database, page: CustomerPage): Promise<CustomerOrderRow[]> {
  const found = await sql<CustomerOrderRow>`
    select x.id, x.number, x.status, x.amount, x.currency, x.created_at as "createdAt",
      coalesce((select string_agg(distinct l.name, ', ') from order_line l where l.order_id = x.id and l.kind = 'article'), '') as lines
    from orders x where x.network_id = ${page.networkId} and x.account_id = ${page.accountId}
      and ${beforeRow(sql`orders`, sql`x.created_at`, page.before)}
    order by x.created_at desc, x.id desc limit ${page.limit}`.execute(db);
  return found.rows;
}

export interface CustomerPaymentRow {
  id: string;
  orderId: string;
  orderNumber: string;
  kind: "page" | "charge" | "debit";
  status: PaymentStatus;
  amount: number;
  currency: string;
  mandate: string | null;
  createdAt: string;
}

/** The payments of an account's orders, debits included. */
export async function paymentsOfCustomer(db: Database, page: CustomerPage): Promise<CustomerPaymentRow[]> {
  const found = await sql<CustomerPaymentRow>`
    select x.id, x.order_id as "orderId", o.number as "orderNumber", x.kind, x.status, x.amount, x.currency,
      x.asked #>> '{mandate,reference}' as mandate, x.created_at as "createdAt"
    from orders o join payment x on x.order_id = o.id
    where o.network_id = ${page.networkId} and o.account_id = ${page.accountId}
      and ${beforeRow(sql`payment`, sql`x.created_at`, page.before)}
    order by x.created_at desc, x.id desc limit ${page.limit}`.execute(db);
  return found.rows;
}

export interface CustomerMandateRow {
  id: string;
  reference: string;
  iban: string | null;
  signedAt: string;
  endedAt: string | null;
  lastDebitOn: string | null;
}

/** The mandates of an account. */
export async function mandatesOfCustomer(db: Database, page: CustomerPage): Promise<CustomerMandateRow[]> {
  const found = await sql<CustomerMandateRow>`
    select x.id, coalesce(x.provider_reference, x.reference) as reference, x.debtor ->> 'iban' as iban, x.signed_at as "signedAt", x.revoked_at as "endedAt",
      x.last_debit_on as "lastDebitOn"
    from mandate x where x.network_id = ${page.networkId} and x.account_id = ${page.accountId}
      and ${beforeRow(sql`mandate`, sql`x.signed_at`, page.before)}
    order by x.signed_at desc, x.id desc limit ${page.limit}`.execute(db);
  return found.rows;
}
