import { uploadMaxPixels } from "@guichet/contract/limits/file-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import sharp, { type Sharp } from "sharp";
import type { Wanted } from "./wanted.ts";

sharp.concurrency(1);
sharp.cache(false);

const drawingSeconds = 8;
const jpegQuality = 86;

export interface Drawn {
  bytes: Buffer;
  size: { width: number; height: number };
}

/**
 * Re-encodes a picture: upright, no larger than wanted, pixels only, without location or hidden data. Refuses with
 * `FILE_DAMAGED`, `FILE_TOO_MANY_PIXELS` or `FILE_TOO_SMALL`.
 */
export async function reencodePicture(
  bytes: Buffer,
  type: "image/jpeg" | "image/png",
  { maxSide, atLeast }: Wanted,
): Promise<Result<Drawn, "FILE_DAMAGED" | "FILE_TOO_MANY_PIXELS" | "FILE_TOO_SMALL">> {
  // The header alone states the size: a picture that would unpack to gigabytes is never unpacked.
  const size = await sizeOf(bytes);
  if (size === undefined) return err("FILE_DAMAGED");
  if (size.width * size.height > uploadMaxPixels) return err("FILE_TOO_MANY_PIXELS", { maxPixels: uploadMaxPixels });
  if (atLeast !== undefined && (size.width < atLeast.width || size.height < atLeast.height)) {
    return err("FILE_TOO_SMALL", { width: atLeast.width, height: atLeast.height });
  }
  try {
    const upright = opened(bytes)
      .rotate()
      .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
      .timeout({ seconds: drawingSeconds });
    const { data, info } = await written(upright, type).toBuffer({ resolveWithObject: true });
    return ok({ bytes: data, size: { width: info.width, height: info.height } });
  } catch {
    return err("FILE_DAMAGED");
  }
}

const opened = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: uploadMaxPixels, failOn: "error", sequentialRead: true });

const written = (picture: Sharp, type: "image/jpeg" | "image/png"): Sharp =>
  type === "image/png"
    ? picture.png({ compressionLevel: 8 })
    : picture.flatten({ background: "#ffffff" }).jpeg({ quality: jpegQuality, mozjpeg: false });

/** Width and height of the upright picture. */
async function sizeOf(bytes: Buffer): Promise<Drawn["size"] | undefined> {
  try {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: false, sequentialRead: true }).metadata();
    return autoOrient.width > 0 && autoOrient.height > 0 ? autoOrient : undefined;
  } catch {
    return undefined;
  }
}
