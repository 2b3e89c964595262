import type { EmailTemplates } from "../email-contents.ts";

/** E-mails to the staff of a network. */
export const staffEmails: EmailTemplates<"staff-invitation"> = {
  "staff-invitation": ({ name, by, link, expiresAt }, { t, network, moment }) => ({
    subject: t("staff-emails.invitation.subject", { network }),
    preheader: t("staff-emails.invitation.preheader"),
    title: t("staff-emails.invitation.title", { name }),
    blocks: [
      t("staff-emails.invitation.text", { by, network }),
      t("staff-emails.invitation.until", { until: moment(expiresAt) }),
    ],
    button: { label: t("staff-emails.invitation.button"), link },
    after: [t("staff-emails.invitation.not-you")],
  }),
};
