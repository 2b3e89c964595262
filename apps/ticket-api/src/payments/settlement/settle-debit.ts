import { paymentMismatches } from "@guichet/rules/payments/payment-answer.ts";
import type { Tx } from "../../database/database.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { DebitState, RefusedDebit } from "../../integrations/direct-debit.ts";
import { lockOrder } from "../../order-records/order-store.ts";
import { movePayment, nameDebit, type Payment, readPayment } from "../../payment-records/payment-store.ts";
import { registrationOfDebit } from "../../payment-records/registered-mandate-store.ts";
import { collectorAt } from "../debit-collectors.ts";
import { notifyDebitReturned } from "../emails/debit-emails.ts";
import { installmentPaid } from "../installments/plan-installments.ts";
import { retryDebit } from "../installments/retry-debit.ts";
import { markInstallmentUnpaid } from "../installments/unpaid-installments.ts";
import { endMandateFor } from "../mandates/end-mandate.ts";
import { debitAnswer, expectedOf, handleMismatch, type MismatchedAnswer, reportMismatch } from "./check-answer.ts";
import { bookReturn, isReturnBooked } from "./returned-debits.ts";

type DebitPayment = Extract<Payment, { kind: "debit" }>;

/**
 * Asks the bank, or the payment provider that collects it, for the state of a debit and applies it, once however often it is
 * called: if booked, the installment is paid; if rejected or returned, it is presented once more or unpaid, the order moves to REGULARIZATION, and the mandate ends, as the reason
 * says. Throws `ProviderUnreachable`.
 */
export async function settleDebit(deps: Dependencies, payment: DebitPayment): Promise<Payment> {
  const isOver =
    payment.status === "mismatched" || (payment.status === "refunded" && (await isReturnBooked(deps.db, payment)));
  const state = isOver ? undefined : await askCollector(deps, payment);
  // Not submitted yet: the job of its file does that.
  if (state === undefined) return payment;
  if (state.session !== undefined && payment.providerSession === null)
    await nameDebit(deps.db, payment.id, state.session);
  if (state.state === "waits") return payment;
  deps.failpoint("bank-answered");
  const at = deps.clock.iso();
  const answered = debitAnswer(state);
  // A returned debit was captured as requested first: its return is not a difference.
  const asCaptured = { ...answered, refunded: { ...answered.refunded, amount: 0 } };
  const mismatches = paymentMismatches(expectedOf(payment), asCaptured);
  if (mismatches.length > 0) {
    await mismatchedDebit(deps, payment, { mismatches, answered, session: nameOf(payment, state) });
    return (await readPayment(deps.db, payment.id)) ?? payment;
  }
  await inTransaction(deps.db, async (tx) => {
    if (state.state === "rejected")
      await rejected(tx, deps, payment, { reason: state.reason, session: nameOf(payment, state) }, at);
    else {
      // Locked in the sequence in which an order is refunded: the order, then its payments.
      await lockOrder(tx, payment.orderId);
      await booked(tx, deps, payment, state, at);
    }
    if (state.state === "returned") await returned(tx, deps, payment, state, at);
    deps.failpoint("debit-uncommitted");
  });
  deps.failpoint("debit-settled");
  deps.wake();
  return (await readPayment(deps.db, payment.id)) ?? payment;
}

/** Books a debit that its collector does not take, like one that the bank rejects, once however often it is called. */
export async function bookRefusedDebit(deps: Dependencies, { reference, reason }: RefusedDebit): Promise<void> {
  const payment = await readPayment(deps.db, reference);
  if (payment?.kind !== "debit") return;
  await inTransaction(deps.db, (tx) => rejected(tx, deps, payment, { reason }, deps.clock.iso()));
}

async function askCollector(deps: Dependencies, payment: DebitPayment): Promise<DebitState | undefined> {
  const collector = collectorAt(deps, payment.providerAccount);
  if (payment.providerAccount === null) return collector?.get(payment.id);
  const registered = await registrationOfDebit(deps.db, payment.id);
  return collector?.get(payment.id, { session: payment.providerSession, registered });
}

/** Handles an answer of the bank that does not match: for a debit that was booked before, it is only reported to staff. */
async function mismatchedDebit(deps: Dependencies, payment: Payment, answer: MismatchedAnswer): Promise<void> {
  const network = await deps.networks.get(payment.networkId);
  if (network === undefined) throw new Error(`Network ${payment.networkId} does not exist`);
  await inTransaction(deps.db, async (tx) => {
    if (payment.status !== "captured") await handleMismatch(tx, deps, network, payment, answer);
    else await reportMismatch(tx, deps, payment, answer, undefined);
  });
  deps.wake();
}

const moneyOf = ({ networkId, orderId, amount, currency }: Payment, at: string) => ({
  networkId,
  orderId,
  amount,
  currency,
  at,
});

async function booked(tx: Tx, deps: Dependencies, payment: DebitPayment, state: DebitState, at: string): Promise<void> {
  const { id } = payment;
  const movement = { ...moneyOf(payment, at), movement: `capture:${id}`, to: "provider", from: "receivable" } as const;
  if (await movePayment(tx, id, "capture", { at, movement, session: nameOf(payment, state) }))
    await installmentPaid(tx, deps, payment, at, { isReturned: state.state === "returned" });
}

/** The bank never debited the account. */
async function rejected(
  tx: Tx,
  deps: Dependencies,
  payment: DebitPayment,
  { reason, session }: { reason: string | undefined; session?: string },
  at: string,
): Promise<void> {
  if (await movePayment(tx, payment.id, "refuse", { at, ...(session !== undefined && { session }) }))
    await markReturned(tx, deps, payment, { at, event: "debit-rejected", reason, transition: "fail" });
}

/** The money was returned to the debtor: it is owed again. */
async function returned(
  tx: Tx,
  deps: Dependencies,
  payment: DebitPayment,
  state: DebitState,
  at: string,
): Promise<void> {
  const { reason } = state;
  if (await bookReturn(tx, deps, payment, state, at))
    await markReturned(tx, deps, payment, { at, event: "debit-returned", reason, transition: "returnDebit" });
  // Nothing is owed for it any more, but other debits may be planned from the same account.
  else await endMandateFor(tx, deps, payment, { reason, at });
}

/** The name of a debit at its collector: the bank's is our reference. */
const nameOf = ({ id }: DebitPayment, { session }: DebitState): string => session ?? id.replaceAll("-", "");

async function markReturned(
  tx: Tx,
  deps: Dependencies,
  payment: DebitPayment,
  {
    at,
    event,
    reason,
    transition,
  }: {
    at: string;
    event: "debit-rejected" | "debit-returned";
    reason: string | undefined;
    transition: "fail" | "returnDebit";
  },
): Promise<void> {
  if (await retryDebit(tx, deps, payment, { at, event, reason })) return;
  const mandateEnded = await endMandateFor(tx, deps, payment, { reason, at });
  const detail = { reason: reason ?? null, ...(mandateEnded && { mandateEnded }) };
  const unpaid = await markInstallmentUnpaid(tx, deps, payment, { at, event, transition, detail });
  if (unpaid !== undefined)
    await notifyDebitReturned(tx, deps, unpaid.order, unpaid.installment, { reason, mandateEnded });
}
