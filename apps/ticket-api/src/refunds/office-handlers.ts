import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import type {
  decideRefund,
  listRefunds,
  refundOrder,
  releaseRefund,
  StaffRefund,
} from "@guichet/contract/office/refunds.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { maskedIban } from "@guichet/rules/persons/ibans.ts";
import { needsApproval, refundMachine } from "@guichet/rules/refunds/refund-states.ts";
import { born } from "@guichet/rules/state-machine.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import { dropJobs } from "../jobs/job-store.ts";
import { plan } from "../jobs/plan-job.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { addEvent, lockOrder, type OrderRow, readOrder } from "../order-records/order-store.ts";
import { releaseRefunds } from "../payment-records/refund-store.ts";
import { droppedView } from "../payments/installment-handlers.ts";
import { lockRefundLimits } from "../payments/refunds/refund-limits.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { lockTickets } from "../wallet/ticket-store.ts";
import { makeRefund } from "./make-refund.ts";
import {
  type ApprovedRefund,
  insertOrderRefund,
  listOrderRefunds,
  moveOrderRefund,
  readOrderRefund,
  refundedTickets,
} from "./order-refund-store.ts";
import { previewRefundHandler } from "./preview-refund.ts";
import { grantedAmount, requestedRefund } from "./refund-for-reason.ts";
import { refundableTickets, ticketOfRefund } from "./refundable-tickets.ts";
import { moveRefundRequest, readRefundRequest, requestOfRefund } from "./request-store.ts";
import { faultOf, refusalOf, type StaffRefundCode, scopeOf } from "./staff-refund-scope.ts";

/**
 * Handlers of refunds by staff: independent of the article's policy, with a reason and, above a threshold, by two
 * members.
 */
export const refundsOfficeHandlers: ModuleHandlers<
  "listRefunds" | "previewRefund" | "refundOrder" | "decideRefund" | "releaseRefund"
> = {
  listRefunds: (ctx) => listHandler(ctx),
  previewRefund: previewRefundHandler,
  refundOrder: (ctx) => refundHandler(ctx),
  decideRefund: (ctx) => decideHandler(ctx),
  releaseRefund: (ctx) => releaseHandler(ctx),
};

const listHandler: Handler<typeof listRefunds> = async ({ deps, network, request, session }) => {
  const before = readCursor(request.cursor);
  if (!before.ok) return before;
  const { orderId, status, toRelease, limit = pageSize } = request;
  if (orderId !== undefined && !isUuid(orderId)) return ok({ items: [] });
  const filter = { networkId: network.id, orderId, status, toRelease, before: before.value, limit: limit + 1 };
  const { page, nextCursor } = cursorAfter(await listOrderRefunds(deps.db, filter), limit);
  return ok({
    items: page.map((refund) => staffRefund(refund, session.staffId)),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  });
};

const staffRefund = (
  {
    id: refundId,
    requestedById,
    amount,
    droppedAmount,
    dropped,
    sentAmount,
    transfer,
    currency,
    ...refund
  }: Awaited<ReturnType<typeof listOrderRefunds>>[number],
  staffId: string,
): StaffRefund => ({
  refundId,
  isOwn: requestedById === staffId,
  ...refund,
  amount: { amount, currency },
  dropped: dropped.map((one) => droppedView(one, currency)),
  paidBack: refund.status === "approved" ? { amount: amount - droppedAmount, currency } : null,
  sent: { amount: sentAmount, currency },
  transfer: transfer && {
    amount: { amount: transfer.amount, currency },
    account: transfer.iban && maskedIban(transfer.iban),
    sendFrom: transfer.sendFrom,
    state: transfer.state,
  },
});

async function readStaffRefund(
  deps: Dependencies,
  { networkId, staffId }: { networkId: string; staffId: string },
  id: string,
): Promise<StaffRefund> {
  const [found] = await listOrderRefunds(deps.db, { networkId, id, limit: 1 });
  if (found === undefined) throw new Error(`Refund ${id} does not exist`);
  return staffRefund(found, staffId);
}

const refundHandler: Handler<typeof refundOrder> = async ({ deps, network, request, session }) => {
  const { orderId, scope, ticketIds, amount: wanted, reason, expected } = request;
  const fault = faultOf({ orderId, scope, ticketIds, amount: wanted });
  if (fault !== undefined) return fault;
  const id = deps.ids.uuid();
  const { staffId } = session;
  const done = await runTransaction<true, StaffRefundCode | "REFUND_AMOUNT_CHANGED">(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.networkId !== network.id) return err("NOT_FOUND");
    await lockTickets(tx, orderId);
    const scoped = await scopeOf(
      tx,
      deps,
      network,
      { order, limits: await lockRefundLimits(tx, orderId) },
      { scope, ticketIds, amount: wanted },
    );
    if (!scoped.ok) return scoped;
    const { amount, tickets } = scoped.value;
    const { currency } = order;
    if (expected !== undefined && (expected.amount !== amount || expected.currency !== currency))
      return err("REFUND_AMOUNT_CHANGED", { amount, currency });
    const at = deps.clock.iso();
    const refund = { id, networkId: network.id, orderId, scope, amount, currency, staffId, reason, createdAt: at };
    const waits = needsApproval(amount, network.definition.refundApprovalAbove);
    const rows = tickets.map((ticket) => ({ ticketId: ticket.id, amount: ticket.amount }));
    await insertOrderRefund(tx, { ...refund, status: born(refundMachine, waits ? "await" : "make") }, rows);
    const { accountId } = order;
    const entry = { networkId: network.id, staffId, accountId, thing: orderId, reason };
    await recordAuditEntry(tx, deps, { ...entry, act: waits ? "order.refund-awaiting" : "order.refund" });
    if (!waits) return isMade(await makeRefund(tx, deps, network, order, { refund, tickets }));
    await addEvent(tx, { networkId: network.id, orderId, at, event: "refund-awaiting", detail: { refundId: id } });
    return ok(true);
  });
  if (!done.ok) return done;
  deps.failpoint("staff-refund-promised");
  deps.wake();
  return ok({ refund: await readStaffRefund(deps, { networkId: network.id, staffId }, id) });
};

const isMade = <Code extends ErrorCode>(made: Result<unknown, Code>): Result<true, Code> => (made.ok ? ok(true) : made);

const decideHandler: Handler<typeof decideRefund> = async ({ deps, network, request, session }) => {
  const { refundId, decision, reason = null } = request;
  const found = isUuid(refundId) ? await readOrderRefund(deps.db, refundId) : undefined;
  if (found?.networkId !== network.id) return err("NOT_FOUND");
  if (found.staffId === session.staffId) return err("SECOND_PERSON_REQUIRED");
  const decided = await runTransaction<true, StaffRefundCode | "REFUND_AMOUNT_CHANGED">(deps.db, async (tx) => {
    const order = await lockOrder(tx, found.orderId);
    if (order === undefined) return err("NOT_FOUND");
    await lockTickets(tx, order.id);
    const { staffId } = session;
    const at = deps.clock.iso();
    const requestId = await requestOfRefund(tx, refundId);
    // Before the refund is approved: it counts against what is left of its ticket then.
    const still =
      requestId === undefined || decision === "refuse"
        ? ok(true as const)
        : await stillGranted(tx, network, order, { refund: found, requestId, now: at });
    if (!still.ok) return still;
    const isMoved =
      decision === "approve"
        ? await moveOrderRefund(tx, refundId, "approve", { at, staffId })
        : await moveOrderRefund(tx, refundId, "refuse", { at, staffId });
    if (!isMoved) return err("TRANSITION_NOT_ALLOWED", { state: found.status });
    const { accountId } = order;
    if (requestId !== undefined && !(await confirmRequest(tx, requestId, decision, at)))
      return err("REFUND_REFUSED", { reason: "REFUNDED" });
    const act = decision === "approve" ? "order.refund-approve" : "order.refund-refuse";
    await recordAuditEntry(tx, deps, { networkId: network.id, staffId, act, thing: order.id, accountId, reason });
    if (decision === "approve") return approve(tx, deps, network, order, { refund: found, requestId });
    const { networkId, orderId } = found;
    await addEvent(tx, { networkId, orderId, at, event: "refund-declined", detail: { refundId } });
    return ok(true);
  });
  if (!decided.ok) return decided;
  deps.wake();
  return ok({ refund: await readStaffRefund(deps, { networkId: network.id, staffId: session.staffId }, refundId) });
};

/** Releases a credit transfer; the job that sends it then waits only for its day. */
const releaseHandler: Handler<typeof releaseRefund> = async ({ deps, network, request, session }) => {
  const { refundId, reason = null } = request;
  const found = isUuid(refundId) ? await readOrderRefund(deps.db, refundId) : undefined;
  if (found?.networkId !== network.id) return err("NOT_FOUND");
  const done = await runTransaction<true, "TRANSITION_NOT_ALLOWED">(deps.db, async (tx) => {
    const { staffId } = session;
    const released = await releaseRefunds(tx, refundId, { at: deps.clock.iso(), staffId });
    if (released.length === 0) return err("TRANSITION_NOT_ALLOWED");
    const order = await readOrder(tx, found.orderId);
    const entry = { networkId: network.id, staffId, thing: found.orderId, accountId: order?.accountId ?? null, reason };
    await recordAuditEntry(tx, deps, { ...entry, act: "order.refund-release" });
    await dropJobs(tx, "rest-refund", released);
    for (const id of released)
      await plan(tx, deps, { networkId: network.id, kind: "rest-refund", key: id, payload: { refundId: id } });
    return ok(true);
  });
  if (!done.ok) return done;
  deps.wake();
  return ok({ refund: await readStaffRefund(deps, { networkId: network.id, staffId: session.staffId }, refundId) });
};

/** Makes a refund that was waiting, if it is still possible. */
async function approve(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  { refund, requestId }: { refund: ApprovedRefund["refund"]; requestId: string | undefined },
): Promise<Result<true, StaffRefundCode>> {
  const refusal = await refusalOf(tx, order, refund.scope, await lockRefundLimits(tx, order.id));
  if (refusal !== undefined) return err("REFUND_REFUSED", { reason: refusal });
  const amounts = new Map((await refundedTickets(tx, refund.id)).map(({ ticketId, amount }) => [ticketId, amount]));
  const known = await refundableTickets(tx, network, order, deps.clock.iso());
  const tickets = known
    .filter(({ ticket }) => amounts.has(ticket.id))
    .map((refundable) => ticketOfRefund(refundable, amounts.get(refundable.ticket.id) ?? 0));
  // A ticket was given to somebody else or put on a card in the meantime.
  if (tickets.length < amounts.size) return err("REFUND_REFUSED", { reason: "TRANSFERRED" });
  // As an amount for a ticket that has ended, no ticket is cancelled.
  const cancelled = refund.scope === "goodwill" ? [] : tickets;
  const approved = { refund, tickets: cancelled, isRequested: requestId !== undefined };
  return isMade(await makeRefund(tx, deps, network, order, approved));
}

/**
 * A second person confirms a request with evidence, or sends it back to be examined again. False if it was closed meanwhile, and
 * its refund can only be refused.
 */
async function confirmRequest(tx: Tx, id: string, decision: "approve" | "refuse", at: string): Promise<boolean> {
  if (decision === "approve") return moveRefundRequest(tx, id, "confirm", { at });
  await moveRefundRequest(tx, id, "sendBack", { at, orderRefundId: null });
  return true;
}

/**
 * Whether a request still gets what the first person accepted: its ticket stayed usable, and may have been used or have ended. If not,
 * the second person sends it back.
 */
async function stillGranted(
  tx: Tx,
  network: LoadedNetwork,
  order: OrderRow,
  { refund, requestId, now }: { refund: ApprovedRefund["refund"]; requestId: string; now: string },
): Promise<Result<true, "REFUND_REFUSED" | "REFUND_AMOUNT_CHANGED">> {
  const request = await readRefundRequest(tx, requestId);
  // Decided or closed meanwhile: the caller says so.
  if (request?.status !== "confirming") return ok(true);
  const asked = await requestedRefund(tx, network, order, request, now);
  if (asked === undefined) return err("REFUND_REFUSED", { reason: "TRANSFERRED" });
  const granted = grantedAmount(asked.refund, await lockRefundLimits(tx, order.id));
  if (!granted.ok) return err("REFUND_REFUSED", { reason: granted.code });
  const { value: amount } = granted;
  const isSame = amount === refund.amount && asked.isOver === (refund.scope === "goodwill");
  return isSame ? ok(true) : err("REFUND_AMOUNT_CHANGED", { amount, currency: order.currency });
}
