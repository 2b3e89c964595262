import { type Face, faceFor, type Voice } from "./faces.ts";
import { type Direction, piecesOf } from "./reading-order.ts";

/** A stretch of one line in one face, as drawn from the left. */
export interface Stretch {
  text: string;
  face: Face;
  width: number;
}

/** One line of text, set: its stretches from left to right. */
export interface SetLine {
  stretches: Stretch[];
  width: number;
}

/** Sets one line without breaking it; widths in points at `size`. */
export function setLine(line: string, voice: Voice, size: number, direction: Direction): SetLine {
  const stretches = piecesOf(line.normalize("NFC"), direction).flatMap(({ text, rtl }) => {
    const found = byFace(text, voice, rtl).map((part) => ({ ...part, width: widthOf(part.text, part.face, size) }));
    return rtl ? found.reverse() : found;
  });
  return { stretches, width: stretches.reduce((sum, { width }) => sum + width, 0) };
}

/** Breaks a text into lines no wider than `width` points: at spaces, else within a word that alone is too wide. */
export function breakLines(text: string, voice: Voice, size: number, direction: Direction, width: number): string[] {
  const fits = (line: string) => setLine(line, voice, size, direction).width <= width;
  return text.split("\n").flatMap((paragraph) => {
    const lines: string[] = [];
    let line = "";
    for (const word of paragraph.split(/[ \t]+/)) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== "") lines.push(line);
      line = "";
      for (const character of word) {
        if (line !== "" && !fits(line + character)) {
          lines.push(line);
          line = "";
        }
        line += character;
      }
    }
    return [...lines, line];
  });
}

function byFace(text: string, voice: Voice, rtl: boolean): { text: string; face: Face }[] {
  const found: { text: string; face: Face }[] = [];
  for (const character of text) {
    const last = found.at(-1);
    const isMark =
      last !== undefined &&
      /\p{M}/u.test(character) &&
      last.face.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
    const face = isMark ? last.face : faceFor(character, voice, rtl);
    if (last && last.face === face) last.text += character;
    else found.push({ text: character, face });
  }
  return found;
}

const widths = new Map<string, number>();
const rememberedWidths = 5000;

function widthOf(text: string, face: Face, size: number): number {
  const key = `${face.key} ${text}`;
  let perEm = widths.get(key);
  if (perEm === undefined) {
    perEm = face.font.layout(text).advanceWidth / face.font.unitsPerEm;
    if (widths.size < rememberedWidths) widths.set(key, perEm);
  }
  return perEm * size;
}
