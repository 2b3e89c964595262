import type { Side } from "../payment-records/ledger-store.ts";
import { exceedingSales, type MonthEnd } from "./month-end.ts";
import type { UnequalOrder } from "./month-end-store.ts";

const accounts: Readonly<Record<Side, string>> = {
  provider: "payment provider or bank",
  counter: "counter",
  terminal: "card terminals of the counter",
  receivable: "customers (installments and debits of a later day)",
  sales: "sales",
  suspense: "captured by mistake, to be refunded",
  disputed: "taken back by banks, disputes not decided",
  losses: "lost by disputes",
  fees: "fees of the payment provider",
  transit: "payouts on their way to the bank account",
  bank: "paid out to the bank account",
};

/** Formats a month for a person, in English; amounts in the network's currency. */
export function describeMonthEnd(report: MonthEnd): string {
  const { networkId, month, timeZone, sold, takenBack, toPayBack, differences } = report;
  const money = moneyIn(report.currency);
  const closing = (side: Side) => report.closing.get(side) ?? 0;
  return [
    `${networkId}, ${month} (${timeZone})`,
    "",
    ...documentLines(report, money),
    "",
    "ledger",
    ...report.movements.map(
      ({ from, to, count, amount }) =>
        `  ${money(amount)}  from ${accounts[from]} to ${accounts[to]} (${count === 1 ? "1 movement" : `${count} movements`})`,
    ),
    ...settlementLines(report, money),
    `  ${money(sold - takenBack)}  sales of the month: ${money(sold).trim()} sold, ${money(takenBack).trim()} taken back`,
    "",
    "at the end of the month",
    ...sidesShown(report).map(
      (side) => `  ${money(closing(side))}  ${accounts[side]} (${money(report.opening.get(side) ?? 0).trim()} before)`,
    ),
    `  ${money(exceedingSales(toPayBack))}  to be paid back${numbersOf(toPayBack)}`,
    ...outstandingLines(report, money),
    "",
    ...differenceLines(differences, money),
  ].join("\n");
}

/** Accounts of terminals, disputes and payouts are shown once something was booked there. */
function sidesShown({ closing, opening }: MonthEnd): Side[] {
  const later = ["terminal", "disputed", "losses", "fees", "transit", "bank"] as const;
  return [
    ...(["provider", "counter", "receivable", "suspense"] as const),
    ...later.filter((side) => closing.has(side) || opening.has(side)),
  ];
}

/** Fees and payouts of a month; none where the provider states none. */
function settlementLines({ settlement: { fees, paidOut } }: MonthEnd, money: Format): string[] {
  if (fees === 0 && paidOut === 0) return [];
  return [
    `  ${money(fees)}  fees of the payment provider in the month`,
    `  ${money(paidOut)}  paid out to the bank account in the month`,
  ];
}

function outstandingLines({ outstanding }: MonthEnd, money: Format): string[] {
  const { atProvider, debited, debits, refunds } = outstanding;
  return [
    `  ${money(atProvider)}  at the payment provider: captured, less refunds, fees and payouts`,
    `  ${money(debited)}  collected by direct debit, less returns and transfers`,
    `  ${money(debits.amount)}  debits at the bank, not settled (${debits.count})`,
    `  ${money(refunds.amount)}  refunds planned, not sent (${refunds.count})`,
  ];
}

type Format = (minor: number) => string;

function documentLines({ documents, vat }: MonthEnd, money: Format): string[] {
  if (documents.length === 0) return ["no invoices or credit notes"];
  return documents.flatMap(({ series, count, first, last }) => [
    `${series === "invoice" ? "invoices" : "credit notes"}: ${count}, ${first} to ${last}`,
    ...vat
      .filter((sum) => sum.series === series)
      .map(
        ({ rate, net, vat: tax, gross }) =>
          `  ${money(gross)}  VAT ${rate} %: ${money(net).trim()} net, ${money(tax).trim()} VAT`,
      ),
  ]);
}

function differenceLines(differences: readonly UnequalOrder[], money: Format): string[] {
  if (differences.length === 0) return ["Ledger and documents agree."];
  return [
    ...differences.map(
      ({ number, sold, invoiced }) =>
        `order ${number}: ${money(sold).trim()} in the ledger, ${money(invoiced).trim()} invoiced`,
    ),
    differences.length === 1
      ? "1 difference: see npm run audit."
      : `${differences.length} differences: see npm run audit.`,
  ];
}

const namedMax = 20;
function numbersOf(orders: readonly UnequalOrder[]): string {
  if (orders.length === 0) return "";
  const named = orders.slice(0, namedMax).map(({ number }) => number);
  return `: ${named.join(", ")}${orders.length > namedMax ? ` and ${orders.length - namedMax} more` : ""}`;
}

const columnWidth = 14;
/** Formats minor units of a currency, aligned to the right. */
function moneyIn(currency: string): Format {
  const format = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "code" });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return (minor) =>
    format
      .format(minor / 10 ** maximumFractionDigits)
      .replaceAll("\u00a0", " ")
      .padStart(columnWidth);
}
