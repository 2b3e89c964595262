import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { type TracedFont, type Tracing, traced } from "./traced-font.ts";
import { sfntOf } from "./woff.ts";

/** Text styles: regular, bold, display face, and tabular figures. */
export type Voice = "text" | "bold" | "display" | "figures" | "boldFigures";

/** One font file in one style; pdfkit embeds only the glyphs that a document uses. */
export interface Face extends TracedFont {
  key: string;
}

const inter = ["latin", "latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext"];
const plain = { liga: false, calt: false };
const tabular = { ...plain, tnum: true };
const latinOf: Record<Voice, { family: string; weight: number; features: Record<string, boolean> }> = {
  text: { family: "inter", weight: 400, features: plain },
  bold: { family: "inter", weight: 600, features: plain },
  figures: { family: "inter", weight: 400, features: tabular },
  boldFigures: { family: "inter", weight: 600, features: tabular },
  display: { family: "vollkorn", weight: 600, features: { liga: false, lnum: true } },
};
const arabicWeight: Record<Voice, number> = { text: 400, bold: 700, figures: 400, boldFigures: 700, display: 700 };

const require = createRequire(import.meta.url);
const ranges = new Map<string, [number, number][]>();
const files = new Map<string, Font>();
const opened = new Map<string, Face>();
const chosen = new Map<string, Face>();
const rememberedCharacters = 5000;

/**
 * The face for a character in a style; a character that no face has is drawn in Inter, as an empty box. `rtl`: the character is in a
 * right-to-left run, for which Latin faces must be reversed and Arabic ones reverse themselves.
 */
export function faceFor(character: string, voice: Voice, rtl: boolean): Face {
  const key = `${voice}${rtl ? "<" : ">"}${character}`;
  const known = chosen.get(key);
  if (known) return known;
  const face = choose(character, voice, rtl);
  if (chosen.size < rememberedCharacters) chosen.set(key, face);
  return face;
}

function choose(character: string, voice: Voice, rtl: boolean): Face {
  const codePoint = character.codePointAt(0) ?? 0;
  if (covers("noto-sans-arabic", "arabic", codePoint)) {
    return open("noto-sans-arabic", "arabic", arabicWeight[voice], { features: {}, turned: false });
  }
  const { family, weight, features } = latinOf[voice];
  const tracing = { features, turned: rtl };
  if (family === "vollkorn" && !/\p{L}/u.test(character)) return open(family, "latin", weight, tracing);
  const subset = inter.find((name) => covers(family, name, codePoint));
  if (subset) return open(family, subset, weight, tracing);
  const fallback = inter.find((name) => covers("inter", name, codePoint)) ?? "latin";
  return open("inter", fallback, 600, { features: plain, turned: rtl });
}

function open(family: string, subset: string, weight: number, tracing: Tracing): Face {
  const on = Object.keys(tracing.features).filter((feature) => tracing.features[feature]);
  const key = [family, subset, weight, ...on, ...(tracing.turned ? ["turned"] : [])].join("-");
  const known = opened.get(key);
  if (known) return known;
  const name = `${family}-${subset}-${weight}-normal.woff`;
  const font = files.get(name) ?? create(sfntOf(readFileSync(require.resolve(`@fontsource/${family}/files/${name}`))));
  if (!("layout" in font)) throw new Error(`${name} holds more than one font`);
  files.set(name, font);
  const variant = [subset, ...on, ...(tracing.turned ? ["turned"] : [])].join("-");
  const face = { key, ...traced(font, variant, tracing) };
  opened.set(key, face);
  return face;
}

/** Whether a package's subset covers a character, by the ranges that the package declares. */
function covers(family: string, subset: string, codePoint: number): boolean {
  const key = `${family}/${subset}`;
  let found = ranges.get(key);
  if (!found) {
    const declared = require(`@fontsource/${family}/unicode.json`) as Record<string, string>;
    found = (declared[subset] ?? "").split(",").map((range): [number, number] => {
      const [first = "", last = first] = range.replace("U+", "").split("-");
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    });
    ranges.set(key, found);
  }
  return found.some(([first, last]) => codePoint >= first && codePoint <= last);
}
