import { z } from "zod";

/**
 * How a compensation is computed for each entitled ticket: `fixed`, an amount; `per-day`, an amount for each entitled
 * day; `share`, a percentage of the price paid; `share-per-day`, a percentage of the price of one day for each entitled
 * day; `voucher`, a code of a value, for each.
 */
export const CompensationKind = z.enum(["fixed", "per-day", "share", "share-per-day", "voucher"]);
export type CompensationKind = z.infer<typeof CompensationKind>;
