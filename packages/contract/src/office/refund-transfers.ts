import { z } from "zod";
import { AccountCause } from "../refunds.ts";
import { Id, Instant, Money, page, paging, RequestInstant, WireBoolean } from "../values.ts";
import { AuditReason } from "./staff.ts";
import { staffCall } from "./staff-call.ts";

export const RefundTransferState = z.enum([
  "needs-account",
  "to-approve",
  "to-confirm",
  "approved",
  "transferring",
  "transferred",
  "made-at-card",
]);
export type RefundTransferState = z.infer<typeof RefundTransferState>;

/** A refund that its card refused for good, and that is paid by credit transfer instead. */
export const RefundByTransfer = z.object({
  transferId: Id,
  orderId: Id,
  orderNumber: z.string(),
  state: RefundTransferState.describe(
    "`needs-account`: the customer enters it; `to-approve`: a member of the staff decides; `to-confirm`: a second one",
  ),
  amount: Money,
  cause: AccountCause,
  problem: z.string().nullable().describe("The code of the provider or the bank, or what the staff wrote"),
  holder: z.string().nullable().describe("null: not entered, or erased"),
  account: z.string().nullable().describe("The masked IBAN; null: not entered, or erased"),
  requestedAt: Instant.describe("When the customer was asked last"),
  enteredAt: Instant.nullable(),
  approvedBy: z.string().nullable(),
  confirmedBy: z.string().nullable(),
  transferredAt: Instant.nullable().describe("When it was handed over to the bank; null: not yet, or rejected"),
});
export type RefundByTransfer = z.infer<typeof RefundByTransfer>;

export const listRefundsByTransfer = staffCall("refunds", "GET", "listRefundsByTransfer", {
  summary: "Lists refunds that a card refused and that are paid by credit transfer, the newest first.",
  permission: "orders.read",
  request: {
    orderId: Id.optional().describe("Only those of this order"),
    state: RefundTransferState.optional(),
    toDecide: WireBoolean.optional().describe("Only those with an account to approve or to confirm"),
    ...paging,
  },
  answer: page(RefundByTransfer),
  refusals: ["CURSOR_INVALID"],
});

export const decideRefundByTransfer = staffCall("refunds", "POST", "decideRefundByTransfer", {
  summary:
    "Approves the account that a customer entered for a refund, or refuses it with a reason that the customer reads. Above the network's threshold a second member of the staff confirms. Then the bank gets the transfer.",
  permission: "refunds.approve",
  multiline: ["reason"],
  request: {
    transferId: Id.describe("A refund with an account to approve or to confirm"),
    decision: z.enum(["approve", "refuse"]).describe("`refuse` asks the customer for another account"),
    enteredAt: RequestInstant.optional().describe(
      "Required to approve: `enteredAt` of the account that was seen; refused with the reason `ACCOUNT_CHANGED` if another was entered since",
    ),
    reason: AuditReason.optional().describe("Required to refuse it"),
  },
  answer: { transfer: RefundByTransfer },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "SECOND_PERSON_REQUIRED"],
});
