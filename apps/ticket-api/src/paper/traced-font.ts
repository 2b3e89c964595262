import type { Font, Glyph, GlyphPosition } from "fontkit";
import { mirrored } from "./reading-order.ts";

// A PDF tells a reader which text a glyph stands for, once per glyph. Faces for Arabic draw several letters with one
// glyph and set its dots apart, and fontkit remembers for a glyph the first letter that it ever drew. So a traced font
// gives each pair of glyph and letter a number of its own in the subset, and leaves out the marks, which are no text and
// are drawn as shapes. Then the text can be searched, copied and read aloud.

/** How a traced font sets: with which OpenType features, and whether the text is turned round before (`mirrored`). */
export interface Tracing {
  features: Record<string, boolean>;
  turned: boolean;
}

/** A dot or vowel sign: its outline as an SVG path and its place from the start of the stretch, in units of the font. */
export interface Mark {
  path: string;
  x: number;
  y: number;
}

/** What pdfkit uses of a run of glyphs. */
interface TracedRun {
  glyphs: { id: string; advanceWidth: number; codePoints: number[] }[];
  positions: GlyphPosition[];
  readonly advanceWidth: number;
}

/** What pdfkit uses of a subset; `glyphs` is fontkit's list of the glyphs to write, by their numbers in the subset. */
interface GlyphSubset {
  glyphs: number[];
  encode(): Uint8Array;
}

/** A fontkit font for pdfkit whose text layer is right. `name` tells it from the same font traced otherwise. */
export function traced(font: Font, name: string, tracing: Tracing): Font {
  const overrides = {
    postscriptName: { value: `${font.postscriptName}-${name}` },
    layout: { value: (text: string) => trace(font, text, tracing) },
    createSubset: { value: () => tracedSubset(font.createSubset() as unknown as GlyphSubset) },
  };
  return Object.create(font, overrides) as Font;
}

/** The marks of a text, which the traced font leaves out. */
export function marksOf(font: Font, text: string, tracing: Tracing): Mark[] {
  let pen = 0;
  const marks: Mark[] = [];
  for (const { glyph, position, isMark } of place(font, text, tracing).placed) {
    if (isMark) marks.push({ path: glyph.path.toSVG(), x: pen + position.xOffset, y: position.yOffset });
    pen += position.xAdvance;
  }
  return marks;
}

function place(font: Font, text: string, { features, turned }: Tracing) {
  const run = font.layout(turned ? mirrored(text) : text, { ...features });
  const placed = run.glyphs.flatMap((glyph, i) => {
    const position = run.positions[i];
    return position ? [{ glyph, position, isMark: position.xAdvance === 0 }] : [];
  });
  return { placed, rtl: turned || run.direction === "rtl" };
}

function trace(font: Font, text: string, tracing: Tracing): TracedRun {
  const { placed, rtl } = place(font, text, tracing);
  const drawn = placed.filter(({ isMark }) => !isMark);
  const letters = lettersOf(text, rtl);
  const codePoints: number[][] = [];
  const inReadingOrder = rtl ? drawn.toReversed() : drawn;
  inReadingOrder.forEach(({ glyph }, i) => {
    const isLast = i === drawn.length - 1;
    codePoints.push(letters.splice(0, isLast ? letters.length : lettersIn(glyph)).flat());
  });
  if (rtl) codePoints.reverse();
  const positions = drawn.map(({ position: { xAdvance, yAdvance, xOffset, yOffset } }) => {
    return { xAdvance, yAdvance, xOffset, yOffset };
  });
  return {
    glyphs: drawn.map(({ glyph }, i) => ({
      id: `${glyph.id}/${codePoints[i]?.join("+")}`,
      advanceWidth: glyph.advanceWidth,
      codePoints: codePoints[i] ?? [],
    })),
    positions,
    // pdfkit scales the positions in place and reads the sum afterwards.
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
}

/**
 * Each letter with the marks that stand on it; without them when read from the right, since readers turn the signs of
 * one glyph round in different ways, and a search without vowel signs finds the word.
 */
function lettersOf(text: string, rtl: boolean): number[][] {
  const letters: number[][] = [];
  for (const character of text) {
    const last = letters.at(-1);
    const codePoint = character.codePointAt(0) ?? 0;
    if (!last || !isCombining(character)) letters.push([codePoint]);
    else if (!rtl) last.push(codePoint);
  }
  return letters;
}

function lettersIn(glyph: Glyph): number {
  return Math.max(1, glyph.codePoints.filter((codePoint) => !isCombining(String.fromCodePoint(codePoint))).length);
}

function isCombining(character: string): boolean {
  return /\p{M}/u.test(character);
}

function tracedSubset(subset: GlyphSubset) {
  const numbers = new Map<string, number>();
  return {
    includeGlyph(id: string | number): number {
      const key = String(id);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      const number = subset.glyphs.push(Number.parseInt(key, 10)) - 1;
      numbers.set(key, number);
      return number;
    },
    encode: () => subset.encode(),
  };
}
