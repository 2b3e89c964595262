import { minorUnits } from "../transit-feed/feed-amount.ts";
import { feedTime } from "../transit-feed/feed-tables.ts";
import {
  type Column,
  columnsOf,
  type FareFile,
  type FareRow,
  type FareTables,
  fareFileNames,
  fareFiles,
} from "./fare-files.ts";
import type { FeedKeys } from "./feed-keys.ts";

/** Reports a fault of a row. */
export type FareFaultAt = (file: FareFile, row: FareRow, message: string) => void;

/** One rule of the specification, by name. */
export interface FareCheck {
  name: string;
  run(fares: FareTables, keys: FeedKeys, fault: FareFaultAt): void;
}

/** The rules of single columns and of keys, from the table of files: what is required, of which kind, known and unique. */
export const columnChecks: readonly FareCheck[] = fareFileNames.flatMap((file) => [
  ...columnsOf(file).flatMap(([column, spec]) => checksOf(file, column, spec)),
  keyCheck(file),
]);

function checksOf(file: FareFile, column: string, spec: Column): FareCheck[] {
  const { required = false, refersTo = [] } = spec;
  const checks: FareCheck[] = [
    check(`${file} ${column} is ${kindWords(spec)}`, file, (row) => {
      const value = row.values[column] ?? "";
      return value === "" || isOfKind(spec, value) ? undefined : `${column} ${value} is not ${kindWords(spec)}`;
    }),
  ];
  if (required)
    checks.push(
      check(`${file} ${column} is required`, file, (row) =>
        (row.values[column] ?? "") === "" ? `${column} is missing` : undefined,
      ),
    );
  if (refersTo.length > 0) checks.push(referenceCheck(file, column, refersTo));
  return checks;
}

/** A rule that is checked row by row; `faultOf` returns the fault in words. */
export function check(name: string, file: FareFile, faultOf: (row: FareRow) => string | undefined): FareCheck {
  return {
    name,
    run: (fares, _keys, fault) => {
      for (const row of fares[file]) {
        const message = faultOf(row);
        if (message !== undefined) fault(file, row, message);
      }
    },
  };
}

function referenceCheck(file: FareFile, column: string, refersTo: readonly string[]): FareCheck {
  const files = [...new Set(refersTo.map((target) => target.split("/")[0] ?? ""))];
  return {
    name: `${file} ${column} is known`,
    run: (fares, keys, fault) => {
      const known = refersTo.map((target) => keys.ids.get(target) ?? valuesOf(fares, target));
      for (const row of fares[file]) {
        const value = row.values[column] ?? "";
        if (value === "" || known.some((ids) => ids.has(value))) continue;
        fault(file, row, `${column} ${value} is not in ${files.join(" or ")}`);
      }
    },
  };
}

function valuesOf(fares: FareTables, target: string): ReadonlySet<string> {
  const [file, column = ""] = target.split("/");
  const found = fareFileNames.find((name) => name === file);
  return new Set((found === undefined ? [] : fares[found]).map(({ values }) => values[column] ?? ""));
}

function keyCheck(file: FareFile): FareCheck {
  const { key } = fareFiles[file];
  return {
    name: `${file} ${key.join(", ")} is unique`,
    run: (fares, _keys, fault) => {
      const lines = new Map<string, number>();
      for (const row of fares[file]) {
        const values = key.map((column) => row.values[column] ?? "");
        const same = lines.get(JSON.stringify(values));
        if (same === undefined) lines.set(JSON.stringify(values), row.line);
        else fault(file, row, `${key.join(", ")} ${values.join(", ")}: the same as in line ${same}`);
      }
    },
  };
}

/** The latest time of a timeframe: the end of a day. */
const dayEnd = 24 * 3600;
const currencies = new Set(Intl.supportedValuesOf("currency"));

function isOfKind(column: Column, value: string): boolean {
  switch (column.kind) {
    case "choice":
      return column.values.includes(value);
    case "count":
      return /^[1-9]\d{0,8}$/.test(value);
    case "span":
      return /^(-1|[1-9]\d{0,8})$/.test(value);
    case "priority":
      return /^\d{1,9}$/.test(value);
    case "time":
      return (feedTime(value) ?? dayEnd + 1) <= dayEnd;
    case "amount":
      return minorUnits(value, 6) !== undefined;
    case "currency":
      return currencies.has(value);
    case "url":
      return /^https?:\/\//.test(value) && URL.canParse(value);
    case "id":
    case "text":
      return !/[\t\r\n]/.test(value);
  }
}

function kindWords(column: Column): string {
  switch (column.kind) {
    case "choice":
      return column.values.join(" or ");
    case "count":
      return "a whole number above 0";
    case "span":
      return "-1 or a whole number above 0";
    case "priority":
      return "a whole number";
    case "time":
      return "a time of a day up to 24:00:00";
    case "amount":
      return "an amount";
    case "currency":
      return "a currency (ISO 4217)";
    case "url":
      return "a web address";
    case "id":
    case "text":
      return "one line";
  }
}
