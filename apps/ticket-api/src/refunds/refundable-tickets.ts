import type { RefundRefusal } from "@guichet/contract/refunds.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { allocate } from "@guichet/rules/money.ts";
import {
  limitedRefund,
  noRefund,
  type TicketRefund,
  type TicketToRefund,
  ticketRefund,
} from "@guichet/rules/refunds/ticket-refund.ts";
import type { Database, Tx } from "../database/database.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { type OrderLineRow, type OrderRow, readLines } from "../order-records/order-store.ts";
import { disputeRefusal } from "../payment-records/dispute-store.ts";
import { listTickets, type WalletTicket } from "../wallet/ticket-store.ts";
import { compensatedTickets, type TicketOfRefund } from "./order-refund-store.ts";

/** A ticket of an order, its share of what was paid in minor units, and what its customer gets for it today. */
export interface RefundableTicket {
  ticket: WalletTicket;
  line: OrderLineRow;
  paidAmount: number;
  /** Its share without what a compensation gave for it: it is refunded for no more. */
  leftAmount: number;
  refund: TicketRefund;
  /** Why it cannot be returned, whatever its policy says; null: it can. */
  refusal: RefundRefusal | null;
  /** What its refund is computed from. */
  facts: TicketToRefund;
}

/** This ticket as it is refunded, with an amount in minor units. */
export const ticketOfRefund = ({ ticket, line }: RefundableTicket, amount: number): TicketOfRefund => ({
  id: ticket.id,
  name: line.name,
  serial: ticket.serial,
  vatRate: line.vatRate,
  amount,
});

/** An order has fewer tickets. */
const ticketsMax = 1_000;

/**
 * Reads every ticket of an order with its refund at `now`, by the policy of its purchase (decision 145). `atCounter`: a counter sale is
 * given back where it was sold.
 */
export async function refundableTickets(
  db: Database | Tx,
  network: LoadedNetwork,
  order: OrderRow,
  now: string,
  { atCounter = false } = {},
): Promise<RefundableTicket[]> {
  const { networkId, accountId, id: orderId } = order;
  const lines = new Map((await readLines(db, orderId)).map((line) => [line.id, line]));
  const tickets = await listTickets(db, { networkId, accountId, travellerId: null, orderId, limit: ticketsMax });
  const refusalOfOrder = await orderRefusal(db, order, atCounter);
  const compensated = await compensatedTickets(db, orderId);
  const { timeZone } = network.definition;
  return tickets
    .filter(({ status }) => status !== "moved" && status !== "transferred")
    .flatMap((ticket) => {
      const line = lines.get(ticket.orderLineId);
      if (line === undefined) return [];
      const paidAmount = allocate(line.totalAmount, Array(line.quantity).fill(1))[ticket.position] ?? 0;
      const refusal = refusalOfOrder === "DISPUTED" ? refusalOfOrder : (ticketRefusal(ticket) ?? refusalOfOrder);
      const facts = factsOf(ticket, { order, paidAmount, now, timeZone });
      const refund =
        refusal === undefined
          ? ticketRefund(ticket.article.refund ?? { basis: "none" }, facts, dayIn(now, timeZone))
          : noRefund(refusal);
      const leftAmount = Math.max(0, paidAmount - (compensated.get(ticket.id) ?? 0));
      return [
        {
          ...{ ticket, line, paidAmount, leftAmount, facts },
          refund: limitedRefund(refund, leftAmount),
          refusal: refusal ?? null,
        },
      ];
    })
    .sort((a, b) => a.line.position - b.line.position || a.ticket.position - b.ticket.position);
}

/** Why a customer cannot return any ticket of the order; the staff can help with most. */
async function orderRefusal(
  db: Database | Tx,
  order: OrderRow,
  atCounter: boolean,
): Promise<RefundRefusal | undefined> {
  if (order.status !== "COMPLETED") return "ORDER_NOT_PAID";
  if (order.subscriptionId !== null) return "SUBSCRIPTION";
  if (order.paidAtCounter && !atCounter) return "AT_COUNTER";
  return (await disputeRefusal(db, order.id)) === "contested" ? "DISPUTED" : undefined;
}

function ticketRefusal({ status, cardId, wasGiven }: WalletTicket): RefundRefusal | undefined {
  if (status === "cancelled") return "REFUNDED";
  if (status === "expired" || status === "used-up") return "ENDED";
  if (status === "blocked") return "BLOCKED";
  if (cardId !== null) return "ON_CARD";
  return wasGiven ? "TRANSFERRED" : undefined;
}

function factsOf(
  { article, validFrom, validUntil, useBefore, firstUsedAt, tripsLeft }: WalletTicket,
  { order, paidAmount, now, timeZone }: { order: OrderRow; paidAmount: number; now: string; timeZone: string },
): TicketToRefund {
  const lastInstant = validUntil === null ? null : new Date(Date.parse(validUntil) - 1).toISOString();
  const dayOf = (instant: string | null) => (instant === null ? null : dayIn(instant, timeZone));
  return {
    paidAmount,
    boughtOn: dayIn(order.completedAt ?? order.createdAt, timeZone),
    firstDay: dayOf(validFrom),
    lastDay: dayOf(lastInstant),
    isUsed: firstUsedAt !== null,
    isOver: [validUntil, useBefore].some((end) => end !== null && now >= end),
    tripsUsed: (article.trips ?? 0) - (tripsLeft ?? 0),
  };
}
