import type { Money } from "@guichet/contract/values.ts";
import { textsIn } from "../locales/texts.ts";
import type { Logo } from "./logo.ts";
import { endOfPage } from "./page-end.ts";
import { isolate } from "./reading-order.ts";
import { endWithFooter, type Seller } from "./seller.ts";
import { ink, Sheet } from "./sheet.ts";
import { statementWidth, statementX, writeHead, writeParagraph } from "./statement.ts";
import { dayInWords, type Locale, momentInWords, money } from "./words.ts";

/** What was recorded about an order whose payment is disputed, as evidence for the bank. */
export interface EvidenceContents {
  locale: Locale;
  timeZone: string;
  madeAt: string;
  network: { name: string; logo?: Logo | undefined };
  seller: Seller;
  dispute: { reference: string; amount: Money; openedAt: string };
  order: {
    number: string;
    amount: Money;
    orderedAt: string;
    paidAt: string | null;
    card: string | null;
    tracking: string | null;
  };
  customer: { name: string; email: string };
  tickets: readonly EvidenceTicket[];
  /** Accepted legal texts, each by the day of its version; null: no consent was asked for. */
  terms: readonly { kind: "terms-of-use" | "legal-notice" | "privacy-policy"; version: string }[] | null;
  emails: readonly { to: string; sentAt: string; isConfirmation: boolean }[];
}

export interface EvidenceTicket {
  name: string;
  number: string;
  traveller: string | null;
  issuedAt: string;
  /** When it was written on a transport card; null: it is on a phone, or waits. */
  loadedAt: string | null;
  /** Oldest first; those by a sticker name the vehicle or the stop. */
  uses: readonly { at: string; kind: "opened" | "trip" | "change" | "checked"; place: string | null }[];
}

type Row = readonly [name: string, value: string];

/** The evidence as a tagged A4 PDF. Same input, same bytes. */
export async function evidencePdf(evidence: EvidenceContents): Promise<Uint8Array> {
  const { locale, seller, network, dispute, order, madeAt } = evidence;
  const t = textsIn(locale);
  const title = t("evidence-pdf.title");
  const sheet = new Sheet({ lang: locale, title: `${title} ${order.number}`, subject: network.name, madeAt });
  const reference = t("evidence-pdf.reference", { reference: isolate(dispute.reference) });
  let y = writeHead(sheet, { network, seller, title, reference }, t);
  const statement = t("evidence-pdf.statement", {
    seller: isolate(seller.legalName),
    orderNumber: isolate(order.number),
    at: momentInWords(madeAt, locale, evidence.timeZone),
  });
  y = writeParagraph(sheet, statement, y, 14);
  y = writeSection(sheet, t("evidence-pdf.order"), orderRows(evidence), y);
  y = writeSection(sheet, t("evidence-pdf.tickets"), evidence.tickets.flatMap(ticketRows(evidence)), y);
  y = writeSection(sheet, t("evidence-pdf.terms"), termsRows(evidence), y);
  writeSection(sheet, t("evidence-pdf.emails"), emailRows(evidence), y);
  return endWithFooter(sheet, `${seller.legalName} · ${title}`, locale);
}

const headingHeight = 40;
const rowPadding = 10;

/** Writes a heading and its table, over as many pages as it takes; returns where the text continues. */
function writeSection(sheet: Sheet, heading: string, rows: readonly Row[], top: number): number {
  const label = { x: statementX, width: statementWidth * 0.4 - 8, size: 10, colour: ink.soft };
  const value = { x: statementX + statementWidth * 0.4, width: statementWidth * 0.6, size: 10 };
  let y = endOfPage(sheet, top + 8, headingHeight + 2 * rowPadding);
  y += sheet.write("H2", heading, y, { x: statementX, width: statementWidth, size: 14, voice: "display" }) + 4;
  sheet.group("Table", () => {
    for (const [name, said] of rows) {
      const height = Math.max(sheet.heightOf(name, label), sheet.heightOf(said, value)) + rowPadding;
      y = endOfPage(sheet, y, height);
      sheet.group("TR", () => {
        sheet.write("TH", name, y + rowPadding / 2, label, { scope: "Row" });
        sheet.write("TD", said, y + rowPadding / 2, value);
      });
      y += height;
      sheet.artifact(() => sheet.rule(statementX, y, statementWidth, ink.rule, 0.5));
    }
  });
  return y + 8;
}

function orderRows({ locale, timeZone, dispute, order, customer }: EvidenceContents): Row[] {
  const t = textsIn(locale);
  const at = (instant: string) => momentInWords(instant, locale, timeZone);
  return [
    [t("evidence-pdf.number"), isolate(order.number)],
    [t("evidence-pdf.amount"), money(order.amount, locale)],
    [t("evidence-pdf.disputed"), money(dispute.amount, locale)],
    [t("evidence-pdf.disputed-at"), at(dispute.openedAt)],
    [t("evidence-pdf.ordered-at"), at(order.orderedAt)],
    ...(order.paidAt === null ? [] : [[t("evidence-pdf.paid-at"), at(order.paidAt)] as const]),
    ...(order.card === null ? [] : [[t("evidence-pdf.card"), isolate(`•••• ${order.card}`)] as const]),
    ...(order.tracking === null ? [] : [[t("evidence-pdf.tracking"), isolate(order.tracking)] as const]),
    [t("evidence-pdf.customer"), isolate(customer.name)],
    [t("evidence-pdf.email"), isolate(customer.email)],
  ];
}

const ticketRows =
  ({ locale, timeZone }: EvidenceContents) =>
  ({ name, number, traveller, issuedAt, loadedAt, uses }: EvidenceTicket): Row[] => {
    const t = textsIn(locale);
    const at = (instant: string) => momentInWords(instant, locale, timeZone);
    const title = t("evidence-pdf.ticket", { name: isolate(name), number: isolate(number) });
    const delivered =
      loadedAt === null
        ? t("evidence-pdf.issued", { at: at(issuedAt) })
        : t("evidence-pdf.loaded", { at: at(loadedAt) });
    const named = traveller === null ? "" : ` ${t("evidence-pdf.traveller", { name: isolate(traveller) })}`;
    return [
      [title, `${delivered}${named}`],
      ...uses.map((use): Row => {
        const place = use.place === null ? "" : ` (${isolate(use.place)})`;
        return [t(`evidence-pdf.use.${use.kind}`), `${at(use.at)}${place}`];
      }),
      ...(uses.length === 0 ? [[t("evidence-pdf.use"), t("evidence-pdf.unused")] as const] : []),
    ];
  };

function termsRows({ locale, terms }: EvidenceContents): Row[] {
  const t = textsIn(locale);
  if (terms === null || terms.length === 0) return [[t("evidence-pdf.accepted"), t("evidence-pdf.no-terms")]];
  return terms.map(({ kind, version }) => [
    t(`evidence-pdf.terms.${kind}`),
    t("evidence-pdf.version", { day: dayInWords(version, locale) }),
  ]);
}

function emailRows({ locale, timeZone, emails }: EvidenceContents): Row[] {
  const t = textsIn(locale);
  if (emails.length === 0) return [[t("evidence-pdf.emails.sent"), t("evidence-pdf.no-emails")]];
  return emails.map(({ to, sentAt, isConfirmation }) => [
    t(isConfirmation ? "evidence-pdf.emails.confirmation" : "evidence-pdf.emails.other"),
    t("evidence-pdf.emails.to", { at: momentInWords(sentAt, locale, timeZone), address: isolate(to) }),
  ]);
}
