import { createHmac, timingSafeEqual } from "node:crypto";

/** Header with the id of the calling client. */
export const clientHeader = "x-client";
/** Header with the signing time in seconds, signed as the value `timestamp`. */
export const timestampHeader = "x-timestamp";

/**
 * Returns the text to sign (§7): the values without `signature`, sorted by key in code-unit order and joined by `*`.
 * Strings are unchanged; top-level null and undefined are left out; anything else is JSON with sorted keys.
 */
export function signedText(values: Readonly<Record<string, unknown>>): string {
  return Object.keys(values)
    .filter((key) => key !== "signature" && values[key] !== null && values[key] !== undefined)
    .sort(byCodeUnit)
    .map((key) => written(values[key]))
    .join("*");
}

/** Signs by HMAC-SHA-1 over the UTF-8 text, lower-case hex (§7). A check against accidents, not an authorisation. */
export function sign(values: Readonly<Record<string, unknown>>, key: string): string {
  return createHmac("sha1", key).update(signedText(values), "utf8").digest("hex");
}

/** Verifies a signature in constant time. */
export function signatureHolds(values: Readonly<Record<string, unknown>>, key: string, signature: unknown): boolean {
  if (typeof signature !== "string") return false;
  const expected = Buffer.from(sign(values, key));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function written(value: unknown): string {
  return typeof value === "string" ? value : canonical(value);
}

/** Serialises JSON with sorted keys; hand-written because engines move keys that look like numbers to the front. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).sort(([a], [b]) => byCodeUnit(a, b));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
}

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
