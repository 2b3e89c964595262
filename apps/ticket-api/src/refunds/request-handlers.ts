import type { CodeOf } from "@guichet/contract/call.ts";
import { refundEvidenceFilesMax } from "@guichet/contract/limits/document-limits.ts";
import type {
  addRefundEvidence,
  RefundRequest,
  readRefundRequests,
  requestRefundWithEvidence,
  withdrawRefundRequest,
} from "@guichet/contract/refund-requests.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { FileRefusal } from "@guichet/contract/uploads.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { refundRequestMachine } from "@guichet/rules/refunds/refund-request-states.ts";
import { born } from "@guichet/rules/state-machine.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import { queueEmail } from "../email/queue-email.ts";
import type { CheckedFile } from "../files/check.ts";
import { checkScan } from "../files/check-scan.ts";
import { insertFile } from "../files/file-store.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import type { Upload } from "../http/multipart-form.ts";
import { isUuid } from "../ids.ts";
import { orderOfCustomer } from "../order-records/order-of-customer.ts";
import { addEvent, lockOrder, type OrderRow } from "../order-records/order-store.ts";
import { readRefundLimits } from "../payments/refunds/refund-limits.ts";
import { lockTickets } from "../wallet/ticket-store.ts";
import { reasonsOf, refundRequestedToday } from "./refund-for-reason.ts";
import { refusalByLimits } from "./refund-limits-view.ts";
import { refundableTickets } from "./refundable-tickets.ts";
import { requestReceivedEmail } from "./request-emails.ts";
import {
  addRequestFile,
  deleteRequestFiles,
  insertRefundRequest,
  moveRefundRequest,
  refundRequestsOf,
} from "./request-store.ts";
import { decisionDay, type RequestReader, requestViews } from "./request-view.ts";

/** Handlers of refund requests with evidence, as their customer makes them (decision 166). */
export const refundRequestHandlers: ModuleHandlers<
  "requestRefundWithEvidence" | "addRefundEvidence" | "withdrawRefundRequest" | "readRefundRequests"
> = {
  requestRefundWithEvidence: (ctx) => requestHandler(ctx),
  addRefundEvidence: (ctx) => addHandler(ctx),
  withdrawRefundRequest: (ctx) => withdrawHandler(ctx),
  readRefundRequests: (ctx) => readHandler(ctx),
};

const readHandler: Handler<typeof readRefundRequests> = async (ctx) => {
  const order = await orderOfCustomer(ctx);
  if (order === undefined) return err("NOT_FOUND");
  return ok({ requests: await requestViews(ctx, order, await refundRequestsOf(ctx.deps.db, order.id)) });
};

const requestHandler: Handler<typeof requestRefundWithEvidence> = async (ctx) => {
  const { deps, network, request } = ctx;
  const own = await orderOfCustomer(ctx);
  const { ticketId, reason: reasonId } = request;
  if (own === undefined || !isUuid(ticketId)) return err("NOT_FOUND");
  const checked = await checkedEvidence(deps, own, ctx.upload);
  if (!checked.ok) return checked;
  const id = deps.ids.uuid();
  const made = await runTransaction<true, CodeOf<typeof requestRefundWithEvidence>>(deps.db, async (tx) => {
    const order = await lockOrder(tx, own.id);
    if (order === undefined) return err("NOT_FOUND");
    await lockTickets(tx, order.id);
    const at = deps.clock.iso();
    const { id: orderId, networkId, accountId } = order;
    const found = (await refundableTickets(tx, network, order, at)).find(({ ticket }) => ticket.id === ticketId);
    if (found === undefined) return err("NOT_FOUND");
    const reason = reasonsOf(found).find((one) => one.reason === reasonId);
    if (reason === undefined) return err("REFUND_REFUSED", { reason: "NOT_REFUNDABLE", ticketId });
    const today = dayIn(at, network.definition.timeZone);
    const { refundAmount, refusal } = refundRequestedToday(found, reason, today);
    const refused = refusal ?? refusalByLimits(refundAmount, await readRefundLimits(tx, orderId));
    if (refused !== undefined) return err("REFUND_REFUSED", { reason: refused, ticketId });
    const expectedOn = decisionDay(reason, network, today);
    const requested = { id, networkId, accountId, orderId, ticketId, reasonId, requestedAt: at, expectedOn };
    if (!(await insertRefundRequest(tx, { ...requested, status: born(refundRequestMachine, "request") })))
      return err("REFUND_REQUEST_OPEN");
    if (!(await keepEvidence(tx, deps, order, { requestId: id, file: checked.value })))
      throw new Error(`Refund request ${id} took no file`);
    await addEvent(tx, { networkId, orderId, at, event: "refund-requested", detail: { requestId: id } });
    const { ticket, line } = found;
    await queueEmail(
      tx,
      deps,
      requestReceivedEmail(deps, order, { id, name: line.name, serial: ticket.serial, expectedOn }),
    );
    return ok(true);
  });
  if (!made.ok) return made;
  deps.wake();
  return shown(ctx, own, id);
};

const addHandler: Handler<typeof addRefundEvidence> = async (ctx) => {
  const { deps, request } = ctx;
  const order = await orderOfCustomer(ctx);
  const own = await ownRequest(deps, order, request.requestId);
  if (order === undefined || own === undefined) return err("NOT_FOUND");
  if (own.status !== "pending") return err("TRANSITION_NOT_ALLOWED", { state: own.status });
  if (own.files.length >= refundEvidenceFilesMax) return err("REFUND_EVIDENCE_LIMIT", { max: refundEvidenceFilesMax });
  const checked = await checkedEvidence(deps, order, ctx.upload);
  if (!checked.ok) return checked;
  const added = await runTransaction<true, CodeOf<typeof addRefundEvidence>>(deps.db, async (tx) => {
    // Files of one request are added, and the request is decided, one after the other.
    const locked = await lockOrder(tx, order.id);
    if (locked === undefined) return err("NOT_FOUND");
    if (await keepEvidence(tx, deps, locked, { requestId: own.id, file: checked.value })) return ok(true);
    const now = (await refundRequestsOf(tx, order.id)).find(({ id }) => id === own.id);
    return now?.status === "pending"
      ? err("REFUND_EVIDENCE_LIMIT", { max: refundEvidenceFilesMax })
      : err("TRANSITION_NOT_ALLOWED", { state: now?.status ?? own.status });
  });
  return added.ok ? shown(ctx, order, own.id) : added;
};

const withdrawHandler: Handler<typeof withdrawRefundRequest> = async (ctx) => {
  const { deps, request } = ctx;
  const order = await orderOfCustomer(ctx);
  const own = await ownRequest(deps, order, request.requestId);
  if (order === undefined || own === undefined) return err("NOT_FOUND");
  const withdrawn = await runTransaction<true, "TRANSITION_NOT_ALLOWED">(deps.db, async (tx) => {
    await lockOrder(tx, order.id);
    const at = deps.clock.iso();
    if (!(await moveRefundRequest(tx, own.id, "withdraw", { at }))) return err("TRANSITION_NOT_ALLOWED");
    await deleteRequestFiles(tx, own.id);
    const { networkId, id: orderId } = order;
    await addEvent(tx, { networkId, orderId, at, event: "refund-request-withdrawn", detail: { requestId: own.id } });
    return ok(true);
  });
  return withdrawn.ok ? shown(ctx, order, own.id) : withdrawn;
};

const ownRequest = async (deps: Dependencies, order: OrderRow | undefined, id: string) =>
  order === undefined ? undefined : (await refundRequestsOf(deps.db, order.id)).find((one) => one.id === id);

/** The uploaded file, checked as every document is; its account has one limit for all uploads. */
async function checkedEvidence(
  deps: Dependencies,
  order: OrderRow,
  upload: Upload | undefined,
): Promise<Result<CheckedFile, FileRefusal | "TOO_MANY_REQUESTS" | "FIELD_REQUIRED">> {
  if (upload === undefined || upload.bytes.length === 0) return err("FIELD_REQUIRED", { field: "evidence" });
  return checkScan(deps, order.networkId, order.accountId, upload);
}

/** Stores a file with its request; false, and the caller's transaction is rolled back, if the request takes none. */
async function keepEvidence(
  tx: Tx,
  deps: Dependencies,
  { networkId, accountId }: OrderRow,
  { requestId, file }: { requestId: string; file: CheckedFile },
): Promise<boolean> {
  const at = deps.clock.iso();
  const fileId = deps.ids.uuid();
  await insertFile(tx, { id: fileId, networkId, accountId, ...file }, at);
  return addRequestFile(tx, { requestId, fileId, name: file.name }, { at, max: refundEvidenceFilesMax });
}

/** The request as it is now. */
async function shown(
  reader: RequestReader,
  order: OrderRow,
  id: string,
): Promise<Result<{ request: RefundRequest }, never>> {
  const rows = (await refundRequestsOf(reader.deps.db, order.id)).filter((one) => one.id === id);
  const [request] = await requestViews(reader, order, rows);
  if (request === undefined) throw new Error(`Refund request ${id} was not found`);
  return ok({ request });
}
