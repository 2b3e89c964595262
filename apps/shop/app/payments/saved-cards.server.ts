import type { SavedPaymentMethod } from "@guichet/contract/payments.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/** The cards and bank accounts that the holder keeps; a guest, or a traveller with a sign-in of their own, keeps none (§6). */
export async function savedCards(ctx: RequestContext): Promise<SavedPaymentMethod[]> {
  const account = await ctx.session.account();
  if (account === undefined || account.user.authAsGuest) return [];
  const saved = await ctx.call("getCards", {});
  return saved.ok ? saved.value.cards : [];
}
