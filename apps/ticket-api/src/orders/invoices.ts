import type { Money } from "@guichet/contract/values.ts";
import { dayIn } from "@guichet/rules/days.ts";
import { vatByRate } from "@guichet/rules/money.ts";
import type { RawBuilder } from "kysely";
import type { House } from "../house.ts";
import type { LoadedNetwork } from "../networks/registry.ts";
import type { InvoicePaper } from "../paper/invoice-pdf.ts";
import { journeyOnPaper, namesOf } from "../paper/journey-on-paper.ts";
import { type Invoice, type InvoiceSeries, invoiceNumbered, keepPdf, readInvoice } from "./invoice-store.ts";
import type { OrderLineRow, OrderRow } from "./order-store.ts";

const prefixes: Record<InvoiceSeries, string> = { invoice: "F", "credit-note": "A" };

/** The statement that issues the invoice of an order in the transaction that completes it: numbered without a gap, never changed (§6). */
export function invoiceIssued(
  house: House,
  network: LoadedNetwork,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  method: InvoicePaper["payment"],
): RawBuilder<unknown> {
  const issuedAt = house.clock.iso();
  const date = dayIn(issuedAt, network.definition.timeZone);
  const year = Number(date.slice(0, 4));
  return invoiceNumbered({
    id: house.ids.uuid(),
    networkId: network.id,
    series: "invoice",
    year,
    prefix: `${prefixes.invoice}-${network.id.toUpperCase()}-${year}-`,
    orderId: order.id,
    contents: invoiceOf(network, order, lines, { date, issuedAt }, method),
    issuedAt,
  });
}

/** The statement that issues the credit note of a whole invoice, in the transaction that cancels its order (§6). */
export function creditNoteIssued(
  house: House,
  network: LoadedNetwork,
  order: OrderRow,
  invoice: Invoice,
  { date, issuedAt }: { date: string; issuedAt: string },
): RawBuilder<unknown> {
  const year = Number(date.slice(0, 4));
  const { payment: _paid, number: _number, ...corrected } = invoice.contents as InvoicePaper;
  const corrects = { number: invoice.number, date: corrected.date };
  return invoiceNumbered({
    id: house.ids.uuid(),
    networkId: network.id,
    series: "credit-note",
    year,
    prefix: `${prefixes["credit-note"]}-${network.id.toUpperCase()}-${year}-`,
    orderId: order.id,
    contents: { ...corrected, kind: "credit-note", date, issuedAt, corrects },
    issuedAt,
  });
}

/** The document of an invoice or credit note: drawn once, then always the same bytes. */
export async function invoiceDocument(
  house: House,
  orderId: string,
  series: InvoiceSeries,
): Promise<{ number: string; bytes: Uint8Array } | undefined> {
  const invoice = await readInvoice(house.db, orderId, series);
  if (invoice === undefined) return undefined;
  if (invoice.pdf !== null) return { number: invoice.number, bytes: invoice.pdf };
  const drawn = await house.beside.run("invoice", invoice.contents as InvoicePaper);
  return { number: invoice.number, bytes: await keepPdf(house.db, invoice.id, drawn) };
}

function invoiceOf(
  network: LoadedNetwork,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  issue: { date: string; issuedAt: string },
  payment: InvoicePaper["payment"],
): Omit<InvoicePaper, "number"> {
  const money = (amount: number): Money => ({ amount, currency: order.currency });
  const { delivery, customer } = order;
  return {
    kind: "invoice",
    locale: order.language,
    timeZone: network.definition.timeZone,
    ...issue,
    orderNumber: order.number,
    seller: sellerOf(network),
    customer: {
      name: `${customer.firstName} ${customer.lastName}`.trim() || customer.email,
      address:
        delivery === null
          ? []
          : [delivery.addressRoute ?? "", `${delivery.addressPostalCode ?? ""} ${delivery.addressCity ?? ""}`.trim()],
      email: order.invoiceEmail ?? customer.email,
    },
    lines: lines.flatMap((line) => invoiceLines(line, money)),
    vat: vatByRate(lines.map((line) => ({ rate: line.vatRate, gross: line.totalAmount }))).map((share) => ({
      rate: share.rate,
      net: money(share.net),
      vat: money(share.vat),
      gross: money(share.gross),
    })),
    total: money(order.amount),
    ...(payment === undefined ? {} : { payment }),
  };
}

function invoiceLines(line: OrderLineRow, money: (amount: number) => Money): InvoicePaper["lines"] {
  const traveller = line.traveller === null ? "" : `${line.traveller.firstName} ${line.traveller.lastName}`.trim();
  const detail = [traveller, line.journey === null ? "" : journeyOnPaper(namesOf(line.journey))]
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
  return [sold, { description: "−", quantity: 1, unitPrice: off, vatRate: line.vatRate, amount: off }];
}

export function sellerOf(network: LoadedNetwork): InvoicePaper["seller"] {
  const { legalName, address, siret, vatNumber } = network.definition.seller;
  return { legalName, address: address.split(/\n|, /), siret, vatNumber };
}
