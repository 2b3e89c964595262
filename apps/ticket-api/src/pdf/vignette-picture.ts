import { barcodePath } from "@guichet/ticket-code/barcode.ts";
import sharp from "sharp";
import { setText } from "./setting.ts";
import { ink } from "./sheet.ts";
import {
  type StickerLine,
  stickerOf,
  stickerSize,
  type VignetteContents,
  type VignetteNetwork,
} from "./vignette-sticker.ts";

/** Pixels per point: 360 per inch. */
const pixelsPerPoint = 5;

/** Draws one vignette as a PNG, black on white. Letters are drawn as outlines, without the system's fonts. */
export async function vignettePicture(vignette: VignetteContents, network: VignetteNetwork): Promise<Uint8Array> {
  const { lines, code } = stickerOf(vignette, network);
  const drawn = barcodePath(code.barcode);
  const step = code.side / drawn.side;
  const direction = network.languages[0] === "ar" ? "rtl" : "ltr";
  const { width, height } = stickerSize;
  const size = `viewBox="0 0 ${width} ${height}" width="${width * pixelsPerPoint}" height="${height * pixelsPerPoint}"`;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>`,
    `<rect width="100%" height="100%" fill="${ink.white}"/>`,
    `<g transform="translate(${(width - code.side) / 2} ${code.y}) scale(${step})" shape-rendering="crispEdges">`,
    `<path fill="#000" d="${drawn.path}"/></g>`,
    `<g fill="${ink.black}">${lines.flatMap((line) => outlinesOf(line, direction)).join("")}</g></svg>`,
  ].join("");
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}

/** The outlines of a text, line by line, each centred on the sticker. */
function outlinesOf({ text, y, size, voice, leading }: StickerLine, direction: "ltr" | "rtl"): string[] {
  const height = size * leading;
  return setText(text, voice, size, direction, stickerSize.text).flatMap((row, at) => {
    let x = (stickerSize.width - row.width) / 2;
    const baseline = y + at * height + height / 2 + size * 0.36;
    return row.stretches.flatMap(({ text: stretch, face, width }) => {
      const scale = size / face.font.unitsPerEm;
      const place = `translate(${x} ${baseline}) scale(${scale} ${-scale})`;
      x += width;
      return [`<g transform="${place}">`, ...glyphsOf(face, stretch), "</g>"];
    });
  });
}

type Face = ReturnType<typeof setText>[number]["stretches"][number]["face"];

function glyphsOf({ font, marks }: Face, text: string): string[] {
  const { glyphs, positions } = font.layout(text);
  let pen = 0;
  const letters = glyphs.map((glyph, i) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
    // A traced font numbers each pair of glyph and letter.
    const { path } = font.getGlyph(Number.parseInt(String(glyph.id), 10));
    const drawn = `<path transform="translate(${pen + xOffset} ${yOffset})" d="${path.toSVG()}"/>`;
    pen += xAdvance;
    return drawn;
  });
  return [...letters, ...marks(text).map(({ path, x, y }) => `<path transform="translate(${x} ${y})" d="${path}"/>`)];
}
