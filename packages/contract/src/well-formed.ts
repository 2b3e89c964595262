import { valueDepthMax } from "./limits/request-limits.ts";

/** What is wrong with a value before it is looked at: it nests too deep, is no text, or no number that can be signed. */
export interface Malformed {
  /** The field at the top in which it stands. */
  field: string;
  reason: "too deep" | "text not well-formed" | "number not exact";
}

/** Control characters (Unicode Cc), a line break and a tab among them, and the separators of lines and paragraphs (Zl, Zp). */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
const controlButLines = /[^\P{Cc}\t\r\n]/u;

/**
 * Is this text that can be stored, sent in a header and shown? Well-formed Unicode (no half of a surrogate pair) without control
 * characters or ends of lines. `lines`: line breaks and tabs are welcome, in a text that has several lines.
 */
export const isPlainText = (text: string, lines = false): boolean =>
  text.isWellFormed() && text.search(lines ? controlButLines : control) === -1;

/** Text of others that we cannot refuse, as plain text on one line. */
export const asPlainLine = (text: string): string => text.toWellFormed().replaceAll(control, " ");

/**
 * The first value that no call takes, whatever its field means: nested deeper than `valueDepthMax`, with text that is not plain, or
 * with a number that JSON does not carry exactly. `lines`: fields that take text of several lines. It goes down by a list of its own:
 * whatever nests ever so deep breaks nothing.
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

/** A fraction is what it is; a whole number beyond 53 bits was another one on its way here. */
const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
