import { type Translate, textsIn } from "../locales/texts.ts";
import { isolate } from "./reading-order.ts";
import { a4, ink, type Sheet } from "./sheet.ts";
import type { Locale } from "./words.ts";
import { wholeNumber } from "./words.ts";

/** The seller's details required on an invoice. `registration`: legal form, capital and register, in one line. */
export interface Seller {
  legalName: string;
  address: string[];
  /** As labelled in the document's language; frozen with an invoice. */
  identifiers: SellerIdentifier[];
  registration?: string | undefined;
}

interface SellerIdentifier {
  label: string;
  value: string;
  /** Whether tickets state it too. */
  onTickets: boolean;
}

/** The seller of an invoice issued when only French sellers were known; its frozen contents have these two. */
export type FormerSeller = Omit<Seller, "identifiers"> & { siret: string; vatNumber: string };

/** The seller's lines: name first, then address, registration and numbers. */
export function sellerLines(seller: Seller | FormerSeller, t: Translate): string[] {
  const identifiers = "identifiers" in seller ? seller.identifiers : formerIdentifiers(seller, t);
  return [
    seller.legalName,
    ...seller.address.map(isolate),
    // Groups of digits stay together on a line.
    ...(seller.registration ? [isolate(seller.registration.replace(/(\d) (?=\d)/g, "$1\u00a0"))] : []),
    ...identifiers.map(identifierText),
  ];
}

/** An identifier with its label, as `SIRET 732 829 320 00074`. */
export const identifierText = ({ label, value }: SellerIdentifier): string => `${isolate(label)} ${isolate(value)}`;

const formerIdentifiers = ({ siret, vatNumber }: FormerSeller, t: Translate): SellerIdentifier[] => [
  { label: t("pdf.siret"), value: siret, onTickets: true },
  { label: t("pdf.vat-number"), value: vatNumber, onTickets: false },
];

/** Ends a document with a footer on every page: its subject at the start, "page x/y" at the end. */
export function endWithFooter(sheet: Sheet, about: string, locale: Locale): Promise<Uint8Array> {
  const width = a4.width - 2 * a4.margin;
  return sheet.end((page, pages) => {
    const y = a4.height - a4.margin + 6;
    const small = { size: 8, colour: ink.soft };
    sheet.rule(a4.margin, y - 6, width);
    sheet.draw(about, y, { ...small, x: a4.margin, width: width * 0.75 });
    const count = textsIn(locale)("pdf.page", { page: wholeNumber(page, locale), pages: wholeNumber(pages, locale) });
    sheet.draw(count, y, { ...small, x: a4.margin + width * 0.75, width: width * 0.25, align: "end" });
  });
}
