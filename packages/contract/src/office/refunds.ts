import { z } from "zod";
import { ReducedByRefund } from "../payments.ts";
import { servesCustomers } from "../staff-roles.ts";
import { Id, Instant, Money, page, paging, RequestMoney } from "../values.ts";
import { AuditReason } from "./staff.ts";
import { staffCall } from "./staff-call.ts";

/**
 * What a refund by the staff covers: `order`, everything, which cancels it; `tickets`, some of its tickets, which become
 * invalid; `goodwill`, an amount, while every ticket stays valid.
 */
export const RefundScope = z.enum(["order", "tickets", "goodwill"]);
export type RefundScope = z.infer<typeof RefundScope>;

export const RefundState = z.enum(["awaiting", "approved", "refused"]);
export type RefundState = z.infer<typeof RefundState>;

/** A refund of an order. */
export const StaffRefund = z.object({
  refundId: Id,
  orderId: Id,
  orderNumber: z.string(),
  scope: RefundScope,
  status: RefundState.describe("`awaiting`: a second member of the staff decides about it"),
  amount: Money.describe("What is credited: what is paid back, and what is dropped"),
  dropped: z
    .array(ReducedByRefund)
    .describe("Installments that it reduced, the last one first; empty until it is approved"),
  paidBack: Money.nullable().describe("What is paid back; null: not approved"),
  reason: z.string().nullable().describe("null: the customer returned tickets"),
  requestedBy: z.string().nullable().describe("The member of the staff; null: the customer"),
  decidedBy: z.string().nullable().describe("The second member of the staff; null: none was needed, or not yet"),
  createdAt: Instant,
  sent: Money.describe("What the payment provider or the bank has refunded so far"),
  creditNoteNumber: z.string().nullable().describe("null: not approved"),
});
export type StaffRefund = z.infer<typeof StaffRefund>;

export const listRefunds = staffCall("refunds", "GET", "listRefunds", {
  summary: "Lists refunds, the newest first.",
  roles: servesCustomers,
  request: {
    orderId: Id.optional().describe("Only those of this order"),
    status: RefundState.optional(),
    ...paging,
  },
  answer: page(StaffRefund),
  refusals: ["CURSOR_INVALID"],
});

export const refundOrder = staffCall("refunds", "POST", "refundOrder", {
  summary:
    "Refunds a paid order, some of its tickets, or an amount as goodwill, whatever its policy says: first its open installments are reduced, the last one first, then money is paid back. Above the network's threshold it waits for a second person.",
  roles: servesCustomers,
  idempotent: true,
  multiline: ["reason"],
  request: {
    orderId: Id,
    scope: RefundScope,
    ticketIds: z.array(Id).min(1).max(100).optional().describe("Scope `tickets`: which"),
    amount: RequestMoney.optional().describe(
      "Scope `goodwill`: the amount; scope `tickets`: less than was paid for them; absent: all that was paid for them",
    ),
    reason: AuditReason,
  },
  answer: { refund: StaffRefund },
  refusals: ["NOT_FOUND", "REFUND_REFUSED", "REFUND_EXCEEDS_PAID", "TRANSITION_NOT_ALLOWED"],
});

export const decideRefund = staffCall("refunds", "POST", "decideRefund", {
  summary: "Approves or refuses a refund that another member of the staff requested.",
  roles: servesCustomers,
  multiline: ["reason"],
  request: {
    refundId: Id.describe("A refund that waits for a second person"),
    decision: z.enum(["approve", "refuse"]).describe("`approve` makes it, if it is still possible"),
    reason: AuditReason.optional(),
  },
  answer: { refund: StaffRefund },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "SECOND_PERSON_REQUIRED", "REFUND_REFUSED", "REFUND_EXCEEDS_PAID"],
});
