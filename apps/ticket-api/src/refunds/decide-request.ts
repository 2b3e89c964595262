import type { RefundRequestState } from "@guichet/contract/refund-requests.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Money } from "@guichet/contract/values.ts";
import { ticketStateAt } from "@guichet/rules/punching.ts";
import { needsApproval, refundMachine } from "@guichet/rules/refunds/refund-states.ts";
import { born } from "@guichet/rules/state-machine.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import { queueEmail } from "../email/queue-email.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { addEvent, lockOrder, type OrderRow } from "../order-records/order-store.ts";
import { lockRefundLimits } from "../payments/refunds/refund-limits.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { lockTickets } from "../wallet/ticket-store.ts";
import { makeRefund } from "./make-refund.ts";
import { insertOrderRefund } from "./order-refund-store.ts";
import { grantedAmount, requestedRefund } from "./refund-for-reason.ts";
import { ticketOfRefund } from "./refundable-tickets.ts";
import { requestRefusedEmail } from "./request-emails.ts";
import { moveRefundRequest, type RefundRequestRow, readRefundRequest } from "./request-store.ts";
import { refusalOf } from "./staff-refund-scope.ts";

/** Who decides about a request. */
interface Decider {
  deps: Dependencies;
  network: LoadedNetwork;
  staffId: string;
}

type DecisionCode =
  | "NOT_FOUND"
  | "TRANSITION_NOT_ALLOWED"
  | "REFUND_REFUSED"
  | "REFUND_EXCEEDS_PAID"
  | "REFUND_AMOUNT_CHANGED";

/**
 * Accepts a pending request: the ordinary refund is made with the amount of its reason's terms, which must be the one that was
 * shown. Above the network's threshold it waits for a second person, and the ticket stays usable.
 */
export function acceptRequest(
  by: Decider,
  { id, orderId }: RefundRequestRow,
  expected: Money,
): Promise<Result<RefundRequestState, DecisionCode>> {
  const { deps, network, staffId } = by;
  return runTransaction<RefundRequestState, DecisionCode>(deps.db, async (tx) => {
    const locked = await lockedRequest(tx, { id, orderId });
    if (!locked.ok) return locked;
    const { order, request } = locked.value;
    const at = deps.clock.iso();
    const limits = await lockRefundLimits(tx, orderId);
    const refusal = await refusalOf(tx, order, "tickets", limits);
    if (refusal !== undefined) return err("REFUND_REFUSED", { reason: refusal });
    const asked = await requestedRefund(tx, network, order, request, at);
    if (asked === undefined) return err("REFUND_REFUSED", { reason: "TRANSFERRED" });
    const granted = grantedAmount(asked.refund, limits);
    if (!granted.ok) return err("REFUND_REFUSED", { reason: granted.code });
    const { value: amount } = granted;
    const { currency, accountId } = order;
    if (expected.amount !== amount || expected.currency !== currency)
      return err("REFUND_AMOUNT_CHANGED", { amount, currency });
    // A ticket that has ended is not cancelled any more: its value on the day of the request is paid as an amount.
    const scope = asked.isOver ? ("goodwill" as const) : ("tickets" as const);
    const refundId = deps.ids.uuid();
    const about = { networkId: network.id, orderId, amount, currency, staffId };
    const refund = { ...about, id: refundId, scope, reason: null, createdAt: at };
    const waits = needsApproval(amount, network.definition.refundApprovalAbove);
    const status = born(refundMachine, waits ? "await" : "make");
    await insertOrderRefund(tx, { ...refund, status }, [{ ticketId: request.ticketId, amount }]);
    const decision = { at, staffId, orderRefundId: refundId };
    const isMoved = waits
      ? await moveRefundRequest(tx, id, "acceptFirst", decision)
      : await moveRefundRequest(tx, id, "accept", decision);
    if (!isMoved) return err("TRANSITION_NOT_ALLOWED");
    const act = waits ? "refund-request.accept-first" : "refund-request.accept";
    await recordAuditEntry(tx, deps, { networkId: network.id, staffId, act, thing: id, accountId, reason: null });
    if (waits) {
      await addEvent(tx, { networkId: network.id, orderId, at, event: "refund-awaiting", detail: { refundId } });
      return ok("confirming");
    }
    const tickets = asked.isOver ? [] : [ticketOfRefund(asked.found, amount)];
    const made = await makeRefund(tx, deps, network, order, { refund, tickets, isRequested: true });
    return made.ok ? ok("accepted") : made;
  });
}

/** Refuses a pending request with a reason that the customer reads; the ticket stays as it is. */
export function refuseRequest(
  { deps, network, staffId }: Decider,
  { id, orderId }: RefundRequestRow,
  remark: string,
): Promise<Result<RefundRequestState, DecisionCode>> {
  return runTransaction<RefundRequestState, DecisionCode>(deps.db, async (tx) => {
    const locked = await lockedRequest(tx, { id, orderId });
    if (!locked.ok) return locked;
    const { order, request } = locked.value;
    const at = deps.clock.iso();
    if (!(await moveRefundRequest(tx, id, "refuse", { at, staffId, remark }))) return err("TRANSITION_NOT_ALLOWED");
    const { accountId, networkId } = order;
    const entry = { networkId: network.id, staffId, act: "refund-request.refuse", thing: id, accountId };
    // The remark may tell of an illness: it stays with the request, which few of the staff may open.
    await recordAuditEntry(tx, deps, { ...entry, reason: null });
    await addEvent(tx, { networkId, orderId, at, event: "refund-request-refused", detail: { requestId: id } });
    const { ticketName: name, serial } = request;
    const isUsable = await isTicketUsable(tx, network, order, { request, at });
    await queueEmail(tx, deps, requestRefusedEmail(deps, order, { id, name, serial, remark, isUsable }));
    return ok("refused");
  });
}

/** Whether the ticket of a request can still be used: it may have ended, or be blocked, while the request waited. */
async function isTicketUsable(
  tx: Tx,
  network: LoadedNetwork,
  order: OrderRow,
  { request, at }: { request: RefundRequestRow; at: string },
): Promise<boolean> {
  const asked = await requestedRefund(tx, network, order, request, at);
  const state = asked && ticketStateAt(asked.found.ticket, at);
  return state === "pending" || state === "active";
}

/** The request with its order, locked in the sequence of every refund; refused if it is decided already. */
async function lockedRequest(
  tx: Tx,
  { id, orderId }: Pick<RefundRequestRow, "id" | "orderId">,
): Promise<Result<{ order: OrderRow; request: RefundRequestRow }, "NOT_FOUND" | "TRANSITION_NOT_ALLOWED">> {
  const order = await lockOrder(tx, orderId);
  await lockTickets(tx, orderId);
  const request = await readRefundRequest(tx, id);
  if (order === undefined || request === undefined) return err("NOT_FOUND");
  return request.status === "pending"
    ? ok({ order, request })
    : err("TRANSITION_NOT_ALLOWED", { state: request.status });
}
