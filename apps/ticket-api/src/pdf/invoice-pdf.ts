import type { Money } from "@guichet/contract/values.ts";
import { type Translate, textsIn } from "../locales/texts.ts";

import { type Column, columnsOf, writeRow } from "./invoice-table.ts";
import { drawLogo, type Logo } from "./logo.ts";
import { endOfPage } from "./page-end.ts";
import { isolate } from "./reading-order.ts";
import { endWithFooter, type FormerSeller, type Seller, sellerLines } from "./seller.ts";
import { a4, ink, Sheet } from "./sheet.ts";
import { dayInWords, dayOf, type Locale, money, percent, wholeNumber } from "./words.ts";

/** The payment methods that an invoice names. */
type PaymentMethod = "CARD" | "TRANSFER" | "DEPOSIT" | "CASH";

/** One line; prices include VAT. A discount has a negative price. `vatRate` in per cent. */
export interface InvoiceLine {
  description: string;
  detail?: string;
  quantity: number;
  unitPrice: Money;
  vatRate: number;
  amount: Money;
}

/** The amounts of one VAT rate, as booked: net + vat = gross. */
export interface VatShare {
  rate: number;
  net: Money;
  vat: Money;
  gross: Money;
}

interface InvoiceContent {
  locale: Locale;
  timeZone: string;
  number: string;
  /** Calendar date in the network's time zone, printed on the document. */
  date: string;
  issuedAt: string;
  orderNumber: string;
  seller: Seller | FormerSeller;
  /** Of the network; not part of the stored contents, which are frozen. */
  logo?: Logo | undefined;
  customer: { name: string; address: string[]; email?: string };
  lines: InvoiceLine[];
  vat: VatShare[];
  /** The tax that the rates are of; absent: VAT. */
  tax?: "vat" | "sales-tax";
  /** Statements that the law of the seller's country requires, in its language. */
  statements?: string[];
  total: Money;
  /** Absent when nothing was due. `firstDebit`: the calendar date of the first debit. */
  payment?: { method: PaymentMethod; at: string; lastDigits?: string; parts?: number; firstDebit?: string };
}

/** An invoice, or a credit note that names the invoice it corrects; the amounts of a credit note are positive. */
export type InvoiceContents =
  | (InvoiceContent & { kind: "invoice" })
  | (InvoiceContent & {
      kind: "credit-note";
      corrects: { number: string; date: string };
      reason?: string;
      /** Of the total, what reduced installments that were still to be collected, and what is paid back. Absent: all is paid back. */
      division?: { dropped: Money; paidBack: Money };
    });

const x = a4.margin;
const width = a4.width - 2 * a4.margin;

/**
 * Draws the invoice or credit note as a tagged A4 PDF. Same input, same bytes. Throws if lines, VAT amounts and total do not agree, since
 * an invoice is never corrected afterwards (§ Code général des impôts, annexe II, art. 242 nonies A).
 */
export async function invoicePdf(invoice: InvoiceContents): Promise<Uint8Array> {
  refuseWrongSums(invoice);
  const { locale } = invoice;
  const t = textsIn(locale);
  const title =
    invoice.kind === "invoice"
      ? t("invoice-pdf.invoice", { number: isolate(invoice.number) })
      : t("invoice-pdf.credit-note", { number: isolate(invoice.number) });
  const subject = invoice.seller.legalName;
  const sheet = new Sheet({ lang: locale, title: title.replace(/\p{Cf}/gu, ""), subject, madeAt: invoice.issuedAt });

  let y: number = a4.margin;
  const logo = drawLogo(sheet, invoice.logo, { x, y: y - 3, height: 26 });
  const sellerName = { x: x + logo, width: width - logo, size: 14, voice: "display" } as const;
  y += sheet.write("P", invoice.seller.legalName, y, sellerName) + 14;
  y += sheet.write("H1", title, y, { x, width, size: 24, voice: "display", leading: 1.3 }) + 4;
  const facts = [
    t("pdf.labelled", { label: t("invoice-pdf.date"), value: dayInWords(invoice.date, locale) }),
    t("pdf.labelled", { label: t("invoice-pdf.order"), value: isolate(invoice.orderNumber) }),
    ...(invoice.kind === "credit-note" ? correction(invoice, t) : []),
  ];
  for (const fact of facts) y += sheet.write("P", fact, y, { x, width, size: 10 });
  y = writeParties(sheet, invoice, y + 16) + 14;
  y = writeLines(sheet, invoice, t, y);
  y = writeTotal(sheet, invoice, t, endOfPage(sheet, y + 6, 40)) + 18;
  y = writeVat(sheet, invoice, t, endOfPage(sheet, y, 60 + 20 * invoice.vat.length)) + 16;
  const said = paymentText(invoice, t);
  y = endOfPage(sheet, y, 20);
  y += sheet.write("P", said, y, { x, width, size: 10.5, voice: "bold" }) + 6;
  for (const statement of invoice.statements ?? [])
    y += sheet.write("P", isolate(statement), endOfPage(sheet, y, 16), { x, width, size: 9.5 });
  return endWithFooter(sheet, `${invoice.seller.legalName} · ${title}`, locale);
}

const taxOf = ({ tax }: InvoiceContents): string => (tax === "sales-tax" ? "sales" : "vat");

function refuseWrongSums({ lines, vat, total, number }: InvoiceContents): void {
  const all = [
    total,
    ...lines.flatMap((line) => [line.unitPrice, line.amount]),
    ...vat.flatMap((share) => [share.net, share.vat, share.gross]),
  ];
  if (all.some(({ currency }) => currency !== total.currency)) throw new Error(`${number}: more than one currency`);
  const sum = (amounts: Money[]) => amounts.reduce((so, { amount }) => so + amount, 0);
  if (sum(lines.map((line) => line.amount)) !== total.amount) throw new Error(`${number}: the lines are not the total`);
  if (sum(vat.map((share) => share.gross)) !== total.amount)
    throw new Error(`${number}: the VAT shares are not the total`);
  if (vat.some((share) => share.net.amount + share.vat.amount !== share.gross.amount)) {
    throw new Error(`${number}: a VAT share does not add up`);
  }
}

function correction(note: InvoiceContents & { kind: "credit-note" }, t: Translate): string[] {
  const day = dayInWords(note.corrects.date, note.locale);
  const corrects = t("invoice-pdf.corrects", { number: isolate(note.corrects.number), day });
  return note.reason ? [corrects, t("invoice-pdf.reason", { reason: isolate(note.reason) })] : [corrects];
}

function writeParties(sheet: Sheet, invoice: InvoiceContents, top: number): number {
  const t = textsIn(invoice.locale);
  const { name, address, email } = invoice.customer;
  const column = width / 2 - 12;
  const parties: [string, string[]][] = [
    [t("invoice-pdf.seller"), sellerLines(invoice.seller, t)],
    [t("invoice-pdf.customer"), [name, ...address, ...(email && email !== name ? [email] : [])].map(isolate)],
  ];
  const ends = parties.map(([label, lines], i) => {
    const place = { x: x + i * (width / 2 + 12), width: column };
    let y = top;
    sheet.group("Sect", () => {
      y += sheet.write("H2", label, y, { ...place, size: 9, colour: ink.soft }) + 2;
      lines.forEach((line, at) => {
        y += sheet.write("P", line, y, { ...place, size: at === 0 ? 11 : 9.5, voice: at === 0 ? "bold" : "text" });
      });
    });
    return y;
  });
  return Math.max(...ends);
}

function writeLines(sheet: Sheet, invoice: InvoiceContents, t: Translate, top: number): number {
  const { locale } = invoice;
  const tax = taxOf(invoice);
  const columns = columnsOf(sheet.direction, x, width, [0.4, 0.11, 0.18, 0.12, 0.19]);
  const head = [
    t("invoice-pdf.description"),
    t("invoice-pdf.quantity"),
    t("invoice-pdf.unit-price", { tax }),
    t("invoice-pdf.vat-rate", { tax }),
    t("invoice-pdf.amount", { tax }),
  ];
  let y = top;
  sheet.group("Table", () => {
    y = writeRow(
      sheet,
      columns,
      head.map((text) => ({ text })),
      y,
      "TH",
    );
    for (const line of invoice.lines) {
      const cells = [
        { text: isolate(line.description), ...(line.detail ? { below: isolate(line.detail) } : {}) },
        { text: wholeNumber(line.quantity, locale) },
        { text: money(line.unitPrice, locale) },
        { text: percent(line.vatRate, locale) },
        { text: money(line.amount, locale) },
      ];
      const before = y;
      y = endOfPage(sheet, y, line.detail ? 42 : 28);
      // The repeated head is an artifact, for sighted readers only.
      if (y < before) y = writeHeadAgain(sheet, columns, head, y);
      y = writeRow(sheet, columns, cells, y, "TD");
    }
  });
  return y;
}

function writeHeadAgain(sheet: Sheet, columns: Column[], head: string[], y: number): number {
  let end = y;
  sheet.artifact(() => {
    end = writeRow(
      sheet,
      columns,
      head.map((text) => ({ text })),
      y,
      "artifact",
    );
  });
  return end;
}

function writeTotal(sheet: Sheet, invoice: InvoiceContents, t: Translate, y: number): number {
  const tax = taxOf(invoice);
  const refunded =
    invoice.kind === "credit-note" && invoice.division !== undefined ? "total-credited" : "total-refunded";
  const label = invoice.kind === "invoice" ? t("invoice-pdf.total", { tax }) : t(`invoice-pdf.${refunded}`, { tax });
  const boxWidth = width * 0.6;
  const left = x + width - boxWidth;
  sheet.artifact(() => sheet.doc.roundedRect(sheet.left(left, boxWidth), y, boxWidth, 34, 6).fill(ink.faint));
  sheet.write("P", label, y + 9, { x: left + 8, width: boxWidth * 0.55, size: 11, voice: "bold", leading: 1.5 });
  const amount = { x: left + boxWidth * 0.55, width: boxWidth * 0.45 - 6, align: "end", size: 17 } as const;
  sheet.write("P", money(invoice.total, invoice.locale), y + 4, { ...amount, voice: "display", leading: 1.5 });
  return y + 34;
}

function writeVat(sheet: Sheet, invoice: InvoiceContents, t: Translate, top: number): number {
  const { vat, locale, total } = invoice;
  const tax = taxOf(invoice);
  const columns = columnsOf(sheet.direction, x, width, [0.25, 0.25, 0.25, 0.25]);
  const sum = (part: "net" | "vat" | "gross") => {
    return money({ amount: vat.reduce((so, share) => so + share[part].amount, 0), currency: total.currency }, locale);
  };
  let y = top + sheet.write("H2", t("invoice-pdf.vat-split", { tax }), top, { x, width, size: 11, voice: "bold" }) + 4;
  sheet.group("Table", () => {
    const head = (["vat-rate", "net", "vat", "gross"] as const).map((id) => t(`invoice-pdf.${id}`, { tax }));
    y = writeRow(
      sheet,
      columns,
      head.map((text) => ({ text })),
      y,
      "TH",
    );
    for (const share of vat) {
      const amounts = [share.net, share.vat, share.gross].map((amount) => ({ text: money(amount, locale) }));
      y = writeRow(sheet, columns, [{ text: percent(share.rate, locale) }, ...amounts], y, "TD");
    }
    const sums = [{ text: t("invoice-pdf.sum") }, { text: sum("net") }, { text: sum("vat") }, { text: sum("gross") }];
    y = writeRow(sheet, columns, sums, y, "TD");
  });
  return y;
}

function paymentText(invoice: InvoiceContents, t: Translate): string {
  const { kind, payment, locale } = invoice;
  if (kind === "credit-note" && invoice.division !== undefined) {
    const { dropped, paidBack } = invoice.division;
    return t("invoice-pdf.divided", { dropped: money(dropped, locale), paidBack: money(paidBack, locale) });
  }
  if (!payment) return t("invoice-pdf.nothing-due");
  const said = paymentDetails(invoice, payment, t);
  if (kind !== "invoice" || payment.firstDebit === undefined) return said;
  return `${said} ${t("invoice-pdf.first-debit", { day: dayInWords(payment.firstDebit, locale) })}`;
}

type Paid = NonNullable<InvoiceContents["payment"]>;

function paymentDetails({ kind, locale, timeZone }: InvoiceContents, payment: Paid, t: Translate): string {
  const day = dayOf(payment.at, locale, timeZone);
  if (kind === "invoice" && payment.parts !== undefined) {
    const count = isolate(wholeNumber(payment.parts, locale));
    return payment.method === "TRANSFER"
      ? t("invoice-pdf.debited-in-parts", { count, day })
      : t("invoice-pdf.paid-in-parts", { count, day });
  }
  if (payment.method === "CARD" && payment.lastDigits) {
    const digits = isolate(payment.lastDigits);
    return kind === "invoice"
      ? t("invoice-pdf.paid-by-card", { digits, day })
      : t("invoice-pdf.refunded-to-card", { digits, day });
  }
  return t(`invoice-pdf.${kind === "invoice" ? "paid" : "refunded"}.${payment.method}`, { day });
}
