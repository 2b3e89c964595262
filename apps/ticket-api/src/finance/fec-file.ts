import { addDays, addMonths } from "@guichet/rules/dates/days.ts";
import { decimalText } from "@guichet/texts/decimal-money.ts";
import type { NumberedEntry } from "./journal.ts";
import { inChunks } from "./journal-chunks.ts";
import { type EntryLine, journalNames } from "./journal-entries.ts";

/** The columns of the FEC, by the names and in the order of article A47 A-1 of the Livre des procédures fiscales. */
export const fecColumns = [
  ...["JournalCode", "JournalLib", "EcritureNum", "EcritureDate", "CompteNum", "CompteLib", "CompAuxNum", "CompAuxLib"],
  ...["PieceRef", "PieceDate", "EcritureLib", "Debit", "Credit", "EcritureLet", "DateLet", "ValidDate"],
  ...["Montantdevise", "Idevise"],
];

/** One line of an entry, in the order of the columns; `day` and `money` write a day and an amount in minor units. */
export function fecFields(
  { journal, number, day, piece, text }: NumberedEntry,
  { account, debit, credit }: EntryLine,
  write: { day(day: string): string; money(minor: number): string },
): string[] {
  const date = write.day(day);
  return [
    ...[journal, journalNames[journal], number, date, account.number, account.name, "", ""],
    // What is booked is final at once: rows of ledger and documents are added and never changed.
    ...[piece, date, text, write.money(debit), write.money(credit), "", "", date, "", ""],
  ];
}

/** The name that the law gives to the file, with the last day of its month: `123456789FEC20261031.txt`; a foreign seller has no SIREN. */
export function fecName(siret: string | undefined, month: string): string {
  const lastDay = addDays(addMonths(`${month}-01`, 1), -1);
  const siren = (siret ?? "").replaceAll(/\D/g, "").slice(0, 9);
  return `${siren}FEC${lastDay.replaceAll("-", "")}.txt`;
}

/** The FEC: a flat file in ISO 8859-15, its columns separated by tabs, with a decimal comma, in chunks. */
export async function* fecFile(
  entries: AsyncIterable<NumberedEntry>,
  currency: string,
): AsyncGenerator<Uint8Array, void> {
  const write = {
    day: (day: string) => day.replaceAll("-", ""),
    money: (minor: number) => decimalText(minor, currency).replace(".", ","),
  };
  const linesOf = (entry: NumberedEntry) => entry.lines.map((line) => fecLine(fecFields(entry, line, write)));
  yield* inChunks(entries, { head: fecLine(fecColumns), linesOf, encode: latin9 });
}

const fecLine = (fields: readonly string[]): string =>
  `${fields.map((field) => field.replaceAll(/[\t\r\n|]/g, " ")).join("\t")}\r\n`;

/** The letters by which ISO 8859-15 differs from ISO 8859-1, with their bytes. */
const latin9Bytes: Readonly<Record<string, number>> = {
  ...{ "€": 0xa4, Š: 0xa6, š: 0xa8, Ž: 0xb4, ž: 0xb8, Œ: 0xbc, œ: 0xbd, Ÿ: 0xbe },
};

/** Encodes a text in ISO 8859-15, a character set that the law accepts, with `?` for what it lacks. */
export function latin9(text: string): Uint8Array {
  const written = text
    .normalize("NFC")
    .replaceAll(/[¤¦¨´¸¼½¾\u{100}-\u{10ffff}]/gu, (letter) => String.fromCharCode(latin9Bytes[letter] ?? 0x3f));
  return Buffer.from(written, "latin1");
}
