import type { EmailTemplates, EmailValues } from "../email-contents.ts";
import { orderButton } from "./order-button.ts";

/** E-mails about a refund of tickets, of a whole order, or of an amount, and about an order cancelled without one. */
export const refundEmails: EmailTemplates<"refund-made" | "order-cancelled-by-staff"> = {
  "refund-made": (values, context) => {
    const { t, network, money, phrase } = context;
    const { scope, orderNumber, total, tickets, creditNoteNumber } = values;
    return {
      subject: t("refund-emails.subject", { amount: money(total), orderNumber, network }),
      preheader: t("refund-emails.preheader"),
      title: t("refund-emails.title"),
      blocks: [
        t(`refund-emails.${scope}`, { orderNumber }),
        {
          rows: tickets.map(
            ({ name, serial, refund }) => [phrase("refund-emails.ticket", { name, serial }), money(refund)] as const,
          ),
          total: [t("refund-emails.total"), money(total)],
        },
        destinationOf(values, context.t),
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

function destinationOf(
  { paidBy, lastDigits }: EmailValues["refund-made"],
  t: Parameters<EmailTemplates<"refund-made">["refund-made"]>[1]["t"],
): string {
  if (paidBy === "TRANSFER") return t("refund-emails.to-account");
  return lastDigits === null ? t("refund-emails.to-used") : t("refund-emails.to-card", { digits: lastDigits });
}
