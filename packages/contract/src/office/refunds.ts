import { z } from "zod";
import { ReducedByRefund } from "../payments.ts";
import { Day, Id, Instant, Money, page, paging, RequestMoney, WireBoolean } from "../values.ts";
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

/** The part of a refund that is paid back by credit transfer, because debits paid it. */
export const RefundTransfer = z.object({
  amount: Money,
  account: z.string().nullable().describe("The masked IBAN of the mandate; null: erased"),
  sendFrom: Day.nullable().describe(
    "Not sent before this day, until which the debtor's bank returns the debit on request",
  ),
  state: z
    .enum(["to-release", "released", "sent", "returned"])
    .describe(
      "`to-release`: a member of the staff has to; `returned`: the bank had returned the debit, nothing is sent",
    ),
});

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
  transfer: RefundTransfer.nullable().describe("The part that is paid back to a bank account; null: none"),
  creditNoteNumber: z.string().nullable().describe("null: not approved"),
});
export type StaffRefund = z.infer<typeof StaffRefund>;

export const listRefunds = staffCall("refunds", "GET", "listRefunds", {
  summary: "Lists refunds, the newest first.",
  permission: "orders.read",
  request: {
    orderId: Id.optional().describe("Only those of this order"),
    status: RefundState.optional(),
    toRelease: WireBoolean.optional().describe("Only those with a credit transfer that waits for its release"),
    ...paging,
  },
  answer: page(StaffRefund),
  refusals: ["CURSOR_INVALID"],
});

export const refundOrder = staffCall("refunds", "POST", "refundOrder", {
  summary:
    "Refunds a paid order, some of its tickets, or an amount as goodwill, whatever its policy says: first its open installments are reduced, the last one first, then money is paid back. Above the network's threshold it waits for a second person.",
  permission: "refunds.give",
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

export const releaseRefund = staffCall("refunds", "POST", "releaseRefund", {
  summary:
    "Releases the credit transfer of a refund that its customer requested; it is sent to the account of the mandate from its day on.",
  permission: "refunds.give",
  multiline: ["reason"],
  request: { refundId: Id.describe("A refund with a credit transfer to release"), reason: AuditReason.optional() },
  answer: { refund: StaffRefund },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const decideRefund = staffCall("refunds", "POST", "decideRefund", {
  summary: "Approves or refuses a refund that another member of the staff requested.",
  permission: "refunds.approve",
  multiline: ["reason"],
  request: {
    refundId: Id.describe("A refund that waits for a second person"),
    decision: z.enum(["approve", "refuse"]).describe("`approve` makes it, if it is still possible"),
    reason: AuditReason.optional(),
  },
  answer: { refund: StaffRefund },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "SECOND_PERSON_REQUIRED", "REFUND_REFUSED", "REFUND_EXCEEDS_PAID"],
});
