import type { Period } from "@guichet/contract/catalogue.ts";
import type { Language } from "@guichet/contract/locales.ts";
import { debitNoticeDays } from "@guichet/rules/installments.ts";
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
 * What a debtor signs for the payments of one order, in the customer's language: whom they authorise to do what, and that they
 * may ask their bank for the money back (what the SEPA Core rulebook asks a mandate to say). Kept to the letter with every
 * mandate: a change of the text changes none that was signed.
 */
export const orderMandateWording = (language: Language, creditor: string): string =>
  textsIn(language)("mandates.order", { creditor });

/** What a debtor signs for a subscription with its renewals, kept to the letter in the same way. */
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
