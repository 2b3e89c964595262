import type { Language } from "@guichet/contract/languages.ts";
import type { Money } from "@guichet/contract/values.ts";
import { countries, statedIdentifiers } from "@guichet/rules/countries/countries.ts";
import { cityLinesOf } from "@guichet/rules/countries/postal-address.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { vatByRate, vatOf } from "@guichet/rules/money.ts";
import type { RawBuilder } from "kysely";
import type { Dependencies } from "../dependencies.ts";
import { textsIn } from "../locales/texts.ts";
import { logoPicture } from "../network-registry/logo-picture.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { InvoiceContents } from "../pdf/invoice-pdf.ts";
import { journeyText, namesOf } from "../pdf/journey-text.ts";
import type { Seller } from "../pdf/seller.ts";
import { dayInWords } from "../pdf/words.ts";
import { type Invoice, type InvoiceSeries, numberedInvoiceStatement, readInvoice, storePdf } from "./invoice-store.ts";
import type { OrderLineRow, OrderRow } from "./order-store.ts";

const prefixes: Record<InvoiceSeries, string> = { invoice: "F", "credit-note": "A" };

/**
 * The statement that issues an order's invoice in the transaction that completes it: numbered without gaps, never
 * changed (§6).
 */
export function issueInvoiceStatement(
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  method: InvoiceContents["payment"],
): RawBuilder<unknown> {
  const issuedAt = deps.clock.iso();
  const date = dayIn(issuedAt, network.definition.timeZone);
  const year = Number(date.slice(0, 4));
  return numberedInvoiceStatement({
    id: deps.ids.uuid(),
    networkId: network.id,
    series: "invoice",
    year,
    prefix: `${prefixes.invoice}-${network.id.toUpperCase()}-${year}-`,
    orderId: order.id,
    orderRefundId: null,
    contents: invoiceOf(network, order, lines, { date, issuedAt }, method),
    issuedAt,
  });
}

/** The statement that issues the credit note of a whole invoice, in the transaction that cancels its order (§6). */
export function creditNoteStatement(
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  invoice: Invoice,
  {
    date,
    issuedAt,
    orderRefundId,
    paidBackAmount = order.amount,
  }: { date: string; issuedAt: string; orderRefundId: string | null; paidBackAmount?: number | undefined },
): RawBuilder<unknown> {
  const { payment: _paid, number: _number, ...corrected } = invoice.contents as InvoiceContents;
  const corrects = { number: invoice.number, date: corrected.date };
  return numberedCreditNoteStatement(deps, network, order, orderRefundId, {
    ...corrected,
    kind: "credit-note",
    date,
    issuedAt,
    corrects,
    ...divisionOf(order.amount, paidBackAmount, order.currency),
  });
}

/** How a credit note states that a part of its total, in minor units, reduced installments; nothing if all is paid back. */
export const divisionOf = (
  amount: number,
  paidBackAmount: number,
  currency: string,
): Pick<Extract<InvoiceContents, { kind: "credit-note" }>, "division"> =>
  amount === paidBackAmount
    ? {}
    : {
        division: {
          dropped: { amount: amount - paidBackAmount, currency },
          paidBack: { amount: paidBackAmount, currency },
        },
      };

/**
 * The statement that issues the credit note for the last days of an invoice, in the transaction that ends its order
 * early. Days; minor units. Its VAT is that of everything credited so far minus that of what was credited before.
 */
export function partialCreditNoteStatement(
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  invoice: Invoice,
  {
    from,
    to,
    amount,
    creditedBefore,
    paidBackAmount,
  }: { from: string; to: string; amount: number; creditedBefore: number; paidBackAmount: number },
  { date, issuedAt }: { date: string; issuedAt: string },
): RawBuilder<unknown> {
  const { payment: _paid, number: _number, ...corrected } = invoice.contents as InvoiceContents;
  const [line, ...others] = corrected.lines;
  if (line === undefined || others.length > 0)
    throw new Error(`Order ${order.number} has more than a subscription: the line that ends early is ambiguous`);
  const { locale } = corrected;
  const creditedAmount = { amount, currency: order.currency };
  const days = textsIn(locale)("invoice-pdf.rest", { from: dayInWords(from, locale), to: dayInWords(to, locale) });
  const detail = line.detail === undefined ? days : `${line.detail} · ${days}`;
  return numberedCreditNoteStatement(deps, network, order, null, {
    ...corrected,
    kind: "credit-note",
    date,
    issuedAt,
    corrects: { number: invoice.number, date: corrected.date },
    lines: [{ ...line, detail, quantity: 1, unitPrice: creditedAmount, amount: creditedAmount }],
    vat: [vatShareAfter(creditedBefore, creditedAmount, line.vatRate)],
    total: creditedAmount,
    ...divisionOf(amount, paidBackAmount, order.currency),
  });
}

function vatShareAfter(before: number, gross: Money, rate: number): InvoiceContents["vat"][number] {
  const money = (amount: number) => ({ amount, currency: gross.currency });
  const vat = vatOf(before + gross.amount, rate).vat - vatOf(before, rate).vat;
  return { rate, net: money(gross.amount - vat), vat: money(vat), gross };
}

/** The statement that inserts a credit note under the next number of its series; for a refund, if there is one. */
export function numberedCreditNoteStatement(
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  orderRefundId: string | null,
  contents: Omit<Extract<InvoiceContents, { kind: "credit-note" }>, "number">,
): RawBuilder<unknown> {
  const { issuedAt } = contents;
  const year = Number(contents.date.slice(0, 4));
  return numberedInvoiceStatement({
    id: deps.ids.uuid(),
    networkId: network.id,
    series: "credit-note",
    year,
    prefix: `${prefixes["credit-note"]}-${network.id.toUpperCase()}-${year}-`,
    orderId: order.id,
    orderRefundId,
    contents,
    issuedAt,
  });
}

const vatShares = (grossByRate: readonly { rate: number; gross: number }[], currency: string): InvoiceContents["vat"] =>
  vatByRate(grossByRate).map(({ rate, net, vat, gross }) => ({
    rate,
    net: { amount: net, currency },
    vat: { amount: vat, currency },
    gross: { amount: gross, currency },
  }));

/** The PDF of an invoice or credit note, the newest unless `number` names one: rendered once, then always the same bytes. */
export async function invoiceDocument(
  deps: Dependencies,
  orderId: string,
  series: InvoiceSeries,
  number?: string,
): Promise<{ number: string; bytes: Uint8Array } | undefined> {
  const invoice = await readInvoice(deps.db, orderId, series, number);
  if (invoice === undefined) return undefined;
  if (invoice.pdf !== null) return { number: invoice.number, bytes: invoice.pdf };
  const network = await deps.networks.get(invoice.networkId);
  const logo = network && (await logoPicture(network));
  const rendered = await deps.workerPool.run("invoice", { ...(invoice.contents as InvoiceContents), logo });
  return { number: invoice.number, bytes: await storePdf(deps.db, invoice.id, rendered) };
}

function invoiceOf(
  network: LoadedNetwork,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  issue: { date: string; issuedAt: string },
  payment: InvoiceContents["payment"],
): Omit<InvoiceContents, "number"> {
  const money = (amount: number): Money => ({ amount, currency: order.currency });
  const { delivery, customer } = order;
  const t = textsIn(order.language);
  const discount =
    order.vouchers.length === 0
      ? t("invoice-pdf.discount")
      : t("invoice-pdf.discount-codes", { codes: order.vouchers.join(", ") });
  return {
    kind: "invoice",
    locale: order.language,
    timeZone: network.definition.timeZone,
    ...issue,
    orderNumber: order.number,
    seller: sellerOf(network, order.language),
    customer: {
      name: `${customer.firstName} ${customer.lastName}`.trim() || customer.email,
      address:
        delivery === null
          ? []
          : [
              delivery.addressRoute ?? "",
              ...cityLinesOf(
                { addressPostalCode: delivery.addressPostalCode ?? "", addressCity: delivery.addressCity ?? "" },
                countries[network.definition.country].cityLines,
              ),
            ],
      email: order.invoiceEmail ?? customer.email,
    },
    lines: lines.flatMap((line) => invoiceLines(line, money, discount)),
    ...taxStatements(network, lines),
    vat: vatShares(
      lines.map((line) => ({ rate: line.vatRate, gross: line.totalAmount })),
      order.currency,
    ),
    total: money(order.amount),
    ...(payment === undefined ? {} : { payment }),
  };
}

/** What invoices of the network say about the tax on these lines. */
function taxStatements(
  { definition: { country, seller } }: LoadedNetwork,
  lines: readonly OrderLineRow[],
): Pick<InvoiceContents, "tax" | "statements"> {
  const { tax } = countries[country];
  const hasZeroRate = lines.some(({ vatRate }) => vatRate === 0);
  return {
    ...(tax === "vat" ? {} : { tax }),
    ...(hasZeroRate && seller.taxExemption !== undefined ? { statements: [seller.taxExemption] } : {}),
  };
}

function invoiceLines(
  line: OrderLineRow,
  money: (amount: number) => Money,
  discount: string,
): InvoiceContents["lines"] {
  const traveller = line.traveller === null ? "" : `${line.traveller.firstName} ${line.traveller.lastName}`.trim();
  const detail = [traveller, line.journey === null ? "" : journeyText(namesOf(line.journey))]
    .filter(Boolean)
    .join(" · ");
  const sold = {
    description: line.name,
    ...(detail === "" ? {} : { detail }),
    quantity: line.quantity,
    unitPrice: money(line.unitAmount),
    vatRate: line.vatRate,
    amount: money(line.unitAmount * line.quantity),
  };
  if (line.discountAmount === 0) return [sold];
  const off = money(-line.discountAmount);
  return [sold, { description: discount, quantity: 1, unitPrice: off, vatRate: line.vatRate, amount: off }];
}

/** The seller as documents in a language state it. */
export function sellerOf({ definition: { seller, country } }: LoadedNetwork, language: Language): Seller {
  const { legalName, address, registration } = seller;
  return {
    legalName,
    address: address.split(/\n|, /),
    ...(registration === undefined ? {} : { registration }),
    identifiers: statedIdentifiers(seller, country, language),
  };
}
