import { feedRowsMax } from "@guichet/contract/limits/travel-limits.ts";
import { csvRows } from "./csv.ts";
import { readUtf8 } from "./text-file.ts";

/** A fault of a feed: the file, and the line in it (0: the file as a whole). */
export interface FeedFault {
  file: string;
  line: number;
  message: string;
}

/** One row of a table, by column name; a missing field is empty. */
export interface FeedRow {
  line: number;
  value(column: string): string;
  has(column: string): boolean;
  /** Reports a fault of this row. */
  fault(message: string): void;
}

/** How many faults are reported; further ones are mostly repetitions. */
const faultsMax = 30;

/** The tables of a feed during reading, with the faults found so far and the number of rows that may still be read. */
export class FeedTables {
  readonly faults: FeedFault[] = [];
  readonly #files: ReadonlyMap<string, Buffer>;
  readonly #shownFaults: number;
  #rowsLeft = feedRowsMax;

  constructor(files: ReadonlyMap<string, Buffer>, shownFaults = faultsMax) {
    this.#files = files;
    this.#shownFaults = shownFaults;
  }

  has(file: string): boolean {
    return this.#files.has(file);
  }

  fault(file: string, line: number, message: string): void {
    if (this.faults.length < this.#shownFaults) this.faults.push({ file, line, message });
  }

  /** The rows of a file with these columns. A missing file has none; `needed`: its absence is a fault. */
  *rows(file: string, columns: readonly string[], needed = false): Generator<FeedRow> {
    const bytes = this.#files.get(file);
    if (bytes === undefined) {
      if (needed) this.fault(file, 0, "the file is missing");
      return;
    }
    let columnIndexes: Map<string, number> | undefined;
    const read = readUtf8(bytes);
    if ("fault" in read) return this.fault(file, 0, read.fault);
    for (const row of csvRows(read.text)) {
      if ("fault" in row) return this.fault(file, row.line, row.fault);
      if (columnIndexes === undefined) {
        columnIndexes = new Map(row.fields.map((name, index) => [name.toLowerCase(), index]));
        const header = columnIndexes;
        for (const column of columns) if (!header.has(column)) this.fault(file, row.line, `no column ${column}`);
        if (columns.some((column) => !header.has(column))) return;
        continue;
      }
      this.#rowsLeft -= 1;
      if (this.#rowsLeft < 0) return this.fault(file, row.line, `more than ${feedRowsMax} rows in all`);
      const { line, fields } = row;
      const indexes = columnIndexes;
      yield {
        line,
        has: (column) => indexes.has(column),
        value: (column) => fields[indexes.get(column) ?? -1] ?? "",
        fault: (message) => this.fault(file, line, message),
      };
    }
    if (columnIndexes === undefined && needed) this.fault(file, 0, "the file is empty");
  }
}

/** Converts `20261120` to `2026-11-20`; undefined if it is not a day. */
export function feedDay(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = `${year}-${month}-${day}`;
  const instant = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== date ? undefined : date;
}

/** The latest time in a feed: three days after the start of its service day. */
const timeMax = 72 * 3600;

/** Converts `25:10:00` to seconds; undefined if it is not a time. */
export function feedTime(text: string): number | undefined {
  const [, hours, minutes, seconds] = /^(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const all = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return all <= timeMax ? all : undefined;
}
