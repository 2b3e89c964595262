import type { EmailNotification, EmailTemplates, EmailValues } from "../email-contents.ts";
import type { EmailContext } from "../email-template.ts";

/** E-mails that answer a termination notified without a sign-in (consumer code L215-1-1). */
export const terminationEmails: EmailTemplates<
  "termination-confirm" | "termination-not-found" | "termination-refused" | "termination-ended"
> = {
  "termination-confirm": (values, context) => {
    const { t, network, moment, link } = context;
    return {
      subject: t("termination-emails.confirm.subject", { network }),
      preheader: t("termination-emails.confirm.preheader"),
      title: t("termination-emails.confirm.title"),
      blocks: [
        t("termination-emails.confirm.text", { at: moment(values.requestedAt) }),
        listOf(values.contracts, context),
        t("termination-emails.confirm.press", { until: moment(values.expiresAt) }),
        { rows: notificationRows(values, context) },
      ],
      button: {
        label: t("termination-emails.confirm.button"),
        link: link(`/terminate?code=${values.code}`),
      },
      after: [t("termination-emails.confirm.not-you")],
    };
  },
  "termination-not-found": (values, context) => {
    const { t, network, moment, link } = context;
    return {
      subject: t("termination-emails.not-found.subject", { network }),
      preheader: t("termination-emails.not-found.preheader"),
      title: t("termination-emails.not-found.title"),
      blocks: [
        t("termination-emails.not-found.text", { at: moment(values.requestedAt) }),
        t("termination-emails.not-found.check"),
        t("termination-emails.not-found.contact"),
        { rows: notificationRows(values, context) },
      ],
      button: { label: t("termination-emails.not-found.button"), link: link("/terminate") },
      after: [t("termination-emails.not-found.not-you")],
    };
  },
  "termination-refused": (values, context) => {
    const { t, network, moment, link } = context;
    return {
      subject: t("termination-emails.refused.subject", { network }),
      preheader: t("termination-emails.refused.preheader"),
      title: t("termination-emails.refused.title"),
      blocks: [
        t("termination-emails.refused.text", { at: moment(values.requestedAt) }),
        { box: t(`termination-emails.refused.${values.refusal}`) },
        ...(values.remark === null ? [] : [t("termination-emails.refused.remark", { remark: values.remark })]),
        t("termination-emails.refused.contact"),
        { rows: notificationRows(values, context) },
      ],
      button: { label: t("termination-emails.not-found.button"), link: link("/terminate") },
    };
  },
  "termination-ended": (values, context) => {
    const { t, network, moment, link } = context;
    return {
      subject: t("termination-emails.ended.subject", { network }),
      preheader: t("termination-emails.ended.preheader"),
      title: t("termination-emails.ended.title"),
      blocks: [
        t("termination-emails.ended.text", { at: moment(values.requestedAt) }),
        listOf(values.contracts, context),
        t("termination-emails.ended.nothing"),
        { rows: notificationRows(values, context) },
      ],
      button: { label: t("termination-emails.ended.button"), link: link("/account/tacit") },
    };
  },
};

type Notified = EmailNotification;

/** The reference and the time of a notification, and the end date that its sender would like. */
const notificationRows = ({ reference, requestedAt, endOn }: Notified, { t, moment, day }: EmailContext) => [
  [t("termination-emails.reference"), reference] as const,
  [t("termination-emails.received"), moment(requestedAt)] as const,
  ...(endOn === null ? [] : [[t("termination-emails.end-on"), day(endOn)] as const]),
];

const listOf = (contracts: EmailValues["termination-ended"]["contracts"], { t, day }: EmailContext) => ({
  list: contracts.map(({ name, traveller, lastDay }) => ({
    text: t("termination-emails.contract", { name, traveller, day: day(lastDay) }),
    link: null,
  })),
});
