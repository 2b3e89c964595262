import { z } from "zod";
import { disputeReferenceMaxLength } from "../limits/payment-limits.ts";
import { Id, Instant, Money, page, paging, RequestDay, RequestMoney, WireBoolean } from "../values.ts";
import { AuditReason } from "./staff.ts";
import { staffCall } from "./staff-call.ts";

/**
 * State of a dispute. `inquiry`: the bank only asks, and has taken nothing; `needs-response` and `under-review`: it has taken the money back,
 * and waits for evidence or decides; `closed`: an inquiry that ended without a dispute.
 */
export const DisputeState = z.enum(["inquiry", "needs-response", "under-review", "won", "lost", "closed"]);
export type DisputeState = z.infer<typeof DisputeState>;

/** Why the customer disputes a payment, in the words that the card networks share. */
export const DisputeReason = z.enum([
  "fraudulent",
  "unrecognised",
  "not-received",
  "not-as-described",
  "duplicate",
  "not-refunded",
  "subscription-cancelled",
  "other",
]);
export type DisputeReason = z.infer<typeof DisputeReason>;

/** What became of the tickets of a disputed order, by the rule of its network. */
export const DisputedTickets = z.enum(["usable", "suspended", "cancelled"]);
export type DisputedTickets = z.infer<typeof DisputedTickets>;

/** Evidence that the staff submitted to the bank. */
export const DisputeEvidence = z.object({
  state: z
    .enum(["sending", "submitted", "refused"])
    .describe(
      "`sending`: on its way to the payment provider; `submitted`: the provider took it; `refused`: it may be submitted again",
    ),
  requestedAt: Instant.describe("When the staff submitted it"),
  endedAt: Instant.nullable().describe("When the provider took or refused it; null: on its way"),
  refusal: z.string().nullable().describe("The payment provider's code for its refusal; null: not refused"),
});

/**
 * Why evidence about a dispute cannot be submitted: some is on its way or submitted; the bank waits for none; its deadline
 * is over; the payment provider takes none from here.
 */
export const EvidenceRefusal = z.enum([
  "EVIDENCE_SUBMITTED",
  "EVIDENCE_NOT_AWAITED",
  "EVIDENCE_OVERDUE",
  "EVIDENCE_UNSUPPORTED",
]);
export type EvidenceRefusal = z.infer<typeof EvidenceRefusal>;

/** A dispute of a payment. */
export const StaffDispute = z.object({
  disputeId: Id,
  orderId: Id,
  orderNumber: z.string(),
  providerReference: z.string().describe("What the payment provider calls it"),
  state: DisputeState,
  reason: DisputeReason,
  amount: Money.describe("The disputed amount"),
  withdrawn: Money.describe("What the provider has withdrawn because of it and not reinstated"),
  fees: Money.describe("The provider's fees for it, less what was returned"),
  openedAt: Instant,
  evidenceDueAt: Instant.nullable().describe("Until when the bank takes evidence; null: it waits for none"),
  decidedAt: Instant.nullable().describe("When its end was read at the provider; null: it is open"),
  tickets: DisputedTickets,
  evidence: DisputeEvidence.nullable().describe("What the staff submitted to the bank from here; null: nothing"),
});
export type StaffDispute = z.infer<typeof StaffDispute>;

export const listDisputes = staffCall("payments", "GET", "listDisputes", {
  summary:
    "Lists disputes of payments: first those whose bank waits for evidence, by its deadline; then the others, the newest first.",
  permission: "orders.read",
  request: {
    orderId: Id.optional().describe("Only those of this order"),
    state: DisputeState.optional().describe("Only those in this state"),
    open: WireBoolean.optional().describe("Only those that are not decided (`true`), or that are (`false`)"),
    ...paging,
  },
  answer: page(StaffDispute),
  refusals: ["CURSOR_INVALID"],
});

export const printDispute = staffCall("payments", "GET", "printDispute", {
  summary: "Answers what was recorded about a disputed order as PDF, as evidence for the bank.",
  permission: "orders.read",
  request: { disputeId: Id.describe("A dispute, from the list") },
  answer: {},
  refusals: ["NOT_FOUND"],
  file: "application/pdf",
});

export const submitDisputeEvidence = staffCall("payments", "POST", "submitDisputeEvidence", {
  summary:
    "Submits the evidence about a dispute to the bank, once, before its deadline: the PDF and the fields of the bank's form. Refused with a `reason`: `EVIDENCE_SUBMITTED`, `EVIDENCE_NOT_AWAITED`, `EVIDENCE_OVERDUE` or `EVIDENCE_UNSUPPORTED`.",
  permission: "refunds.give",
  request: { disputeId: Id.describe("A dispute, from the list") },
  answer: { evidence: DisputeEvidence },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const getDispute = staffCall("payments", "GET", "getDispute", {
  summary: "Answers a dispute with the money that it moved.",
  permission: "orders.read",
  request: { disputeId: Id.describe("A dispute, from the list") },
  answer: {
    dispute: StaffDispute,
    movements: z.array(
      z.object({
        at: Instant.describe("When it was booked"),
        kind: z.enum(["withdrawn", "reinstated"]),
        amount: Money,
      }),
    ),
    isDecidedHere: z
      .boolean()
      .describe("The staff record what the bank decides, because the payment provider does not report it"),
    evidenceRefusal: EvidenceRefusal.nullable().describe("Why no evidence can be submitted now; null: it can be"),
  },
  refusals: ["NOT_FOUND"],
});

/**
 * Why a dispute is not recorded, or not decided, by the staff: the payment provider reports it; it is decided; or the same reference names another
 * one.
 */
export const RecordRefusal = z.enum(["reported-by-provider", "decided", "reference-known"]);
export type RecordRefusal = z.infer<typeof RecordRefusal>;

export const recordDispute = staffCall("payments", "POST", "recordDispute", {
  summary:
    "Records a chargeback that the bank stated to the operator, of a payment at a provider that reports none. The order is marked, the amount is withdrawn in the ledger, and the tickets follow the rule of the network. The same again changes nothing. Refused with a `reason`: `reported-by-provider` or `reference-known`.",
  permission: "payments.settle",
  request: {
    paymentId: Id.describe("A captured payment of an order"),
    reference: z.string().trim().min(1).max(disputeReferenceMaxLength).describe("What the bank calls it"),
    amount: RequestMoney.describe("What the bank took back"),
    withdrawnOn: RequestDay.describe("The day on which the bank took it"),
    reason: DisputeReason.describe("Why the customer disputes the payment"),
  },
  answer: { disputeId: Id.nullable().describe("null: it is booked, and listed, some moments later") },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const decideDispute = staffCall("payments", "POST", "decideDispute", {
  summary:
    "Records what the bank decided about a dispute that the payment provider does not report: won, its money is back; lost, it is a loss. Refused with a `reason`: `reported-by-provider` or `decided`.",
  permission: "payments.settle",
  multiline: ["reason"],
  request: {
    disputeId: Id.describe("A dispute, from the list"),
    outcome: z.enum(["won", "lost"]).describe("`won`: the bank returns the money; `lost`: the customer keeps it"),
    reason: AuditReason.describe("What the bank wrote"),
  },
  answer: {},
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});
