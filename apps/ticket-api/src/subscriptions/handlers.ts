import type { Language } from "@guichet/contract/locales.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import { namedTraveller } from "../account-records/named-traveller.ts";
import type { House } from "../dependencies.ts";
import type { RoomAnswers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { Owner } from "../payments/method-store.ts";
import { updateCard } from "./method.ts";
import { shownSubscriptions } from "./shown.ts";
import { takeBack, terminate } from "./terminate.ts";

interface Asked {
  house: House;
  network: LoadedNetwork;
  session: Owner;
  language: Language;
  request: { subscriptionId: string };
}

const ownerOf = ({ networkId, accountId }: Owner): Owner => ({ networkId, accountId });

/** One of the session's own, as it stands now. */
async function shownOne({ house, network, session, language, request }: Asked) {
  const id = request.subscriptionId;
  const own = isUuid(id) ? await shownSubscriptions(house, network, { ...ownerOf(session), id }, language) : [];
  const [subscription] = own;
  return subscription === undefined ? refuse("NOT_FOUND") : done({ subscription });
}

export const subscriptionAnswers: RoomAnswers<
  "listSubscriptions" | "getSubscription" | "terminateSubscription" | "takeBackTermination" | "updateSubscriptionCard"
> = {
  listSubscriptions: async ({ house, network, session, language, request }) => {
    const { userId } = request;
    const traveller = userId === undefined ? done(undefined) : await namedTraveller(house.db, session, userId);
    if (!traveller.ok) return traveller;
    const of = traveller.value === undefined ? {} : { travellerId: traveller.value.id };
    return done({ subscriptions: await shownSubscriptions(house, network, { ...ownerOf(session), ...of }, language) });
  },

  getSubscription: (ask) => shownOne(ask),

  terminateSubscription: async (ask) => {
    const { house, network, session, request } = ask;
    if (!isUuid(request.subscriptionId)) return refuse("NOT_FOUND");
    const outcome = await terminate(house, network, session, request);
    house.wake();
    return outcome.ok ? shownOne(ask) : outcome;
  },

  takeBackTermination: async (ask) => {
    const { house, network, session, request } = ask;
    if (!isUuid(request.subscriptionId)) return refuse("NOT_FOUND");
    const outcome = await takeBack(house, network, session, request.subscriptionId);
    house.wake();
    return outcome.ok ? shownOne(ask) : outcome;
  },

  updateSubscriptionCard: async (ask) => {
    const { subscriptionId, cardId } = ask.request;
    if (!isUuid(subscriptionId)) return refuse("NOT_FOUND");
    if (!isUuid(cardId)) return refuse("PAYMENT_METHOD_UNKNOWN");
    const outcome = await updateCard(ask);
    return outcome.ok ? shownOne(ask) : outcome;
  },
};
