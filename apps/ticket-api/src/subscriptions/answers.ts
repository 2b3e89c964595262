import { done, refuse } from "@guichet/contract/outcome.ts";
import type { RoomAnswers } from "../answering/answer.ts";
import { isUuid } from "../ids.ts";
import { shownSubscriptions } from "./shown.ts";

export const subscriptionAnswers: RoomAnswers<"listSubscriptions" | "getSubscription"> = {
  listSubscriptions: async ({ house, network, session, language }) =>
    done({
      subscriptions: await shownSubscriptions(
        house,
        network,
        { networkId: session.networkId, accountId: session.accountId },
        language,
      ),
    }),

  getSubscription: async ({ house, network, session, request, language }) => {
    const { networkId, accountId } = session;
    const id = request.subscriptionId;
    const [subscription] = isUuid(id)
      ? await shownSubscriptions(house, network, { networkId, accountId, id }, language)
      : [];
    return subscription === undefined ? refuse("NOT_FOUND") : done({ subscription });
  },
};
