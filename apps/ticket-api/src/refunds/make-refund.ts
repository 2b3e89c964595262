import { err, ok, type Result } from "@guichet/contract/result.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import type { Tx } from "../database/database.ts";
import { executeOnCommit } from "../database/pipelining/execute-on-commit.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { type CreditedLine, refundCreditNoteStatement } from "../order-records/credit-notes.ts";
import { readInvoice } from "../order-records/invoice-store.ts";
import { addEvent, type OrderRow } from "../order-records/order-store.ts";
import { releasePlace } from "../order-records/slot-store.ts";
import { cancelPaidOrder } from "../orders/cancel-paid-order.ts";
import { type CapturedPayment, capturedPayments } from "../payment-records/payment-store.ts";
import { planRefunds } from "../payments/refunds/plan-refunds.ts";
import { cancelTicketsOfRefund } from "../wallet/ticket-store.ts";
import type { ApprovedRefund } from "./order-refund-store.ts";
import { cancellationEmailStatement, refundEmailStatement } from "./refund-email.ts";

type RefundCode = "REFUND_REFUSED" | "REFUND_EXCEEDS_PAID";

/** The amount of an order that is captured and not refunded, in minor units. */
export const remainingOf = (payments: readonly CapturedPayment[]): number =>
  payments.reduce((sum, { remainingAmount }) => sum + remainingAmount, 0);

/**
 * Makes a refund of a locked order in the caller's transaction: first its tickets are cancelled, then the jobs that send
 * the money are planned, and the credit note and the e-mail are written. No ticket is ever usable and refunded.
 */
export async function makeRefund(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  approved: ApprovedRefund,
): Promise<Result<true, RefundCode>> {
  const { refund, tickets } = approved;
  const { id: orderRefundId, networkId, orderId, currency, amount } = refund;
  const at = deps.clock.iso();
  if (refund.scope === "order") return cancelWithRefund(tx, deps, network, order, approved);
  const ids = tickets.map(({ id }) => id);
  if ((await cancelTicketsOfRefund(tx, ids, at)) < ids.length) return err("REFUND_REFUSED", { reason: "REFUNDED" });
  const payments = await capturedPayments(tx, orderId);
  if (remainingOf(payments) < amount) return err("REFUND_EXCEEDS_PAID", { remaining: remainingOf(payments) });
  await planRefunds(tx, deps, { networkId, orderId, orderRefundId, amount, currency }, payments);
  const event = refund.scope === "tickets" ? "tickets-refunded" : "goodwill-refunded";
  await addEvent(tx, { networkId, orderId, at, event, detail: { refundId: orderRefundId, amount } });
  const lines: CreditedLine[] | undefined =
    refund.scope === "goodwill"
      ? undefined
      : tickets.map(({ name, serial, vatRate, amount: credited }) => ({ name, serial, vatRate, amount: credited }));
  // Last in the transaction: the counter of credit notes stays locked until the commit.
  await executeOnCommit(tx, [
    await refundCreditNoteStatement(tx, deps, network, order, { orderRefundId, amount, lines }, issueAt(network, at)),
    refundEmailStatement(deps, order, approved, firstRefunded(payments)),
  ]);
  return ok(true);
}

/** The payment that the money goes back to, or most of it. */
const firstRefunded = (payments: readonly CapturedPayment[]): CapturedPayment | undefined =>
  payments.find(({ remainingAmount }) => remainingAmount > 0);

const issueAt = (network: LoadedNetwork, at: string) => ({
  date: dayIn(at, network.definition.timeZone),
  issuedAt: at,
});

/** Cancels the order: everything that it still has is refunded, its fulfilment ends, and its vouchers are released. */
async function cancelWithRefund(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  approved: ApprovedRefund,
): Promise<Result<true, RefundCode>> {
  const { orderId, amount, id: refundId } = approved.refund;
  const payments = await capturedPayments(tx, orderId);
  if (remainingOf(payments) !== amount) return err("REFUND_EXCEEDS_PAID", { remaining: remainingOf(payments) });
  const before = await readInvoice(tx, orderId, "credit-note");
  if (order.collect !== null) await releasePlace(tx, orderId, deps.clock.iso());
  if (!(await cancelPaidOrder(tx, deps, network, order, { refundId, isCredited: before !== undefined })))
    return err("REFUND_REFUSED", { reason: "ORDER_NOT_PAID" });
  const at = deps.clock.iso();
  if (amount === 0) {
    await executeOnCommit(tx, [cancellationEmailStatement(deps, order, approved)]);
    return ok(true);
  }
  const email = refundEmailStatement(deps, order, approved, firstRefunded(payments));
  const credited = { orderRefundId: refundId, amount, lines: undefined };
  await executeOnCommit(
    tx,
    before === undefined
      ? [email]
      : [await refundCreditNoteStatement(tx, deps, network, order, credited, issueAt(network, at)), email],
  );
  return ok(true);
}
