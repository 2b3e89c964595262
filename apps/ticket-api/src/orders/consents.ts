import type { Period } from "@guichet/contract/catalogue.ts";
import type { Language } from "@guichet/contract/locales.ts";
import { type TermsKind, termsKinds } from "@guichet/contract/network-pack.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { renewedArticle } from "../payments/mandates.ts";
import type { PlaceAsk } from "./placing.ts";

/** What was agreed to when an order was placed, as it stays with the order (consumer code L215-1, L221-14; decision 114). */
export interface OrderConsents {
  /** In which it was asked. */
  language: Language;
  /** The legal texts that were accepted, each by the day from which it holds. */
  terms: Partial<Record<TermsKind, string>>;
  /** The buyer ticked that they are of age. */
  majorityCertified: boolean;
  /** What is taken again in each period, in the smallest unit of the currency; null: nothing renews. */
  renewal: { name: string; interval: Period; amount: number; currency: string } | null;
}

const acceptedTerms = termsKinds.filter((kind) => kind !== "legal-notice");
const subscribedIn = ({ articles }: PlaceAsk["request"]) => articles.find(({ isSubscription }) => isSubscription);

/** Does the order begin a subscription whose renewals nobody agreed to? */
export const lacksRenewalConsent = (request: PlaceAsk["request"]): boolean =>
  subscribedIn(request) !== undefined && request.renewalAccepted !== true;

/** The consents of an order about to be placed; whoever asks has seen to it that none is missing. */
export function consentsOf(network: LoadedNetwork, request: PlaceAsk["request"], language: Language): OrderConsents {
  const { termsUpdatedOn } = network.definition;
  const subscribed = subscribedIn(request);
  const renewed = subscribed && renewedArticle(network, subscribed, language);
  return {
    language,
    terms: Object.fromEntries(
      acceptedTerms.flatMap((kind) => (termsUpdatedOn[kind] === undefined ? [] : [[kind, termsUpdatedOn[kind]]])),
    ),
    majorityCertified: request.over18Accepted === true,
    renewal: renewed ? { name: renewed.name, interval: renewed.interval, ...renewed.price } : null,
  };
}
