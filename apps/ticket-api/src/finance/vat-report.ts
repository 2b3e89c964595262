import type { VatRow } from "@guichet/contract/office/finance.ts";
import type { DocumentSum } from "../audit/month-end-store.ts";

type Sums = Record<"invoiced" | "credited" | "net" | "vat" | "gross", number>;
const noSums = (): Sums => ({ invoiced: 0, credited: 0, net: 0, vat: 0, gross: 0 });

/** Adds what documents of one series and rate state: credit notes count negatively, except in `credited`. */
function add(sums: Sums, { series, net, vat, gross }: DocumentSum): Sums {
  const sign = series === "invoice" ? 1 : -1;
  return {
    invoiced: sums.invoiced + (sign === 1 ? gross : 0),
    credited: sums.credited + (sign === 1 ? 0 : gross),
    net: sums.net + sign * net,
    vat: sums.vat + sign * vat,
    gross: sums.gross + sign * gross,
  };
}

const inCurrency = (sums: Sums, currency: string) => {
  const money = (amount: number) => ({ amount, currency });
  return {
    ...{ invoiced: money(sums.invoiced), credited: money(sums.credited) },
    ...{ net: money(sums.net), vat: money(sums.vat), gross: money(sums.gross) },
  };
};

/** The VAT of a month by rate, the lowest first, and its total: invoices less credit notes, in minor units of a currency. */
export function vatReport(
  documents: readonly DocumentSum[],
  currency: string,
): { vat: VatRow[]; vatTotal: Omit<VatRow, "rate"> } {
  const byRate = new Map<number, Sums>();
  for (const document of documents) byRate.set(document.rate, add(byRate.get(document.rate) ?? noSums(), document));
  const rows = [...byRate].sort(([a], [b]) => a - b);
  return {
    vat: rows.map(([rate, sums]) => ({ rate, ...inCurrency(sums, currency) })),
    vatTotal: inCurrency(documents.reduce(add, noSums()), currency),
  };
}
