import type { EmailTemplates } from "../email-contents.ts";
import { orderButton } from "./order-button.ts";

/** The e-mail about the tickets of an order whose payment is disputed: suspended, valid again, or cancelled. */
export const disputeEmails: EmailTemplates<"disputed-tickets"> = {
  "disputed-tickets": (order, context) => {
    const { t, network } = context;
    const { orderNumber, tickets } = order;
    return {
      subject: t(`dispute-emails.${tickets}.subject`, { orderNumber, network }),
      preheader: t(`dispute-emails.${tickets}.preheader`),
      title: t(`dispute-emails.${tickets}.title`),
      blocks: [t(`dispute-emails.${tickets}.text`, { orderNumber }), t(`dispute-emails.${tickets}.next`)],
      ...orderButton(t("dispute-emails.button"), order, context),
    };
  },
};
