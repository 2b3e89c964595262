import { z } from "zod";
import { Texts } from "../locales.ts";
import { Id, Money } from "../values.ts";
import { PackAmount, Percent } from "./pack-amount.ts";

const feeTerms = {
  fee: PackAmount.default(0).describe("Deducted once from the refund of each ticket"),
  feePercent: Percent.optional().describe(
    "Deducted from the refund of each ticket: percent of its price, rounded down; the higher of `fee` and this one applies",
  ),
};

const FeeUntilDay = z.strictObject({
  untilDay: z
    .int()
    .min(-366)
    .max(366)
    .describe("Last day on which it applies, from the first day of the ticket (0): -7 is seven days before"),
  ...feeTerms,
});

const DaysOfRefund = z.int().min(1).max(366);

const terms = {
  ...feeTerms,
  feesByDay: z
    .array(FeeUntilDay)
    .min(1)
    .max(10)
    .refine(
      (fees) => fees.every(({ untilDay }, place) => place === 0 || untilDay > (fees[place - 1]?.untilDay ?? untilDay)),
      "each `untilDay` must be later than the one before",
    )
    .optional()
    .describe("Fees for a ticket with dates until certain days; after the last one, `fee` and `feePercent` apply"),
  refundPercent: Percent.optional().describe(
    "The share of the remaining value, before the fee, that is refunded; absent: all of it",
  ),
  minimum: PackAmount.default(0).describe("A smaller refund of a ticket is not made"),
  deadlineDays: z
    .int()
    .min(0)
    .max(366)
    .optional()
    .describe("Days after the purchase within which it can be requested; absent: until the ticket ends"),
  lockedFirstDays: DaysOfRefund.optional().describe("Days from the purchase during which nothing is refunded"),
  lockedLastDays: DaysOfRefund.optional().describe("Last days of the validity, during which nothing is refunded"),
  countedFrom: z
    .enum(["purchase", "start"])
    .optional()
    .describe(
      "From which day `deadlineDays` and `lockedFirstDays` count; `start`: the first day of a ticket with dates. Absent: the purchase",
    ),
  usedUntil: z
    .enum(["yesterday", "today", "month-end"])
    .optional()
    .describe("Last day that counts as used on the day of the request; absent: today"),
};

/** Lengths of the periods by which used days are charged. */
export const UsedPeriod = z.enum(["P1D", "P7D", "P14D", "P1M", "P6M", "P1Y"]);
export type UsedPeriod = z.infer<typeof UsedPeriod>;

const UsedPrices = z
  .strictObject({
    trip: PackAmount.optional().describe("Price of each trip that was used"),
    periods: z
      .array(z.strictObject({ period: UsedPeriod, price: PackAmount }))
      .max(6)
      .default([])
      .describe("The cheapest combination that covers the days up to today is charged; a period that has begun counts"),
  })
  .refine(({ trip, periods }) => (trip === undefined) === periods.length > 0, "takes either `trip` or `periods`");

const unused = z.literal("unused").describe("The price, until the first use or the first day");
const remainingDays = z.literal("remaining-days").describe("The share of the price for the remaining days");
const remainingMonths = z
  .literal("remaining-months")
  .describe("The share of the price for the months that have not begun");
const usedValue = z.literal("used-value").describe("The price minus the price of what was used");

/** The terms that apply once the staff have accepted the evidence of a reason. */
const TermsWithEvidence = z.discriminatedUnion("basis", [
  z.strictObject({ basis: unused, ...terms }),
  z.strictObject({ basis: remainingDays, ...terms }),
  z.strictObject({ basis: remainingMonths, ...terms }),
  z.strictObject({ basis: usedValue, usedPrices: UsedPrices, ...terms }),
]);

/** A reason for which other terms apply, such as moving away, with the evidence that it needs (decision 166). */
export const EvidenceReason = z.strictObject({
  reason: Id.describe("`moving`, `illness`, `school`, or an id of your own"),
  name: Texts.describe("What customers choose: `Je déménage`"),
  evidence: Texts.describe("Which evidence is accepted, and from when: shown where it is uploaded"),
  terms: TermsWithEvidence.describe("What the customer gets for this reason, instead of the terms of the policy"),
  decisionDays: z
    .int()
    .min(1)
    .max(60)
    .optional()
    .describe("Working days within which the staff decide, as promised to the customer; absent: as for documents"),
});
export type EvidenceReason = z.infer<typeof EvidenceReason>;

const withEvidence = {
  withEvidence: z
    .array(EvidenceReason)
    .min(1)
    .max(10)
    .refine(
      (reasons) => new Set(reasons.map(({ reason }) => reason)).size === reasons.length,
      "each `reason` must be another one",
    )
    .optional()
    .describe("Reasons that need evidence, for which other terms apply once the staff have accepted it"),
};

/**
 * What a customer gets for a returned ticket, as its article says at the time of the purchase (decision 145).
 * A share of the price is rounded in the customer's favour.
 */
export const RefundPolicy = z.discriminatedUnion("basis", [
  z.strictObject({ basis: z.literal("none").describe("Never, except by the staff or with evidence"), ...withEvidence }),
  z.strictObject({ basis: unused, ...terms, ...withEvidence }),
  z.strictObject({ basis: remainingDays, ...terms, ...withEvidence }),
  z.strictObject({ basis: remainingMonths, ...terms, ...withEvidence }),
  z.strictObject({ basis: usedValue, usedPrices: UsedPrices, ...terms, ...withEvidence }),
]);
export type RefundPolicy = z.infer<typeof RefundPolicy>;

/** The fee of a refund as customers see it. */
const ShownFee = z.object({
  amount: Money,
  percent: z.number().describe("Of the price; the higher of the two applies"),
});

/** The terms of a refund as customers see them before the purchase; absent terms are 0, 100 %, or null. */
export const RefundTerms = z.object({
  fee: ShownFee,
  feesByDay: z
    .array(ShownFee.extend({ untilDay: z.int() }))
    .describe("Until these days, from the first day of the ticket (0); then `fee` applies"),
  refundPercent: z.number().describe("Share of the remaining value that is refunded"),
  minimum: Money.describe("A smaller refund is not made"),
  deadlineDays: z.int().nullable(),
  lockedFirstDays: z.int().nullable(),
  lockedLastDays: z.int().nullable(),
  countedFrom: z.enum(["purchase", "start"]).describe("The day from which `deadlineDays` and `lockedFirstDays` count"),
});
export type RefundTerms = z.infer<typeof RefundTerms>;

/** A reason for a refund that needs evidence, as customers see it before the purchase. */
export const ShownReason = z.object({ name: z.string(), evidence: z.string() });
export type ShownReason = z.infer<typeof ShownReason>;

/** The bases of a refund. */
export const RefundBasis = z.enum(["none", "unused", "remaining-days", "remaining-months", "used-value"]);
export type RefundBasis = z.infer<typeof RefundBasis>;
