import type { Block, EmailSubscription, EmailTexts, EmailValues, Saying } from "../email-texts.ts";

/** The letters of tacit subscriptions: the notice that the law asks for in a frame of its own, what ended, what is owed. */
export type SubscriptionEmails = Pick<
  EmailTexts["letters"],
  | "subscription-renewal"
  | "subscription-not-renewed"
  | "subscription-blocked"
  | "subscription-ended"
  | "subscription-taken-back"
  | "subscription-card-expiring"
  | "subscription-mandate"
>;

/** The button of each: to the subscription in the account. */
export const see = (label: string, { subscriptionId }: EmailSubscription, say: Saying) => ({
  button: { label, link: say.link(`/account/tacit/${subscriptionId}`) },
});
/** A month `YYYY-MM` as cards have it. */
export const month = (expiresOn: string): string => `${expiresOn.slice(5)}/${expiresOn.slice(0, 4)}`;

type Renewal = EmailValues["subscription-renewal"];

/** Is it too late to refuse the renewal before it happens, so that it can only be left afterwards? */
export const cannotRefuse = ({ until, late }: Renewal): boolean => until === null && late === true;

/** In a frame (L215-1): until which day the renewal can be refused, and that it can be left at any time when that is told too late. */
export function deadline(
  { until, late }: Renewal,
  words: { until(day: string): string; late: string },
  say: Saying,
): Block[] {
  const said = [...(until === null ? [] : [words.until(say.day(until))]), ...(late === true ? [words.late] : [])];
  return said.map((box) => ({ box }));
}

type Ended = EmailValues["subscription-ended"];

/** Is an order of it still to be paid, because its debit came back? */
export const isDue = (values: Ended): values is Ended & { due: string } => values.due != null;
