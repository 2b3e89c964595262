import type { Subscription } from "@guichet/contract/subscriptions.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/** The subscriptions of the signed-in holder; null: they cannot be read now. Empty where the network offers none. */
export async function ownSubscriptions(ctx: RequestContext): Promise<Subscription[] | null> {
  if (!ctx.network.switches.subscriptions) return [];
  const user = await ctx.session.holder();
  // An account with a pending deletion has no active subscription, so none is fetched.
  if (user?.isParent !== true || user.deletion !== null) return [];
  const found = await ctx.call("listSubscriptions", {});
  return found.ok ? found.value.subscriptions : null;
}

/** The details of a subscription shown on its documents. */
export interface SubscriptionNote {
  subscriptionId: string;
  nextDebit: Subscription["nextDebit"];
}

/** The subscription that an order started or renewed; null: the order has none, or it cannot be read now. */
export async function subscriptionOfOrder(ctx: RequestContext, orderId: string): Promise<SubscriptionNote | null> {
  const own = await ownSubscriptions(ctx).catch((failure) => {
    if (failure instanceof Response) throw failure;
    return null;
  });
  const found = own?.find(({ periods }) => periods.some((period) => period.orderId === orderId));
  return found ? { subscriptionId: found.subscriptionId, nextDebit: found.nextDebit } : null;
}

/** The traveller's active subscriptions, which have further debits: id and name. */
export async function runningOf(ctx: RequestContext, travellerId: string): Promise<{ id: string; name: string }[]> {
  const own = (await ownSubscriptions(ctx)) ?? [];
  return own
    .filter(({ state, beneficiary }) => state === "ACTIVE" && beneficiary.travellerId === travellerId)
    .map(({ subscriptionId, product }) => ({ id: subscriptionId, name: product.name }));
}
