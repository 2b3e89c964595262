import type { EmailTemplates, EmailValues } from "../email-contents.ts";
import type { EmailContext } from "../email-template.ts";
import { orderButton } from "./order-button.ts";

type RefundEmail =
  | "refund-made"
  | "refund-request-received"
  | "refund-request-refused"
  | "refund-needs-account"
  | "refund-transferred"
  | "order-cancelled-by-staff";

/** E-mails about a refund of tickets, of a whole order, or of an amount, and about an order cancelled without one. */
export const refundEmails: EmailTemplates<RefundEmail> = {
  "refund-made": (values, context) => {
    const { t, network, money, phrase } = context;
    const { scope, orderNumber, total, tickets, creditNoteNumber, paidBack = total, dropped = [] } = values;
    const { isRequested = false } = values;
    const isPaidBack = paidBack.amount > 0;
    return {
      subject: isPaidBack
        ? t("refund-emails.subject", { amount: money(paidBack), orderNumber, network })
        : t("refund-emails.dropped.subject", { orderNumber, network }),
      preheader: t(isPaidBack ? "refund-emails.preheader" : "refund-emails.dropped.preheader"),
      title: t("refund-emails.title"),
      blocks: [
        ...(isRequested ? [t("refund-emails.requested", { orderNumber })] : []),
        // For a ticket that ended meanwhile, an amount is paid, which is no goodwill.
        ...(isRequested && scope === "goodwill" ? [] : [t(`refund-emails.${scope}`, { orderNumber })]),
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
  "refund-request-received": (values, context) => {
    const { t, network, phrase, day } = context;
    const { orderNumber, name, serial, expectedOn } = values;
    return {
      subject: t("refund-emails.received.subject", { orderNumber, network }),
      preheader: t("refund-emails.received.preheader"),
      title: t("refund-emails.received.title"),
      blocks: [
        t("refund-emails.received.text", { ticket: phrase("refund-emails.ticket", { name, serial }), orderNumber }),
        t("refund-emails.received.until", { day: day(expectedOn) }),
        t("refund-emails.received.valid"),
      ],
      ...orderButton(t("refund-emails.button"), values, context),
    };
  },
  "refund-request-refused": (values, context) => {
    const { t, network, phrase } = context;
    const { orderNumber, name, serial, reason, isUsable = true } = values;
    return {
      subject: t("refund-emails.refused.subject", { orderNumber, network }),
      preheader: t(isUsable ? "refund-emails.refused.preheader" : "refund-emails.refused.title"),
      title: t("refund-emails.refused.title"),
      blocks: [
        t("refund-emails.refused.text", { ticket: phrase("refund-emails.ticket", { name, serial }), orderNumber }),
        t("refund-emails.account.reason", { reason }),
        ...(isUsable ? [t("refund-emails.refused.next")] : []),
      ],
      ...orderButton(t("refund-emails.button"), values, context),
    };
  },
  "refund-needs-account": (values, context) => {
    const { t, network, money } = context;
    const { orderId, orderNumber, cause, reason, guestLink } = values;
    const amount = money(values.amount);
    // The page where the account is entered, in place of the order.
    const link = guestLink == null ? null : { ...guestLink, path: `${guestLink.path}&account=1` };
    return {
      subject: t("refund-emails.account.subject", { amount, orderNumber, network }),
      preheader: t("refund-emails.account.preheader"),
      title: t("refund-emails.account.title"),
      blocks: [
        t(`refund-emails.account.${cause}`, { amount, orderNumber }),
        ...(reason === null ? [] : [t("refund-emails.account.reason", { reason })]),
        t("refund-emails.account.next"),
        t("refund-emails.account.safe"),
      ],
      ...orderButton(
        t("refund-emails.account.button"),
        { ...values, guestLink: link },
        context,
        `/account/invoices?order=${orderId}&account=1`,
      ),
    };
  },
  "refund-transferred": (values, context) => {
    const { t, network, money } = context;
    const { orderNumber, account } = values;
    const amount = money(values.amount);
    return {
      subject: t("refund-emails.transferred.subject", { amount, orderNumber, network }),
      preheader: t("refund-emails.transferred.preheader"),
      title: t("refund-emails.transferred.title"),
      blocks: [
        account === null
          ? t("refund-emails.transferred.text", { amount, orderNumber })
          : t("refund-emails.transferred.to", { amount, orderNumber, account }),
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
