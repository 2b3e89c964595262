import type { CodeOf } from "@guichet/contract/call.ts";
import type { refundCounterSale } from "@guichet/contract/office/counter.ts";
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
import { insertCounterRefund } from "../payment-records/counter-refund-store.ts";
import { type CounterSaleRow, markCounterRefund, readCounterSale } from "../payment-records/counter-sale-store.ts";
import { recordMovement } from "../payment-records/ledger-store.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { lockTickets } from "../wallet/ticket-store.ts";
import { drawerNotOpen } from "./drawers.ts";
import {
  type CounterRefunding,
  insertRefundOfSale,
  issueCreditNote,
  partsToRefund,
  takePartsBack,
} from "./refund-parts.ts";
import { creditedPart } from "./refundable-parts.ts";
import { remainingOf, saleView } from "./sale-view.ts";

type RefundContext = CallContext<typeof refundCounterSale>;
type RefundCode = CodeOf<typeof refundCounterSale>;

/**
 * Refunds a sale at the counter, or parts of it, each once: tickets are cancelled, a credit note is issued, and the money goes
 * back as it came. Above the network's threshold, only somebody who approves refunds gives it.
 */
export const refundSaleHandler: Handler<typeof refundCounterSale> = async (ctx) => {
  const { deps, network, request, session } = ctx;
  const { orderId, partIds = [], reason } = request;
  if (![orderId, ...partIds].every(isUuid)) return err("NOT_FOUND");
  const refunded = await runTransaction<true, RefundCode>(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const sale = order && (await readCounterSale(tx, network.id, order.id));
    if (order === undefined || sale === undefined) return err("NOT_FOUND");
    const refusal = refusalOf(ctx, order, sale);
    if (!refusal.ok) return refusal;
    await lockTickets(tx, order.id);
    const { amount } = request.amount;
    const refunding = { id: deps.ids.uuid(), staffId: session.staffId, reason, amount, at: deps.clock.iso() };
    return (partIds.length > 0 ? refundParts : refundWhole)(tx, ctx, { order, sale, refunding });
  });
  if (!refunded.ok) return refunded;
  deps.wake();
  const after = await readCounterSale(deps.db, network.id, orderId);
  return after === undefined ? err("NOT_FOUND") : ok({ sale: saleView(after) });
};

function refusalOf(
  { network, request, session }: RefundContext,
  order: OrderRow,
  sale: CounterSaleRow,
): Result<true, RefundCode> {
  const { partIds = [], amount } = request;
  if (order.status !== "COMPLETED" || sale.refundedAt !== null)
    return err("TRANSITION_NOT_ALLOWED", { state: order.status });
  const remaining = remainingOf(sale);
  if (remaining === 0) return err("REFUND_REFUSED", { reason: "NOTHING_LEFT" });
  const isRight = partIds.length > 0 ? amount.amount > 0 && amount.amount <= remaining : amount.amount === remaining;
  if (!isRight || amount.currency !== order.currency)
    return err("REFUND_AMOUNT_CHANGED", { amount: remaining, currency: order.currency });
  const mayApprove = hasPermission(session.roles[network.id] ?? [], "refunds.approve");
  // With what this sale gave back before: several small refunds are not approved more easily than one.
  const total = amount.amount + sale.amount - remaining;
  if (needsApproval(total, network.definition.refundApprovalAbove) && !mayApprove) return err("SECOND_PERSON_REQUIRED");
  return sale.method !== "CASH" && request.reference === undefined
    ? err("FIELD_REQUIRED", { field: "reference" })
    : ok(true);
}

interface SaleRefund {
  order: OrderRow;
  sale: CounterSaleRow;
  refunding: CounterRefunding;
}

/** Pays the rest of a sale back and cancels its order; parts that were refunded before have their own credit notes. */
async function refundWhole(
  tx: Tx,
  ctx: RefundContext,
  { order, sale, refunding }: SaleRefund,
): Promise<Result<true, RefundCode>> {
  const { deps, network } = ctx;
  const { id, staffId, at } = refunding;
  const hadParts = sale.parts.length > 0;
  const paidBack = await payBack(tx, ctx, { order, sale, refunding }, `counter-refund:${order.id}`);
  if (!paidBack.ok) return paidBack;
  if (!(await markCounterRefund(tx, { orderId: order.id, staffId, ...paidBack.value, at })))
    return err("TRANSITION_NOT_ALLOWED", { state: "refunded" });
  if (hadParts) await insertRefundOfSale(tx, order, { refunding, parts: [] });
  const before = hadParts ? { refundId: id, isCredited: true } : {};
  if (!(await cancelPaidOrder(tx, deps, network, order, before)))
    return err("TRANSITION_NOT_ALLOWED", { state: order.status });
  if (hadParts) await issueCreditNote(tx, deps, network, order, { refunding, lines: undefined });
  return ok(true);
}

/** Pays parts of a sale back: the rest stays sold; with the last paid one, the order is cancelled. */
async function refundParts(
  tx: Tx,
  ctx: RefundContext,
  { order, sale, refunding }: SaleRefund,
): Promise<Result<true, RefundCode>> {
  const { deps, network, request } = ctx;
  const parts = await partsToRefund(tx, network, order, request.partIds ?? [], refunding);
  if (!parts.ok) return parts;
  const refund = { refunding, parts: parts.value };
  await insertRefundOfSale(tx, order, refund);
  const movement = `counter-refund:${order.id}:${refunding.id}`;
  const paidBack = await payBack(tx, ctx, { order, sale, refunding }, movement);
  if (!paidBack.ok) return paidBack;
  const { id, staffId, amount, at: refundedAt } = refunding;
  const { networkId, id: orderId } = order;
  await insertCounterRefund(tx, { id, networkId, orderId, staffId, amount, refundedAt, ...paidBack.value });
  const taken = await takePartsBack(tx, order, refund);
  if (!taken.ok) return taken;
  // Nothing that was paid is left: what was free goes back with it, and the vouchers of the sale can be used again.
  if (amount === remainingOf(sale)) await cancelPaidOrder(tx, deps, network, order, { refundId: id, isCredited: true });
  await issueCreditNote(tx, deps, network, order, { refunding, lines: parts.value.map(creditedPart) });
  return ok(true);
}

/** Takes the money of a refund out of the drawer, or books it at the terminal, with its audit entry. */
async function payBack(
  tx: Tx,
  { deps, request }: RefundContext,
  { order, sale: { method }, refunding }: SaleRefund,
  movement: string,
): Promise<Result<{ drawerId: string | null; reference: string | null }, RefundCode>> {
  const { id: orderId, networkId, currency, accountId } = order;
  const { staffId, amount, at, reason } = refunding;
  const drawer = method === "CASH" ? await takeFromDrawer(tx, { networkId, staffId, amount, currency }) : null;
  if (drawer === undefined) return drawerNotOpen;
  const from = method === "CARD" ? "terminal" : "counter";
  await recordMovement(tx, { movement, networkId, orderId, amount, currency, at, from, to: "sales" });
  const entry = { networkId, staffId, accountId, act: "order.refund-at-counter", thing: orderId, reason };
  await recordAuditEntry(tx, deps, entry);
  return ok({ drawerId: drawer?.id ?? null, reference: method === "CASH" ? null : (request.reference ?? null) });
}
