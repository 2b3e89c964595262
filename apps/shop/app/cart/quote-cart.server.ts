import { Articles, type VerifiedPriceBreakdown, VoucherCodes } from "@guichet/contract/cart.ts";
import type { Result } from "@guichet/contract/result.ts";
import { z } from "zod";
import { jsonField } from "../forms/json-field.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/** Lines and vouchers sent by the browser. */
export const SentCart = z.object({ articles: Articles, vouchers: VoucherCodes });
const CartToQuote = SentCart.extend({ key: z.string().min(1).max(200).optional() });
export type CartToQuote = z.infer<typeof CartToQuote>;

/** Parses the cart sent by `fetchCartQuote` as JSON in the field `cart`; undefined when it is invalid. */
export const cartToQuote = (form: FormData): CartToQuote | undefined =>
  CartToQuote.safeParse(jsonField(form, "cart")).data;

/** Quotes a cart with the Ticket API's prices (§6 "Verification"); cart, total and checkout show no other prices. */
export const quoteCart = (
  ctx: RequestContext,
  { articles, vouchers }: CartToQuote,
  signal: AbortSignal,
): Promise<Result<VerifiedPriceBreakdown>> => ctx.call("verifyOrder", { articles, vouchers }, { signal });
