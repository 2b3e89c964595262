import { feedRowsMax } from "@guichet/contract/limits/travel-limits.ts";
import { csvRows } from "./csv.ts";
import { readUtf8 } from "./text-file.ts";

/** What is wrong in a feed: the file, and the line in it (0: the file as a whole). */
export interface FeedFault {
  file: string;
  line: number;
  message: string;
}

/** One row of a table, by the names of its columns; what a row lacks reads as empty. */
export interface FeedRow {
  line: number;
  value(column: string): string;
  /** Notes a fault of this row. */
  fault(message: string): void;
}

/** So many faults are told; what follows is mostly the same again. */
const faultsMax = 30;

/** The tables of a feed under reading, with the faults found so far and the rows that may still be read. */
export class FeedTables {
  readonly faults: FeedFault[] = [];
  readonly #files: ReadonlyMap<string, Buffer>;
  #rowsLeft = feedRowsMax;

  constructor(files: ReadonlyMap<string, Buffer>) {
    this.#files = files;
  }

  has(file: string): boolean {
    return this.#files.has(file);
  }

  fault(file: string, line: number, message: string): void {
    if (this.faults.length < faultsMax) this.faults.push({ file, line, message });
  }

  /** The rows of a file that has these columns. A file that is missing has none; `needed`: its absence is a fault. */
  *rows(file: string, columns: readonly string[], needed = false): Generator<FeedRow> {
    const bytes = this.#files.get(file);
    if (bytes === undefined) {
      if (needed) this.fault(file, 0, "the file is missing");
      return;
    }
    let places: Map<string, number> | undefined;
    const read = readUtf8(bytes);
    if ("fault" in read) return this.fault(file, 0, read.fault);
    for (const row of csvRows(read.text)) {
      if ("fault" in row) return this.fault(file, row.line, row.fault);
      if (places === undefined) {
        places = new Map(row.fields.map((name, place) => [name.toLowerCase(), place]));
        const known = places;
        for (const column of columns) if (!known.has(column)) this.fault(file, row.line, `no column ${column}`);
        if (columns.some((column) => !known.has(column))) return;
        continue;
      }
      this.#rowsLeft -= 1;
      if (this.#rowsLeft < 0) return this.fault(file, row.line, `more than ${feedRowsMax} rows in all`);
      const { line, fields } = row;
      const at = places;
      yield {
        line,
        value: (column) => fields[at.get(column) ?? -1] ?? "",
        fault: (message) => this.fault(file, line, message),
      };
    }
    if (places === undefined && needed) this.fault(file, 0, "the file is empty");
  }
}

/** `20261120` as `2026-11-20`; undefined when it is no day. */
export function feedDay(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const written = `${year}-${month}-${day}`;
  const at = new Date(`${written}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== written ? undefined : written;
}

/** The latest time that a feed may say: three days after its service day began. */
const timeMax = 72 * 3600;

/** `25:10:00` as seconds; undefined when it is no time. */
export function feedTime(text: string): number | undefined {
  const [, hours, minutes, seconds] = /^(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const all = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return all <= timeMax ? all : undefined;
}
