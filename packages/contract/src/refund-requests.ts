import { z } from "zod";
import { call } from "./call.ts";
import { fileRefusals } from "./uploads.ts";
import { byLink, Day, Id, Instant, Money } from "./values.ts";

/**
 * States of a refund request with evidence. `confirming`: accepted by one member of the staff, a second one confirms it above
 * the network's threshold; `closed`: its ticket was refunded or cancelled otherwise.
 */
export const RefundRequestState = z.enum(["pending", "confirming", "accepted", "refused", "withdrawn", "closed"]);
export type RefundRequestState = z.infer<typeof RefundRequestState>;

/** A request for the refund of a ticket for a reason that needs evidence, as its customer sees it (decision 166). */
export const RefundRequest = z.object({
  requestId: Id,
  ticketId: Id,
  ticketName: z.string(),
  serial: z.string(),
  reason: Id.describe("The id of the reason in the policy of the purchase"),
  reasonName: z.string(),
  state: RefundRequestState,
  requestedAt: Instant,
  expectedOn: Day.describe("Expected day of the decision"),
  refund: Money.nullable().describe(
    "What it gives if it is accepted, or what it gave; null: nothing, or nothing any more",
  ),
  files: z.array(z.string()).describe("Names of the uploaded files; empty once they are deleted"),
  mayAddFiles: z.boolean(),
  remark: z.string().nullable().describe("Why the staff refused it"),
  decidedAt: Instant.nullable(),
});
export type RefundRequest = z.infer<typeof RefundRequest>;

const answer = { request: RefundRequest };

export const requestRefundWithEvidence = call("refunds", "POST", "/Order/requestRefundWithEvidence.json", {
  summary:
    "Requests the refund of a ticket for a reason of its policy, with a file as evidence: PDF, JPEG or PNG. The ticket stays valid until the staff decide.",
  session: "optional",
  upload: "evidence",
  request: {
    orderId: Id,
    ticketId: Id,
    reason: Id.describe("One of the ticket's reasons, as `quoteRefund` names it"),
    ...byLink,
  },
  answer,
  refusals: [...fileRefusals, "NOT_FOUND", "REFUND_REFUSED", "REFUND_REQUEST_OPEN"],
});

export const addRefundEvidence = call("refunds", "POST", "/Order/addRefundEvidence.json", {
  summary: "Adds a file to a refund request that nobody has decided yet.",
  session: "optional",
  upload: "evidence",
  request: { orderId: Id, requestId: Id, ...byLink },
  answer,
  refusals: [...fileRefusals, "NOT_FOUND", "TRANSITION_NOT_ALLOWED", "REFUND_EVIDENCE_LIMIT"],
});

export const withdrawRefundRequest = call("refunds", "POST", "/Order/withdrawRefundRequest.json", {
  summary: "Withdraws a refund request that nobody has decided yet, and deletes its files. The ticket stays valid.",
  session: "optional",
  request: { orderId: Id, requestId: Id, ...byLink },
  answer,
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const readRefundRequests = call("refunds", "POST", "/Order/readRefundRequests.json", {
  summary: "Returns the refund requests with evidence of an order, the newest first.",
  session: "optional",
  request: { orderId: Id, ...byLink },
  answer: { requests: z.array(RefundRequest) },
  refusals: ["NOT_FOUND"],
});
