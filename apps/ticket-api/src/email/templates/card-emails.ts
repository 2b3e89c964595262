import type { EmailTemplates } from "../email-contents.ts";

/** E-mails about transport cards: blocked, unblocked, made. */
export const cardEmails: EmailTemplates<"card-blocked" | "card-lifted" | "card-made"> = {
  "card-blocked": ({ lastDigits, firstName, ticketCount, kind, at }, { t, network, moment, count, link }) => ({
    subject: t("card-emails.blocked.subject", { lastDigits, network }),
    preheader: t("card-emails.blocked.preheader"),
    title: t("card-emails.blocked.title", { firstName }),
    blocks: [
      t(`card-emails.blocked.${kind}`, { at: moment(at) }),
      {
        rows: [
          [t("card-emails.number"), lastDigits],
          [t("card-emails.blocked.tickets"), count(ticketCount)],
        ],
      },
      t("card-emails.blocked.move"),
    ],
    button: { label: t("card-emails.blocked.button"), link: link("/account/transport-cards") },
    after: [t("card-emails.blocked.not-you")],
  }),
  "card-lifted": ({ lastDigits, firstName, ticketCount, at }, { t, network, moment, count }) => ({
    subject: t("card-emails.lifted.subject", { lastDigits, network }),
    preheader: t("card-emails.lifted.preheader"),
    title: t("card-emails.lifted.title", { firstName }),
    blocks: [
      t("card-emails.lifted.text", { at: moment(at) }),
      {
        rows: [
          [t("card-emails.number"), lastDigits],
          [t("card-emails.lifted.tickets"), count(ticketCount)],
        ],
      },
    ],
  }),
  "card-made": ({ lastDigits, firstName, ticketCount, replaces }, { t, network, count, link }) => ({
    subject: t("card-emails.made.subject", { firstName, network }),
    preheader: t("card-emails.made.preheader"),
    title: t("card-emails.made.title", { firstName }),
    blocks: [
      replaces === null ? t("card-emails.made.first") : t("card-emails.made.replaces", { replaces }),
      {
        rows: [
          [t("card-emails.number"), lastDigits],
          [t("card-emails.made.tickets"), count(ticketCount)],
        ],
      },
    ],
    button: { label: t("card-emails.made.button"), link: link("/account/transport-cards") },
  }),
};
