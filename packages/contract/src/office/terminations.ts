import { z } from "zod";
import { auditReasonMaxLength } from "../limits/staff-limits.ts";
import { TerminationEffect } from "../subscriptions.ts";
import { Day, Id, Instant, Money, page, paging, RequestDay } from "../values.ts";
import { AuditEntry, AuditReason } from "./staff.ts";
import { staffCall } from "./staff-call.ts";
import { CardHolder } from "./transport-cards.ts";

/**
 * State of a termination that was notified without a sign-in: no contract matches, so a member of the staff decides;
 * its
 * customer has the link that confirms it; its contracts had ended; it was confirmed; staff refused it.
 */
export const TerminationRequestState = z.enum(["OPEN", "SENT", "ENDED", "CONFIRMED", "REFUSED"]);
export type TerminationRequestState = z.infer<typeof TerminationRequestState>;

/** Why staff refuse a termination. */
export const TerminationRefusal = z.enum(["no-contract", "other-person", "already-ended", "other"]);
export type TerminationRefusal = z.infer<typeof TerminationRefusal>;

/** A notified termination in a list for the staff. */
export const QueuedTermination = z.object({
  requestId: Id,
  reference: z.string(),
  state: TerminationRequestState,
  sender: z.string().describe("First and last name as typed"),
  contract: z.string().describe("The contract in the sender's own words"),
  requestedAt: Instant.describe("The time of the notification, which counts for the end of the contract"),
});
export type QueuedTermination = z.infer<typeof QueuedTermination>;

/** A contract that staff may match with a termination, with the effect of terminating it now. */
export const MatchableContract = z.object({
  subscriptionId: Id,
  name: z.string(),
  traveller: z.string(),
  orderNumber: z.string().describe("Of its newest period"),
  holder: CardHolder,
  ending: z
    .object({
      effect: TerminationEffect,
      lastDay: Day.describe("The first possible last day that is not before the requested end date"),
      refund: Money.nullable(),
    })
    .nullable()
    .describe("null: it has ended, or cannot be terminated at the moment"),
});
export type MatchableContract = z.infer<typeof MatchableContract>;

/** A notified termination with everything needed for a decision. */
export const StaffTermination = QueuedTermination.extend({
  number: z.string().describe("Customer or order number as typed"),
  email: z.string(),
  endOn: Day.nullable(),
  reason: z.string().nullable(),
  language: z.string(),
  refusal: TerminationRefusal.nullable(),
  remark: z.string().nullable().describe("The remark to the customer with the refusal"),
  confirmed: z
    .object({ at: Instant, name: z.string(), lastDay: Day })
    .nullable()
    .describe("The terminated contract; null: none"),
  found: z.array(MatchableContract).describe("The contracts that match the search"),
  acts: z.array(AuditEntry),
});
export type StaffTermination = z.infer<typeof StaffTermination>;

export const listTerminations = staffCall("terminations", "GET", "listTerminations", {
  summary:
    "Lists terminations notified without a sign-in, the oldest first; by default those that wait for a decision of the staff.",
  permission: "terminations.read",
  request: { state: TerminationRequestState.optional(), ...paging },
  answer: { ...page(QueuedTermination) },
  refusals: ["CURSOR_INVALID"],
});

export const getTermination = staffCall("terminations", "GET", "getTermination", {
  summary: "Returns a notified termination, with the contracts that match a search and their effects.",
  permission: "terminations.read",
  request: {
    requestId: Id.describe("The termination"),
    query: z
      .string()
      .trim()
      .max(200)
      .optional()
      .describe("An order number, a customer number, or an account's e-mail address; absent: what the sender typed"),
  },
  answer: { termination: StaffTermination },
  refusals: ["NOT_FOUND"],
});

export const matchTermination = staffCall("terminations", "POST", "matchTermination", {
  summary:
    "Matches a notified termination with a contract and terminates it as if on the day of the notification; the account's address gets the e-mail with the receipt.",
  permission: "terminations.decide",
  multiline: ["reason"],
  request: {
    requestId: Id.describe("The termination"),
    subscriptionId: Id,
    effect: TerminationEffect.describe(
      "The displayed effect: if the effect is a different one by now, the call is refused (`TRANSITION_NOT_ALLOWED`, state `changed`)",
    ),
    lastDay: RequestDay.describe("The displayed last day, checked in the same way"),
    reason: AuditReason.describe("How the sender was identified"),
  },
  answer: {},
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "PAYMENT_UNAVAILABLE"],
});

export const refuseTermination = staffCall("terminations", "POST", "refuseTermination", {
  summary: "Refuses a notified termination with a reason; the sender gets it by e-mail.",
  permission: "terminations.decide",
  multiline: ["remark"],
  request: {
    requestId: Id.describe("The termination"),
    refusal: TerminationRefusal.describe("The reason that the sender gets"),
    remark: z.string().trim().max(auditReasonMaxLength).optional().describe("Needed with the reason `other`"),
  },
  answer: {},
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "FIELD_REQUIRED"],
});
