import type { Font, Glyph, GlyphPosition } from "fontkit";
import { mirrored } from "./reading-order.ts";

// A PDF maps each glyph to the text it represents, once per glyph. Arabic faces draw several letters with one glyph and place its dots
// separately, and fontkit remembers for a glyph the first letter that it drew. So a traced font gives each pair of glyph and letter its own
// number in the subset, and omits the marks, which are no text and are drawn as shapes. Then the text can be searched, copied and read
// aloud.

/** How a traced font is shaped: its OpenType features, and whether the text is reversed first (`mirrored`). */
export interface Tracing {
  features: Record<string, boolean>;
  turned: boolean;
}

/** A dot or vowel sign: its outline as an SVG path and its position from the start of the stretch, in font units. */
export interface Mark {
  path: string;
  x: number;
  y: number;
}

/** The parts of a glyph run that pdfkit uses. */
interface TracedRun {
  glyphs: { id: string; advanceWidth: number; codePoints: number[] }[];
  positions: GlyphPosition[];
  readonly advanceWidth: number;
}

/** The parts of a subset that pdfkit uses; `glyphs` is fontkit's list of the glyphs to write, by their numbers in the subset. */
interface GlyphSubset {
  glyphs: number[];
  encode(): Uint8Array;
}

/** A font for pdfkit with a correct text layer, and the marks that it omits. */
export interface TracedFont {
  font: Font;
  marks(text: string): Mark[];
}

/** Shaping a stretch is the most expensive step of a document, and most stretches recur in the next document. */
const stretchesMax = 2000;

/** Traces a fontkit font. `name` distinguishes it from the same font traced differently. */
export function traced(font: Font, name: string, tracing: Tracing): TracedFont {
  const known = new Map<string, Stretch>();
  const stretchOf = (text: string): Stretch => {
    const found = known.get(text) ?? trace(font, text, tracing);
    if (known.size < stretchesMax) known.set(text, found);
    return found;
  };
  const overrides = {
    postscriptName: { value: `${font.postscriptName}-${name}` },
    layout: { value: (text: string) => runOf(stretchOf(text)) },
    createSubset: { value: () => tracedSubset(font.createSubset() as unknown as GlyphSubset) },
  };
  return { font: Object.create(font, overrides) as Font, marks: (text) => stretchOf(text).marks };
}

interface Stretch {
  glyphs: TracedRun["glyphs"];
  positions: GlyphPosition[];
  marks: Mark[];
}

function trace(font: Font, text: string, { features, turned }: Tracing): Stretch {
  const run = font.layout(turned ? mirrored(text) : text, { ...features });
  const rtl = turned || run.direction === "rtl";
  const marks: Mark[] = [];
  const drawn: { glyph: Glyph; position: GlyphPosition }[] = [];
  let pen = 0;
  run.glyphs.forEach((glyph, i) => {
    const position = run.positions[i];
    if (!position) return;
    if (position.xAdvance !== 0) drawn.push({ glyph, position });
    else marks.push({ path: glyph.path.toSVG(), x: pen + position.xOffset, y: position.yOffset });
    pen += position.xAdvance;
  });
  const letters = lettersOf(text, rtl);
  const codePoints: number[][] = [];
  const inReadingOrder = rtl ? drawn.toReversed() : drawn;
  inReadingOrder.forEach(({ glyph }, i) => {
    const isLast = i === drawn.length - 1;
    codePoints.push(letters.splice(0, isLast ? letters.length : lettersIn(glyph)).flat());
  });
  if (rtl) codePoints.reverse();
  const glyphs = drawn.map(({ glyph }, i) => ({
    id: `${glyph.id}/${codePoints[i]?.join("+")}`,
    advanceWidth: glyph.advanceWidth,
    codePoints: codePoints[i] ?? [],
  }));
  return { glyphs, positions: drawn.map(({ position }) => position), marks };
}

function runOf({ glyphs, positions }: Stretch): TracedRun {
  // pdfkit scales the positions in place and then reads their sum, so each run has its own copy.
  const scaled = positions.map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
    xAdvance,
    yAdvance,
    xOffset,
    yOffset,
  }));
  return {
    glyphs,
    positions: scaled,
    get advanceWidth() {
      return scaled.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
}

/**
 * Each letter with its combining marks; without them in right-to-left text, since readers reverse the characters of one glyph in different
 * ways, and a search without vowel signs finds the word.
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
