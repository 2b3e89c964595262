import { retryAfterDays } from "@guichet/rules/payments/installments.ts";
import type { EmailInstallment, EmailTemplates, OrderOwed } from "../email-contents.ts";
import type { EmailContext } from "../email-template.ts";
import { orderButton } from "./order-button.ts";

/** E-mails about unpaid amounts: a refused installment, an unpaid order, its tickets suspended and restored. */
export const installmentEmails: EmailTemplates<
  | "installment-refused"
  | "installment-unpaid"
  | "installment-refunded"
  | "order-unpaid"
  | "order-suspended"
  | "order-restored"
> = {
  "installment-refused": (installment, context) => ({
    subject: context.t("installment-emails.refused.subject", installmentOf(installment, context)),
    preheader: context.t("installment-emails.refused.preheader"),
    title: context.t("installment-emails.refused.title"),
    blocks: [
      context.t("installment-emails.refused.text", installmentOf(installment, context)),
      context.t("installment-emails.refused.again", { at: context.moment(installment.nextTry) }),
    ],
    ...orderButton(context.t("installment-emails.see-order"), installment, context),
  }),
  "installment-unpaid": (installment, context) => ({
    subject: context.t("installment-emails.unpaid.subject", installmentOf(installment, context)),
    preheader: context.t("installment-emails.unpaid.preheader", { attempts }),
    title: context.t("installment-emails.unpaid.title"),
    blocks: [
      context.t("installment-emails.unpaid.text", { ...installmentOf(installment, context), attempts }),
      context.t("installment-emails.unpaid.pay"),
      ...suspension(installment.suspendsOn, context),
    ],
    ...orderButton(context.t("installment-emails.unpaid.button"), installment, context),
  }),
  "installment-refunded": (installment, context) => ({
    subject: context.t("installment-emails.refunded.subject", installmentOf(installment, context)),
    preheader: context.t("installment-emails.refunded.preheader"),
    title: context.t("installment-emails.refunded.title"),
    blocks: [
      context.t("installment-emails.refunded.text", installmentOf(installment, context)),
      context.t("installment-emails.refunded.check"),
    ],
    ...orderButton(context.t("installment-emails.see-order"), installment, context),
  }),
  "order-unpaid": (order, context) => ({
    subject: context.t("installment-emails.order-unpaid.subject", owedOf(order, context)),
    preheader: context.t("installment-emails.order-unpaid.preheader"),
    title: context.t("installment-emails.order-unpaid.title"),
    blocks: [
      context.t("installment-emails.order-unpaid.text", owedOf(order, context)),
      context.t("installment-emails.order-unpaid.before", { day: context.day(order.suspendsOn) }),
    ],
    ...orderButton(context.t("installment-emails.pay"), order, context),
  }),
  "order-suspended": (order, context) => ({
    subject: context.t("installment-emails.order-suspended.subject", owedOf(order, context)),
    preheader: context.t("installment-emails.order-suspended.preheader"),
    title: context.t("installment-emails.order-suspended.title"),
    blocks: [
      context.t("installment-emails.order-suspended.text", owedOf(order, context)),
      context.t("installment-emails.order-suspended.pay"),
    ],
    ...orderButton(context.t("installment-emails.pay"), order, context),
  }),
  "order-restored": (order, context) => {
    const { orderNumber } = order;
    const { t, network } = context;
    return {
      subject: t("installment-emails.order-restored.subject", { orderNumber, network }),
      preheader: t("installment-emails.order-restored.preheader"),
      title: t("installment-emails.order-restored.title"),
      blocks: [t("installment-emails.order-restored.text", { orderNumber })],
      ...orderButton(t("installment-emails.order-restored.button"), order, context, "/account/wallet"),
    };
  },
};

/** Number of attempts before an installment is unpaid. */
const attempts = 1 + retryAfterDays.length;

/** Describes an installment in a text. */
export const installmentOf = ({ orderNumber, position, count, amount }: EmailInstallment, context: EmailContext) => ({
  orderNumber,
  position: context.count(position),
  count: context.count(count),
  amount: context.money(amount),
  network: context.network,
});

const owedOf = ({ orderNumber, amount }: OrderOwed, { money, network }: EmailContext) => ({
  orderNumber,
  amount: money(amount),
  network,
});

export const orderLink = ({ orderId }: { orderId: string }, { link }: EmailContext): string =>
  link(`/account/invoices?order=${orderId}`);

/** Until when an installment must be paid, and what happens then; empty in e-mails queued before this day existed. */
export const suspension = (suspendsOn: string | null | undefined, { t, day }: EmailContext): string[] =>
  suspendsOn == null ? [] : [t("installment-emails.suspension", { day: day(suspendsOn) })];
