import { type JourneyPaper, journeyOnPaper } from "./journey-on-paper.ts";
import { isolate } from "./reading-order.ts";
import { endWithFoot, type Seller, sellerLines } from "./seller.ts";
import { ink, paper, Sheet } from "./sheet.ts";
import type { PaperTexts } from "./texts/paper-texts.ts";
import { paperTexts } from "./texts/pdf-texts.ts";
import { dayInWords, dayOf, endInWords, type Locale, type Money, momentInWords, money } from "./words.ts";

/** What an employer is told of a ticket, so that its traveller is refunded a part of it. */
export interface AttestationPaper {
  locale: Locale;
  timeZone: string;
  issuedAt: string;
  number: string;
  network: { name: string };
  seller: Seller;
  holder: { name: string; birthDate?: string };
  product: string;
  journey?: JourneyPaper;
  ticketNumber: string;
  validFrom: string;
  validUntil: string;
  paid: Money;
  paidAt: string;
  orderNumber: string;
}

const x = paper.margin;
const width = paper.width - 2 * paper.margin;

/** The attestation of a contract as a tagged A4 PDF (`wallet/contractAttestation`). Same input, same bytes. */
export async function attestationPdf(attestation: AttestationPaper): Promise<Uint8Array> {
  const { locale, seller } = attestation;
  const { attestation: texts, sheet: sheetTexts } = paperTexts[locale];
  const about = { title: `${texts.title} ${attestation.number}`, subject: attestation.network.name };
  const sheet = new Sheet({ lang: locale, ...about, madeAt: attestation.issuedAt });

  let y: number = paper.margin;
  y += sheet.write("P", attestation.network.name, y, { x, width, size: 16, voice: "display" }) + 6;
  sellerLines(seller, sheetTexts).forEach((line, i) => {
    y += sheet.write("P", line, y, { x, width, size: 9.5, voice: i === 0 ? "bold" : "text" });
  });
  y += 34;
  y += sheet.write("H1", texts.title, y, { x, width, size: 24, voice: "display", leading: 1.3 });
  y += sheet.write("P", texts.reference(isolate(attestation.number)), y, { x, width, size: 10, colour: ink.soft }) + 18;
  const statement = texts.statement(isolate(seller.legalName), isolate(attestation.holder.name));
  y += sheet.write("P", statement, y, { x, width, size: 11.5, leading: 1.6 }) + 14;
  y = writeFacts(sheet, factsOf(attestation), y) + 20;
  y += sheet.write("P", texts.purpose, y, { x, width, size: 11.5, leading: 1.6 }) + 26;
  const day = dayOf(attestation.issuedAt, locale, attestation.timeZone);
  y += sheet.write("P", texts.madeOn(day), y, { x, width, size: 11.5, voice: "bold" });
  y += sheet.write("P", seller.legalName, y, { x, width, size: 11.5 }) + 10;
  sheet.write("P", texts.unsigned, y, { x, width, size: 9.5, colour: ink.soft });
  return endWithFoot(sheet, `${seller.legalName} · ${texts.title}`, locale, sheetTexts);
}

function factsOf(attestation: AttestationPaper): [string, string][] {
  const { locale, timeZone, holder } = attestation;
  const { attestation: texts, sheet }: PaperTexts = paperTexts[locale];
  const from = momentInWords(attestation.validFrom, locale, timeZone);
  const until = endInWords(attestation.validUntil, locale, timeZone, sheet.included);
  const born = holder.birthDate ? `, ${texts.bornOn(dayInWords(holder.birthDate, locale))}` : "";
  return [
    [texts.holder, isolate(holder.name) + (locale === "ar" ? born.replace(",", "،") : born)],
    [texts.product, isolate(attestation.product)],
    ...(attestation.journey ? [[sheet.journey, journeyOnPaper(attestation.journey)] satisfies [string, string]] : []),
    [texts.contract, isolate(attestation.ticketNumber)],
    [texts.network, isolate(attestation.network.name)],
    [texts.period, texts.fromTo(from, until)],
    [texts.paid, money(attestation.paid, locale)],
    [texts.paidOn, dayOf(attestation.paidAt, locale, timeZone)],
    [texts.order, isolate(attestation.orderNumber)],
  ];
}

function writeFacts(sheet: Sheet, facts: [string, string][], top: number): number {
  const label = { x, width: width * 0.36 - 8, size: 11, colour: ink.soft };
  const value = { x: x + width * 0.36, width: width * 0.64, size: 11, voice: "bold" } as const;
  let y = top;
  sheet.artifact(() => sheet.rule(x, top, width, ink.black, 1));
  sheet.group("Table", () => {
    for (const [name, said] of facts) {
      const height = Math.max(sheet.heightOf(name, label), sheet.heightOf(said, value));
      sheet.group("TR", () => {
        sheet.write("TH", name, y + 6, label, { scope: "Row" });
        sheet.write("TD", said, y + 6, value);
      });
      y += height + 12;
      sheet.artifact(() => sheet.rule(x, y, width, ink.rule, 0.5));
    }
  });
  return y;
}
