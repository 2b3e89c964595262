import { decimalText } from "@guichet/texts/decimal-money.ts";
import { csvLine } from "../csv-file.ts";
import { fecColumns, fecFields } from "./fec-file.ts";
import type { NumberedEntry } from "./journal.ts";
import { inChunks } from "./journal-chunks.ts";

/** The name of the file: `journal-demo-2026-10.csv`. */
export const csvName = (networkId: string, month: string): string => `journal-${networkId}-${month}.csv`;

/** The journal as CSV for spreadsheets: the columns of the FEC in UTF-8, days as `2026-10-31`, amounts as `12.50`, no formulas. */
export async function* journalCsv(
  entries: AsyncIterable<NumberedEntry>,
  currency: string,
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  const write = { day: (day: string) => day, money: (minor: number) => decimalText(minor, currency) };
  yield* inChunks(entries, {
    head: `\uFEFF${csvLine(fecColumns)}`,
    linesOf: (entry) => entry.lines.map((line) => csvLine(fecFields(entry, line, write))),
    encode: (text) => encoder.encode(text),
  });
}
