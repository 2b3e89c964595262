import { counterTicketsMax } from "@guichet/contract/limits/counter-limits.ts";
import type { CounterSale, getCounterSale, printCounterTicket } from "@guichet/contract/office/counter.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { readInvoice } from "../order-records/invoice-store.ts";
import { type OrderLineRow, type OrderRow, readLines, readOrder } from "../order-records/order-store.ts";
import { confirmationAddress } from "../orders/order-confirmation.ts";
import { type CounterSaleRow, readCounterSale } from "../payment-records/counter-sale-store.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { hasCardStock } from "../transport-card-records/blank-card-handover-store.ts";
import { ticketDocument } from "../wallet/ticket-documents.ts";
import { listTickets, type WalletTicket } from "../wallet/ticket-store.ts";
import { refundableParts } from "./refundable-parts.ts";

/** A sale as the office shows it. */
export function saleView(row: CounterSaleRow): CounterSale {
  const money = (amount: number) => ({ amount, currency: row.currency });
  const { orderId, number, soldAt, soldBy, agency, method, givenAmount, reference, drawerId } = row;
  const { refundedAt, refundedBy, refundDrawerId, refundReference } = row;
  const parts = row.parts.map(({ id: refundId, amount, ...part }) => ({ refundId, amount: money(amount), ...part }));
  return {
    ...{ parts, remaining: money(remainingOf(row)) },
    ...{ orderId, number, soldAt, soldBy, agency, method, reference, drawerId },
    ...{ refundedAt, refundedBy, refundDrawerId, refundReference },
    amount: money(row.amount),
    givenAmount: givenAmount === null ? null : money(givenAmount),
    changeAmount: givenAmount === null ? null : money(givenAmount - row.amount),
  };
}

/** What of a sale is paid and not refunded, in minor units. */
export const remainingOf = ({ amount, refundedAt, parts }: CounterSaleRow): number =>
  refundedAt === null ? parts.reduce((left, part) => left - part.amount, amount) : 0;

/** A sale with its order; undefined: it is none of this network, or its customer was erased. */
export async function readSale(
  db: Dependencies["db"],
  networkId: string,
  orderId: string,
): Promise<{ sale: CounterSaleRow; order: OrderRow } | undefined> {
  const sale = isUuid(orderId) ? await readCounterSale(db, networkId, orderId) : undefined;
  const order = sale === undefined ? undefined : await readOrder(db, orderId);
  return sale === undefined || order === undefined ? undefined : { sale, order };
}

const ticketsOf = (db: Dependencies["db"], { id: orderId, networkId, accountId }: OrderRow): Promise<WalletTicket[]> =>
  listTickets(db, { networkId, accountId, travellerId: null, orderId, limit: counterTicketsMax });

/** Whether a ticket is printed for the customer: it is valid, and not on a card. */
const isPrintable = ({ code, cardId, status }: WalletTicket): boolean =>
  code !== null && cardId === null && (status === "active" || status === "pending");

/** Whether a line makes a card that the counter hands over, and has not made it yet. */
const isCardToHandOver = ({ cardWork, support, processStatus }: OrderLineRow): boolean =>
  cardWork !== null && support === "PHYSICAL" && processStatus === "TO_PROCESS";

export const getSaleHandler: Handler<typeof getCounterSale> = async ({ deps, network, request }) => {
  const found = await readSale(deps.db, network.id, request.orderId);
  if (found === undefined) return err("NOT_FOUND");
  const { sale, order } = found;
  const lines = await readLines(deps.db, order.id);
  const names = new Map(lines.map(({ id, name }) => [id, name]));
  const invoice = await readInvoice(deps.db, order.id, "invoice");
  if (invoice === undefined) throw new Error(`The sale ${order.number} has no invoice`);
  const tickets = await ticketsOf(deps.db, order);
  const mayRefund = order.status === "COMPLETED" && remainingOf(sale) > 0;
  const parts = mayRefund ? await refundableParts(deps.db, network, order, deps.clock.iso()) : [];
  return ok({
    sale: saleView(sale),
    lines: lines.map(({ name, quantity, totalAmount }) => ({
      ...{ name, quantity },
      total: { amount: totalAmount, currency: order.currency },
    })),
    tickets: tickets.reverse().map((ticket) => ({
      ticketId: ticket.id,
      name: names.get(ticket.orderLineId) ?? ticket.productId,
      serial: ticket.serial,
      cardDigits: ticket.card?.lastDigits ?? null,
      isPrintable: isPrintable(ticket),
    })),
    invoiceNumber: invoice.number,
    sentTo: confirmationAddress(order) || null,
    mayRefund,
    parts: parts.map(({ id: partId, name, serial, leftAmount, byPolicyAmount }) => ({
      ...{ partId, name, serial },
      left: { amount: leftAmount, currency: order.currency },
      byPolicy: { amount: byPolicyAmount, currency: order.currency },
    })),
    cardsToHandOver: lines.filter(isCardToHandOver).map(({ id: lineId, name, traveller }) => ({
      ...{ lineId, name },
      traveller: traveller === null ? null : `${traveller.firstName} ${traveller.lastName}`.trim(),
    })),
    takesBlankCards: await hasCardStock(deps.db, network.id),
    toPrepare: lines.some(({ processStatus, support }) => support !== null && processStatus !== "PROCESSED"),
  });
};

export const printTicketHandler: Handler<typeof printCounterTicket> = async ({ deps, network, request, session }) => {
  const found = await readSale(deps.db, network.id, request.orderId);
  const tickets = found === undefined ? [] : await ticketsOf(deps.db, found.order);
  const ticket = tickets.find(({ id }) => id === request.ticketId);
  if (found === undefined || ticket === undefined || !isPrintable(ticket)) return err("NOT_FOUND");
  const bytes = await ticketDocument(deps, ticket, found.order.language);
  const { accountId, id: thing } = found.order;
  const entry = { networkId: network.id, staffId: session.staffId, accountId, act: "order.print-ticket", thing };
  await deps.db.transaction().execute((tx) => recordAuditEntry(tx, deps, { ...entry, reason: ticket.serial }));
  return ok({ bytes, filename: `${ticket.serial.replaceAll(" ", "-")}.pdf` });
};
