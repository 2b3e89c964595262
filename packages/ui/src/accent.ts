import {
  clampChroma,
  formatHex,
  interpolate,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  parseHex,
  useMode as registerMode,
  wcagContrast,
} from "culori/fn";
import { LRUCache } from "lru-cache";

export type Accent = { accent: string; onAccent: string; accentTint: string };
export type AccentThemes = { light: Accent; dark: Accent };

/** Minimum contrast of text on an accent, and of an accent on a background (WCAG 1.4.3). */
export const readable = 4.5;

/** Backgrounds of an accent in each theme, and text colours on its tint; the same values as in `tokens.css`. */
export const grounds = {
  light: { ground: "#f6f5f1", paper: "#fffefc", well: "#edebe4", ink: "#1c1a17", inkSoft: "#575249" },
  dark: { ground: "#141311", paper: "#211f1c", well: "#2c2925", ink: "#f3efe7", inkSoft: "#b9b2a6" },
} as const;

type Theme = keyof typeof grounds;

const standard = "#0b5a68";
const stepOfLightness = 0.005;

// Colour spaces between sRGB and OKLCH, in which lightness changes without a change of hue.
for (const mode of [modeRgb, modeLrgb, modeOklab]) registerMode(mode);
const toOklch = registerMode(modeOklch);

/**
 * Computes the accent of a network in both themes from the operator's colour (`#rgb` or `#rrggbb`, §10). The lightness changes,
 * darker in light and lighter in dark, until the accent is readable on the three backgrounds and its text on it. An invalid
 * colour gives the standard accent.
 */
export function accentThemes(colour: string): AccentThemes {
  const given = oklchOf(isColour(colour) ? colour : standard);
  return { light: accentOn("light", given), dark: accentOn("dark", given) };
}

/** Least contrast of a part of an interface against what is around it (WCAG 1.4.11). */
export const partReadable = 3;

/** Contrasts of a colour in a theme: of the shade that is shown, as text on the least favourable background, and of text on it. */
export interface ShownAccent {
  theme: Theme;
  shade: string;
  asText: number;
  textOnIt: number;
  /** Of the operator's colour itself, on the background where it contrasts least. */
  itself: number;
}

/** The contrasts of the operator's colour in both themes; an invalid colour: none. */
export function accentContrasts(colour: string): ShownAccent[] {
  if (!isColour(colour)) return [];
  const shown = accentThemes(colour);
  return (["light", "dark"] as const).map((theme) => {
    const { accent, onAccent } = shown[theme];
    const { ground, paper, well } = grounds[theme];
    const least = (text: string) => Math.min(...[ground, paper, well].map((on) => wcagContrast(text, on)));
    return {
      theme,
      shade: accent,
      asText: least(accent),
      textOnIt: wcagContrast(onAccent, accent),
      itself: least(colour),
    };
  });
}

/** Contrast of two colours (WCAG), from 1 to 21. */
export const contrastOf = (one: string, other: string): number => wcagContrast(one, other);

const isColour = (text: string): boolean => /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);

/** Cached CSS by accent, since every page contains it. */
const keptCss = new LRUCache<string, string>({ max: 1_000 });

/** CSS of the accent for the head of the page, before the first paint; old browsers use the light one. */
export function accentCss(colour: string): string {
  const kept = keptCss.get(colour);
  if (kept !== undefined) return kept;
  const css = cssOf(accentThemes(colour));
  keptCss.set(colour, css);
  return css;
}

function cssOf({ light, dark }: AccentThemes): string {
  const pair = (name: string, key: keyof Accent) => `${name}:light-dark(${light[key]},${dark[key]})`;
  return (
    `html:root{--accent:${light.accent};--on-accent:${light.onAccent};--accent-tint:${light.accentTint}}` +
    `@supports (color:light-dark(#000,#fff)){html:root{${pair("--accent", "accent")};` +
    `${pair("--on-accent", "onAccent")};${pair("--accent-tint", "accentTint")}}}`
  );
}

function accentOn(theme: Theme, given: Oklch): Accent {
  const accent = readableShade(given, theme);
  return { accent, onAccent: textOn(accent, theme), accentTint: tintOf(accent, theme) };
}

function readableShade(given: Oklch, theme: Theme): string {
  const { ground, paper, well } = grounds[theme];
  const step = theme === "light" ? -stepOfLightness : stepOfLightness;
  const start = theme === "light" ? given.l : Math.max(given.l, 0.6);
  for (let l = start; l > 0 && l < 1; l += step) {
    const shade = hexOf({ ...given, l });
    if ([ground, paper, well].every((on) => wcagContrast(shade, on) >= readable)) return shade;
  }
  return theme === "light" ? "#000000" : "#ffffff";
}

/** Text colour on an accent: white in the light theme, a near-black of its own hue in the dark theme. */
function textOn(accent: string, theme: Theme): string {
  if (theme === "light") return "#ffffff";
  const { c, ...hue } = oklchOf(accent);
  for (let l = 0.25; l > 0; l -= stepOfLightness) {
    const text = hexOf({ ...hue, c: Math.min(c, 0.05), l });
    if (wcagContrast(text, accent) >= readable) return text;
  }
  return "#000000";
}

/** Background tinted with the accent, as far as both text colours stay readable on it. */
function tintOf(accent: string, theme: Theme): string {
  const { paper, ink, inkSoft } = grounds[theme];
  const mix = interpolate([paper, accent], "rgb");
  for (let share = 0.1; share > 0; share -= 0.01) {
    const tint = formatHex(mix(share));
    if ([ink, inkSoft, accent].every((text) => wcagContrast(text, tint) >= readable)) return tint;
  }
  return paper;
}

function oklchOf(hex: string): Oklch {
  const read = toOklch(parseHex(hex));
  if (!read) throw new TypeError(`not a colour: ${hex}`);
  return read;
}

/** Hex value for a screen; a colour outside sRGB loses chroma until it fits. */
const hexOf = (colour: Oklch): string => formatHex(clampChroma(colour, "oklch"));
