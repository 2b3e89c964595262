import { sql } from "kysely";
import type { Database, Tx } from "../database/connection.ts";
import type { NewSession } from "../outside/payment-provider.ts";
import { type Movement, movementWritten } from "./ledger-store.ts";

export type PaymentStatus = "begun" | "open" | "captured" | "refused" | "cancelled" | "refunded";

/** One try at paying an order, with what of the order is needed to pay it. */
export interface Payment {
  id: string;
  networkId: string;
  orderId: string;
  orderNumber: string;
  orderExpiresAt: string;
  status: PaymentStatus;
  amount: number;
  currency: string;
  /** What the provider was and will be asked, to the letter. */
  asked: NewSession;
  providerSession: string | null;
  payUrl: string | null;
}

const columns = sql`p.id, p.network_id as "networkId", p.order_id as "orderId", o.number as "orderNumber",
  o.expires_at as "orderExpiresAt", p.status, p.amount, p.currency,
  p.asked, p.provider_session as "providerSession", p.pay_url as "payUrl"`;

export async function insertPayment(
  tx: Tx,
  payment: Pick<Payment, "id" | "networkId" | "orderId" | "amount" | "currency" | "asked"> & { at: string },
): Promise<void> {
  await sql`insert into payment (id, network_id, order_id, status, amount, currency, asked, created_at)
    values (${payment.id}, ${payment.networkId}, ${payment.orderId}, 'begun', ${payment.amount}, ${payment.currency},
      ${JSON.stringify(payment.asked)}, ${payment.at})`.execute(tx);
}

export async function readPayment(db: Database | Tx, id: string): Promise<Payment | undefined> {
  const found =
    await sql<Payment>`select ${columns} from payment p join orders o on o.id = p.order_id where p.id = ${id}::uuid`.execute(
      db,
    );
  return found.rows[0];
}

/** The newest payment of an order. */
export async function lastPayment(db: Database | Tx, orderId: string): Promise<Payment | undefined> {
  const found = await sql<Payment>`select ${columns} from payment p join orders o on o.id = p.order_id
    where p.order_id = ${orderId} order by p.created_at desc, p.id desc limit 1`.execute(db);
  return found.rows[0];
}

/** Notes the provider's session; nothing happens when it was noted before. */
export async function keepSession(tx: Tx, id: string, session: string, payUrl: string | null): Promise<void> {
  await sql`update payment set status = 'open', provider_session = ${session}, pay_url = ${payUrl}
    where id = ${id} and status = 'begun'`.execute(tx);
}

/**
 * Moves a payment out of one of `from`, and with it the money that its state tells of (`movement`); answers whether it was
 * there: of two that try, one succeeds.
 */
export async function movePayment(
  tx: Tx,
  id: string,
  from: readonly PaymentStatus[],
  to: PaymentStatus,
  more: { at: string; method?: unknown; session?: string; movement?: Movement },
): Promise<boolean> {
  const booked = more.movement === undefined ? sql`` : sql`, booked as (${movementWritten(more.movement, sql`moved`)})`;
  const moved = await sql`with moved as (
    update payment set status = ${to}, settled_at = ${more.at},
      method = coalesce(${more.method === undefined ? null : JSON.stringify(more.method)}::jsonb, method),
      provider_session = coalesce(provider_session, ${more.session ?? null})
    where id = ${id} and status = any(${from}) returning id)${booked}
    select id from moved`.execute(tx);
  return moved.rows.length === 1;
}
