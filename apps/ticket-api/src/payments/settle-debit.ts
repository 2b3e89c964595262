import { paymentMismatches } from "@guichet/rules/payment-answer.ts";
import type { Tx } from "../database/database.ts";
import type { House } from "../dependencies.ts";
import type { DebitState } from "../integrations/direct-debit.ts";
import { tellDebitReturned } from "./debit-letters.ts";
import { answeredDebit, expectedOf, type MismatchedAnswer, mismatched, tellMismatch } from "./mismatches.ts";
import { partPaid } from "./parts.ts";
import { movePayment, type Payment, readPayment } from "./payment-store.ts";
import { partUnpaid } from "./unpaid-parts.ts";

/**
 * Asks the bank how a debit stands and draws the consequences, once, whoever asks and however often: booked, the part is
 * paid; rejected or returned, it is unpaid and the order to be regularised. Throws `ProviderUnreachable`.
 */
export async function settleDebit(house: House, payment: Payment): Promise<Payment> {
  const isOver = payment.status === "refunded" || payment.status === "mismatched";
  const state = isOver ? undefined : await house.debits?.get(payment.id);
  // Not handed in yet: the file's work does that.
  if (state === undefined || state.state === "waits") return payment;
  house.pass("bank-asked");
  const at = house.clock.iso();
  const answered = answeredDebit(state);
  // What came back was taken as asked first: its return is no difference.
  const before = { ...answered, refunded: { ...answered.refunded, amount: 0 } };
  const mismatches = paymentMismatches(expectedOf(payment), before);
  if (mismatches.length > 0) {
    await mismatchedDebit(house, payment, { mismatches, answered, session: bankName(payment.id) });
    return (await readPayment(house.db, payment.id)) ?? payment;
  }
  await house.db.transaction().execute(async (tx) => {
    if (state.state === "rejected") await rejected(tx, house, payment, state, at);
    else await booked(tx, house, payment, at);
    if (state.state === "returned") await returned(tx, house, payment, state, at);
    house.pass("debit-uncommitted");
  });
  house.pass("debit-settled");
  house.wake();
  return (await readPayment(house.db, payment.id)) ?? payment;
}

/** The bank's answer is not about what it was asked: of a debit that was booked before, a person alone is told. */
async function mismatchedDebit(house: House, payment: Payment, answer: MismatchedAnswer): Promise<void> {
  const network = await house.networks.get(payment.networkId);
  if (network === undefined) throw new Error(`Network ${payment.networkId} is gone`);
  await house.db.transaction().execute(async (tx) => {
    if (payment.status !== "captured") await mismatched(tx, house, network, payment, answer);
    else await tellMismatch(tx, house, payment, answer, undefined);
  });
  house.wake();
}

const moneyOf = ({ networkId, orderId, amount, currency }: Payment, at: string) => ({
  networkId,
  orderId,
  amount,
  currency,
  at,
});

async function booked(tx: Tx, house: House, payment: Payment, at: string): Promise<void> {
  const { id } = payment;
  const movement = { ...moneyOf(payment, at), movement: `capture:${id}`, to: "provider", from: "receivable" } as const;
  if (await movePayment(tx, id, ["begun", "open"], "captured", { at, movement, session: bankName(id) }))
    await partPaid(tx, house, payment, at);
}

/** The bank never debited the account. */
async function rejected(tx: Tx, house: House, payment: Payment, { reason }: DebitState, at: string): Promise<void> {
  if (await movePayment(tx, payment.id, ["begun", "open"], "refused", { at, session: bankName(payment.id) }))
    await cameBack(tx, house, payment, { at, event: "debit-rejected", reason, from: "begun" });
}

/** The money went back to the debtor: it is owed again. */
async function returned(tx: Tx, house: House, payment: Payment, { reason }: DebitState, at: string): Promise<void> {
  const { id } = payment;
  const movement = { ...moneyOf(payment, at), movement: `refund:${id}`, to: "receivable", from: "provider" } as const;
  if (await movePayment(tx, id, ["captured"], "refunded", { at, movement }))
    await cameBack(tx, house, payment, { at, event: "debit-returned", reason, from: "paid" });
}

const bankName = (id: string): string => id.replaceAll("-", "");

async function cameBack(
  tx: Tx,
  house: House,
  { networkId, orderId, position }: Payment,
  {
    at,
    event,
    reason,
    from,
  }: { at: string; event: "debit-rejected" | "debit-returned"; reason: string | undefined; from: "begun" | "paid" },
): Promise<void> {
  const unpaid = await partUnpaid(
    tx,
    house,
    { networkId, orderId, position },
    { at, event, from, detail: { reason: reason ?? null } },
  );
  if (unpaid !== undefined) await tellDebitReturned(tx, house, unpaid.order, unpaid.part, reason);
}
