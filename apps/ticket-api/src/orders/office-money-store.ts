import type { PaymentStatus } from "@guichet/rules/payments/payments.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { InvoiceSeries } from "../order-records/invoice-store.ts";

/** An attempt to pay an order, as the office shows it. Minor units. */
export interface PaymentAttempt {
  id: string;
  installment: number;
  kind: "page" | "charge" | "debit";
  status: PaymentStatus;
  amount: number;
  currency: string;
  refundedAmount: number;
  providerAccount: string | null;
  providerSession: string | null;
  brand: string | null;
  lastDigits: string | null;
  /** The account of a debit. */
  iban: string | null;
  mandate: string | null;
  createdAt: string;
  settledAt: string | null;
}

/** Lists every attempt to pay an order, the newest first; refunds count once they are planned, and those made at the provider. */
export async function paymentAttempts(db: Database, orderId: string): Promise<PaymentAttempt[]> {
  const found = await sql<PaymentAttempt>`select p.id, p.installment, p.kind, p.status, p.amount, p.currency,
      (select coalesce(sum(r.amount), 0)::integer from refund r where r.payment_id = p.id and r.returned_at is null)
        + (select coalesce(-sum(e.amount), 0)::integer from ledger_entry e where e.order_id = p.order_id
          and e.side = 'provider' and starts_with(e.movement, 'outside-refund:' || p.id || ':')) as "refundedAmount",
      p.provider_account as "providerAccount", p.provider_session as "providerSession", p.method ->> 'brand' as brand,
      p.method ->> 'last4' as "lastDigits", p.asked #>> '{debtor,iban}' as iban,
      p.asked #>> '{mandate,reference}' as mandate, p.created_at as "createdAt", p.settled_at as "settledAt"
    from payment p where p.order_id = ${orderId} order by p.sequence desc limit ${attemptsMax}`.execute(db);
  return found.rows;
}
/** An order of 36 installments with retries has fewer. */
const attemptsMax = 200;

/** An invoice or credit note, without its contents. Minor units. */
export interface ListedDocument {
  series: InvoiceSeries;
  number: string;
  issuedAt: string;
  amount: number;
}

/** Lists the documents of an order that can be printed, the oldest first. */
export async function documentsOfOrder(db: Database, orderId: string): Promise<ListedDocument[]> {
  const found = await sql<ListedDocument>`select series, number, issued_at as "issuedAt",
      (contents #>> '{total,amount}')::integer as amount
    from invoice where order_id = ${orderId} and archived_at is null
    order by issued_at, series desc, sequence limit ${documentsMax}`.execute(db);
  return found.rows;
}
/** Each ticket of an order has at most a few credit notes. */
const documentsMax = 500;

/** Which of these travellers a network still has. */
export async function knownTravellers(
  db: Database,
  networkId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await sql<{
    id: string;
  }>`select id from traveller where network_id = ${networkId} and id = any(${ids}::uuid[])`.execute(db);
  return new Set(found.rows.map(({ id }) => id));
}
