import { LRUCache } from "lru-cache";
import sharp from "sharp";
import type { LoadedNetwork } from "./registry.ts";

/** A network's logo as PNG, for what cannot show an SVG: e-mails and PDF documents. Sizes in pixels. */
export interface LogoPicture {
  png: Uint8Array;
  width: number;
  height: number;
}

/** Enough for 11 mm on paper at 590 pixels per inch, and for any screen. */
const heightPx = 256;
/** A wider logo is drawn less high. */
const widthMaxPx = 1024;
const pointsPerInch = 72;
const densityMax = 2400;
const kept = new LRUCache<string, Promise<LogoPicture>>({ max: 20 });

/** The logo of a network, drawn once per version of its pack; undefined if it cannot be drawn: nothing waits for a logo. */
export async function logoPicture({
  id,
  version,
  logo,
}: Pick<LoadedNetwork, "id" | "version" | "logo">): Promise<LogoPicture | undefined> {
  const key = `${id} ${version}`;
  const drawing = kept.get(key) ?? draw(logo);
  kept.set(key, drawing);
  return drawing.catch(() => undefined);
}

async function draw(logo: string): Promise<LogoPicture> {
  const svg = Buffer.from(logo);
  const { height: own = heightPx } = await sharp(svg).metadata();
  const density = Math.min(densityMax, Math.max(1, (pointsPerInch * heightPx) / own));
  const { data, info } = await sharp(svg, { density })
    .resize({ width: widthMaxPx, height: heightPx, fit: "inside" })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return { png: new Uint8Array(data), width: info.width, height: info.height };
}
