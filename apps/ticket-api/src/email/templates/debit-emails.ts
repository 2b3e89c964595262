import { debitNoticeDays } from "@guichet/rules/payments/installments.ts";
import type { DebitedOrder, EmailTemplates } from "../email-contents.ts";
import type { Block, EmailContext } from "../email-template.ts";
import { installmentOf, orderLink, suspension } from "./installment-emails.ts";
import { orderButton } from "./order-button.ts";
import { paidOn } from "./payment-days.ts";

/** E-mails of direct debit: the mandate, the notice before a debit, a failed debit, its second presentation, an installment that is not debited. */
export const debitEmails: EmailTemplates<
  | "mandate-signed"
  | "debit-notice"
  | "debit-retry"
  | "debit-returned"
  | "not-collected"
  | "tickets-held"
  | "tickets-usable"
> = {
  "mandate-signed": (values, context) => {
    const { t, network, link } = context;
    const { orderNumber, subscription, usable } = values;
    return {
      subject: subscription
        ? t("debit-emails.mandate.subject-subscription", { subscription: subscription.name, network })
        : t("debit-emails.mandate.subject", { orderNumber, network }),
      preheader: t("debit-emails.mandate.preheader"),
      title: t("debit-emails.mandate.title"),
      blocks: [
        subscription
          ? t("debit-emails.mandate.text-subscription", { subscription: subscription.name })
          : t("debit-emails.mandate.text", { orderNumber }),
        mandateRows(values, context),
        values.wording,
        ...paidOn(t("debit-emails.mandate.debits"), values.debits, context),
        ...(usable === undefined
          ? []
          : [t(`debit-emails.mandate.usable-${usable.from}`, { day: context.day(usable.on) })]),
      ],
      button: subscription
        ? { label: t("debit-emails.mandate.see-subscription"), link: link(`/account/tacit/${subscription.id}`) }
        : { label: t("debit-emails.mandate.see-order"), link: orderLink(values, context) },
      after: [t("debit-emails.mandate.notice", { days: debitNoticeDays })],
    };
  },
  "debit-notice": (values, context) => ({
    subject: context.t("debit-emails.notice.subject", debitOf(values, context)),
    preheader: context.t("debit-emails.notice.preheader"),
    title: context.t("debit-emails.notice.title"),
    blocks: [
      context.t("debit-emails.notice.text", { ...debitOf(values, context), creditor: values.creditor }),
      mandateRows(values, context),
    ],
    button: { label: context.t("debit-emails.notice.button"), link: orderLink(values, context) },
  }),
  "debit-retry": (values, context) => ({
    subject: context.t("debit-emails.retry.subject", debitOf(values, context)),
    preheader: context.t("debit-emails.retry.preheader"),
    title: context.t("debit-emails.retry.title"),
    blocks: [
      values.reason === null
        ? context.t("debit-emails.returned.text", installmentOf(values, context))
        : context.t("debit-emails.returned.text-reason", { ...installmentOf(values, context), reason: values.reason }),
      context.t("debit-emails.retry.text", debitOf(values, context)),
      mandateRows(values, context),
    ],
    button: { label: context.t("debit-emails.notice.button"), link: orderLink(values, context) },
  }),
  "debit-returned": (values, context) => ({
    subject: context.t("debit-emails.returned.subject", installmentOf(values, context)),
    preheader: context.t("debit-emails.returned.preheader"),
    title: context.t("debit-emails.returned.title"),
    blocks: [
      values.reason === null
        ? context.t("debit-emails.returned.text", installmentOf(values, context))
        : context.t("debit-emails.returned.text-reason", { ...installmentOf(values, context), reason: values.reason }),
      context.t("debit-emails.returned.pay"),
      ...(values.mandateEnds ? [context.t(`debit-emails.returned.mandate-ends-${values.mandateEnds}`)] : []),
      ...suspension(values.suspendsOn, context),
    ],
    button: { label: context.t("debit-emails.pay"), link: orderLink(values, context) },
  }),
  "not-collected": (values, context) => ({
    subject: context.t("debit-emails.not-collected.subject", installmentOf(values, context)),
    preheader: context.t("debit-emails.not-collected.preheader"),
    title: context.t("debit-emails.not-collected.title"),
    blocks: [
      context.t(`debit-emails.not-collected.${values.cause}`, installmentOf(values, context)),
      context.t("debit-emails.not-collected.pay"),
      ...suspension(values.suspendsOn, context),
    ],
    button: { label: context.t("debit-emails.pay"), link: orderLink(values, context) },
  }),
  "tickets-held": (order, context) =>
    settlementEmail("held", order, context, `/account/invoices?order=${order.orderId}`),
  "tickets-usable": (order, context) => settlementEmail("usable", order, context, "/account/wallet"),
};

function settlementEmail(
  kind: "held" | "usable",
  order: { orderId: string; orderNumber: string },
  context: EmailContext,
  path: string,
) {
  const { t, network } = context;
  const { orderNumber } = order;
  return {
    subject: t(`debit-emails.${kind}.subject`, { orderNumber, network }),
    preheader: t(`debit-emails.${kind}.preheader`),
    title: t(`debit-emails.${kind}.title`),
    blocks: [t(`debit-emails.${kind}.text`, { orderNumber })],
    ...orderButton(t(`debit-emails.${kind}.button`), order, context, path),
  };
}

const debitOf = (values: Parameters<typeof installmentOf>[0] & { on: string }, context: EmailContext) => ({
  ...installmentOf(values, context),
  day: context.day(values.on),
});

/** Rows that identify a mandate. */
const mandateRows = (
  { reference, creditor, creditorId, account }: DebitedOrder,
  { t, isolated }: EmailContext,
): Block => ({
  rows: [
    [t("debit-emails.reference"), isolated(reference)],
    [t("debit-emails.creditor"), isolated(creditor)],
    [t("debit-emails.creditor-id"), isolated(creditorId)],
    [t("debit-emails.account"), isolated(account)],
  ],
});
