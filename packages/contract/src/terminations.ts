import { z } from "zod";
import { call } from "./call.ts";
import { nameMaxLength } from "./limits/account-limits.ts";
import {
  contractNameMaxLength,
  contractNumberMaxLength,
  terminationReasonMaxLength,
} from "./limits/termination-limits.ts";
import { RefundCalculation, TerminationEffect } from "./subscriptions.ts";
import { Day, Email, Id, Instant, Money, RequestDay } from "./values.ts";

/** What a termination ends: its last day of validity, and the refund; null: none. */
const Ending = { effect: TerminationEffect, lastDay: Day, refund: Money.nullable() };

const Contract = { subscriptionId: Id, name: z.string(), traveller: z.string() };

/** A contract that the link of an e-mail can terminate now. */
export const TerminableContract = z.object({
  ...Contract,
  ...Ending,
  calculation: RefundCalculation.optional().describe("How a prorated refund is computed; absent: there is none"),
  laterEnds: z.array(Day).describe("The last days that can be chosen instead, with the effect `AT_DATE`"),
  preferredEnd: Day.describe(
    "The first possible last day that is not before the requested end date; the earliest if none was requested",
  ),
});
export type TerminableContract = z.infer<typeof TerminableContract>;

/** A notified termination, as the reader of its e-mail sees it (consumer code L215-1-1). */
export const NotifiedTermination = z.object({
  reference: z.string().describe("The reference that its sender was shown"),
  requestedAt: Instant.describe("The time of the notification, which counts for the end of the contract"),
  endOn: Day.nullable().describe("The end date that the sender requested"),
  expiresAt: Instant.describe("Until when the link is valid"),
  contracts: z
    .array(TerminableContract)
    .describe("The contracts, one of which the link terminates; empty: none any more"),
  confirmed: z
    .object({ ...Contract, ...Ending, at: Instant })
    .nullable()
    .describe("The receipt: the terminated contract, with the effect of the termination; null: not confirmed yet"),
});
export type NotifiedTermination = z.infer<typeof NotifiedTermination>;

/** A person's name as typed for comparison: the rules for stored names do not apply. */
const TypedName = z.string().trim().min(1).max(nameMaxLength);

export const requestTermination = call("terminations", "POST", "/Terminations/request", {
  summary:
    "Notifies the termination of a contract without a sign-in (consumer code L215-1-1). The answer is the same whether or not the contract exists; an e-mail has the link that confirms it, or says that nothing was found.",
  session: "none",
  request: {
    number: z
      .string()
      .trim()
      .min(1)
      .max(contractNumberMaxLength)
      .describe("The customer number, or the number of an order of the contract"),
    firstName: TypedName.describe("First name of the account holder or of the contract's traveller"),
    lastName: TypedName.describe("Last name of the same person"),
    email: Email,
    contract: z.string().trim().min(1).max(contractNameMaxLength).describe("The contract, in the sender's own words"),
    endOn: RequestDay.optional().describe("The requested end date: the contract ends with the period in which it lies"),
    reason: z.string().max(terminationReasonMaxLength).optional().describe("The reason; not required"),
  },
  answer: { reference: z.string(), receivedAt: Instant },
  refusals: ["TOO_MANY_REQUESTS"],
  multiline: ["reason"],
  idempotent: true,
});

const codeField = { code: z.string().max(200) };
const ofCode = { session: "none", answer: { termination: NotifiedTermination } } as const;

export const readTermination = call("terminations", "POST", "/Terminations/read", {
  summary:
    "Returns the termination that the code of an e-mail confirms: its contracts with the effect, or its receipt.",
  ...ofCode,
  request: codeField,
  refusals: ["CODE_INVALID", "CODE_EXPIRED"],
});

export const confirmTermination = call("terminations", "POST", "/Terminations/confirm", {
  summary:
    "Confirms a termination with the code of its e-mail: the contract ends as if on the day of the notification, and a second e-mail confirms date and effect.",
  ...ofCode,
  request: {
    ...codeField,
    subscriptionId: Id.describe("One of the contracts of `Terminations/read`"),
    effect: TerminationEffect.describe(
      "The displayed effect: if the effect is a different one by now, the call is refused (`TRANSITION_NOT_ALLOWED`, state `changed`)",
    ),
    lastDay: RequestDay.describe(
      "The displayed last day, checked in the same way; with the effect `AT_DATE` one of `laterEnds`",
    ),
  },
  refusals: ["CODE_INVALID", "CODE_EXPIRED", "NOT_FOUND", "TRANSITION_NOT_ALLOWED", "PAYMENT_UNAVAILABLE"],
  idempotent: true,
});
