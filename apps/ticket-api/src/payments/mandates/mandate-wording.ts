import type { Period } from "@guichet/contract/catalogue.ts";
import type { Language } from "@guichet/contract/locales.ts";
import { debitNoticeDays } from "@guichet/rules/payments/installments.ts";
import { textsIn } from "../../locales/texts.ts";

/** The subscription facts that a mandate's wording states, in the customer's language. */
export interface SubscriptionWording {
  creditor: string;
  name: string;
  interval: Period;
  /** Today's price of a period, formatted. */
  price: string;
}

/**
 * The text that a debtor signs for the payments of one order, in the customer's language: whom they authorise to do
 * what, and their right to a refund by their bank (required by the SEPA Core rulebook). Each mandate stores its text
 * verbatim: a change here changes no signed mandate.
 */
export const orderMandateWording = (language: Language, creditor: string): string =>
  textsIn(language)("mandates.order", { creditor });

const providerNames: Readonly<Record<string, string>> = { stripe: "Stripe" };

/** What follows in either text where a payment provider sends the debits to the debtor's bank for the creditor. */
export const providerWording = (
  language: Language,
  { creditor, provider }: { creditor: string; provider: string },
): string => textsIn(language)("mandates.provider", { creditor, provider: providerNames[provider] ?? provider });

/** The text that a debtor signs for a subscription with its renewals, stored in the same way. */
export function subscriptionMandateWording(
  language: Language,
  { creditor, name, interval, price }: SubscriptionWording,
): string {
  const t = textsIn(language);
  return t("mandates.subscription", {
    creditor,
    name,
    price,
    interval: t(`mandates.interval.${interval}`),
    // How long before a renewal a higher price is announced: `noticeDay` of the rules, in words.
    notice: t(`mandates.notice.${interval}`),
    noticeDays: debitNoticeDays,
  });
}
