import { type Translate, textsIn } from "../locales/texts.ts";
import { isolate } from "./reading-order.ts";
import { a4, ink, type Sheet } from "./sheet.ts";
import type { Locale } from "./words.ts";
import { wholeNumber } from "./words.ts";

/** The seller's details required on an invoice. `registration`: legal form, capital and register, in one line. */
export interface Seller {
  legalName: string;
  address: string[];
  siret: string;
  vatNumber: string;
  registration?: string;
}

/** The seller's lines: name first, then address, registration and numbers. */
export function sellerLines(seller: Seller, t: Translate): string[] {
  return [
    seller.legalName,
    ...seller.address.map(isolate),
    // Groups of digits stay together on a line.
    ...(seller.registration ? [isolate(seller.registration.replace(/(\d) (?=\d)/g, "$1\u00a0"))] : []),
    `${t("pdf.siret")} ${isolate(seller.siret)}`,
    `${t("pdf.vat-number")} ${isolate(seller.vatNumber)}`,
  ];
}

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
