import { z } from "zod";
import { ReducedByRefund } from "../payments.ts";
import { RefundDestination, RefundRefusal } from "../refunds.ts";
import { Day, Id, Instant, Money, page, paging, RequestMoney, WireBoolean } from "../values.ts";
import { TicketState } from "../wallet.ts";
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
  reason: z.string().nullable().describe("null: the customer returned tickets, or requested it with evidence"),
  requestedBy: z.string().nullable().describe("The member of the staff; null: the customer"),
  isOwn: z.boolean().describe("Whether the signed-in member of the staff requested it, and cannot decide about it"),
  decidedBy: z.string().nullable().describe("The second member of the staff; null: none was needed, or not yet"),
  createdAt: Instant,
  sent: Money.describe("What the payment provider or the bank has refunded so far"),
  transfer: RefundTransfer.nullable().describe("The part that is paid back to a bank account; null: none"),
  creditNoteNumber: z.string().nullable().describe("null: not approved"),
  requestId: Id.nullable().describe("The refund request with evidence that it accepts; null: none"),
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

/** What a refund by the staff covers, as a preview and as a request. */
const scoped = {
  orderId: Id,
  ticketIds: z.array(Id).min(1).max(100).optional().describe("Scope `tickets`: which"),
  amount: RequestMoney.optional().describe(
    "Scope `goodwill`: the amount; scope `tickets`: less than was paid for them; absent: all that was paid for them",
  ),
};

/** Why the staff cannot make a refund. */
export const StaffRefundRefusal = z.enum([...RefundRefusal.options, "DISPUTE_LOST", "EXCEEDS_PAID"]);
export type StaffRefundRefusal = z.infer<typeof StaffRefundRefusal>;

/** A ticket of an order, with what a refund by the staff does to it. */
export const PreviewedTicket = z.object({
  ticketId: Id,
  name: z.string(),
  serial: z.string(),
  traveller: z.string().nullable(),
  state: TicketState,
  paid: Money.describe("Its share of what was paid, after discounts"),
  left: Money.describe("Its share without what a compensation gave for it: the most that is refunded for it"),
  byPolicy: z
    .object({ used: Money, fee: Money, refund: Money, refusal: RefundRefusal.nullable() })
    .describe("What its customer would get today: deducted for what was used and as a fee, and the refund"),
  isRefundable: z
    .boolean()
    .describe("Whether the staff can refund it as a ticket; one that has ended only as goodwill"),
  refund: Money.nullable().describe("What this refund gives for it; null: it is no part of it"),
  isCancelled: z.boolean().describe("Whether this refund makes it invalid"),
});
export type PreviewedTicket = z.infer<typeof PreviewedTicket>;

/** A refund that was not requested yet. */
export const PreviewedRefund = z.object({
  amount: Money.describe("What is credited: confirmed by `refundOrder`"),
  dropped: z.array(ReducedByRefund).describe("Installments that it reduces, the last one first"),
  paidBack: Money.describe("The other part of the amount"),
  destinations: z.array(RefundDestination.extend({ amount: Money })).describe("Where what is paid back goes"),
  needsApproval: z.boolean().describe("Whether a second member of the staff decides about it"),
});
export type PreviewedRefund = z.infer<typeof PreviewedRefund>;

export const previewRefund = staffCall("refunds", "POST", "previewRefund", {
  summary:
    "Computes a refund by the staff: for each ticket what it gives and whether it becomes invalid, what is dropped, and where the money goes; writes nothing.",
  permission: "refunds.give",
  request: { ...scoped, scope: RefundScope.optional().describe("Absent: only the tickets and what is left") },
  answer: {
    tickets: z.array(PreviewedTicket),
    remaining: Money.describe("The most that can be refunded now"),
    refund: PreviewedRefund.nullable().describe("null: it cannot be made, or no scope was given"),
    refusal: StaffRefundRefusal.nullable().describe("Why it cannot be made"),
  },
  refusals: ["NOT_FOUND"],
});

export const refundOrder = staffCall("refunds", "POST", "refundOrder", {
  summary:
    "Refunds a paid order, some of its tickets, or an amount as goodwill, whatever its policy says: first its open installments are reduced, the last one first, then money is paid back. Above the network's threshold it waits for a second person.",
  permission: "refunds.give",
  idempotent: true,
  multiline: ["reason"],
  request: {
    ...scoped,
    scope: RefundScope.describe("What it covers"),
    expected: RequestMoney.optional().describe(
      "The amount of the preview: if it is another one by now, nothing happens",
    ),
    reason: AuditReason,
  },
  answer: { refund: StaffRefund },
  refusals: ["NOT_FOUND", "REFUND_REFUSED", "REFUND_EXCEEDS_PAID", "REFUND_AMOUNT_CHANGED", "TRANSITION_NOT_ALLOWED"],
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
  refusals: [
    "NOT_FOUND",
    "TRANSITION_NOT_ALLOWED",
    "SECOND_PERSON_REQUIRED",
    "REFUND_REFUSED",
    "REFUND_EXCEEDS_PAID",
    "REFUND_AMOUNT_CHANGED",
  ],
});
