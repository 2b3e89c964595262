import type { CodeOf } from "@guichet/contract/call.ts";
import type { CounterSale, refundCounterSale } from "@guichet/contract/office/counter.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { hasPermission } from "@guichet/contract/staff-roles.ts";
import { needsApproval } from "@guichet/rules/refunds/refund-states.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { CallContext, Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { lockOrder, type OrderRow } from "../order-records/order-store.ts";
import { cancelPaidOrder } from "../orders/cancel-paid-order.ts";
import { takeFromDrawer } from "../payment-records/cash-drawer-store.ts";
import { type CounterSaleRow, markCounterRefund, readCounterSale } from "../payment-records/counter-sale-store.ts";
import { recordMovement } from "../payment-records/ledger-store.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { lockTickets } from "../wallet/ticket-store.ts";
import { drawerNotOpen } from "./drawers.ts";
import { saleView } from "./sale-view.ts";

type RefundContext = CallContext<typeof refundCounterSale>;
type RefundCode = CodeOf<typeof refundCounterSale>;

/**
 * Refunds a whole sale at the counter, once: the order is cancelled with its tickets and a credit note, and the money goes back
 * as it came. Above the network's threshold, only somebody who approves refunds gives it.
 */
export const refundSaleHandler: Handler<typeof refundCounterSale> = async (ctx) => {
  const { deps, network, request } = ctx;
  if (!isUuid(request.orderId)) return err("NOT_FOUND");
  const refunded = await runTransaction<{ sale: CounterSale }, RefundCode>(deps.db, async (tx) => {
    const order = await lockOrder(tx, request.orderId);
    const sale = order && (await readCounterSale(tx, network.id, order.id));
    if (order === undefined || sale === undefined) return err("NOT_FOUND");
    const refusal = refusalOf(ctx, order, sale);
    if (!refusal.ok) return refusal;
    await lockTickets(tx, order.id);
    const paidBack = await payBack(tx, ctx, order, sale);
    if (!paidBack.ok) return paidBack;
    if (!(await cancelPaidOrder(tx, deps, network, order)))
      return err("TRANSITION_NOT_ALLOWED", { state: order.status });
    const after = await readCounterSale(tx, network.id, order.id);
    return ok({ sale: saleView(after ?? sale) });
  });
  if (refunded.ok) deps.wake();
  return refunded;
};

function refusalOf(
  { network, request, session }: RefundContext,
  order: OrderRow,
  { method, amount, refundedAt }: CounterSaleRow,
): Result<true, RefundCode> {
  if (order.status !== "COMPLETED" || refundedAt !== null)
    return err("TRANSITION_NOT_ALLOWED", { state: order.status });
  if (method === null) return err("REFUND_REFUSED", { reason: "NOTHING_LEFT" });
  if (request.amount.amount !== amount || request.amount.currency !== order.currency)
    return err("REFUND_AMOUNT_CHANGED", { amount, currency: order.currency });
  const mayApprove = hasPermission(session.roles[network.id] ?? [], "refunds.approve");
  if (needsApproval(amount, network.definition.refundApprovalAbove) && !mayApprove)
    return err("SECOND_PERSON_REQUIRED");
  return method !== "CASH" && request.reference === undefined
    ? err("FIELD_REQUIRED", { field: "reference" })
    : ok(true);
}

/** Takes the money of a refund out of the drawer or books it at the terminal, in the transaction that cancels the order. */
async function payBack(
  tx: Tx,
  { deps, request, session }: RefundContext,
  { id: orderId, networkId, currency, accountId }: OrderRow,
  { method, amount }: CounterSaleRow,
): Promise<Result<true, RefundCode>> {
  const { staffId } = session;
  const at = deps.clock.iso();
  const drawer = method === "CASH" ? await takeFromDrawer(tx, { networkId, staffId, amount, currency }) : null;
  if (drawer === undefined) return drawerNotOpen;
  const reference = method === "CASH" ? null : (request.reference ?? null);
  const isMarked = await markCounterRefund(tx, { orderId, staffId, drawerId: drawer?.id ?? null, reference, at });
  if (!isMarked) return err("TRANSITION_NOT_ALLOWED", { state: "refunded" });
  const from = method === "CARD" ? "terminal" : "counter";
  const movement = { movement: `counter-refund:${orderId}`, networkId, orderId, amount, currency, at };
  await recordMovement(tx, { ...movement, from, to: "sales" });
  const entry = {
    networkId,
    staffId,
    accountId,
    act: "order.refund-at-counter",
    thing: orderId,
    reason: request.reason,
  };
  await recordAuditEntry(tx, deps, entry);
  return ok(true);
}
