import type { Sheet } from "./sheet.ts";

/** A logo as PNG, with its size in pixels. */
export interface Logo {
  png: Uint8Array;
  width: number;
  height: number;
}

const gap = 9;

/**
 * Draws a logo `height` high at the starting edge; returns the width that it takes with the gap after it. It is decoration: the name
 * of the network follows as text. Without a logo nothing is drawn.
 */
export function drawLogo(
  sheet: Sheet,
  logo: Logo | undefined,
  { x, y, height }: { x: number; y: number; height: number },
): number {
  if (logo === undefined) return 0;
  const width = (height * logo.width) / logo.height;
  sheet.artifact(() => sheet.doc.image(Buffer.from(logo.png), sheet.left(x, width), y, { width, height }));
  return width + gap;
}
