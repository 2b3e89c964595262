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
import { installmentsOf } from "../payment-records/installment-store.ts";
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

/** The payment to which all or most of the money returns. */
const firstRefunded = (payments: readonly CapturedPayment[]): CapturedPayment | undefined =>
  payments.find(({ remainingAmount }) => remainingAmount > 0);

const issueAt = (network: LoadedNetwork, at: string) => ({
  date: dayIn(at, network.definition.timeZone),
  issuedAt: at,
});

/** What the customer still owes of an order in installments, in minor units. */
async function owedInstallments(tx: Tx, orderId: string): Promise<number> {
  const installments = await installmentsOf(tx, [orderId]);
  const owed = installments.filter(({ status }) => status === "planned" || status === "unpaid");
  return owed.reduce((sum, { amount }) => sum + amount, 0);
}

/** Cancels the order: everything that it still has is refunded, open installments are dropped, its fulfilment ends, and its vouchers are released. */
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
  const owedAmount = await owedInstallments(tx, orderId);
  if (order.collect !== null) await releasePlace(tx, orderId, deps.clock.iso());
  if (!(await cancelPaidOrder(tx, deps, network, order, { refundId, isCredited: before !== undefined })))
    return err("REFUND_REFUSED", { reason: "ORDER_NOT_PAID" });
  const at = deps.clock.iso();
  const email =
    amount === 0
      ? cancellationEmailStatement(deps, order, approved)
      : refundEmailStatement(deps, order, approved, firstRefunded(payments));
  // Dropped installments were invoiced, too.
  const credited = { orderRefundId: refundId, amount: amount + owedAmount, lines: undefined };
  await executeOnCommit(
    tx,
    before === undefined || credited.amount === 0
      ? [email]
      : [await refundCreditNoteStatement(tx, deps, network, order, credited, issueAt(network, at)), email],
  );
  return ok(true);
}
