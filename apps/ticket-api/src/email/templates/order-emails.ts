import type { EmailCollection, EmailOrder, EmailTemplates, EmailTicket, EmailValues } from "../email-contents.ts";
import type { Block, EmailContext } from "../email-template.ts";
import { orderButton } from "./order-button.ts";
import { paidOn } from "./payment-days.ts";

type Confirmation = EmailValues["order-confirmation"];

/** E-mails about an order: confirmed, shipped, ready to collect, refunded, refused, cancelled. */
export const orderEmails: EmailTemplates<
  | "order-confirmation"
  | "order-shipped"
  | "collect-moved"
  | "delivery-corrected"
  | "collect-ready"
  | "order-refunded"
  | "payment-refused"
  | "order-cancelled"
> = {
  "order-confirmation": (values, context) => {
    const { orderNumber, invoiceNumber, total, collect, tickets, parts = [] } = values;
    const { t, network, money, link } = context;
    return {
      subject: t("order-emails.confirmation.subject", { orderNumber, network }),
      preheader: confirmationPreheader(values, context),
      title: t("order-emails.confirmation.title"),
      blocks: [
        t("order-emails.confirmation.order", { orderNumber }),
        {
          rows: values.lines.map(
            (line) => [`${context.count(line.quantity)} × ${context.isolated(line.name)}`, money(line.total)] as const,
          ),
          total: [
            parts.length > 0 ? t("order-emails.confirmation.total") : t("order-emails.confirmation.total-paid"),
            money(total),
          ],
        },
        ...paidOn(t("order-emails.confirmation.pay-days"), parts, context),
        ...(collect === null ? [] : collectBlocks(orderNumber, collect, context)),
        ...(tickets.length === 0
          ? []
          : [
              t("order-emails.confirmation.tickets"),
              { list: tickets.map((ticket) => ({ text: ticketText(ticket, context), link: ticket.link })) },
            ]),
      ],
      ...(values.guest
        ? guestButton(tickets, context)
        : { button: { label: t("order-emails.confirmation.button"), link: link("/account/wallet") } }),
      after: [
        ...(values.shippedOrHanded ? [t("order-emails.confirmation.follows")] : []),
        values.invoiceAttached
          ? t("order-emails.confirmation.invoice-attached", { invoiceNumber })
          : t("order-emails.confirmation.invoice-in-account", { invoiceNumber }),
      ],
    };
  },
  "order-shipped": (values, context) => ({
    subject: context.t("order-emails.shipped.subject", { orderNumber: values.orderNumber, network: context.network }),
    preheader: context.t("order-emails.shipped.preheader"),
    title: context.t("order-emails.shipped.title"),
    blocks: [
      context.t("order-emails.shipped.text", { orderNumber: values.orderNumber }),
      context.isolated(values.address),
      ...(values.tracking
        ? [
            {
              list: [
                {
                  text: context.t("order-emails.shipped.tracking", { number: values.tracking.number }),
                  link: values.tracking.url,
                },
              ],
            },
          ]
        : []),
    ],
    ...followButton(context.t("order-emails.shipped.button"), values, context),
  }),
  "delivery-corrected": (values, context) => ({
    subject: context.t("order-emails.delivery.subject", { orderNumber: values.orderNumber, network: context.network }),
    preheader: context.t("order-emails.delivery.preheader"),
    title: context.t("order-emails.delivery.title"),
    blocks: [
      context.t("order-emails.delivery.text", { orderNumber: values.orderNumber }),
      context.isolated(values.address),
      context.t("order-emails.delivery.wrong"),
    ],
    ...followButton(context.t("order-emails.shipped.button"), values, context),
  }),
  "collect-ready": ({ collect, ...order }, context) => {
    const { t, network, moment, time } = context;
    return {
      subject: t("order-emails.ready.subject", { orderNumber: order.orderNumber, network }),
      preheader: t("order-emails.ready.preheader"),
      title: t("order-emails.ready.title"),
      blocks: [
        t("order-emails.ready.text", { orderNumber: order.orderNumber }),
        t("order-emails.ready.place", { label: collect.label, address: collect.address }),
        t("order-emails.ready.slot", { from: moment(collect.startsAt), until: time(collect.endsAt) }),
      ],
      ...followButton(t("order-emails.ready.button"), order, context),
    };
  },
  "collect-moved": ({ before, collect, isRequested, ...order }, context) => {
    const { t, network, moment, time } = context;
    return {
      subject: t("order-emails.moved.subject", { orderNumber: order.orderNumber, network }),
      preheader: t(isRequested ? "order-emails.moved.preheader-requested" : "order-emails.moved.preheader"),
      title: t("order-emails.moved.title"),
      blocks: [
        t(isRequested ? "order-emails.moved.text-requested" : "order-emails.moved.text", {
          orderNumber: order.orderNumber,
          label: before.label,
          from: moment(before.startsAt),
        }),
        t("order-emails.ready.place", { label: collect.label, address: collect.address }),
        t("order-emails.ready.slot", { from: moment(collect.startsAt), until: time(collect.endsAt) }),
        t("order-emails.moved.wrong"),
      ],
      ...followButton(t("order-emails.ready.button"), order, context),
    };
  },
  "order-refunded": (order, context) => {
    const { orderNumber, total } = order;
    const { t, network, money } = context;
    return {
      subject: t("order-emails.refunded.subject", { orderNumber, amount: money(total), network }),
      preheader: t("order-emails.refunded.preheader"),
      title: t("order-emails.refunded.title"),
      blocks: [t("order-emails.refunded.text", { amount: money(total), orderNumber })],
      ...orderButton(t("order-emails.refunded.button"), order, context),
    };
  },
  "payment-refused": (order, context) => {
    const { orderId, orderNumber, total } = order;
    const { t, network, money } = context;
    return {
      subject: t("order-emails.refused.subject", { orderNumber, network }),
      preheader: t("order-emails.refused.preheader"),
      title: t("order-emails.refused.title"),
      blocks: [t("order-emails.refused.text", { amount: money(total), orderNumber })],
      ...orderButton(t("order-emails.refused.button"), order, context, `/cart?order=${orderId}`),
    };
  },
  "order-cancelled": ({ orderNumber, total, shopItemId }, { t, network, money, link }) => ({
    subject: t("order-emails.cancelled.subject", { orderNumber, network }),
    preheader: t("order-emails.cancelled.preheader"),
    title: t("order-emails.cancelled.title"),
    blocks: [t("order-emails.cancelled.text", { amount: money(total), orderNumber })],
    button: {
      label: t("order-emails.cancelled.button"),
      // The browser's cart does not hold what was bought in the sheet of an article.
      link: link(shopItemId == null ? "/products" : `/products/${shopItemId}`),
    },
  }),
};

function confirmationPreheader(
  { total, tickets, guest, parts = [] }: Confirmation,
  { t, money }: EmailContext,
): string {
  const amount = money(total);
  const paid =
    parts.length > 0
      ? t("order-emails.confirmation.preheader-parts", { amount })
      : t("order-emails.confirmation.preheader", { amount });
  return guest && tickets.length > 0 ? `${paid} ${t("order-emails.confirmation.preheader-attached")}` : paid;
}

/** Guests have no wallet: the button opens the ticket itself. */
function guestButton(tickets: readonly EmailTicket[], { t }: EmailContext) {
  const links = tickets.flatMap((ticket) => ticket.link ?? []);
  const [link] = links;
  return link && { button: { label: t("order-emails.confirmation.guest-button", { count: links.length }), link } };
}

const collectBlocks = (
  orderNumber: string,
  { label, address, startsAt, endsAt }: EmailCollection,
  { t, moment, time }: EmailContext,
): Block[] => [
  t("order-emails.confirmation.ready", { from: moment(startsAt), until: time(endsAt) }),
  t("order-emails.confirmation.collect-at", { label, address, orderNumber }),
];

function ticketText({ name, traveller, serial, onCard, ...ticket }: EmailTicket, context: EmailContext): string {
  const values = { name, serial, validity: ticketValidity(ticket, context) };
  if (traveller === null)
    return context.t(onCard ? "order-emails.ticket.text-on-card" : "order-emails.ticket.text", values);
  return context.t(onCard ? "order-emails.ticket.text-named-on-card" : "order-emails.ticket.text-named", {
    ...values,
    traveller,
  });
}

/** The validity of a ticket as a phrase. */
function ticketValidity(
  { validFrom, validUntil, useBefore }: Pick<EmailTicket, "validFrom" | "validUntil" | "useBefore">,
  { phrase, moment, end, limit }: EmailContext,
): string {
  if (validFrom !== null && validUntil !== null)
    return phrase("order-emails.ticket.from-until", { from: moment(validFrom), until: end(validUntil) });
  if (validFrom !== null) return phrase("order-emails.ticket.from", { from: moment(validFrom) });
  return useBefore === null
    ? phrase("order-emails.ticket.first-use")
    : phrase("order-emails.ticket.first-use-before", { before: limit(useBefore) });
}

/** The button to the order; none for a guest in e-mails queued before guests had a link. */
const followButton = (label: string, order: EmailOrder, context: EmailContext) =>
  order.guest && order.guestLink == null ? {} : orderButton(label, order, context);
