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

/** Address for home shipping (§3). */
export interface CartDelivery {
  fullname: string;
  addressRoute: string;
  addressPostalCode: string;
  addressCity: string;
  addressState: string;
}

/** Agency and time slot of a collection, with their display text (§3). */
export interface CartCollect {
  siteId: string;
  slotId: string;
  /** Name of the agency. */
  label: string;
  /** Start and end of the slot, as UTC instants. */
  startsAt: string;
  endsAt: string;
}

/** Result of a voucher in the last quote; `error` is an error code. */
export interface CartDiscount {
  sourceCode: string;
  error: string | null;
}

/** Parses the collection of a stored cart; null if it is incomplete. */
export function collectOf(value: Record<string, unknown>): CartCollect | null {
  const [siteId, slotId] = [textOf(value.siteId), textOf(value.slotId)];
  const [startsAt, endsAt] = [textOf(value.startsAt), textOf(value.endsAt)];
  if (siteId === null || slotId === null || startsAt === null || endsAt === null) return null;
  return { siteId, slotId, label: textOf(value.label) ?? "", startsAt, endsAt };
}

export const deliveryOf = (value: Record<string, unknown>): CartDelivery =>
  deliveryFrom((name) => textOf(value[name]) ?? "");

/** An address from the text of each of its fields. */
export function deliveryFrom(text: (name: keyof CartDelivery) => string): CartDelivery {
  return {
    fullname: text("fullname"),
    addressRoute: text("addressRoute"),
    addressPostalCode: text("addressPostalCode"),
    addressCity: text("addressCity"),
    addressState: text("addressState"),
  };
}

/** Parses the result of a voucher; null if it names none. */
export function discountOf(value: unknown): CartDiscount | null {
  const sourceCode = isObject(value) ? textOf(value.sourceCode) : null;
  return isObject(value) && sourceCode !== null ? { sourceCode, error: textOf(value.error) } : null;
}
