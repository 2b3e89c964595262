import { Day, Id, Money } from "@guichet/contract/values.ts";
import { type PaymentStatus, type PaymentTransition, paymentMachine } from "@guichet/rules/payments/payments.ts";
import { born, transitionOf } from "@guichet/rules/state-machine.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../database/database.ts";
import { withoutDiskWait } from "../database/pipelining/deferred-writes.ts";
import { debitSequences } from "../integrations/direct-debit.ts";
import type { NewSession, SavedCharge } from "../integrations/payment-provider.ts";
import type { ProviderAccount } from "../integrations/payment-providers.ts";
import { withdrawnOfPayment } from "./dispute-store.ts";
import { insertMovementStatement, type Movement } from "./ledger-store.ts";

/** The fields of every payment, with the order's fields that are needed to pay it. */
interface PaymentOf {
  id: string;
  networkId: string;
  orderId: string;
  orderNumber: string;
  /** The end of the time to pay, after which it is closed. */
  endsAt: string;
  /** The installment of the order that it pays. */
  position: number;
  /**
   * Whether it completes the order. Otherwise it pays an owed installment: a later one, or one that was to be debited.
   */
  completes: boolean;
  status: PaymentStatus;
  amount: number;
  currency: string;
  providerSession: string | null;
  payUrl: string | null;
  /** Whether the customer asked to save the card. */
  keep: boolean;
}

const debitAsked = {
  orderId: Id,
  orderNumber: z.string(),
  amount: Money,
  mandate: z.object({ reference: z.string(), signedOn: Day }),
  debtor: z.object({ name: z.string(), iban: z.string() }),
};
/** The request to the bank for a debit; its reference is the payment's id. */
export const DebitRequest = z.union([
  z.object({ ...debitAsked, sequence: z.enum(debitSequences) }),
  // The older form of stored requests, without a sequence type. They are submitted again verbatim.
  z
    .object({ ...debitAsked, once: z.boolean() })
    .transform(({ once, ...asked }) => ({ ...asked, sequence: once ? ("OOFF" as const) : ("RCUR" as const) })),
]);
export type DebitRequest = z.infer<typeof DebitRequest>;

/**
 * One attempt to pay an order or an installment: at the provider's page, charged to a saved card, or debited by the
 * bank. `asked` is the request to the provider or bank, repeated verbatim.
 */
export type Payment = PaymentOf &
  (
    | { kind: "page"; asked: NewSession; providerAccount: ProviderAccount }
    | { kind: "charge"; asked: SavedCharge; providerAccount: ProviderAccount }
    | { kind: "debit"; asked: DebitRequest; providerAccount: null }
    | { kind: "debit"; asked: DebitRequest; providerAccount: ProviderAccount }
  );

/** A payment at a payment provider: on its page, charged to a saved card, or a debit that it collects (decision 180). */
export type ProviderPayment = Exclude<Payment, { providerAccount: null }>;
/** A payment by card. */
export type CardPayment = Exclude<Payment, { kind: "debit" }>;

/** The fields of a payment with which its session is opened. */
export type ToOpen = Pick<PaymentOf, "id" | "orderId"> & { providerAccount: ProviderAccount } & (
    | { kind: "page"; asked: NewSession }
    | { kind: "charge"; asked: SavedCharge }
  );

const completes = sql`(p.installment = 1 and o.payment_method is distinct from 'TRANSFER')`;
const columns = sql`p.id, p.network_id as "networkId", p.order_id as "orderId", o.number as "orderNumber",
  ${completes} as completes, case when ${completes} then o.expires_at
    else coalesce((p.asked ->> 'expiresAt')::timestamptz, o.expires_at) end as "endsAt",
  p.installment as position, p.kind, p.keep, p.status, p.amount, p.currency,
  p.asked, p.provider_account as "providerAccount", p.provider_session as "providerSession", p.pay_url as "payUrl"`;

type NewPayment = Pick<
  Payment,
  "id" | "networkId" | "orderId" | "amount" | "currency" | "asked" | "providerAccount" | "position" | "kind" | "keep"
> & {
  at: string;
  /** The file of a debit. */
  fileId?: string;
};

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<void> {
  await insertPaymentStatement(payment).execute(tx);
}

/** The statement that inserts a started payment. */
export function insertPaymentStatement(payment: NewPayment): RawBuilder<unknown> {
  return sql`insert into payment (id, network_id, order_id, installment, kind, keep, status, amount, currency, asked, provider_account,
      created_at, debit_file_id)
    values (${payment.id}, ${payment.networkId}, ${payment.orderId}, ${payment.position}, ${payment.kind},
      ${payment.keep}, ${born(paymentMachine, "begin")}, ${payment.amount}, ${payment.currency},
      ${JSON.stringify(payment.asked)}, ${payment.providerAccount}, ${payment.at}, ${payment.fileId ?? null})`;
}

export async function readPayment(db: Database | Tx, id: string): Promise<Payment | undefined> {
  const found =
    await sql<Payment>`select ${columns} from payment p join orders o on o.id = p.order_id where p.id = ${id}::uuid`.execute(
      db,
    );
  return found.rows[0];
}

/** Stores the name of a debit at its collector, once. */
export async function nameDebit(db: Database, id: string, session: string): Promise<void> {
  await sql`update payment set provider_session = ${session}
    where id = ${id}::uuid and kind = 'debit' and provider_session is null`.execute(db);
}

/** Locks a payment until the transaction ends. */
export async function lockPayment(tx: Tx, id: string): Promise<void> {
  await sql`select from payment where id = ${id}::uuid for update`.execute(tx);
}

/** Reads the newest payment of an order. */
export async function lastPayment(db: Database | Tx, orderId: string): Promise<Payment | undefined> {
  const found = await sql<Payment>`select ${columns} from payment p join orders o on o.id = p.order_id
    where p.order_id = ${orderId} order by p.sequence desc limit 1`.execute(db);
  return found.rows[0];
}

/** A captured payment. */
export type CapturedPayment = Payment & {
  /** What is not refunded, nor about to be, in minor units. */
  unrefundedAmount: number;
  /** What can be refunded: the unrefunded amount less what the bank has taken back by a dispute, in minor units. */
  remainingAmount: number;
  /** When it was captured, or its debit was settled. */
  settledAt: string | null;
  /** Last digits of the card that paid, where the provider names them. */
  lastDigits: string | null;
};

/** Lists the captured payments of an order, the newest first. */
export async function capturedPayments(db: Database | Tx, orderId: string): Promise<CapturedPayment[]> {
  const found =
    await sql<CapturedPayment>`select paid.*, greatest(paid."unrefundedAmount" - paid.withdrawn, 0) as "remainingAmount"
    from (select ${columns}, p.settled_at as "settledAt", p.method ->> 'last4' as "lastDigits", ${withdrawnOfPayment} as withdrawn, p.sequence,
        p.amount - (select coalesce(sum(r.amount), 0)::integer from refund r where r.payment_id = p.id)
          - (select coalesce(-sum(e.amount), 0)::integer from ledger_entry e where e.order_id = p.order_id
            and e.side = 'provider' and starts_with(e.movement, 'outside-refund:' || p.id || ':')) as "unrefundedAmount"
      from payment p join orders o on o.id = p.order_id
      where p.order_id = ${orderId} and p.status = 'captured') paid
    order by paid.position desc, paid.sequence desc`.execute(db);
  return found.rows;
}

/** Reads the newest payment of one installment of an order. */
export async function lastPaymentOfInstallment(
  db: Database | Tx,
  orderId: string,
  position: number,
): Promise<Payment | undefined> {
  const found = await sql<Payment>`select ${columns} from payment p join orders o on o.id = p.order_id
    where p.order_id = ${orderId} and p.installment = ${position} order by p.sequence desc limit 1`.execute(db);
  return found.rows[0];
}

/**
 * The statement that stores the provider's session; it changes nothing if the session is stored already. Losing it is
 * harmless: the provider returns the same session again.
 */
export function saveSessionStatement(id: string, session: string, payUrl: string | null): RawBuilder<unknown> {
  const set = sql`provider_session = ${session}, pay_url = ${payUrl} from unhurried`;
  return sql`${withoutDiskWait} ${movePaymentsStatement("open", sql`id = ${id}`, set)}`;
}

/**
 * The statement that moves payments by a transition of their state machine: the only one that changes a status. `set`
 * assigns further columns, and may end with a `from`.
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
 * Moves a payment by a transition of its state machine, and books the money of that transition (`movement`). Returns
 * whether it moved: of two concurrent calls, one succeeds.
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

/** Records that the customer gave this payment up, by cancelling or replacing its order, before its page is closed. */
export async function markGivenUp(db: Database, id: string, at: string): Promise<void> {
  await sql`update payment set given_up_at = ${at} where id = ${id} and given_up_at is null`.execute(db);
}

/** Whether the customer gave this payment up. */
export async function isGivenUp(tx: Tx, id: string): Promise<boolean> {
  const found = await sql`select from payment where id = ${id} and given_up_at is not null`.execute(tx);
  return found.rows.length === 1;
}
