import { LRUCache } from "lru-cache";
import sharp from "sharp";
import { logoPicture } from "../network-registry/logo-picture.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { PassImage } from "../pass-files/pass-content.ts";

/** Sides in points of the pictures of a pass, and the pixels per point of the screens. */
const iconPoints = 29;
const logoPoints = 50;
const scales = [1, 2, 3] as const;
/** The share of the square that the logo fills. */
const logoShare = 0.8;

interface PassImages {
  icon: PassImage;
  logo: PassImage;
}

const kept = new LRUCache<string, Promise<PassImages>>({ max: 20 });

/** The pictures of a network's passes: its logo on a white square, readable on every colour. Drawn once per version of its pack. */
export function passImages(network: LoadedNetwork): Promise<PassImages> {
  const key = `${network.id} ${network.version}`;
  const drawing = kept.get(key) ?? draw(network);
  kept.set(key, drawing);
  drawing.catch(() => kept.delete(key));
  return drawing;
}

async function draw(network: LoadedNetwork): Promise<PassImages> {
  const logo = await logoPicture(network);
  const image = async (points: number): Promise<PassImage> => {
    const [single, double, triple] = await Promise.all(scales.map((scale) => square(points * scale, logo?.png)));
    if (!single || !double || !triple) throw new Error("a picture of the pass is missing");
    return [single, double, triple];
  };
  return { icon: await image(iconPoints), logo: await image(logoPoints) };
}

async function square(side: number, logo: Uint8Array | undefined): Promise<Uint8Array> {
  const ground = sharp({ create: { width: side, height: side, channels: 3, background: "#ffffff" } });
  if (logo === undefined) return new Uint8Array(await ground.png().toBuffer());
  const inner = Math.round(side * logoShare);
  const input = await sharp(logo).resize(inner, inner, { fit: "inside" }).png().toBuffer();
  return new Uint8Array(await ground.composite([{ input }]).png().toBuffer());
}
