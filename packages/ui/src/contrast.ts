/** A colour as red, green and blue from 0 to 1. */
export type Rgb = readonly [number, number, number];

/** Reads `#rgb` or `#rrggbb`; null for anything else. */
export function readHex(hex: string): Rgb | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex);
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  const parts = long?.slice(1) ?? short?.slice(1).map((digit) => digit + digit);
  const [red, green, blue] = (parts ?? []).map((part) => Number.parseInt(part, 16) / 255);
  if (red === undefined || green === undefined || blue === undefined) return null;
  return [red, green, blue];
}

/** Writes `#rrggbb`, each part rounded to a byte. */
export function writeHex(colour: Rgb): string {
  const byte = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 255);
  return `#${colour.map((part) => byte(part).toString(16).padStart(2, "0")).join("")}`;
}

/** From sRGB to linear light. */
export function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** From linear light to sRGB. */
export function fromLinear(part: number): number {
  return part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
}

/** Contrast of two colours, from 1 to 21 (WCAG 2.2, relative luminance). */
export function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}
