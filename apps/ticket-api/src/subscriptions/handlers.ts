import type { Language } from "@guichet/contract/locales.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { namedTraveller } from "../account-records/named-traveller.ts";
import type { Dependencies } from "../dependencies.ts";
import type { ModuleHandlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { Owner } from "../payment-records/saved-method-store.ts";
import { updateCard } from "./change-payment-method.ts";
import { subscriptionViews } from "./subscription-view.ts";
import { terminate, withdrawTermination } from "./terminate-subscription.ts";

interface ViewContext {
  deps: Dependencies;
  network: LoadedNetwork;
  session: Owner;
  language: Language;
  request: { subscriptionId: string };
}

const ownerOf = ({ networkId, accountId }: Owner): Owner => ({ networkId, accountId });

/** The response with one subscription of the session's own account. */
async function subscriptionResponse({ deps, network, session, language, request }: ViewContext) {
  const id = request.subscriptionId;
  const views = isUuid(id) ? await subscriptionViews(deps, network, { ...ownerOf(session), id }, language) : [];
  const [subscription] = views;
  return subscription === undefined ? err("NOT_FOUND") : ok({ subscription });
}

export const subscriptionHandlers: ModuleHandlers<
  "listSubscriptions" | "getSubscription" | "terminateSubscription" | "takeBackTermination" | "updateSubscriptionCard"
> = {
  listSubscriptions: async ({ deps, network, session, language, request }) => {
    const { userId } = request;
    const traveller = userId === undefined ? ok(undefined) : await namedTraveller(deps.db, session, userId);
    if (!traveller.ok) return traveller;
    const filter = traveller.value === undefined ? {} : { travellerId: traveller.value.id };
    return ok({ subscriptions: await subscriptionViews(deps, network, { ...ownerOf(session), ...filter }, language) });
  },

  getSubscription: (ctx) => subscriptionResponse(ctx),

  terminateSubscription: async (ctx) => {
    const { deps, network, session, request } = ctx;
    if (!isUuid(request.subscriptionId)) return err("NOT_FOUND");
    const outcome = await terminate(deps, network, session, request);
    deps.wake();
    return outcome.ok ? subscriptionResponse(ctx) : outcome;
  },

  takeBackTermination: async (ctx) => {
    const { deps, network, session, request } = ctx;
    if (!isUuid(request.subscriptionId)) return err("NOT_FOUND");
    const outcome = await withdrawTermination(deps, network, session, request.subscriptionId);
    deps.wake();
    return outcome.ok ? subscriptionResponse(ctx) : outcome;
  },

  updateSubscriptionCard: async (ctx) => {
    const { subscriptionId, cardId } = ctx.request;
    if (!isUuid(subscriptionId)) return err("NOT_FOUND");
    if (!isUuid(cardId)) return err("PAYMENT_METHOD_UNKNOWN");
    const outcome = await updateCard(ctx);
    return outcome.ok ? subscriptionResponse(ctx) : outcome;
  },
};
