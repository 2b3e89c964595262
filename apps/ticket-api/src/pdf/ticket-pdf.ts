import type { Money } from "@guichet/contract/values.ts";
import { aztec } from "@guichet/ticket-code/barcode.ts";
import type { RunningTime, TicketFields } from "@guichet/ticket-code/ticket-fields.ts";
import { type Translate, textsIn } from "../locales/texts.ts";

import { type JourneyNames, journeyText } from "./journey-text.ts";
import { drawLogo, type Logo } from "./logo.ts";
import { endOfPage, lastLine } from "./page-end.ts";
import { isolate } from "./reading-order.ts";
import { endWithFooter, identifierText, type Seller } from "./seller.ts";
import { a4, ink, type Setting, Sheet } from "./sheet.ts";
import { drawBarcode, drawPerforation, drawSeal, drawTicketFrame } from "./ticket-drawing.ts";
import {
  endInWords,
  figureOf,
  type Locale,
  limitInWords,
  momentInWords,
  money,
  runningTimeInWords,
  wholeNumber,
} from "./words.ts";

/** A ticket to print. Texts are in the document's language; instants are UTC. */
export interface TicketContents extends Pick<TicketFields, "validFrom" | "validUntil" | "firstUse" | "carnet"> {
  locale: Locale;
  timeZone: string;
  issuedAt: string;
  network: { name: string; logo?: Logo | undefined };
  /** `edge`: colour of the ticket's edge, as #rrggbb. `lasts`: the big figure; a carnet shows its trips instead. */
  product: { name: string; goodFor?: string; edge: string; lasts?: RunningTime };
  /** The ticket number in groups, read aloud when the barcode cannot be scanned. */
  number: string;
  /** The signed content of the barcode. */
  code: string;
  /** For a ticket between two stops. */
  journey?: JourneyNames;
  traveller?: { name: string; birthYear?: number };
  /** Absent when the reader did not pay. */
  price?: Money;
  orderNumber: string;
  seller: Seller;
  conditions: string[];
}

const barcodeSide = 128;
const inset = 26;

/** Draws the ticket as a tagged A4 PDF (black on white, barcode of 45 mm). Same input, same bytes. */
export async function ticketPdf(ticket: TicketContents): Promise<Uint8Array> {
  const t = textsIn(ticket.locale);
  const sheet = new Sheet({
    lang: ticket.locale,
    title: t("ticket-pdf.title", { number: ticket.number }),
    subject: ticket.product.name,
    madeAt: ticket.issuedAt,
  });
  const top = a4.margin;
  const x = a4.margin + inset;
  const width = a4.width - 2 * a4.margin - 2 * inset;
  let y = top + 22;
  const kind = { x: x + width / 2, width: width / 2, size: 10, colour: ink.soft, align: "end" } as const;
  sheet.write("P", t("ticket-pdf.kind"), y + 5, kind);
  const logo = drawLogo(sheet, ticket.network.logo, { x, y: y - 2, height: 26 });
  const name = { x: x + logo, width: width / 2 - logo, size: 16, voice: "display" } as const;
  y += sheet.write("P", ticket.network.name, y, name) + 16;

  const figure = bigFigure(ticket, t);
  const sealSide = figure ? 92 : 0;
  const nameWidth = width - sealSide - (figure ? 16 : 0);
  const sealTop = y - 4;
  if (figure)
    drawSeal(sheet, figure, { x: x + width - sealSide, y: sealTop, side: sealSide, colour: ticket.product.edge });
  y +=
    sheet.write("H1", isolate(ticket.product.name), y, {
      x,
      width: nameWidth,
      size: 27,
      voice: "display",
      leading: 1.25,
    }) + 4;
  if (ticket.product.goodFor) {
    y +=
      sheet.write("P", isolate(ticket.product.goodFor), y, { x, width: nameWidth, size: 10.5, colour: ink.soft }) + 4;
  }
  y = Math.max(y + 4, sealTop + sealSide + 12);
  const way = ticket.journey && journeyText(ticket.journey);
  if (way)
    y +=
      sheet.write("P", t("pdf.labelled", { label: t("pdf.journey"), value: way }), y, {
        x,
        width,
        size: 14,
        voice: "bold",
      }) + 5;
  for (const sentence of validityInWords(ticket, t)) {
    y += sheet.write("P", sentence, y, { x, width, size: 12, voice: "bold" }) + 3;
  }
  y += 14;

  const alt = t("ticket-pdf.code-alt", {
    product: [ticket.product.name, way].filter(Boolean).join(", "),
    traveller: ticket.traveller?.name ?? t("ticket-pdf.any-traveller"),
    number: ticket.number,
  });
  sheet.leaf("Figure", () => drawBarcode(sheet, aztec(ticket.code), (a4.width - barcodeSide) / 2, y, barcodeSide), {
    alt,
    bbox: [(a4.width - barcodeSide) / 2, y, (a4.width + barcodeSide) / 2, y + barcodeSide],
  });
  y += barcodeSide + 8;
  const centred = { x, width, align: "center" } as const;
  y += sheet.write("P", isolate(ticket.number), y, { ...centred, size: 19, voice: "display" });
  y += sheet.write("P", t("ticket-pdf.read-aloud"), y, { ...centred, size: 9, colour: ink.soft }) + 16;
  const perforation = y;
  y += 18;
  y = writeFacts(sheet, factsOf(ticket, t), x, y, width) + 12;
  sheet.artifact(() => {
    drawTicketFrame(sheet, { top, bottom: y, colour: ticket.product.edge });
    drawPerforation(sheet, perforation);
  });

  y += 20;
  const wide = { x: a4.margin, width: a4.width - 2 * a4.margin };
  y += sheet.write("P", t("ticket-pdf.how-to-show"), y, { ...wide, size: 9.5 }) + 8;
  writeConditions(sheet, t("ticket-pdf.conditions"), ticket.conditions, y);
  const foot = t("ticket-pdf.sold-by", {
    seller: [
      ticket.seller.legalName,
      ...ticket.seller.identifiers.filter(({ onTickets }) => onTickets).map(identifierText),
    ].join(" · "),
  });
  return endWithFooter(sheet, foot, ticket.locale);
}

/** Sentences that state the ticket's validity. */
export function validityInWords(ticket: TicketContents, t: Translate): string[] {
  const { locale, timeZone, carnet, firstUse } = ticket;
  const included = (day: string) => t("pdf.included", { day });
  const from = momentInWords(ticket.validFrom, locale, timeZone);
  const sentences = firstUse
    ? [
        t("ticket-pdf.valid-after-first-use", {
          before: limitInWords(firstUse.before, locale, timeZone),
          runs: runningTimeInWords(firstUse.runs, locale),
        }),
      ]
    : [t("ticket-pdf.valid", { from, until: endInWords(ticket.validUntil, locale, timeZone, included) })];
  if (!carnet) return sentences;
  const trips = wholeNumber(carnet.trips, locale);
  const minutes = runningTimeInWords({ count: carnet.transferMinutes, unit: "minute" }, locale);
  const said =
    carnet.transferMinutes > 0
      ? t("ticket-pdf.carnet", { count: carnet.trips, trips, minutes })
      : t("ticket-pdf.carnet-without-changes", { count: carnet.trips, trips });
  return [said, ...sentences];
}

function bigFigure({ carnet, product, locale }: TicketContents, t: Translate) {
  if (carnet) return { number: String(carnet.trips), word: t("ticket-pdf.trips", { count: carnet.trips }) };
  return product.lasts && figureOf(product.lasts, locale);
}

function factsOf(ticket: TicketContents, t: Translate): [string, string][] {
  const { locale, traveller } = ticket;
  const facts: [string, string][] = [
    [t("ticket-pdf.traveller"), traveller ? isolate(traveller.name) : t("ticket-pdf.any-traveller")],
  ];
  if (traveller?.birthYear !== undefined) facts.push([t("ticket-pdf.birth-year"), String(traveller.birthYear)]);
  facts.push(
    [t("ticket-pdf.network"), isolate(ticket.network.name)],
    ...(ticket.price === undefined ? [] : [[t("ticket-pdf.price"), money(ticket.price, locale)] as [string, string]]),
    [t("ticket-pdf.order"), isolate(ticket.orderNumber)],
    [t("ticket-pdf.issued"), momentInWords(ticket.issuedAt, locale, ticket.timeZone)],
  );
  return facts;
}

function writeFacts(sheet: Sheet, facts: [string, string][], x: number, top: number, width: number): number {
  const column = width / 2;
  let y = top;
  for (let i = 0; i < facts.length; i += 2) {
    const heights = facts.slice(i, i + 2).map(([label, value], at) => {
      const place = { x: x + at * column + at * 8, width: column - 8 };
      const labelHeight = sheet.write("P", label, y, { ...place, size: 9, colour: ink.soft });
      return labelHeight + sheet.write("P", value, y + labelHeight, { ...place, size: 11.5, voice: "bold" });
    });
    y += Math.max(...heights) + 9;
  }
  return y;
}

function writeConditions(sheet: Sheet, heading: string, conditions: string[], top: number): void {
  const wide = { x: a4.margin, width: a4.width - 2 * a4.margin };
  const small = { ...wide, size: 8.5, colour: ink.soft };
  const mostOnPage = lastLine - a4.margin;
  const portions = conditions.flatMap((paragraph) => portionsOf(sheet, paragraph, small, mostOnPage));
  const [first] = portions;
  if (first === undefined) return;
  const headingHeight = 26;
  let y = endOfPage(sheet, top, Math.min(mostOnPage, headingHeight + sheet.heightOf(first, small)));
  y += sheet.write("H2", heading, y, { ...wide, size: 11, voice: "bold" }) + 2;
  for (const portion of portions) {
    y = endOfPage(sheet, y, sheet.heightOf(portion, small));
    y += sheet.write("P", portion, y, small) + 4;
  }
}

/** Halves a paragraph until each portion fits on a page. */
function portionsOf(sheet: Sheet, paragraph: string, setting: Setting, most: number): string[] {
  const cut = paragraph.indexOf(" ", paragraph.length / 2);
  if (cut < 0 || sheet.heightOf(paragraph, setting) <= most) return [paragraph];
  const halves = [paragraph.slice(0, cut), paragraph.slice(cut + 1)];
  return halves.flatMap((half) => portionsOf(sheet, half, setting, most));
}
