import { contrast, type Rgb, readHex, writeHex } from "./contrast.ts";
import { fromOklch, type Oklch, toOklch } from "./oklch.ts";

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

/**
 * The accent of a network in both themes, from the colour its operator gave (`#rgb` or `#rrggbb`, §10). The shade moves,
 * darker in light and lighter in dark, until it reads on the three grounds and its text reads on it. Anything that is not
 * a colour gives the standard accent.
 */
export function accentThemes(colour: string): AccentThemes {
  const wanted = toOklch(readHex(colour) ?? hex(standard));
  return { light: accentOn("light", wanted), dark: accentOn("dark", wanted) };
}

/** The accent as CSS for the head of the page, before the first paint; old browsers take the light one. */
export function accentCss(colour: string): string {
  const { light, dark } = accentThemes(colour);
  const pair = (name: string, key: keyof Accent) => `${name}:light-dark(${light[key]},${dark[key]})`;
  return (
    `html:root{--accent:${light.accent};--on-accent:${light.onAccent};--accent-tint:${light.accentTint}}` +
    `@supports (color:light-dark(#000,#fff)){html:root{${pair("--accent", "accent")};` +
    `${pair("--on-accent", "onAccent")};${pair("--accent-tint", "accentTint")}}}`
  );
}

function accentOn(theme: Theme, wanted: Oklch): Accent {
  const { ground, paper, well } = grounds[theme];
  const accent = move(wanted, theme, [ground, paper, well]);
  return {
    accent: writeHex(accent),
    onAccent: textOn(accent, theme),
    accentTint: tintOf(accent, theme),
  };
}

function move(wanted: Oklch, theme: Theme, on: string[]): Rgb {
  const step = theme === "light" ? -stepOfLightness : stepOfLightness;
  const last = theme === "light" ? 0 : 1;
  const start = theme === "light" ? wanted.lightness : Math.max(wanted.lightness, 0.6);
  for (let lightness = start; lightness > 0 && lightness < 1; lightness += step) {
    const shade = asShown(fromOklch({ ...wanted, lightness }));
    if (on.every((ground) => contrast(shade, hex(ground)) >= readable)) return shade;
  }
  return [last, last, last];
}

/** White on an accent of the light theme; on that of the dark theme, its own hue nearly black. */
function textOn(accent: Rgb, theme: Theme): string {
  if (theme === "light") return "#ffffff";
  const { hue, chroma } = toOklch(accent);
  for (let lightness = 0.25; lightness > 0; lightness -= stepOfLightness) {
    const text = asShown(fromOklch({ hue, chroma: Math.min(chroma, 0.05), lightness }));
    if (contrast(text, accent) >= readable) return writeHex(text);
  }
  return "#000000";
}

/** Paper with a breath of accent, as much as leaves ink and soft ink readable on it. */
function tintOf(accent: Rgb, theme: Theme): string {
  const { paper, ink, inkSoft } = grounds[theme];
  const on = hex(paper);
  for (let share = 0.1; share > 0; share -= 0.01) {
    const tint = asShown([mix(on[0], accent[0], share), mix(on[1], accent[1], share), mix(on[2], accent[2], share)]);
    if ([hex(ink), hex(inkSoft), accent].every((text) => contrast(text, tint) >= readable)) return writeHex(tint);
  }
  return paper;
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** A colour is judged as the bytes that a screen gets. */
function asShown(colour: Rgb): Rgb {
  return hex(writeHex(colour));
}

function hex(colour: string): Rgb {
  const read = readHex(colour);
  if (!read) throw new TypeError(`not a colour: ${colour}`);
  return read;
}
