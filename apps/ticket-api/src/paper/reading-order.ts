import bidiFactory from "bidi-js";

// The package is CommonJS with types written for a module: its default export is the factory itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

export type Direction = "ltr" | "rtl";

/** A piece of one line that is read in one direction. `text` is in reading order; `rtl` pieces are drawn from the right. */
export interface Piece {
  text: string;
  rtl: boolean;
}

const isolateStart = "\u2068";
const isolateEnd = "\u2069";

/** Up to this many characters a value is kept on one line. */
const longestUnbroken = 32;

/** A value put into a sentence (name, number, price): its own direction stays within it, and a short one is not broken. */
export function isolate(value: string): string {
  if (value === "") return "";
  const kept = value.length > longestUnbroken ? value : value.replaceAll(" ", "\u00a0");
  return isolateStart + kept + isolateEnd;
}

/** The pieces of one line from left to right as they stand on paper (Unicode Standard Annex 9). */
export function piecesOf(line: string, direction: Direction): Piece[] {
  const found = bidi.getEmbeddingLevels(line, direction);
  const indices = Array.from({ length: line.length }, (_, i) => i);
  for (const [start = 0, end = 0] of bidi.getReorderSegments(line, found)) {
    indices.splice(start, end - start + 1, ...indices.slice(start, end + 1).reverse());
  }
  const pieces: Piece[] = [];
  let lastLevel = -1;
  for (const index of indices) {
    const level = found.levels[index] ?? 0;
    const rtl = level % 2 === 1;
    const character = line[index] ?? "";
    const last = pieces.at(-1);
    if (!last || level !== lastLevel) pieces.push({ text: character, rtl });
    else last.text = rtl ? character + last.text : last.text + character;
    lastLevel = level;
  }
  return pieces.map(({ text, rtl }) => ({ text: text.replace(/\p{Cf}/gu, ""), rtl })).filter(({ text }) => text !== "");
}

/** A text as drawn from the left when it is read from the right: turned round, brackets mirrored. */
export function mirrored(text: string): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character)
    .reverse()
    .join("");
}
