import { createHmac, timingSafeEqual } from "node:crypto";

/** Header with the calling client's id. */
export const clientHeader = "x-client";
/** Header with the time of signing in seconds, signed as the value of `timestamp`. */
export const timestampHeader = "x-timestamp";

/**
 * The text that is signed (§7): the values, without `signature`, in code-unit order of their keys, joined by `*`.
 * A string stands as it is; null and undefined at the top are left out; anything else is JSON with its keys sorted.
 */
export function signedText(values: Readonly<Record<string, unknown>>): string {
  return Object.keys(values)
    .filter((key) => key !== "signature" && values[key] !== null && values[key] !== undefined)
    .sort(byCodeUnit)
    .map((key) => written(values[key]))
    .join("*");
}

/** HMAC-SHA-1 of the signed text in UTF-8, lower-case hex (§7). A check against accidents, never an authority. */
export function sign(values: Readonly<Record<string, unknown>>, key: string): string {
  return createHmac("sha1", key).update(signedText(values), "utf8").digest("hex");
}

/** Compares in constant time. */
export function signatureHolds(values: Readonly<Record<string, unknown>>, key: string, signature: unknown): boolean {
  if (typeof signature !== "string") return false;
  const expected = Buffer.from(sign(values, key));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function written(value: unknown): string {
  return typeof value === "string" ? value : canonical(value);
}

/** JSON with sorted keys; written by hand because engines move keys that look like numbers to the front. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).sort(([a], [b]) => byCodeUnit(a, b));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
}

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
