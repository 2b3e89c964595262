import { Day, Id, Money } from "@guichet/contract/values.ts";
import { type PaymentStatus, type PaymentTransition, paymentMachine } from "@guichet/rules/payments.ts";
import { born, transitionOf } from "@guichet/rules/state-machine.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../database/database.ts";
import { withoutDiskWait } from "../database/pipelining/deferred-writes.ts";
import { debitSequences } from "../integrations/direct-debit.ts";
import type { LaterCharge, NewSession } from "../integrations/payment-provider.ts";
import { insertMovementStatement, type Movement } from "./ledger-store.ts";

/** What every payment has, with what of the order is needed to pay it. */
interface PaymentOf {
  id: string;
  networkId: string;
  orderId: string;
  orderNumber: string;
  /** Until when somebody may still pay it, after which it is closed. */
  endsAt: string;
  /** The part of the order that it pays. */
  position: number;
  /** Is the order complete once it is paid? Else it pays a part that is owed: a later one, or one that was to be debited. */
  completes: boolean;
  status: PaymentStatus;
  amount: number;
  currency: string;
  providerSession: string | null;
  payUrl: string | null;
  /** Did the customer ask to keep the card? */
  keep: boolean;
}

const debitAsked = {
  orderId: Id,
  orderNumber: z.string(),
  amount: Money,
  mandate: z.object({ reference: z.string(), signedOn: Day }),
  debtor: z.object({ name: z.string(), iban: z.string() }),
};
/** What the bank is asked of a debit; its reference is the payment's id. */
export const AskedDebit = z.union([
  z.object({ ...debitAsked, sequence: z.enum(debitSequences) }),
  // As it was written before the first of several was told apart: it is handed in again to the letter.
  z
    .object({ ...debitAsked, once: z.boolean() })
    .transform(({ once, ...asked }) => ({ ...asked, sequence: once ? ("OOFF" as const) : ("RCUR" as const) })),
]);
export type AskedDebit = z.infer<typeof AskedDebit>;

/**
 * One try at paying an order or a part of it: at the provider's page, taken on a kept card, or debited by the bank. `asked` is
 * what the provider or the bank was and will be asked, to the letter.
 */
export type Payment = PaymentOf &
  ({ kind: "page"; asked: NewSession } | { kind: "charge"; asked: LaterCharge } | { kind: "debit"; asked: AskedDebit });

/** One that the payment provider has. A debit is the bank's: it has no session (decision 053). */
export type ProviderPayment = Exclude<Payment, { kind: "debit" }>;

/** What of a payment its session is opened with. */
export type ToOpen = Pick<PaymentOf, "id" | "orderId"> &
  ({ kind: "page"; asked: NewSession } | { kind: "charge"; asked: LaterCharge });

const completes = sql`(p.installment = 1 and o.payment_method is distinct from 'TRANSFER')`;
const columns = sql`p.id, p.network_id as "networkId", p.order_id as "orderId", o.number as "orderNumber",
  ${completes} as completes, case when ${completes} then o.expires_at
    else coalesce((p.asked ->> 'expiresAt')::timestamptz, o.expires_at) end as "endsAt",
  p.installment as position, p.kind, p.keep, p.status, p.amount, p.currency,
  p.asked, p.provider_session as "providerSession", p.pay_url as "payUrl"`;

type NewPayment = Pick<
  Payment,
  "id" | "networkId" | "orderId" | "amount" | "currency" | "asked" | "position" | "kind" | "keep"
> & {
  at: string;
  /** The file that a debit stands in. */
  fileId?: string;
};

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<void> {
  await insertPaymentStatement(payment).execute(tx);
}

/** The statement that writes a payment that begins. */
export function insertPaymentStatement(payment: NewPayment): RawBuilder<unknown> {
  return sql`insert into payment (id, network_id, order_id, installment, kind, keep, status, amount, currency, asked, created_at,
      debit_file_id)
    values (${payment.id}, ${payment.networkId}, ${payment.orderId}, ${payment.position}, ${payment.kind},
      ${payment.keep}, ${born(paymentMachine, "begin")}, ${payment.amount}, ${payment.currency},
      ${JSON.stringify(payment.asked)}, ${payment.at}, ${payment.fileId ?? null})`;
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
    where p.order_id = ${orderId} order by p.sequence desc limit 1`.execute(db);
  return found.rows[0];
}

/** What of an order was captured and not given back. */
export async function capturedPayments(tx: Tx, orderId: string): Promise<Payment[]> {
  const found = await sql<Payment>`select ${columns} from payment p join orders o on o.id = p.order_id
    where p.order_id = ${orderId} and p.status = 'captured' order by p.sequence`.execute(tx);
  return found.rows;
}

/** The newest payment of one part of an order. */
export async function lastPaymentOfInstallment(
  db: Database | Tx,
  orderId: string,
  position: number,
): Promise<Payment | undefined> {
  const found = await sql<Payment>`select ${columns} from payment p join orders o on o.id = p.order_id
    where p.order_id = ${orderId} and p.installment = ${position} order by p.sequence desc limit 1`.execute(db);
  return found.rows[0];
}

/** The statement that notes the provider's session, which it would give again; nothing happens when it was noted before. */
export function saveSessionStatement(id: string, session: string, payUrl: string | null): RawBuilder<unknown> {
  const set = sql`provider_session = ${session}, pay_url = ${payUrl} from unhurried`;
  return sql`${withoutDiskWait} ${movePaymentsStatement("open", sql`id = ${id}`, set)}`;
}

/**
 * The statement that moves payments by a transition of their table: the only one that changes a status. `set` writes further
 * columns, and may end with a `from`.
 */
export function movePaymentsStatement(
  transition: PaymentTransition,
  which: RawBuilder<unknown>,
  set: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { from, to } = transitionOf<PaymentStatus, PaymentTransition>(paymentMachine, transition);
  return sql`update payment set status = ${to}, ${set} where ${which} and status = any(${from})`;
}

/**
 * Moves a payment by a transition of its table, and with it the money of that transition (`movement`). Answers whether it moved:
 * of two that try at once, one succeeds.
 */
export async function movePayment(
  tx: Tx,
  id: string,
  transition: PaymentTransition,
  more: { at: string; method?: unknown; session?: string; movement?: Movement },
): Promise<boolean> {
  const booked =
    more.movement === undefined ? sql`` : sql`, booked as (${insertMovementStatement(more.movement, sql`moved`)})`;
  const set = sql`settled_at = ${more.at},
    method = coalesce(${more.method === undefined ? null : JSON.stringify(more.method)}::jsonb, method),
    provider_session = coalesce(provider_session, ${more.session ?? null})`;
  const moved =
    await sql`with moved as (${movePaymentsStatement(transition, sql`id = ${id}`, set)} returning id)${booked}
    select id from moved`.execute(tx);
  return moved.rows.length === 1;
}
