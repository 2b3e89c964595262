import { z } from "zod";
import { Day, Id } from "../../values.ts";
import { AuditReason } from "../staff.ts";
import { staffCall } from "../staff-call.ts";

/** Why two accounts cannot be merged now. */
export const MergeObstacle = z.enum([
  "same-account",
  "remaining-is-guest",
  "remaining-unproved",
  "deletion",
  "open-order",
  "payment-under-way",
  "identity-provider",
  "travellers",
]);
export type MergeObstacle = z.infer<typeof MergeObstacle>;

/** What moves to the account that remains, in numbers. */
export const MergeMoves = z.object({
  travellers: z.int(),
  orders: z.int(),
  tickets: z.int(),
  subscriptions: z.int(),
  mandates: z.int(),
  paymentMethods: z.int(),
  cards: z.int(),
  documents: z.int(),
  submissions: z.int(),
  emails: z.int(),
});
export type MergeMoves = z.infer<typeof MergeMoves>;

/** One of the two accounts, as far as it shows whether both are of one person. */
export const MergeParty = z.object({
  customerId: Id,
  customerNumber: z.string(),
  name: z.string(),
  birthDate: Day.nullable(),
  email: z.string(),
  isConfirmed: z
    .boolean()
    .nullable()
    .describe("Whether the owner of the address was proved; null: nobody signs in with it"),
  isGuest: z.boolean(),
});
export type MergeParty = z.infer<typeof MergeParty>;

const remaining = { customerId: Id.describe("The account that remains") };

export const previewCustomerMerge = staffCall("customers", "GET", "previewCustomerMerge", {
  summary:
    "Returns what would move if the account with this customer number were merged into another one of the same person, and what prevents it now.",
  permission: "customers.merge",
  request: {
    ...remaining,
    number: z.string().trim().min(1).max(40).describe("The customer number of the account that is absorbed"),
  },
  answer: {
    remaining: MergeParty,
    absorbed: MergeParty,
    moves: MergeMoves,
    ownSignIns: z
      .int()
      .describe("Travellers with a sign-in of their own, which ends; the holder gives them another one"),
    obstacles: z.array(
      z.object({ kind: MergeObstacle, names: z.array(z.string()).describe("Numbers of orders, or providers") }),
    ),
  },
  refusals: ["NOT_FOUND"],
});

export const mergeCustomers = staffCall("customers", "POST", "mergeCustomers", {
  summary:
    "Merges an account into another one of the same person, all of it or nothing: travellers, orders, tickets, subscriptions, mandates, payment methods, cards and documents move, the absorbed account signs in no more, and both addresses get an e-mail. Its number and links lead to the account that remains. Refused with the first obstacle of the preview (`TRANSITION_NOT_ALLOWED`). Sent again it is done, and nothing moves.",
  permission: "customers.merge",
  request: {
    ...remaining,
    absorbedId: Id.describe("The account that is absorbed"),
    reason: AuditReason,
  },
  answer: { moved: MergeMoves },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});
