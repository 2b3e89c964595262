import type { CodeOf } from "@guichet/contract/call.ts";
import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import type {
  decideRefundByTransfer,
  listRefundsByTransfer,
  RefundByTransfer,
} from "@guichet/contract/office/refund-transfers.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { maskedIban } from "@guichet/rules/persons/ibans.ts";
import { needsApproval } from "@guichet/rules/refunds/refund-states.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import { dropJobs } from "../jobs/job-store.ts";
import { plan } from "../jobs/plan-job.ts";
import { lockOrder } from "../order-records/order-store.ts";
import {
  accountApproved,
  accountConfirmed,
  type ListedRefundTransfer,
  listRefundTransfers,
  moveRefundTransfer,
  type RefundTransferRow,
  readRefundTransfer,
} from "../payment-records/refund-transfer-store.ts";
import { declineAccount } from "../payments/refunds/refund-by-transfer.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";

/** Handlers of refunds that a card refused: the staff approve the account, above a threshold two of them (decision 156). */
export const refundTransferOfficeHandlers: ModuleHandlers<"listRefundsByTransfer" | "decideRefundByTransfer"> = {
  listRefundsByTransfer: (ctx) => listHandler(ctx),
  decideRefundByTransfer: (ctx) => decideHandler(ctx),
};

const listHandler: Handler<typeof listRefundsByTransfer> = async ({ deps, network, request }) => {
  const before = readCursor(request.cursor);
  if (!before.ok) return before;
  const { orderId, state, toDecide, limit = pageSize } = request;
  if (orderId !== undefined && !isUuid(orderId)) return ok({ items: [] });
  const filter = { networkId: network.id, orderId, state, toDecide, before: before.value, limit: limit + 1 };
  const found = (await listRefundTransfers(deps.db, filter)).map((row) => ({ ...row, id: row.refundId }));
  const { page, nextCursor } = cursorAfter(found, limit);
  return ok({ items: page.map(transferView), ...(nextCursor === undefined ? {} : { nextCursor }) });
};

const transferView = (row: ListedRefundTransfer): RefundByTransfer => {
  const { amount, currency, iban } = row;
  return {
    transferId: row.refundId,
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    state: row.status,
    amount: { amount, currency },
    cause: row.cause,
    problem: row.problem,
    holder: row.holder,
    account: iban && maskedIban(iban),
    requestedAt: row.requestedAt,
    enteredAt: row.enteredAt,
    approvedBy: row.approvedByName,
    confirmedBy: row.confirmedByName,
    transferredAt: row.transferredAt,
  };
};

const decideHandler: Handler<typeof decideRefundByTransfer> = async ({ deps, network, request, session }) => {
  const { transferId: id, decision, enteredAt, reason } = request;
  const found = isUuid(id) ? await readRefundTransfer(deps.db, id) : undefined;
  if (found?.networkId !== network.id) return err("NOT_FOUND");
  if (decision === "refuse" && reason === undefined) return err("FIELD_REQUIRED", { field: "reason" });
  if (decision === "approve" && enteredAt === undefined) return err("FIELD_REQUIRED", { field: "enteredAt" });
  const { staffId } = session;
  const decided = await runTransaction<true, CodeOf<typeof decideRefundByTransfer>>(deps.db, async (tx) => {
    const order = await lockOrder(tx, found.orderId);
    const transfer = await readRefundTransfer(tx, id);
    if (order === undefined || transfer === undefined) return err("NOT_FOUND");
    if (decision === "approve" && transfer.status === "to-confirm" && transfer.approvedBy === staffId)
      return err("SECOND_PERSON_REQUIRED");
    // The customer may have corrected the account since it was shown.
    if (decision === "approve" && !isSameInstant(transfer.enteredAt, enteredAt))
      return err("TRANSITION_NOT_ALLOWED", { state: transfer.status, reason: "ACCOUNT_CHANGED" });
    const threshold = network.definition.refundApprovalAbove;
    const isMoved =
      decision === "approve"
        ? await approve(tx, deps, transfer, { staffId, threshold })
        : await declineAccount(tx, deps, transfer, reason ?? "");
    if (!isMoved) return err("TRANSITION_NOT_ALLOWED", { state: transfer.status });
    const act = decision === "approve" ? "order.refund-account-approve" : "order.refund-account-refuse";
    const entry = { networkId: network.id, staffId, act, thing: order.id, accountId: order.accountId };
    await recordAuditEntry(tx, deps, { ...entry, reason: reason ?? null });
    return ok(true);
  });
  if (!decided.ok) return decided;
  deps.wake();
  const [listed] = await listRefundTransfers(deps.db, { networkId: network.id, id, limit: 1 });
  if (listed === undefined) throw new Error(`Refund ${id} is not transferred`);
  return ok({ transfer: transferView(listed) });
};

const isSameInstant = (one: string | null, other = "") => one !== null && Date.parse(one) === Date.parse(other);

/** Approves or confirms the account of a transfer; the last of both plans the job that hands it over. */
async function approve(
  tx: Tx,
  deps: Dependencies,
  { refundId, networkId, status, amount }: RefundTransferRow,
  { staffId, threshold }: { staffId: string; threshold: number | undefined },
): Promise<boolean> {
  const by = { staffId, at: deps.clock.iso() };
  if (status === "to-approve" && needsApproval(amount, threshold))
    return moveRefundTransfer(tx, refundId, "approveFirst", accountApproved(by));
  const isMoved =
    status === "to-confirm"
      ? await moveRefundTransfer(tx, refundId, "confirm", accountConfirmed(by))
      : await moveRefundTransfer(tx, refundId, "approve", accountApproved(by));
  if (!isMoved) return false;
  await dropJobs(tx, "rest-refund", [refundId]);
  await plan(tx, deps, { networkId, kind: "rest-refund", key: refundId, payload: { refundId } });
  return true;
}
