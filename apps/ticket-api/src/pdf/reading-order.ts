import bidiFactory from "bidi-js";

// The package is CommonJS with types written for a module: its default export is the factory itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

export type Direction = "ltr" | "rtl";

/** A piece of one line that is read in one direction. `text` is in reading order; `rtl` pieces are drawn from the right. */
export interface Piece {
  text: string;
  rtl: boolean;
  /** Place of its first character in the text. */
  start: number;
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

/** A text with the direction of each of its characters (Unicode Standard Annex 9). */
export interface ReadText {
  text: string;
  levels: ReturnType<typeof bidi.getEmbeddingLevels>;
}

export function readText(text: string, direction: Direction): ReadText {
  return { text, levels: bidi.getEmbeddingLevels(text, direction) };
}

/** The pieces of one line of a text, from `start` to before `end`, from left to right as they stand on paper. */
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

/** A text as drawn from the left when it is read from the right: turned round, brackets mirrored. */
export function mirrored(text: string): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character)
    .reverse()
    .join("");
}
