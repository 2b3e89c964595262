import { Period } from "@guichet/contract/catalogue.ts";
import { SubscriptionListState } from "@guichet/contract/office/subscription-lists.ts";

/** The filter of the subscriptions in an address; without one, those that renew, the next first. */
export function subscriptionFilterIn(query: URLSearchParams) {
  const state = SubscriptionListState.safeParse(query.get("state")).data ?? "renewing";
  const method = (["CARD", "TRANSFER"] as const).find((one) => one === query.get("method"));
  const interval = Period.safeParse(query.get("interval")).data;
  return {
    state,
    ...(method === undefined ? {} : { method }),
    ...(interval === undefined ? {} : { interval }),
    ...(query.get("order") === "last" ? { order: "last" as const } : {}),
  };
}
