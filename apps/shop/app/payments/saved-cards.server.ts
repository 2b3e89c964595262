import type { SavedPaymentMethod } from "@guichet/contract/payments.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/** Returns the holder's saved cards and bank accounts; guests and travellers with their own sign-in have none (§6). */
export async function savedCards(ctx: RequestContext): Promise<SavedPaymentMethod[]> {
  const account = await ctx.session.account();
  if (account === undefined || account.user.authAsGuest) return [];
  const saved = await ctx.call("getCards", {});
  return saved.ok ? saved.value.cards : [];
}
