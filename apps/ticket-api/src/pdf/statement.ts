import type { Translate } from "../locales/texts.ts";
import { drawLogo, type Logo } from "./logo.ts";
import { isolate } from "./reading-order.ts";
import { type Seller, sellerLines } from "./seller.ts";
import { a4, ink, type Sheet } from "./sheet.ts";

/** What attestations and receipts of a termination have in common: head, facts, paragraphs. Positions are in points. */

export const statementX = a4.margin;
export const statementWidth = a4.width - 2 * a4.margin;

const x = statementX;
const width = statementWidth;

/** The head of a statement. */
export interface StatementHead {
  network: { name: string; logo?: Logo | undefined };
  seller: Seller;
  title: string;
  reference: string;
}

/** Writes network, seller, title and reference; returns where the text continues. */
export function writeHead(sheet: Sheet, { network, seller, title, reference }: StatementHead, t: Translate): number {
  let y: number = a4.margin;
  const logo = drawLogo(sheet, network.logo, { x, y: y - 2, height: 26 });
  y +=
    sheet.write("P", network.name, y, { x: x + logo, width: width - logo, size: 16, voice: "display" }) +
    (logo === 0 ? 6 : 12);
  sellerLines(seller, t).forEach((line, i) => {
    y += sheet.write("P", line, y, { x, width, size: 9.5, voice: i === 0 ? "bold" : "text" });
  });
  y += 34;
  y += sheet.write("H1", title, y, { x, width, size: 24, voice: "display", leading: 1.3 });
  return y + sheet.write("P", reference, y, { x, width, size: 10, colour: ink.soft }) + 18;
}

/** Writes a paragraph; returns where the text continues. */
export const writeParagraph = (sheet: Sheet, text: string, y: number, gap: number): number =>
  y + sheet.write("P", text, y, { x, width, size: 11.5, leading: 1.6 }) + gap;

/** Writes a table of names and values; returns where the text continues. */
export function writeFacts(sheet: Sheet, facts: readonly (readonly [string, string])[], top: number): number {
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

/** Ends the text of a statement: the day, the seller, and that it is valid without a signature. */
export function writeClosing(
  sheet: Sheet,
  { seller, madeOn, unsigned }: { seller: Seller; madeOn: string; unsigned: string },
  top: number,
): void {
  let y = top;
  y += sheet.write("P", madeOn, y, { x, width, size: 11.5, voice: "bold" });
  y += sheet.write("P", isolate(seller.legalName), y, { x, width, size: 11.5 }) + 10;
  sheet.write("P", unsigned, y, { x, width, size: 9.5, colour: ink.soft });
}
