import type { EmailTemplates, EmailValues } from "../email-contents.ts";
import type { EmailContext } from "../email-template.ts";
import { orderButton } from "./order-button.ts";

/** E-mails about a refund of tickets, of a whole order, or of an amount, and about an order cancelled without one. */
export const refundEmails: EmailTemplates<"refund-made" | "order-cancelled-by-staff"> = {
  "refund-made": (values, context) => {
    const { t, network, money, phrase } = context;
    const { scope, orderNumber, total, tickets, creditNoteNumber, paidBack = total, dropped = [] } = values;
    const isPaidBack = paidBack.amount > 0;
    return {
      subject: isPaidBack
        ? t("refund-emails.subject", { amount: money(paidBack), orderNumber, network })
        : t("refund-emails.dropped.subject", { orderNumber, network }),
      preheader: t(isPaidBack ? "refund-emails.preheader" : "refund-emails.dropped.preheader"),
      title: t("refund-emails.title"),
      blocks: [
        t(`refund-emails.${scope}`, { orderNumber }),
        {
          rows: [
            ...tickets.map(
              ({ name, serial, refund }) => [phrase("refund-emails.ticket", { name, serial }), money(refund)] as const,
            ),
            ...dropped.map((one) => droppedRow(one, context)),
          ],
          total: [t("refund-emails.total"), money(paidBack)],
        },
        ...(isPaidBack ? [destinationOf(values, context)] : [t("refund-emails.dropped.only")]),
        t("refund-emails.credit-note", { number: creditNoteNumber }),
      ],
      ...orderButton(t("refund-emails.button"), values, context),
    };
  },
  "order-cancelled-by-staff": (order, context) => {
    const { t, network } = context;
    const { orderNumber } = order;
    return {
      subject: t("refund-emails.cancelled.subject", { orderNumber, network }),
      preheader: t("refund-emails.cancelled.preheader"),
      title: t("refund-emails.cancelled.title"),
      blocks: [t("refund-emails.order", { orderNumber }), t("refund-emails.cancelled.no-refund")],
      ...orderButton(t("refund-emails.button"), order, context),
    };
  },
};

/** An installment that is not collected, or less of it, as a deduction from what is paid back. */
function droppedRow(
  { day, dropped, left }: NonNullable<EmailValues["refund-made"]["dropped"]>[number],
  { t, money, day: inWords }: EmailContext,
): readonly [string, string] {
  const named =
    left.amount === 0
      ? t("refund-emails.dropped.whole", { day: inWords(day) })
      : t("refund-emails.dropped.part", { day: inWords(day), left: money(left) });
  return [named, money({ ...dropped, amount: -dropped.amount })];
}

/** Where a refund goes: the card or the account that paid. */
export function destinationOf(
  {
    paidBy,
    lastDigits,
    transferFrom = null,
  }: Pick<EmailValues["refund-made"], "paidBy" | "lastDigits" | "transferFrom">,
  { t, day }: EmailContext,
): string {
  if (paidBy === "TRANSFER")
    return transferFrom === null
      ? t("refund-emails.to-account")
      : t("refund-emails.to-account-from", { day: day(transferFrom) });
  return lastDigits === null ? t("refund-emails.to-used") : t("refund-emails.to-card", { digits: lastDigits });
}
