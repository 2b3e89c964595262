import { type Face, faceFor, type Voice } from "./faces.ts";
import { type Direction, piecesOf, type ReadText, readText } from "./reading-order.ts";

/** A stretch of one line in one face, positioned from the left. */
export interface Stretch {
  text: string;
  face: Face;
  width: number;
  /** Position in the text: stretches sorted by it are in reading order. */
  read: number;
}

/** One line of laid-out text: its stretches from left to right. */
export interface SetLine {
  stretches: Stretch[];
  width: number;
}

/**
 * Breaks a text into lines no wider than `width` points at `size`: at spaces, or within a word that is too wide. Directions are resolved
 * for the whole text, then each line is reordered.
 */
export function setText(text: string, voice: Voice, size: number, direction: Direction, width: number): SetLine[] {
  const read = readText(text.normalize("NFC"), direction);
  const set = (start: number, end: number) => setLine(read, start, end, voice, size);
  return breakLines(read.text, (start, end) => set(start, end).width <= width).map(([start, end]) => set(start, end));
}

function setLine(read: ReadText, start: number, end: number, voice: Voice, size: number): SetLine {
  if (end <= start) return { stretches: [], width: 0 };
  const stretches = piecesOf(read, start, end).flatMap(({ text, rtl, start: pieceStart }) => {
    let read = pieceStart;
    const found = byFace(text, voice, rtl).map((part) => {
      const stretch = { ...part, width: widthOf(part.text, part.face, size), read };
      read += part.text.length;
      return stretch;
    });
    return rtl ? found.reverse() : found;
  });
  return { stretches, width: stretches.reduce((sum, { width }) => sum + width, 0) };
}

/** Start and end of each line; `fits` returns whether a section of the text fits on one. */
function breakLines(text: string, fits: (start: number, end: number) => boolean): [number, number][] {
  const lines: [number, number][] = [];
  let start = 0;
  let end = 0;
  for (const { 0: word, index } of text.matchAll(/\n|[^ \t\n]+/g)) {
    if (word === "\n") {
      lines.push([start, end]);
      start = end = index + 1;
      continue;
    }
    if (end <= start) start = index;
    if (!fits(start, index + word.length) && end > start) {
      lines.push([start, end]);
      start = index;
    }
    end = index;
    while (end < index + word.length) {
      const whole = index + word.length;
      if (fits(start, whole)) {
        end = whole;
        break;
      }
      let most = end + 1;
      while (most < whole && fits(start, most + 1)) most++;
      lines.push([start, most]);
      start = end = most;
    }
  }
  return [...lines, [start, end]];
}

function byFace(text: string, voice: Voice, rtl: boolean): { text: string; face: Face }[] {
  const found: { text: string; face: Face }[] = [];
  const first = text.trimStart().charAt(0);
  for (const character of text) {
    const last = found.at(-1);
    // Spaces and combining marks stay in the face of the preceding letters, so that words stay together.
    const follows = /[\s\p{M}]/u.test(character);
    const wanted = follows ? (last?.face ?? (first === "" ? undefined : faceFor(first, voice, rtl))) : undefined;
    const fits = wanted?.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
    const face = wanted && fits ? wanted : faceFor(character, voice, rtl);
    if (last && last.face === face) last.text += character;
    else found.push({ text: character, face });
  }
  return found;
}

const widths = new Map<string, number>();
const widthsMax = 5000;

function widthOf(text: string, face: Face, size: number): number {
  const key = `${face.key} ${text}`;
  let perEm = widths.get(key);
  if (perEm === undefined) {
    perEm = face.font.layout(text).advanceWidth / face.font.unitsPerEm;
    if (widths.size < widthsMax) widths.set(key, perEm);
  }
  return perEm * size;
}
