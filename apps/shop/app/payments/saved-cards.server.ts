import type { KeptMethod } from "@guichet/contract/payments.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/** The cards and bank accounts that the holder keeps; a guest, or a traveller with a sign-in of their own, keeps none (§6). */
export async function savedCards(ctx: RequestContext): Promise<KeptMethod[]> {
  const account = await ctx.session.account();
  if (account === undefined || account.user.authAsGuest) return [];
  const kept = await ctx.call("getCards", {});
  return kept.ok ? kept.value.cards : [];
}
