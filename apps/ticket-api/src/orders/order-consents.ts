import type { Language } from "@guichet/contract/locales.ts";
import { termsKinds } from "@guichet/contract/network-pack.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { OrderConsents } from "../order-records/order-consents.ts";
import { renewedArticle } from "../payments/mandates/mandates.ts";
import type { PlaceOrderContext } from "./place-order-result.ts";

const acceptedTerms = termsKinds.filter((kind) => kind !== "legal-notice");
const subscribedIn = ({ articles }: PlaceOrderContext["request"]) =>
  articles.find(({ isSubscription }) => isSubscription);

/** Whether the order starts a subscription without consent to its renewals. */
export const lacksRenewalConsent = (request: PlaceOrderContext["request"]): boolean =>
  subscribedIn(request) !== undefined && request.renewalAccepted !== true;

/** The consents of an order about to be placed; the caller has checked that none is missing. */
export function consentsOf(
  network: LoadedNetwork,
  request: PlaceOrderContext["request"],
  language: Language,
): OrderConsents {
  const { termsUpdatedOn } = network.definition;
  const subscribed = subscribedIn(request);
  const renewed = subscribed && renewedArticle(network, subscribed, language);
  return {
    language,
    form: request.consent ?? "boxes",
    terms: Object.fromEntries(
      acceptedTerms.flatMap((kind) => (termsUpdatedOn[kind] === undefined ? [] : [[kind, termsUpdatedOn[kind]]])),
    ),
    majorityCertified: request.over18Accepted === true,
    renewal: renewed ? { name: renewed.name, interval: renewed.interval, ...renewed.price } : null,
  };
}
