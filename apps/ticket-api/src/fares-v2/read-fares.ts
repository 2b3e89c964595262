import type { FeedTables } from "../transit-feed/feed-tables.ts";
import { columnsOf, type FareFile, type FareRow, type FareTables, fareFileNames, noFares } from "./fare-files.ts";

/** Reads the files of Fares v2 of a feed; what is absent is empty. Faults of the files themselves are those of `tables`. */
export function readFareTables(tables: FeedTables): FareTables {
  const fares = noFares();
  for (const file of fareFileNames) readFile(tables, file, fares[file]);
  return fares;
}

function readFile(tables: FeedTables, file: FareFile, rows: FareRow[]): void {
  const columns = columnsOf(file);
  const needed = columns.flatMap(([name, { required }]) => (required === true ? [name] : []));
  for (const row of tables.rows(file, needed)) {
    rows.push({ line: row.line, values: Object.fromEntries(columns.map(([name]) => [name, row.value(name)])) });
  }
}
