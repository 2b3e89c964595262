import type { Mismatch } from "@guichet/contract/payments.ts";
import type { Money } from "@guichet/contract/values.ts";
import {
  type AnsweredPayment,
  certainlyTaken,
  type ExpectedPayment,
  paymentMismatches,
} from "@guichet/rules/payments/payment-answer.ts";
import type { PaymentStatus } from "@guichet/rules/payments/payments.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { DebitState } from "../../integrations/direct-debit.ts";
import { type PaymentSession, ProviderUnreachable } from "../../integrations/payment-provider.ts";
import { plan } from "../../jobs/plan-job.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import { addEvent } from "../../order-records/order-store.ts";
import { insertDiscrepancy } from "../../payment-records/discrepancy-store.ts";
import { recordMovement } from "../../payment-records/ledger-store.ts";
import { movePayment, type Payment } from "../../payment-records/payment-store.ts";
import { installmentRefused } from "../installments/plan-installments.ts";
import { failOrder } from "./fail-order.ts";

/** What the provider's or bank's answer about a payment must match. */
export const expectedOf = ({ id, orderId, amount, currency }: ExpectedFields): ExpectedPayment => ({
  reference: id,
  orderId,
  amount: { amount, currency },
  purpose: "pay",
});
type ExpectedFields = Pick<Payment, "id" | "orderId" | "amount" | "currency">;

/** The answer to opening a session or to a charge is about another payment or order; it is not used. */
export class ForeignAnswer extends ProviderUnreachable {
  readonly session: PaymentSession;

  constructor(session: PaymentSession, mismatches: readonly Mismatch[]) {
    super(`The provider answered for ${mismatches.map(({ answered }) => answered).join(", ")}`);
    this.session = session;
  }
}

/** Checks that a session is about the requested payment and order. Throws `ForeignAnswer`. */
export function rejectForeignAnswer(
  request: { reference: string; orderId: string },
  session: PaymentSession,
): PaymentSession {
  const { amount } = session;
  const mismatches = paymentMismatches({ ...request, amount, purpose: "pay" }, session);
  const foreign = mismatches.filter(({ field }) => field === "reference" || field === "order");
  if (foreign.length > 0) throw new ForeignAnswer(session, foreign);
  return session;
}

/** Converts a debit to an answer with comparable amounts: captured while it is booked. */
export function debitAnswer({ reference, orderId, amount, state, sentBack }: DebitState): AnsweredPayment {
  const taken = state === "booked" || state === "returned";
  return {
    reference,
    orderId,
    state: taken ? "captured" : state === "waits" ? "open" : "refused",
    amount,
    captured: { ...amount, amount: taken ? amount.amount : 0 },
    // What we paid back before the bank returned it was refunded, too.
    refunded: state === "returned" ? { ...amount, amount: amount.amount + sentBack.amount } : sentBack,
  };
}

/** An answer of the provider or the bank about a payment, with its differences from the request. */
export interface MismatchedAnswer {
  mismatches: readonly Mismatch[];
  answered: AnsweredPayment;
  session: string | null;
}

/**
 * Handles an answer that does not match the request: nothing is issued, a job refunds what was certainly captured, and
 * the order can be paid again. Staff see it at the order and in the audit. Undefined if the payment was moved before.
 */
export async function handleMismatch(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  payment: Payment,
  answer: MismatchedAnswer,
): Promise<PaymentStatus | undefined> {
  const { id, networkId, orderId, position } = payment;
  const { mismatches, answered } = answer;
  const at = deps.clock.iso();
  const taken = certainlyTaken(expectedOf(payment), answered);
  if (!(await movePayment(tx, id, "mismatch", { at }))) return undefined;
  if (taken !== undefined) await bookMistake(tx, payment, answered, at);
  await reportMismatch(tx, deps, payment, answer, taken);
  const orderEvent = { at, event: "payment-mismatch", detail: { paymentId: id, position, mismatches } };
  const isFailed = payment.completes && (await failOrder(tx, deps, network, orderId, orderEvent));
  if (!isFailed) await addEvent(tx, { networkId, orderId, ...orderEvent });
  // A charge that may have been captured is not retried automatically, unless it is certainly refunded.
  if (!payment.completes) await installmentRefused(tx, deps, network, payment, at, { isLast: taken === undefined });
  return "mismatched";
}

/** Records the differences for staff, once, and plans the refund of what was certainly `taken`. */
export async function reportMismatch(
  tx: Tx,
  deps: Dependencies,
  { id: paymentId, networkId, orderId, providerAccount }: Payment,
  { mismatches, answered, session }: MismatchedAnswer,
  taken: Money | undefined,
): Promise<void> {
  const id = deps.ids.uuid();
  const refundable = taken !== undefined && taken.amount > 0 ? taken : undefined;
  const isNew = await insertDiscrepancy(tx, {
    id,
    networkId,
    kind: "answer",
    orderId,
    paymentId,
    registrationId: null,
    providerSession: session,
    providerAccount,
    reference: null,
    detail: { mismatches, answered },
    refundAmount: refundable?.amount ?? null,
    refundCurrency: refundable?.currency ?? null,
    foundAt: deps.clock.iso(),
  });
  if (!isNew) return;
  if (refundable !== undefined) await plan(tx, deps, { networkId, kind: "discrepancy-refund", key: id });
  deps.log.error({ paymentId, orderId, mismatches }, "answer does not match the payment");
}

/** Books what was really captured and refunded for a payment that does not count. */
async function bookMistake(
  tx: Tx,
  payment: Payment,
  { captured, refunded }: AnsweredPayment,
  at: string,
): Promise<void> {
  const { id, networkId, orderId } = payment;
  const of = { networkId, orderId, at };
  if (captured.amount > 0)
    await recordMovement(tx, {
      ...of,
      ...captured,
      movement: `mismatch-capture:${id}`,
      to: "provider",
      from: "suspense",
    });
  if (refunded.amount > 0)
    await recordMovement(tx, {
      ...of,
      ...refunded,
      movement: `outside-refund:${id}:before`,
      to: "suspense",
      from: "provider",
    });
}
