import { z } from "zod";
import { RefundRequestState } from "../refund-requests.ts";
import { RefundRefusal } from "../refunds.ts";
import { Day, Id, Instant, Money, page, paging, RequestMoney } from "../values.ts";
import { TicketState } from "../wallet.ts";
import { AuditReason } from "./staff.ts";
import { staffCall } from "./staff-call.ts";

/** A request for a refund with evidence, as the staff list it. */
export const ListedRefundRequest = z.object({
  requestId: Id,
  orderId: Id,
  orderNumber: z.string(),
  ticketName: z.string(),
  serial: z.string(),
  traveller: z.string().nullable(),
  reasonName: z.string(),
  state: RefundRequestState,
  requestedAt: Instant,
  expectedOn: Day,
  isLate: z.boolean().describe("Whether the expected day of the decision is over"),
  decidedBy: z.string().nullable().describe("The member of the staff; null: nobody, or the customer"),
  decidedAt: Instant.nullable(),
});
export type ListedRefundRequest = z.infer<typeof ListedRefundRequest>;

/** A request with its evidence and its calculation, side by side for the examination. */
export const ExaminedRefundRequest = ListedRefundRequest.extend({
  customer: z.object({ name: z.string(), email: z.string() }),
  evidence: z.string().describe("The evidence that the policy of the purchase accepts, in words"),
  ticketState: TicketState,
  validFrom: Instant.nullable(),
  validUntil: Instant.nullable(),
  lastUsedAt: Instant.nullable().describe("When the ticket was used last; null: never"),
  files: z.array(z.object({ fileId: Id, name: z.string(), contentType: z.string(), url: z.string() })),
  calculation: z.object({
    countedOn: Day.describe("The day up to which use counts: the request, or a later use of the ticket"),
    paid: Money.describe("The ticket's share of what was paid, after discounts"),
    used: Money,
    fee: Money,
    refund: Money.describe("What accepting it gives, or has given; confirmed by `decideRefundRequest`"),
    refusal: RefundRefusal.nullable().describe("Why it gives nothing now"),
    byPolicy: Money.describe("What the customer would get without evidence now"),
    needsApproval: z.boolean().describe("Whether a second member of the staff confirms it"),
  }),
  isTicketOver: z.boolean().describe("The ticket has ended since the request: it is refunded without being cancelled"),
  remark: z.string().nullable().describe("Why it was refused, as the customer reads it"),
});
export type ExaminedRefundRequest = z.infer<typeof ExaminedRefundRequest>;

export const listRefundRequests = staffCall("refunds", "GET", "listRefundRequests", {
  summary:
    "Lists refund requests with evidence: those that wait for a decision, the oldest first, or those of a state, the newest first.",
  permission: "documents.examine",
  request: { state: RefundRequestState.optional().describe("Absent: those that wait for a decision"), ...paging },
  answer: page(ListedRefundRequest),
  refusals: ["CURSOR_INVALID"],
});

export const getRefundRequest = staffCall("refunds", "GET", "getRefundRequest", {
  summary: "Returns a refund request with its files, and what accepting it gives.",
  permission: "documents.examine",
  request: { requestId: Id },
  answer: { request: ExaminedRefundRequest },
  refusals: ["NOT_FOUND"],
});

export const decideRefundRequest = staffCall("refunds", "POST", "decideRefundRequest", {
  summary:
    "Accepts a refund request, which refunds the ticket by the terms of its reason, or refuses it with a reason that the customer reads. Above the network's threshold a second member of the staff confirms the refund by `decideRefund`.",
  permission: "documents.examine",
  multiline: ["remark"],
  request: {
    requestId: Id,
    verdict: z.enum(["accept", "refuse"]),
    expected: RequestMoney.optional().describe(
      "Required to accept: the refund that was shown; if it is another one by now, nothing happens",
    ),
    remark: AuditReason.optional().describe("Required to refuse: what the customer reads"),
  },
  answer: {
    state: RefundRequestState,
    next: Id.nullable().describe("The request that waits longest now; null: none waits"),
  },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "REFUND_REFUSED", "REFUND_EXCEEDS_PAID", "REFUND_AMOUNT_CHANGED"],
});
