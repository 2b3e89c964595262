import { type CsvField, quotedField } from "../csv-file.ts";
import { columnsOf, type FareTables, fareFileNames } from "./fare-files.ts";

/** The files of Fares v2 by name, without those that have no row and without columns that have no value. */
export function writeFareTables(fares: FareTables): Map<string, string> {
  const files = new Map<string, string>();
  for (const file of fareFileNames) {
    const rows = fares[file];
    if (rows.length === 0) continue;
    const columns = columnsOf(file).filter(
      ([name, { required }]) => required === true || rows.some(({ values }) => (values[name] ?? "") !== ""),
    );
    const names = columns.map(([name]) => name);
    files.set(file, feedLines([names, ...rows.map(({ values }) => names.map((name) => values[name] ?? ""))]));
  }
  return files;
}

/** Lines of a file of a feed: CSV that programs read, so that formulas of spreadsheets are not changed. */
export const feedLines = (rows: readonly (readonly CsvField[])[]): string =>
  rows.map((fields) => `${fields.map(quotedField).join(",")}\n`).join("");

/** A text as a value of a feed, which has no tabs, line breaks and outer spaces. */
export const feedText = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
