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

/** Text on an accent, or an accent on a ground, reads from here on (WCAG 1.4.3). */
export const readable = 4.5;

/** What an accent stands on in each theme, and what is written on its tint; the same values as in `tokens.css`. */
export const grounds = {
  light: { ground: "#f6f5f1", paper: "#fffefc", well: "#edebe4", ink: "#1c1a17", inkSoft: "#575249" },
  dark: { ground: "#141311", paper: "#211f1c", well: "#2c2925", ink: "#f3efe7", inkSoft: "#b9b2a6" },
} as const;

type Theme = keyof typeof grounds;

const standard = "#0b5a68";
const stepOfLightness = 0.005;

// The colour spaces on the way from sRGB to OKLCH, in which lightness moves without turning the hue.
for (const mode of [modeRgb, modeLrgb, modeOklab]) registerMode(mode);
const toOklch = registerMode(modeOklch);

/**
 * The accent of a network in both themes, from the colour its operator gave (`#rgb` or `#rrggbb`, §10). The shade moves,
 * darker in light and lighter in dark, until it reads on the three grounds and its text reads on it. Anything that is not
 * a colour gives the standard accent.
 */
export function accentThemes(colour: string): AccentThemes {
  const given = oklchOf(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour) ? colour : standard);
  return { light: accentOn("light", given), dark: accentOn("dark", given) };
}

/** Every page has the CSS of its network's accent. */
const keptCss = new LRUCache<string, string>({ max: 1_000 });

/** The accent as CSS for the head of the page, before the first paint; old browsers take the light one. */
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

/** White on an accent of the light theme; on that of the dark theme, its own hue nearly black. */
function textOn(accent: string, theme: Theme): string {
  if (theme === "light") return "#ffffff";
  const { c, ...hue } = oklchOf(accent);
  for (let l = 0.25; l > 0; l -= stepOfLightness) {
    const text = hexOf({ ...hue, c: Math.min(c, 0.05), l });
    if (wcagContrast(text, accent) >= readable) return text;
  }
  return "#000000";
}

/** Paper with a breath of accent, as much as leaves ink and soft ink readable on it. */
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

/** The bytes that a screen gets; a colour that no screen can show loses chroma until one can. */
const hexOf = (colour: Oklch): string => formatHex(clampChroma(colour, "oklch"));
