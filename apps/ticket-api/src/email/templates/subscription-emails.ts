import { terminationRefundDaysMax } from "@guichet/contract/limits/payment-limits.ts";
import type { EmailSubscription, EmailTemplates, EmailValues } from "../email-contents.ts";
import type { Block, EmailContext } from "../email-template.ts";

/** E-mails about subscriptions: the renewal notice required by law, terminations, unpaid amounts. */
export const subscriptionEmails: EmailTemplates<
  | "subscription-renewal"
  | "subscription-not-renewed"
  | "subscription-blocked"
  | "subscription-ended"
  | "subscription-taken-back"
  | "subscription-card-expiring"
  | "subscription-mandate"
> = {
  "subscription-renewal": (values, context) => {
    const { t, network, money, day } = context;
    return {
      subject: t("subscription-emails.renewal.subject", { name: values.name, day: day(values.startsOn), network }),
      preheader: cannotRefuse(values)
        ? t("subscription-emails.renewal.preheader-late")
        : t("subscription-emails.renewal.preheader"),
      title: t("subscription-emails.renewal.title"),
      blocks: [
        t("subscription-emails.renewal.text", {
          ...subscriptionOf(values),
          lastDay: day(values.lastDay),
          startsOn: day(values.startsOn),
        }),
        {
          rows: [
            ...(values.before === null
              ? []
              : [[t("subscription-emails.renewal.price-before"), money(values.before)] as const]),
            [t("subscription-emails.renewal.price"), money(values.amount)],
            [t("subscription-emails.renewal.debit"), day(values.debitOn)],
          ],
        },
        ...deadlines(values, context),
      ],
      button: { label: t("subscription-emails.renewal.button"), link: subscriptionLink(values, context) },
    };
  },
  "subscription-not-renewed": (values, context) => ({
    subject: context.t("subscription-emails.not-renewed.subject", {
      name: values.name,
      day: context.day(values.lastDay),
      network: context.network,
    }),
    preheader: context.t("subscription-emails.not-renewed.preheader"),
    title: context.t("subscription-emails.not-renewed.title"),
    blocks: [
      context.t(`subscription-emails.not-renewed.${values.reason}`, subscriptionOf(values)),
      context.t("subscription-emails.not-renewed.until", { day: context.day(values.lastDay) }),
    ],
    ...seeButton(values, context),
  }),
  "subscription-blocked": (values, context) => {
    const { t, network, money, day } = context;
    return {
      subject: t("subscription-emails.blocked.subject", { name: values.name, amount: money(values.amount), network }),
      preheader: t("subscription-emails.blocked.preheader"),
      title: t("subscription-emails.blocked.title"),
      blocks: [
        t(`subscription-emails.blocked.${values.reason}`, {
          ...subscriptionOf(values),
          amount: money(values.amount),
          orderNumber: values.orderNumber,
        }),
        ...(values.nextTryOn === null ? [] : [t("subscription-emails.blocked.again", { day: day(values.nextTryOn) })]),
        t("subscription-emails.blocked.pay", { day: day(values.endsOn) }),
      ],
      button: { label: t("subscription-emails.change-payment"), link: subscriptionLink(values, context) },
    };
  },
  "subscription-ended": (values, context) => {
    const { t, network, money, day } = context;
    return {
      subject: t("subscription-emails.ended.subject", { name: values.name, network }),
      preheader: t("subscription-emails.ended.preheader"),
      title: t("subscription-emails.ended.title"),
      blocks: [
        t(`subscription-emails.ended.${isDue(values) && values.effect === "AT_ONCE" ? "AT_ONCE_DUE" : values.effect}`, {
          ...subscriptionOf(values),
          day: day(values.lastDay),
        }),
        ...(isDue(values) ? [t("subscription-emails.ended.due", { orderNumber: values.due })] : []),
        ...(values.refund === null ? [] : [t("subscription-emails.ended.refund", { amount: money(values.refund) })]),
        ...receiptBlocks(values, context),
      ],
      ...seeButton(values, context),
    };
  },
  "subscription-taken-back": (values, context) => ({
    subject: context.t("subscription-emails.taken-back.subject", { name: values.name, network: context.network }),
    preheader: context.t("subscription-emails.taken-back.preheader"),
    title: context.t("subscription-emails.taken-back.title"),
    blocks: [
      context.t("subscription-emails.taken-back.text", {
        ...subscriptionOf(values),
        startsOn: context.day(values.startsOn),
        debitOn: context.day(values.debitOn),
      }),
    ],
    ...seeButton(values, context),
  }),
  "subscription-card-expiring": (values, context) => ({
    subject: context.t("subscription-emails.card-expiring.subject", { name: values.name, network: context.network }),
    preheader: context.t("subscription-emails.card-expiring.preheader"),
    title: context.t("subscription-emails.card-expiring.title"),
    blocks: [
      context.t("subscription-emails.card-expiring.text", {
        ...subscriptionOf(values),
        month: month(values.expiresOn),
        day: context.day(values.debitOn),
      }),
      context.t("subscription-emails.card-expiring.choose"),
    ],
    button: { label: context.t("subscription-emails.change-payment"), link: subscriptionLink(values, context) },
  }),
  "subscription-mandate": (values, context) => ({
    subject: context.t("subscription-emails.mandate.subject", { name: values.name, network: context.network }),
    preheader: context.t("subscription-emails.mandate.preheader"),
    title: context.t("subscription-emails.mandate.title"),
    blocks: [
      context.t("subscription-emails.mandate.text", subscriptionOf(values)),
      context.t("subscription-emails.mandate.sign", { day: context.day(values.debitOn) }),
    ],
    button: { label: context.t("subscription-emails.mandate.button"), link: subscriptionLink(values, context) },
  }),
};

/** Describes a subscription in a text. */
const subscriptionOf = ({ name, traveller }: EmailSubscription) => ({ name, traveller });

const subscriptionLink = ({ subscriptionId }: EmailSubscription, { link }: EmailContext): string =>
  link(`/account/tacit/${subscriptionId}`);

const seeButton = (values: EmailSubscription, context: EmailContext) => ({
  button: { label: context.t("subscription-emails.see"), link: subscriptionLink(values, context) },
});

/** Formats a month `YYYY-MM` as on payment cards. */
const month = (expiresOn: string): string => `${expiresOn.slice(5)}/${expiresOn.slice(0, 4)}`;

type Renewal = EmailValues["subscription-renewal"];

/** Whether it is too late to refuse the renewal, so that the subscription can only be terminated afterwards. */
const cannotRefuse = ({ until, late }: Renewal): boolean => until === null && late === true;

/** A frame (L215-1) with the last day to refuse the renewal, or that it can be terminated at any time if the notice is late. */
function deadlines({ until, late }: Renewal, { t, day }: EmailContext): Block[] {
  return [
    ...(until === null ? [] : [{ box: t("subscription-emails.renewal.until", { day: day(until) }) }]),
    ...(late === true ? [{ box: t("subscription-emails.renewal.late", { days: terminationRefundDaysMax }) }] : []),
  ];
}

type Ended = EmailValues["subscription-ended"];

/** What the termination was, with its end date, and the attached receipt (consumer code L215-1-1). */
function receiptBlocks({ receipt, lastDay }: Ended, { t, moment, day }: EmailContext): Block[] {
  if (receipt === undefined) return [];
  const { reference, receivedAt, desiredEnd } = receipt;
  const desired = desiredEnd === null ? t("subscription-emails.ended.earliest") : day(desiredEnd);
  return [
    {
      rows: [
        ...(reference === null ? [] : [[t("subscription-emails.ended.reference"), reference] as const]),
        [t("subscription-emails.ended.received"), moment(receivedAt)],
        [t("subscription-emails.ended.desired"), desired],
        [t("subscription-emails.ended.end"), day(lastDay)],
      ],
    },
    t("subscription-emails.ended.receipt"),
  ];
}

/** Whether the subscription has an unpaid order, because its debit was returned. */
const isDue = (values: Ended): values is Ended & { due: string } => values.due != null;
