import { valueDepthMax } from "./limits/request-limits.ts";

/** A malformed value: nested too deeply, not plain text, or a number that cannot be signed exactly. */
export interface Malformed {
  /** The top-level field that contains it. */
  field: string;
  reason: "too deep" | "text not well-formed" | "number not exact";
}

/** Control characters (Unicode Cc), including line breaks and tabs, and line and paragraph separators (Zl, Zp). */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
const controlButLines = /[^\P{Cc}\t\r\n]/u;

/**
 * Whether a text can be stored, sent in a header and shown: well-formed Unicode (no lone surrogates) without control
 * characters or line ends. `lines`: allows line breaks and tabs, for a multi-line text.
 */
export const isPlainText = (text: string, lines = false): boolean =>
  text.isWellFormed() && text.search(lines ? controlButLines : control) === -1;

/** Converts a third party's text, which cannot be refused, to plain text on one line. */
export const asPlainLine = (text: string): string => text.toWellFormed().replaceAll(control, " ");

/**
 * Finds the first value that no call accepts: nested deeper than `valueDepthMax`, with text that is not plain, or with a
 * number that JSON cannot carry exactly. `lines`: multi-line fields. Uses an explicit stack, so that any depth is safe.
 */
export function findMalformed(
  values: Readonly<Record<string, unknown>>,
  lines: readonly string[] = [],
): Malformed | undefined {
  for (const [field, value] of Object.entries(values)) {
    if (!isPlainText(field)) return { field: "", reason: "text not well-formed" };
    const reason = faultIn(value, lines.includes(field));
    if (reason !== undefined) return { field, reason };
  }
  return undefined;
}

function faultIn(value: unknown, lines: boolean): Malformed["reason"] | undefined {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > valueDepthMax) return "too deep";
    const below: unknown[] = [];
    for (const one of level) {
      if (typeof one === "string" && !isPlainText(one, lines)) return "text not well-formed";
      if (typeof one === "number" && !isExact(one)) return "number not exact";
      if (typeof one !== "object" || one === null) continue;
      for (const [key, inner] of Object.entries(one)) {
        if (!isPlainText(key)) return "text not well-formed";
        below.push(inner);
      }
    }
    level = below;
  }
  return undefined;
}

/** Fractions are accepted; an integer beyond 53 bits has already lost precision. */
const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
