import { z } from "zod";

const inCents = "not a whole number of cents (the currency's smallest unit), 0 to 10000000: 1.50 € is 150";

/** An amount of a pack, in minor units of its network's currency. */
export const PackAmount = z.int({ error: inCents }).min(0, { error: inCents }).max(10_000_000, { error: inCents });

/** A share in percent, with two decimals at most. */
export const Percent = z.number().min(0).max(100).multipleOf(0.01);
