import bidiFactory from "bidi-js";

// The package is CommonJS with types written for a module: its default export is the factory itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

export type Direction = "ltr" | "rtl";

/** A run of one line in one direction. `text` is in reading order; `rtl` runs are drawn from the right. */
export interface Piece {
  text: string;
  rtl: boolean;
  /** Index of its first character in the text. */
  start: number;
}

const isolateStart = "\u2068";
const isolateEnd = "\u2069";

/** Values up to this many characters stay on one line. */
const longestUnbroken = 32;

/** Isolates a value within a sentence (name, number, price): its direction does not affect the rest, and a short one is not broken. */
export function isolate(value: string): string {
  if (value === "") return "";
  const kept = value.length > longestUnbroken ? value : value.replaceAll(" ", "\u00a0");
  return isolateStart + kept + isolateEnd;
}

/** A text with the direction of each character (Unicode Standard Annex 9). */
export interface ReadText {
  text: string;
  levels: ReturnType<typeof bidi.getEmbeddingLevels>;
}

export function readText(text: string, direction: Direction): ReadText {
  return { text, levels: bidi.getEmbeddingLevels(text, direction) };
}

/** The runs of one line of a text, from `start` to before `end`, in visual order from left to right. */
export function piecesOf({ text, levels }: ReadText, start: number, end: number): Piece[] {
  const indices = Array.from({ length: end - start }, (_, i) => start + i);
  for (const [first = 0, last = 0] of bidi.getReorderSegments(text, levels, start, end - 1)) {
    indices.splice(first - start, last - first + 1, ...indices.slice(first - start, last - start + 1).reverse());
  }
  const pieces: Piece[] = [];
  let lastLevel = -1;
  for (const index of indices) {
    const level = levels.levels[index] ?? 0;
    const rtl = level % 2 === 1;
    const character = text[index] ?? "";
    const last = pieces.at(-1);
    if (!last || level !== lastLevel) pieces.push({ text: character, rtl, start: index });
    else {
      last.text = rtl ? character + last.text : last.text + character;
      last.start = Math.min(last.start, index);
    }
    lastLevel = level;
  }
  return pieces
    .map((piece) => ({ ...piece, text: piece.text.replace(/\p{Cf}/gu, "") }))
    .filter(({ text }) => text !== "");
}

/** The visual order of right-to-left text: reversed, brackets mirrored. */
export function mirrored(text: string): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character)
    .reverse()
    .join("");
}
