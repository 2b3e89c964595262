import { monthOrdersMax } from "@guichet/contract/limits/finance-limits.ts";
import { type getFinanceMonth, LedgerAccount, type UnequalSale } from "@guichet/contract/office/finance.ts";
import { ok } from "@guichet/contract/result.ts";
import { countries } from "@guichet/rules/countries/countries.ts";
import { exceedingSales, instantsOf, type MonthEnd } from "../audit/month-end.ts";
import type { UnequalOrder } from "../audit/month-end-store.ts";
import type { Handler, HandlerValue } from "../http/call-handler.ts";
import { closingState, closingView } from "./closing.ts";
import { differencesOf } from "./month-differences.ts";
import { vatReport } from "./vat-report.ts";

type MonthView = HandlerValue<typeof getFinanceMonth>;

/** A month with its figures, whether they agree, and whether it can be closed. */
export const getFinanceMonthHandler: Handler<typeof getFinanceMonth> = async ({ deps, network, request }) => {
  const { month } = request;
  const now = deps.clock.now();
  const { report, openDiscrepancies, count } = await differencesOf(deps.db, network, month);
  const { closing, closable, firstOpenMonth } = await closingState(deps.db, network, month, now);
  return ok({
    ...figuresOf(report),
    isOver: now.getTime() >= Date.parse(instantsOf(month, report.timeZone).before),
    ...{ openDiscrepancies, differenceCount: count, closable, firstOpenMonth },
    closing: closing === undefined ? null : closingView(closing),
    hasFec: countries[network.definition.country].accountingFile === "fec",
  });
};

function figuresOf(
  report: MonthEnd,
): Omit<
  MonthView,
  "isOver" | "openDiscrepancies" | "differenceCount" | "closable" | "firstOpenMonth" | "closing" | "hasFec"
> {
  const { month, currency, documents, movements, sold, takenBack, settlement, outstanding } = report;
  const money = (amount: number) => ({ amount, currency });
  const summed = (found: { count: number; amount: number }) => ({ count: found.count, amount: money(found.amount) });
  const { vat, vatTotal } = vatReport(report.vat, currency);
  const balance = sold - takenBack;
  return {
    ...{ month, currency, vat, vatTotal },
    documents: [...documents],
    sales: {
      ...{ sold: money(sold), takenBack: money(takenBack), balance: money(balance), documents: vatTotal.gross },
      difference: money(balance - vatTotal.gross.amount),
    },
    toPayBack: unequalView(report.toPayBack, report.before.toPayBack, money),
    differences: unequalView(report.differences, report.before.differences, money),
    movements: movements.map((movement) => ({ ...movement, amount: money(movement.amount) })),
    balances: balancesOf(report).map(({ account, before, after }) => ({
      ...{ account, before: money(before), after: money(after) },
    })),
    settlement: { fees: money(settlement.fees), paidOut: money(settlement.paidOut) },
    outstanding: {
      ...{ atProvider: money(outstanding.atProvider), debited: money(outstanding.debited) },
      ...{ debits: summed(outstanding.debits), refunds: summed(outstanding.refunds) },
    },
  };
}

type ToMoney = (amount: number) => { amount: number; currency: string };

const unequalView = (orders: readonly UnequalOrder[], amountBefore: number, money: ToMoney) => ({
  count: orders.length,
  amount: money(exceedingSales(orders)),
  amountBefore: money(amountBefore),
  orders: orders.slice(0, monthOrdersMax).map(
    ({ orderId, number, sold, invoiced }): UnequalSale => ({
      ...{ orderId, number, sold: money(sold), invoiced: money(invoiced) },
    }),
  ),
});

/** The balances of every account that has had one, without those of sales, which are no money. */
const balancesOf = ({ opening, closing }: MonthEnd) =>
  LedgerAccount.options
    .filter((account) => account !== "sales" && (opening.has(account) || closing.has(account)))
    .map((account) => ({ account, before: opening.get(account) ?? 0, after: closing.get(account) ?? 0 }));
