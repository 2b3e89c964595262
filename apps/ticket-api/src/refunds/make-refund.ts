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
import type { CapturedPayment } from "../payment-records/payment-store.ts";
import {
  collectableAmounts,
  divided,
  dropInstallments,
  removeUnneededCards,
} from "../payments/refunds/drop-installments.ts";
import { planRefunds } from "../payments/refunds/plan-refunds.ts";
import { lockRefundLimits } from "../payments/refunds/refund-limits.ts";
import { cancelTicketsOfRefund } from "../wallet/ticket-store.ts";
import { type ApprovedRefund, type DividedRefund, insertDroppedInstallments } from "./order-refund-store.ts";
import { cancellationEmailStatement, refundEmailStatement } from "./refund-email.ts";
import { closeRefundRequests } from "./request-store.ts";

type RefundCode = "REFUND_REFUSED" | "REFUND_EXCEEDS_PAID";

/** The statement that queues the e-mail about a refund, in the transaction that makes it. */
export type RefundEmail = typeof refundEmailStatement;

/**
 * Makes a refund of a locked order in the caller's transaction: first its tickets are cancelled, then its open
 * installments are reduced, the jobs that send the money are planned, and the credit note and the e-mail are written.
 * No ticket is ever usable and refunded, and nothing is collected and dropped.
 */
export async function makeRefund(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  approved: ApprovedRefund,
  emailStatement: RefundEmail = refundEmailStatement,
): Promise<Result<DividedRefund, RefundCode>> {
  const { refund, tickets } = approved;
  const { id: orderRefundId, networkId, orderId, currency, amount } = refund;
  const at = deps.clock.iso();
  if (refund.scope === "order") return cancelWithRefund(tx, deps, network, order, approved);
  const ids = tickets.map(({ id }) => id);
  if ((await cancelTicketsOfRefund(tx, ids, at)) < ids.length) return err("REFUND_REFUSED", { reason: "REFUNDED" });
  if (ids.length > 0) await closeRefundRequests(tx, { orderId, ticketIds: ids }, at);
  const { payments, open, paidAmount, remainingAmount } = await lockRefundLimits(tx, orderId);
  if (remainingAmount < amount) return err("REFUND_EXCEEDS_PAID", { remaining: remainingAmount });
  const limits = { open, paidAmount, collectable: await collectableAmounts(tx, deps, network, open) };
  const division = await dropInstallments(tx, deps, order, { refundId: orderRefundId, amount, ...limits });
  await insertDroppedInstallments(tx, orderRefundId, division.dropped);
  const paidBack = {
    networkId,
    orderId,
    orderRefundId,
    amount: division.paidBackAmount,
    currency,
    byCustomer: refund.staffId === null,
  };
  await planRefunds(tx, deps, paidBack, payments);
  const event = refund.scope === "tickets" ? "tickets-refunded" : "goodwill-refunded";
  await addEvent(tx, { networkId, orderId, at, event, detail: { refundId: orderRefundId, amount } });
  const lines: CreditedLine[] | undefined =
    refund.scope === "goodwill"
      ? undefined
      : tickets.map(({ name, serial, vatRate, amount: credited }) => ({ name, serial, vatRate, amount: credited }));
  const credited = { orderRefundId, amount, lines, paidBackAmount: division.paidBackAmount };
  deps.failpoint("tickets-refunded-uncommitted");
  // Last in the transaction: the counter of credit notes stays locked until the commit.
  await executeOnCommit(tx, [
    await refundCreditNoteStatement(tx, deps, network, order, credited, issueAt(network, at)),
    emailStatement(deps, order, approved, division, firstRefunded(payments)),
  ]);
  return ok(division);
}

/** The payment to which all or most of the money returns. */
const firstRefunded = (payments: readonly CapturedPayment[]): CapturedPayment | undefined =>
  payments.find(({ remainingAmount }) => remainingAmount > 0);

const issueAt = (network: LoadedNetwork, at: string) => ({
  date: dayIn(at, network.definition.timeZone),
  issuedAt: at,
});

/** Cancels the order: its open installments are dropped, what was paid is refunded, its fulfilment ends, and its vouchers are released. */
async function cancelWithRefund(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  approved: ApprovedRefund,
): Promise<Result<DividedRefund, RefundCode>> {
  const { orderId, amount, id: refundId } = approved.refund;
  const { payments, open, paidAmount, remainingAmount } = await lockRefundLimits(tx, orderId);
  if (remainingAmount !== amount) return err("REFUND_EXCEEDS_PAID", { remaining: remainingAmount });
  const division = divided(amount, { open, paidAmount, collectable: null });
  await insertDroppedInstallments(tx, refundId, division.dropped);
  const before = await readInvoice(tx, orderId, "credit-note");
  if (order.collect !== null) await releasePlace(tx, orderId, deps.clock.iso());
  const refunding = { refundId, isCredited: before !== undefined, paidBackAmount: paidAmount };
  if (!(await cancelPaidOrder(tx, deps, network, order, refunding)))
    return err("REFUND_REFUSED", { reason: "ORDER_NOT_PAID" });
  const at = deps.clock.iso();
  await removeUnneededCards(tx, deps, network.id, open, at);
  const email =
    amount === 0
      ? cancellationEmailStatement(deps, order, approved)
      : refundEmailStatement(deps, order, approved, division, firstRefunded(payments));
  const credited = { orderRefundId: refundId, amount, lines: undefined, paidBackAmount: paidAmount };
  deps.failpoint("order-refunded-uncommitted");
  await executeOnCommit(
    tx,
    before === undefined || amount === 0
      ? [email]
      : [await refundCreditNoteStatement(tx, deps, network, order, credited, issueAt(network, at)), email],
  );
  return ok(division);
}
