import { addMonths } from "@guichet/rules/dates/days.ts";
import { dayBegins } from "@guichet/rules/dates/instants.ts";
import type { Database } from "../database/database.ts";
import type { Side } from "../payment-records/ledger-store.ts";
import {
  balancesBefore,
  type DocumentRange,
  type DocumentSum,
  debitedBefore,
  debitsUnsettledAt,
  documentRanges,
  documentSums,
  type MovementSum,
  movementSums,
  type Outstanding,
  refundsUnsentAt,
  type UnequalOrder,
  unequalOrders,
} from "./month-end-store.ts";

/** What a network sold, took and owes in one calendar month of its time zone (§6); all amounts in minor units. */
export interface MonthEnd {
  networkId: string;
  /** `2026-10`. */
  month: string;
  timeZone: string;
  currency: string;
  documents: readonly DocumentRange[];
  vat: readonly DocumentSum[];
  movements: readonly MovementSum[];
  /** Sales of the ledger in this month, and the sales that were reversed. */
  sold: number;
  takenBack: number;
  /** Balances before the month and at its end. */
  opening: ReadonlyMap<Side, number>;
  closing: ReadonlyMap<Side, number>;
  /** What the provider charged and paid out in this month, and what is on its way at its end. */
  settlement: { fees: number; paidOut: number; inTransit: number };
  /** What others owe at the end of the month, and what is to be sent. */
  outstanding: {
    /** Captured, less refunds, fees and payouts: money at the payment provider. */
    atProvider: number;
    /** Collected by direct debit, less what was returned and paid back. */
    debited: number;
    /** Debits at the bank that are not settled. */
    debits: Outstanding;
    /** Refunds that are planned and not sent. */
    refunds: Outstanding;
  };
  /** Orders that were credited or never completed, with money not paid back by the end of the month. */
  toPayBack: readonly UnequalOrder[];
  /** Orders with documents and ledger that disagree at the end of the month: staff must examine them. */
  differences: readonly UnequalOrder[];
  /** The same two at the beginning of the month: sales in the ledger less documents. */
  before: { toPayBack: number; differences: number };
}

/** The network of a report. */
export interface ReportedNetwork {
  id: string;
  timeZone: string;
  currency: string;
}

/** The instants between which a month `YYYY-MM` of a time zone lies. */
export function instantsOf(month: string, timeZone: string): { from: string; before: string } {
  const firstDay = `${month}-01`;
  return {
    from: dayBegins(firstDay, timeZone).toISOString(),
    before: dayBegins(addMonths(firstDay, 1), timeZone).toISOString(),
  };
}

/** Sales in the ledger less documents, of all these orders together, in minor units. */
export const exceedingSales = (orders: readonly UnequalOrder[]): number =>
  orders.reduce((sum, { sold, invoiced }) => sum + sold - invoiced, 0);

/** Reports one month, `YYYY-MM`, in one snapshot of the database. A month that has not ended is reported as it stands. */
export async function monthEnd(db: Database, network: ReportedNetwork, month: string): Promise<MonthEnd> {
  const { id: networkId, timeZone, currency } = network;
  const { from, before } = instantsOf(month, timeZone);
  const interval = { networkId, from, before };
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      const movements = await movementSums(tx, interval);
      const unequal = await unequalOrders(tx, interval);
      const unequalBefore = await unequalOrders(tx, { networkId, before: from });
      const sumWhere = (is: (sum: MovementSum) => boolean) =>
        movements.filter(is).reduce((sum, { amount }) => sum + amount, 0);
      const opening = await balancesBefore(tx, { networkId, before: from });
      const closing = await balancesBefore(tx, { networkId, before });
      const debited = await debitedBefore(tx, interval);
      const grown = (side: Side) => (closing.get(side) ?? 0) - (opening.get(side) ?? 0);
      return {
        ...{ networkId, month, timeZone, currency, movements },
        documents: await documentRanges(tx, interval),
        vat: await documentSums(tx, interval),
        sold: sumWhere((sum) => sum.from === "sales"),
        takenBack: sumWhere((sum) => sum.to === "sales"),
        ...{ opening, closing },
        settlement: { fees: grown("fees"), paidOut: grown("bank"), inTransit: closing.get("transit") ?? 0 },
        outstanding: {
          atProvider: (closing.get("provider") ?? 0) - debited,
          debited,
          debits: await debitsUnsettledAt(tx, interval),
          refunds: await refundsUnsentAt(tx, interval),
        },
        toPayBack: unequal.filter(isToPayBack),
        differences: unequal.filter((order) => !isToPayBack(order)),
        before: {
          toPayBack: exceedingSales(unequalBefore.filter(isToPayBack)),
          differences: exceedingSales(unequalBefore.filter((order) => !isToPayBack(order))),
        },
      };
    });
}

/** More was sold than is invoiced, because a credit note, or an order that was never completed, awaits its refund. */
const isToPayBack = ({ sold, invoiced, hasInvoice, hasCreditNote }: UnequalOrder): boolean =>
  sold > invoiced && (hasCreditNote || !hasInvoice);
