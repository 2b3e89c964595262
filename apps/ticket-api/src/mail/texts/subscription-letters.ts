import type { LetterTexts, Saying, SubscriptionTold } from "../letters.ts";

/** The letters of tacit subscriptions: the notice that the law asks for in a frame of its own, what ended, what is owed. */
export type SubscriptionLetters = Pick<
  LetterTexts["letters"],
  | "subscription-renewal"
  | "subscription-not-renewed"
  | "subscription-blocked"
  | "subscription-ended"
  | "subscription-taken-back"
  | "subscription-card-expiring"
>;

/** The button of each: to the subscription in the account. */
export const see = (label: string, { subscriptionId }: SubscriptionTold, say: Saying) => ({
  button: { label, link: say.link(`/account/tacit/${subscriptionId}`) },
});
/** A month `YYYY-MM` as cards have it. */
export const month = (expiresOn: string): string => `${expiresOn.slice(5)}/${expiresOn.slice(0, 4)}`;
