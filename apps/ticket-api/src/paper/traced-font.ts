import type { Font, Glyph, GlyphPosition } from "fontkit";
import { mirrored } from "./reading-order.ts";

// A PDF tells a reader which text a glyph stands for, once per glyph. Faces for Arabic draw several letters with one
// glyph and separate dots, and fontkit remembers for a glyph the first letter that it ever drew. A traced font gives
// each pair of glyph and letter a number of its own in the subset, so that the text can be copied and read aloud.

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

/** How a traced font sets: with which OpenType features, and whether the text is turned round before (`mirrored`). */
export interface Tracing {
  features: Record<string, boolean>;
  turned: boolean;
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

function trace(font: Font, text: string, { features, turned }: Tracing): TracedRun {
  const run = font.layout(turned ? mirrored(text) : text, { ...features });
  const letters = lettersOf(text);
  const rtl = turned || run.direction === "rtl";
  const glyphs = run.glyphs.map((glyph) => ({ glyph, codePoints: [] as number[] }));
  const drawn = glyphs.filter((_, i) => run.positions[i]?.xAdvance !== 0);
  if (rtl) drawn.reverse();
  let next = 0;
  drawn.forEach((entry, i) => {
    const isLast = i === drawn.length - 1;
    const consumed = isLast ? letters.length - next : Math.max(1, lettersIn(entry.glyph));
    entry.codePoints = letters.slice(next, next + consumed).flat();
    next += consumed;
  });
  const positions = run.positions.map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
    xAdvance,
    yAdvance,
    xOffset,
    yOffset,
  }));
  return {
    glyphs: glyphs.map(({ glyph, codePoints }) => ({
      id: `${glyph.id}/${codePoints.join("+")}`,
      advanceWidth: glyph.advanceWidth,
      codePoints,
    })),
    positions,
    // pdfkit scales the positions in place and reads the sum afterwards.
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
}

/** Each letter with the marks that stand on it. */
function lettersOf(text: string): number[][] {
  const letters: number[][] = [];
  for (const character of text) {
    const last = letters.at(-1);
    const codePoint = character.codePointAt(0) ?? 0;
    if (last && /\p{M}/u.test(character)) last.push(codePoint);
    else letters.push([codePoint]);
  }
  return letters;
}

function lettersIn(glyph: Glyph): number {
  return glyph.codePoints.filter((codePoint) => !/\p{M}/u.test(String.fromCodePoint(codePoint))).length;
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
