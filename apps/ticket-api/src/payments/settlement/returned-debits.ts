import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { DebitState } from "../../integrations/direct-debit.ts";
import { addEvent, lockOrder } from "../../order-records/order-store.ts";
import { insertDiscrepancy } from "../../payment-records/discrepancy-store.ts";
import { moveInstallment, reduceInstallment } from "../../payment-records/installment-store.ts";
import { isMovementRecorded, recordMovement } from "../../payment-records/ledger-store.ts";
import { movePayment, type Payment } from "../../payment-records/payment-store.ts";
import { markRefunded, markReturned, type Refund, refundsOfPayment } from "../../payment-records/refund-store.ts";

/** Was the return of this debit booked already, whether it was paid back before or not? */
export const isReturnBooked = async (tx: Tx | Dependencies["db"], { id }: Pick<Payment, "id">): Promise<boolean> =>
  (await isMovementRecorded(tx, `refund:${id}`)) || (await isMovementRecorded(tx, `returned:${id}`));

/**
 * Books a debit that the bank returned to its debtor, once. Refunds of it that were not sent are not made: the debtor has
 * their money, so that less is owed. One that was sent before is reported: the debtor got that money twice. Returns
 * whether the installment is owed again.
 */
export async function bookReturn(
  tx: Tx,
  deps: Dependencies,
  payment: Payment,
  state: Pick<DebitState, "transfers" | "reason">,
  at: string,
): Promise<boolean> {
  const { id, networkId, orderId, amount, currency, position } = payment;
  await lockOrder(tx, orderId);
  const money = { networkId, orderId, currency, at };
  const returned = { ...money, amount, movement: `refund:${id}`, to: "receivable", from: "provider" } as const;
  const wasCaptured = await movePayment(tx, id, "refund", { at, movement: returned });
  if (!wasCaptured && (await isReturnBooked(tx, payment))) return false;
  const { sentAmount, sentUnbooked, unsent, unsentAmount } = await refundsAtReturn(tx, payment, state);
  for (const refund of unsent) await markReturned(tx, refund.id, at);
  for (const refund of sentUnbooked) await bookSent(tx, refund, at);
  if (sentAmount > 0) await reportPaidTwice(tx, deps, payment, sentAmount, at);
  // A return that leaves something owed has its event with the unpaid installment.
  const detail = { position, reason: state.reason ?? null };
  const nothingOwed = { networkId, orderId, at, event: "debit-returned", detail } as const;
  if (!wasCaptured) {
    // Its order was cancelled: nothing is owed for it, and what was sent before is to be claimed.
    await recordMovement(tx, { ...money, amount, movement: `returned:${id}`, to: "suspense", from: "provider" });
    const made = {
      ...money,
      amount: unsentAmount,
      movement: `returned-refund:${id}`,
      to: "sales",
      from: "suspense",
    } as const;
    if (unsentAmount > 0) await recordMovement(tx, made);
    await addEvent(tx, nothingOwed);
    return false;
  }
  if (unsentAmount === 0) return true;
  const dropped = {
    ...money,
    amount: unsentAmount,
    movement: `withdrawn:${orderId}:${id}`,
    to: "sales",
    from: "receivable",
  } as const;
  await recordMovement(tx, dropped);
  if (unsentAmount < amount) {
    if (!(await reduceInstallment(tx, payment, "paid", unsentAmount)))
      throw new Error(`Installment ${position} of order ${orderId} cannot be reduced by ${unsentAmount}`);
    return true;
  }
  if (!(await moveInstallment(tx, payment, "refund")))
    throw new Error(`Installment ${position} of order ${orderId} is not paid although its debit was returned`);
  await addEvent(tx, nothingOwed);
  return false;
}

/** The refunds of a debit when it is returned: what was sent, by the books or by the bank, and those that were not. */
async function refundsAtReturn(tx: Tx, { id }: Payment, { transfers }: Pick<DebitState, "transfers">) {
  const keys = new Set(transfers.map(({ reference }) => reference));
  const refunds = (await refundsOfPayment(tx, id)).filter(({ returnedAt }) => returnedAt === null);
  const isSent = (refund: Refund) => refund.givenAt !== null || keys.has(`rest:${refund.id}`);
  const unsent = refunds.filter((refund) => !isSent(refund));
  const sum = (of: readonly Refund[]) => of.reduce((total, refund) => total + refund.amount, 0);
  const sent = refunds.filter(isSent);
  const sentUnbooked = sent.filter(({ givenAt }) => givenAt === null);
  return { sentAmount: sum(sent), sentUnbooked, unsent, unsentAmount: sum(unsent) };
}

/** Books a transfer that the bank made although its job did not get to book it. */
async function bookSent(tx: Tx, { id, networkId, orderId, amount, currency }: Refund, at: string): Promise<void> {
  if (!(await markRefunded(tx, id, at))) return;
  const movement = { movement: `rest:${id}`, networkId, orderId, amount, currency, at };
  await recordMovement(tx, { ...movement, to: "sales", from: "provider" });
}

async function reportPaidTwice(
  tx: Tx,
  deps: Dependencies,
  payment: Payment,
  amount: number,
  at: string,
): Promise<void> {
  const { id: paymentId, networkId, orderId, currency } = payment;
  await insertDiscrepancy(tx, {
    ...{ id: deps.ids.uuid(), networkId, kind: "returned-after-refund", orderId, paymentId, registrationId: null },
    ...{ providerSession: null, providerAccount: null, reference: paymentId },
    detail: { mismatches: [{ field: "refunded", expected: "0", answered: `${amount} ${currency}` }] },
    ...{ refundAmount: null, refundCurrency: null, foundAt: at },
  });
  await addEvent(tx, { networkId, orderId, at, event: "refund-mismatch", detail: { paymentId, amount } });
  deps.log.error({ paymentId, orderId, amount }, "debit was returned by the bank after it had been paid back");
}
