import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import type {
  decideRefundRequest,
  ExaminedRefundRequest,
  getRefundRequest,
  ListedRefundRequest,
  listRefundRequests as listCall,
} from "@guichet/contract/office/refund-requests.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { ticketStateAt } from "@guichet/rules/punching.ts";
import { needsApproval } from "@guichet/rules/refunds/refund-states.ts";
import type { Database } from "../database/database.ts";
import { fileLink } from "../files/links.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import { type OrderRow, readOrder } from "../order-records/order-store.ts";
import { readRefundLimits } from "../payments/refunds/refund-limits.ts";
import { staffNames } from "../sessions/staff-store.ts";
import { listTickets } from "../wallet/ticket-store.ts";
import { lastUseOf } from "../wallet/ticket-use-store.ts";
import { acceptRequest, refuseRequest } from "./decide-request.ts";
import { grantedAmount, type RequestedRefund, requestedRefund } from "./refund-for-reason.ts";
import { listRefundRequests, type RefundRequestRow, readRefundRequest } from "./request-store.ts";
import { packText, type RequestReader, reasonName } from "./request-view.ts";

/** Handlers of the staff's examination of refund requests; the decisions themselves are in `decide-request.ts`. */
export const refundRequestOfficeHandlers: ModuleHandlers<
  "listRefundRequests" | "getRefundRequest" | "decideRefundRequest"
> = {
  listRefundRequests: (ctx) => listHandler(ctx),
  getRefundRequest: (ctx) => getHandler(ctx),
  decideRefundRequest: (ctx) => decideHandler(ctx),
};

const listHandler: Handler<typeof listCall> = async (ctx) => {
  const { deps, network, request } = ctx;
  const after = readCursor(request.cursor);
  if (!after.ok) return after;
  const { state, limit = pageSize } = request;
  const filter = { networkId: network.id, state, after: after.value, limit: limit + 1 };
  const { page, nextCursor } = cursorAfter(await listRefundRequests(deps.db, filter), limit);
  return ok({
    items: page.map((row) => listedRequest(ctx, row, { orderNumber: row.orderNumber, decidedBy: row.decidedByName })),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  });
};

function listedRequest(
  reader: RequestReader,
  row: RefundRequestRow,
  { orderNumber, decidedBy }: Pick<ListedRefundRequest, "orderNumber" | "decidedBy">,
): ListedRefundRequest {
  const today = dayIn(reader.deps.clock.iso(), reader.network.definition.timeZone);
  return {
    requestId: row.id,
    orderId: row.orderId,
    orderNumber,
    ticketName: row.ticketName,
    serial: row.serial,
    traveller: row.traveller && `${row.traveller.firstName} ${row.traveller.lastName}`.trim(),
    reasonName: reasonName(reader, row),
    state: row.status,
    requestedAt: row.requestedAt,
    expectedOn: row.expectedOn,
    isLate: row.status === "pending" && row.expectedOn < today,
    decidedBy,
    decidedAt: row.decidedAt,
  };
}

const getHandler: Handler<typeof getRefundRequest> = async (ctx) => {
  const { deps, network, request, session } = ctx;
  const { requestId } = request;
  const row = isUuid(requestId) ? await readRefundRequest(deps.db, requestId) : undefined;
  const order = row?.networkId === network.id ? await readOrder(deps.db, row.orderId) : undefined;
  if (row === undefined || order === undefined) return err("NOT_FOUND");
  const names = await staffNames(deps.db, row.decidedBy === null ? [] : [row.decidedBy]);
  const decidedBy = row.decidedBy === null ? null : (names.get(row.decidedBy) ?? null);
  const reason = row.reasons.find((one) => one.reason === row.reasonId);
  const link = { networkId: network.id, reader: "staff" as const, sessionId: session.staffId };
  const { firstName, lastName, email } = order.customer;
  return ok({
    request: {
      ...listedRequest(ctx, row, { orderNumber: order.number, decidedBy }),
      ...(await examined(ctx, order, row)),
      customer: { name: `${firstName} ${lastName}`.trim(), email },
      evidence: reason === undefined ? "" : packText(ctx, reason.evidence),
      files: row.files.map(({ fileId, name, contentType }) => ({
        ...{ fileId, name, contentType },
        url: fileLink(deps, { ...link, fileId }),
      })),
      remark: row.remark,
    },
  });
};

/** The ticket and the calculation: what accepting the request gives now, or what it has given. */
async function examined(
  { deps, network }: RequestReader,
  order: OrderRow,
  row: RefundRequestRow,
): Promise<
  Pick<
    ExaminedRefundRequest,
    "ticketState" | "validFrom" | "validUntil" | "lastUsedAt" | "calculation" | "isTicketOver"
  >
> {
  const now = deps.clock.iso();
  const asked = await requestedRefund(deps.db, network, order, row, now);
  const ticket = asked?.found.ticket ?? (await movedTicket(deps.db, row));
  return {
    ticketState: ticket === undefined ? "moved" : ticketStateAt(ticket, now),
    validFrom: ticket?.validFrom ?? null,
    validUntil: ticket?.validUntil ?? null,
    lastUsedAt: asked === undefined ? await lastUseOf(deps.db, row.ticketId) : asked.lastUsedAt,
    isTicketOver: asked?.isOver ?? false,
    calculation: await calculation(deps.db, { network, order, row, asked }),
  };
}

/** A ticket that moved to a card or another person since. */
const movedTicket = async (db: Database, { networkId, accountId, orderId, ticketId }: RefundRequestRow) =>
  (await listTickets(db, { networkId, accountId, travellerId: null, orderId, ticketId, limit: 1 }))[0];

async function calculation(
  db: Database,
  {
    network,
    order,
    row,
    asked,
  }: Pick<RequestReader, "network"> & { order: OrderRow; row: RefundRequestRow; asked: RequestedRefund | undefined },
): Promise<ExaminedRefundRequest["calculation"]> {
  const money = (amount: number) => ({ amount, currency: order.currency });
  const { refundApprovalAbove, timeZone } = network.definition;
  const isDecided = row.orderRefundId !== null || row.status === "closed";
  const granted = asked && grantedAmount(asked.refund, await readRefundLimits(db, order.id));
  // The refund of a closed request was never made.
  const paid = row.status === "closed" ? 0 : (row.refundedAmount ?? 0);
  const amount = isDecided ? paid : granted?.ok ? granted.value : 0;
  return {
    countedOn: asked?.countedOn ?? dayIn(row.requestedAt, timeZone),
    paid: money(asked?.found.paidAmount ?? 0),
    used: money(isDecided ? 0 : (asked?.refund.usedAmount ?? 0)),
    fee: money(isDecided ? 0 : (asked?.refund.feeAmount ?? 0)),
    refund: money(amount),
    refusal: isDecided || granted?.ok ? null : (granted?.code ?? "TRANSFERRED"),
    byPolicy: money(asked?.found.refund.refusal === null ? asked.found.refund.refundAmount : 0),
    needsApproval: needsApproval(amount, refundApprovalAbove),
  };
}

const decideHandler: Handler<typeof decideRefundRequest> = async ({ deps, network, request, session }) => {
  const { requestId, verdict, expected, remark } = request;
  if (verdict === "refuse" && remark === undefined) return err("FIELD_REQUIRED", { field: "remark" });
  if (verdict === "accept" && expected === undefined) return err("FIELD_REQUIRED", { field: "expected" });
  const found = isUuid(requestId) ? await readRefundRequest(deps.db, requestId) : undefined;
  if (found?.networkId !== network.id) return err("NOT_FOUND");
  const by = { deps, network, staffId: session.staffId };
  const decided =
    expected !== undefined && verdict === "accept"
      ? await acceptRequest(by, found, expected)
      : await refuseRequest(by, found, remark ?? "");
  if (!decided.ok) return decided;
  deps.wake();
  const [next] = await listRefundRequests(deps.db, {
    ...{ networkId: network.id, state: undefined, after: undefined, limit: 1 },
  });
  return ok({ state: decided.value, next: next?.id ?? null });
};
