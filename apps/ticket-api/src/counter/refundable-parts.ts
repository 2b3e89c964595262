import { err, ok, type Result } from "@guichet/contract/result.ts";
import { allocate } from "@guichet/rules/money.ts";
import type { Database, Tx } from "../database/database.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { CreditedLine } from "../order-records/credit-notes.ts";
import { type OrderLineRow, type OrderRow, readLines } from "../order-records/order-store.ts";
import { refundedLines } from "../payment-records/counter-refund-store.ts";
import { refundableTickets } from "../refunds/refundable-tickets.ts";
import { cancellable } from "../refunds/staff-refund-scope.ts";

/** A part of a sale that can be given back: a ticket, or a line that was handed over without one. Minor units. */
export interface RefundablePart {
  /** Of the ticket, or of the line. */
  id: string;
  kind: "ticket" | "line";
  name: string;
  /** null: it is no ticket. */
  serial: string | null;
  vatRate: number;
  leftAmount: number;
  /** What the conditions of its article give today; at most what is left. */
  byPolicyAmount: number;
}

/**
 * The parts of a sale that can be given back at `now`: usable tickets, by the rules of every refund by the staff, and
 * lines that were handed over as goods. A transport card that was made is its bearer's and is not taken back.
 */
export async function refundableParts(
  db: Database | Tx,
  network: LoadedNetwork,
  order: OrderRow,
  now: string,
): Promise<RefundablePart[]> {
  const tickets = await refundableTickets(db, network, order, now, { atCounter: true });
  const withTickets = new Set(tickets.map(({ line }) => line.id));
  const givenBack = await refundedLines(db, order.id);
  const isGoods = ({ id, support, processStatus, cardWork, totalAmount }: OrderLineRow): boolean =>
    support === "PHYSICAL" &&
    cardWork === null &&
    processStatus === "PROCESSED" &&
    totalAmount > 0 &&
    !withTickets.has(id) &&
    !givenBack.has(id);
  const goods = (await readLines(db, order.id)).filter(isGoods);
  return [
    ...tickets
      .filter(({ ticket, leftAmount }) => cancellable.has(ticket.status) && leftAmount > 0)
      .map(({ ticket, line, leftAmount, refund }) => ({
        ...{ id: ticket.id, kind: "ticket" as const, name: line.name, serial: ticket.serial, vatRate: line.vatRate },
        ...{ leftAmount, byPolicyAmount: refund.refusal === null ? refund.refundAmount : 0 },
      })),
    ...goods.map(({ id, name, vatRate, totalAmount }) => ({
      ...{ id, kind: "line" as const, name, serial: null, vatRate },
      ...{ leftAmount: totalAmount, byPolicyAmount: 0 },
    })),
  ];
}

/** A part with what is paid back for it, in minor units. */
export type PartToRefund = RefundablePart & { amount: number };

/**
 * These parts with their shares of an amount: what their conditions give, if that is the amount, or by what is left of each. An error if one
 * cannot be given back, or the amount is more than what is left of them.
 */
export function sharesOf(
  known: readonly RefundablePart[],
  ids: readonly string[],
  amount: number,
): Result<PartToRefund[], "REFUND_REFUSED" | "REFUND_EXCEEDS_PAID"> {
  const chosen = known.filter(({ id }) => ids.includes(id));
  if (chosen.length < new Set(ids).size) return err("REFUND_REFUSED", { reason: "REFUNDED" });
  const left = chosen.reduce((sum, { leftAmount }) => sum + leftAmount, 0);
  if (amount > left) return err("REFUND_EXCEEDS_PAID", { remaining: left });
  const byPolicy = chosen.map(({ byPolicyAmount }) => byPolicyAmount);
  const isByPolicy = byPolicy.reduce((sum, one) => sum + one, 0) === amount;
  const weights = chosen.map(({ leftAmount }) => leftAmount);
  const shares = isByPolicy ? byPolicy : allocate(amount, weights);
  const parts = chosen.map((part, place) => ({ ...part, amount: shares[place] ?? 0 }));
  // It would be given back for nothing.
  return parts.some((part) => part.amount === 0) ? err("REFUND_REFUSED", { reason: "NOTHING_LEFT" }) : ok(parts);
}

/** A part as its credit note states it. */
export const creditedPart = ({ name, serial, vatRate, amount }: PartToRefund): CreditedLine => ({
  ...{ name, vatRate, amount },
  serial: serial ?? undefined,
});
