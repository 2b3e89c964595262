import { vatOf } from "@guichet/rules/money.ts";
import { byRemaining, creditedLines, leftToCredit } from "@guichet/rules/refunds/credited-lines.ts";
import type { RawBuilder } from "kysely";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { textsIn } from "../locales/texts.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { InvoiceContents } from "../pdf/invoice-pdf.ts";
import { creditNotesOf, readInvoice } from "./invoice-store.ts";
import { divisionOf, numberedCreditNoteStatement } from "./invoices.ts";
import type { OrderRow } from "./order-store.ts";

/** A ticket on a credit note, with its refund in minor units. */
export interface CreditedLine {
  name: string;
  /** Absent: goods without a ticket. */
  serial: string | undefined;
  vatRate: number;
  amount: number;
}

interface CreditedRefund {
  orderRefundId: string;
  /** Minor units. */
  amount: number;
  /** Absent: the amount is allocated to the VAT rates by what is not credited yet. */
  lines: readonly CreditedLine[] | undefined;
  /** The part of the amount that is paid back; the other one reduced installments. */
  paidBackAmount: number;
}

/**
 * The statement that issues the credit note of one refund of a locked order, which can have several (§6). No rate is
 * credited for more than was invoiced. The VAT of each rate is that of everything credited so far, minus what earlier
 * credit notes state, so that together they are exact to the cent.
 */
export async function refundCreditNoteStatement(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  { orderRefundId, amount, lines, paidBackAmount }: CreditedRefund,
  issue: { date: string; issuedAt: string },
): Promise<RawBuilder<unknown>> {
  const invoice = await readInvoice(tx, order.id, "invoice");
  if (invoice === undefined) throw new Error(`Order ${order.number} is complete but has no invoice`);
  const { payment: _paid, number: _number, ...corrected } = invoice.contents as InvoiceContents;
  const creditedBefore = sumByRate((await creditNotesOf(tx, order.id)).flatMap(({ vat }) => vat));
  const money = (minor: number) => ({ amount: minor, currency: order.currency });
  const t = textsIn(corrected.locale);
  const invoiced = sumByRate(corrected.vat);
  const credited =
    lines === undefined
      ? byRemaining(amount, leftToCredit(invoiced, creditedBefore)).map((share) => ({
          ...share,
          name: t("invoice-pdf.credited-amount"),
          serial: undefined,
        }))
      : creditedLines(lines, invoiced, creditedBefore);
  const grossByRate = sumByRate(credited.map(({ vatRate: rate, amount: gross }) => ({ rate, gross: money(gross) })));
  return numberedCreditNoteStatement(deps, network, order, orderRefundId, {
    ...corrected,
    kind: "credit-note",
    ...issue,
    corrects: { number: invoice.number, date: corrected.date },
    lines: credited.map(({ name, serial, vatRate, amount: gross }) => ({
      description: name,
      ...(serial === undefined ? {} : { detail: t("invoice-pdf.credited-ticket", { serial }) }),
      quantity: 1,
      unitPrice: money(gross),
      vatRate,
      amount: money(gross),
    })),
    vat: [...grossByRate]
      .sort(([a], [b]) => a - b)
      .map(([rate, gross]) => {
        const before = creditedBefore.get(rate) ?? 0;
        const vat = vatOf(before + gross, rate).vat - vatOf(before, rate).vat;
        return { rate, net: money(gross - vat), vat: money(vat), gross: money(gross) };
      }),
    total: money(amount),
    ...divisionOf(amount, paidBackAmount, order.currency),
  });
}

function sumByRate(shares: readonly { rate: number; gross: { amount: number } }[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { rate, gross } of shares) sums.set(rate, (sums.get(rate) ?? 0) + gross.amount);
  return sums;
}
