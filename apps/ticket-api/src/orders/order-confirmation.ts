import type { Money } from "@guichet/contract/values.ts";
import { countries } from "@guichet/rules/countries/countries.ts";
import { addressInLine } from "@guichet/rules/countries/postal-address.ts";
import type { Installment } from "@guichet/rules/payments/installments.ts";
import { journeyWords } from "@guichet/rules/travel.ts";
import type { RawBuilder } from "kysely";
import { z } from "zod";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { emailQueued, queueEmail } from "../email/queue-email.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { numberOf } from "../order-records/invoice-store.ts";
import { invoiceDocument } from "../order-records/invoices.ts";
import { guestOrderLink } from "../order-records/order-links.ts";
import { type OrderLineRow, type OrderRow, readOrder } from "../order-records/order-store.ts";
import { cardSchedule, debitSchedule } from "../payments/installments/installment-schedule.ts";
import { ticketDocument } from "../wallet/ticket-documents.ts";
import { ticketLink } from "../wallet/ticket-links.ts";
import { listTickets, type TicketRow } from "../wallet/ticket-store.ts";

export interface Attachment {
  filename: string;
  content: Uint8Array;
  contentType: string;
}

const nameOf = (person: { firstName: string; lastName: string } | null): string | null =>
  person === null ? null : `${person.firstName} ${person.lastName}`.trim() || null;

/** The name of a line, with the first and last stop if it is a journey. */
const lineName = ({ name, journey }: OrderLineRow, { language }: OrderRow): string =>
  journey === null ? name : `${name}, ${journeyWords(journey, language)}`;

/** The installments of an order, counted from its completion; none if it is paid in full immediately. */
function paymentDays(network: LoadedNetwork, order: OrderRow, at: string): readonly Installment[] {
  if (order.amount === 0) return [];
  if (order.paymentMethod === "TRANSFER") return debitSchedule(network, order, at);
  return order.installments > 1 ? cardSchedule(network, order, at) : [];
}

/** Where the confirmation of an order is sent; empty: nowhere. */
export const confirmationAddress = ({ invoiceEmail, customer }: OrderRow): string => invoiceEmail ?? customer.email;

/**
 * The statement that queues the confirmation of a completed order: once, in the customer's language, in the transaction
 * that completes it, after its invoice.
 */
export function confirmationEmailStatement(
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  tickets: readonly TicketRow[],
): RawBuilder<unknown> {
  const installments = paymentDays(network, order, deps.clock.iso());
  const money = (amount: number): Money => ({ amount, currency: order.currency });
  const email = {
    networkId: network.id,
    accountId: order.accountId,
    to: confirmationAddress(order),
    template: "order-confirmation" as const,
    language: order.language,
    cause: `order-${order.id}`,
    values: {
      orderId: order.id,
      orderNumber: order.number,
      total: money(order.amount),
      parts: installments.map(({ collectedOn, amount }) => ({ on: collectedOn, amount: money(amount) })),
      guest: order.customer.guest,
      invoiceAttached: isInvoiceAttached(order),
      shippedOrHanded: lines.some((line) => line.support === "SHIPPING" || line.support === "PHYSICAL"),
      collect: order.collect && {
        label: order.collect.label,
        address: addressInLine(order.collect, countries[network.definition.country].cityLines),
        startsAt: order.collect.startsAt,
        endsAt: order.collect.endsAt,
      },
      lines: lines.map((line) => ({
        name: lineName(line, order),
        quantity: line.quantity,
        total: money(line.totalAmount),
        traveller: nameOf(line.traveller),
      })),
      tickets: tickets.map((ticket) => ({
        serial: ticket.serial,
        name: lines.filter((line) => line.id === ticket.orderLineId).map((line) => lineName(line, order))[0] ?? "",
        traveller: nameOf(ticket.traveller),
        validFrom: ticket.validFrom,
        validUntil: ticket.validUntil,
        useBefore: ticket.useBefore,
        link: order.customer.guest && ticket.code !== null ? ticketLink(deps, ticket) : null,
        onCard: ticket.cardId !== null,
      })),
    },
  };
  return emailQueued(deps, email, { invoiceNumber: numberOf(order.id, "invoice") });
}

const OrderNamed = z.object({ orderId: z.string() });
/** At most this many tickets are attached; the others are in the wallet. */
const attachedTicketsMax = 20;

/**
 * Whether the invoice is attached. An account's own e-mail links to it; a guest or another address gets it as a file.
 */
const isInvoiceAttached = ({ customer, invoiceEmail }: OrderRow): boolean =>
  customer.guest || (invoiceEmail !== null && invoiceEmail !== customer.email);

/**
 * The attachments of a confirmation: a guest's tickets to print, and the invoice. Account holders find their tickets in
 * the wallet.
 */
export async function confirmationAttachments(deps: Dependencies, values: unknown): Promise<Attachment[]> {
  const { orderId } = OrderNamed.parse(values);
  const order = await readOrder(deps.db, orderId);
  if (order === undefined) return [];
  const pdf = (filename: string, content: Uint8Array): Attachment => ({
    filename,
    content,
    contentType: "application/pdf",
  });
  if (!isInvoiceAttached(order)) return [];
  const invoice = await invoiceDocument(deps, orderId, "invoice");
  if (invoice !== undefined && !order.customer.guest) return [pdf(`${invoice.number}.pdf`, invoice.bytes)];
  const tickets = await listTickets(deps.db, {
    networkId: order.networkId,
    accountId: order.accountId,
    travellerId: null,
    orderId,
    limit: attachedTicketsMax,
  });
  const pdfs: Attachment[] = [];
  for (const ticket of tickets) {
    if (ticket.code !== null)
      pdfs.push(pdf(`${ticket.serial.replaceAll(" ", "-")}.pdf`, await ticketDocument(deps, ticket, order.language)));
  }
  return invoice === undefined ? pdfs : [pdf(`${invoice.number}.pdf`, invoice.bytes), ...pdfs];
}

/** Queues the notice of an automatic refund: the payment was captured after the order was cancelled. */
export async function queueRefundNotice(tx: Tx, deps: Dependencies, orderId: string, total: Money): Promise<void> {
  const order = await readOrder(tx, orderId);
  if (order === undefined) return;
  await queueEmail(tx, deps, {
    networkId: order.networkId,
    accountId: order.accountId,
    to: order.invoiceEmail ?? order.customer.email,
    template: "order-refunded",
    language: order.language,
    cause: `order-refunded-${order.id}`,
    values: {
      orderId,
      orderNumber: order.number,
      total,
      guestLink: order.customer.guest ? guestOrderLink(deps, order) : null,
    },
  });
}
