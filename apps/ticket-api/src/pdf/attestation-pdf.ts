import { textsIn } from "../locales/texts.ts";

import { type JourneyNames, journeyText } from "./journey-text.ts";
import { drawLogo, type Logo } from "./logo.ts";
import { isolate } from "./reading-order.ts";
import { endWithFooter, type Seller, sellerLines } from "./seller.ts";
import { a4, ink, Sheet } from "./sheet.ts";
import { dayInWords, dayOf, endInWords, type Locale, type Money, momentInWords, money } from "./words.ts";

/** Contents of an attestation for an employer, who refunds part of the price of a ticket. */
export interface AttestationContents {
  locale: Locale;
  timeZone: string;
  issuedAt: string;
  number: string;
  network: { name: string; logo?: Logo | undefined };
  seller: Seller;
  holder: { name: string; birthDate?: string };
  product: string;
  journey?: JourneyNames;
  ticketNumber: string;
  validFrom: string;
  validUntil: string;
  paid: Money;
  paidAt: string;
  orderNumber: string;
}

const x = a4.margin;
const width = a4.width - 2 * a4.margin;

/** The attestation of a contract as a tagged A4 PDF (`wallet/contractAttestation`). Same input, same bytes. */
export async function attestationPdf(attestation: AttestationContents): Promise<Uint8Array> {
  const { locale, seller } = attestation;
  const t = textsIn(locale);
  const about = { title: `${t("attestation-pdf.title")} ${attestation.number}`, subject: attestation.network.name };
  const sheet = new Sheet({ lang: locale, ...about, madeAt: attestation.issuedAt });

  let y: number = a4.margin;
  const logo = drawLogo(sheet, attestation.network.logo, { x, y: y - 2, height: 26 });
  y +=
    sheet.write("P", attestation.network.name, y, { x: x + logo, width: width - logo, size: 16, voice: "display" }) +
    (logo === 0 ? 6 : 12);
  sellerLines(seller, t).forEach((line, i) => {
    y += sheet.write("P", line, y, { x, width, size: 9.5, voice: i === 0 ? "bold" : "text" });
  });
  y += 34;
  y += sheet.write("H1", t("attestation-pdf.title"), y, { x, width, size: 24, voice: "display", leading: 1.3 });
  y +=
    sheet.write("P", t("attestation-pdf.reference", { number: isolate(attestation.number) }), y, {
      x,
      width,
      size: 10,
      colour: ink.soft,
    }) + 18;
  const statement = t("attestation-pdf.statement", {
    seller: isolate(seller.legalName),
    holder: isolate(attestation.holder.name),
  });
  y += sheet.write("P", statement, y, { x, width, size: 11.5, leading: 1.6 }) + 14;
  y = writeFacts(sheet, factsOf(attestation), y) + 20;
  y += sheet.write("P", t("attestation-pdf.purpose"), y, { x, width, size: 11.5, leading: 1.6 }) + 26;
  const day = dayOf(attestation.issuedAt, locale, attestation.timeZone);
  y += sheet.write("P", t("attestation-pdf.made-on", { day }), y, { x, width, size: 11.5, voice: "bold" });
  y += sheet.write("P", seller.legalName, y, { x, width, size: 11.5 }) + 10;
  sheet.write("P", t("attestation-pdf.unsigned"), y, { x, width, size: 9.5, colour: ink.soft });
  return endWithFooter(sheet, `${seller.legalName} · ${t("attestation-pdf.title")}`, locale);
}

function factsOf(attestation: AttestationContents): [string, string][] {
  const { locale, timeZone, holder } = attestation;
  const t = textsIn(locale);
  const from = momentInWords(attestation.validFrom, locale, timeZone);
  const until = endInWords(attestation.validUntil, locale, timeZone, (day) => t("pdf.included", { day }));
  const name = isolate(holder.name);
  const said = holder.birthDate
    ? t("attestation-pdf.name-and-birth", { name, day: dayInWords(holder.birthDate, locale) })
    : name;
  return [
    [t("attestation-pdf.holder"), said],
    [t("attestation-pdf.product"), isolate(attestation.product)],
    ...(attestation.journey ? [[t("pdf.journey"), journeyText(attestation.journey)] satisfies [string, string]] : []),
    [t("attestation-pdf.contract"), isolate(attestation.ticketNumber)],
    [t("attestation-pdf.network"), isolate(attestation.network.name)],
    [t("attestation-pdf.period"), t("attestation-pdf.from-to", { from, to: until })],
    [t("attestation-pdf.paid"), money(attestation.paid, locale)],
    [t("attestation-pdf.paid-on"), dayOf(attestation.paidAt, locale, timeZone)],
    [t("attestation-pdf.order"), isolate(attestation.orderNumber)],
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
