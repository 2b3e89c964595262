import type { Money } from "@guichet/contract/values.ts";
import { textsIn } from "../locales/texts.ts";

import { type JourneyNames, journeyText } from "./journey-text.ts";
import type { Logo } from "./logo.ts";
import { isolate } from "./reading-order.ts";
import { endWithFooter, type Seller } from "./seller.ts";
import { Sheet } from "./sheet.ts";
import { writeClosing, writeFacts, writeHead, writeParagraph } from "./statement.ts";
import { dayInWords, dayOf, endInWords, type Locale, momentInWords, money } from "./words.ts";

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

/** The attestation of a contract as a tagged A4 PDF (`wallet/contractAttestation`). Same input, same bytes. */
export async function attestationPdf(attestation: AttestationContents): Promise<Uint8Array> {
  const { locale, seller } = attestation;
  const t = textsIn(locale);
  const about = { title: `${t("attestation-pdf.title")} ${attestation.number}`, subject: attestation.network.name };
  const sheet = new Sheet({ lang: locale, ...about, madeAt: attestation.issuedAt });

  const reference = t("attestation-pdf.reference", { number: isolate(attestation.number) });
  const head = { network: attestation.network, seller, title: t("attestation-pdf.title"), reference };
  let y = writeHead(sheet, head, t);
  const statement = t("attestation-pdf.statement", {
    seller: isolate(seller.legalName),
    holder: isolate(attestation.holder.name),
  });
  y = writeParagraph(sheet, statement, y, 14);
  y = writeFacts(sheet, factsOf(attestation), y) + 20;
  y = writeParagraph(sheet, t("attestation-pdf.purpose"), y, 26);
  const madeOn = t("attestation-pdf.made-on", { day: dayOf(attestation.issuedAt, locale, attestation.timeZone) });
  writeClosing(sheet, { seller, madeOn, unsigned: t("attestation-pdf.unsigned") }, y);
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
