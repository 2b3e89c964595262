import type { EmailTemplates } from "../email-contents.ts";
import { orderButton } from "./order-button.ts";
import { destinationOf } from "./refund-emails.ts";

/** The e-mail about the compensation of one ticket. */
export const compensationEmails: EmailTemplates<"compensation-made"> = {
  "compensation-made": (values, context) => {
    const { t, network, money, phrase, day } = context;
    const { reason, orderNumber, name, serial, refund, voucher, creditNoteNumber } = values;
    const refunded =
      refund === null
        ? []
        : [{ rows: [], total: [t("refund-emails.total"), money(refund)] as const }, destinationOf(values, context)];
    const given =
      voucher === null
        ? []
        : [
            t("compensation-emails.voucher", { value: money(voucher.value), lastDay: day(voucher.lastDay) }),
            { rows: [[t("compensation-emails.code"), voucher.code] as const] },
            t("compensation-emails.voucher.use"),
          ];
    return {
      subject: t("compensation-emails.subject", { orderNumber, network }),
      preheader: t("compensation-emails.preheader"),
      title: t("compensation-emails.title"),
      blocks: [
        reason,
        t("compensation-emails.ticket", { ticket: phrase("refund-emails.ticket", { name, serial }), orderNumber }),
        ...refunded,
        ...given,
        ...(creditNoteNumber === null ? [] : [t("refund-emails.credit-note", { number: creditNoteNumber })]),
      ],
      ...orderButton(t("refund-emails.button"), values, context),
    };
  },
};
