import type { Money } from "@guichet/contract/values.ts";

/** Parsers for values from the browser's storage; a value of the wrong type gives null. */

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textMax = 500;

export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" && value.length <= textMax ? value : null;

export function listOf<T>(value: unknown, read: (item: unknown) => T | null, max: number): T[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, max).flatMap((item) => read(item) ?? []);
}

export function recordOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      return typeof item === "string" && item.length <= textMax ? [[key, item]] : [];
    }),
  );
}

/** Reads an object of integers by name. */
export const countsOf = (value: unknown): Record<string, number> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([key, item]) => (Number.isSafeInteger(item) ? [[key, Number(item)]] : [])),
      )
    : {};

export function moneyOf(value: unknown): Money | null {
  if (!isObject(value)) return null;
  const { amount, currency } = value;
  if (typeof amount !== "number" || !Number.isSafeInteger(amount) || typeof currency !== "string") return null;
  return { amount, currency };
}

/** Reads a calendar date, `YYYY-MM-DD`. */
export function dayOf(value: unknown): string | null {
  const day = textOf(value);
  return day !== null && /^\d{4}-\d\d-\d\d$/.test(day) ? day : null;
}
