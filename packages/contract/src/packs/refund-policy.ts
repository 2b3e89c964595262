import { z } from "zod";
import { PackAmount } from "./pack-amount.ts";

const terms = {
  fee: PackAmount.default(0).describe("Deducted once from the refund of each ticket"),
  minimum: PackAmount.default(0).describe("A smaller refund of a ticket is not made"),
  deadlineDays: z
    .int()
    .min(0)
    .max(366)
    .optional()
    .describe("Days after the purchase within which it can be requested; absent: until the ticket ends"),
};

/** Lengths of the periods at whose prices used days are charged. */
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

/**
 * What a customer gets for a ticket that is given back, as its article says at the time of the purchase (decision 145).
 * Today counts as used; a share of the price is rounded in the customer's favour.
 */
export const RefundPolicy = z.discriminatedUnion("basis", [
  z.strictObject({ basis: z.literal("none").describe("Never, except by the staff") }),
  z.strictObject({
    basis: z.literal("unused").describe("The price, until the first use or the first day"),
    ...terms,
  }),
  z.strictObject({
    basis: z.literal("remaining-days").describe("The share of the price for the days that are left"),
    ...terms,
  }),
  z.strictObject({
    basis: z.literal("remaining-months").describe("The share of the price for the months that have not begun"),
    ...terms,
  }),
  z.strictObject({
    basis: z.literal("used-value").describe("The price minus the price of what was used"),
    usedPrices: UsedPrices,
    ...terms,
  }),
]);
export type RefundPolicy = z.infer<typeof RefundPolicy>;

/** The bases of a refund. */
export const RefundBasis = z.enum(["none", "unused", "remaining-days", "remaining-months", "used-value"]);
export type RefundBasis = z.infer<typeof RefundBasis>;
