import { z } from "zod";
import { Id, Instant } from "../values.ts";
import { PackAmount, Percent } from "./pack-amount.ts";

export const DiscountType = z.enum(["AMOUNT", "RATIO", "ARTICLE_AMOUNT", "ARTICLE_RATIO", "GIFT"]);
export type DiscountType = z.infer<typeof DiscountType>;

/** `vouchers.json` */
export const PackVoucher = z.strictObject({
  code: z.string().regex(/^[A-Z0-9-]{4,40}$/),
  type: DiscountType,
  amount: PackAmount.optional().describe("AMOUNT, ARTICLE_AMOUNT"),
  ratio: Percent.optional().describe("RATIO, ARTICLE_RATIO: percent off"),
  articles: z.array(Id).default([]).describe("ARTICLE_*: the reduced articles; GIFT: the gift"),
  minimumAmount: PackAmount.optional(),
  limit: z.int().min(0).optional().describe("Total number of uses"),
  limitPerAccount: z.int().min(1).optional(),
  validFrom: Instant.optional(),
  validUntil: Instant.optional(),
  combinable: z.boolean().default(true),
  active: z.boolean().default(true),
});
export type PackVoucher = z.infer<typeof PackVoucher>;
export const PackVouchers = z.strictObject({ $schema: z.string().optional(), vouchers: z.array(PackVoucher) });
