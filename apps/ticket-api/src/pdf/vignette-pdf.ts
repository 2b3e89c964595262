import { textsIn } from "../locales/texts.ts";
import { isolate } from "./reading-order.ts";
import { a4, ink, readAloud, Sheet } from "./sheet.ts";
import { drawBarcode } from "./ticket-drawing.ts";
import { stickerOf, stickerSize, type VignetteContents, type VignetteNetwork } from "./vignette-sticker.ts";

const columns = 2;
const rows = 3;
const perPage = columns * rows;
const marginX = (a4.width - columns * stickerSize.width) / 2;
const marginY = (a4.height - rows * stickerSize.height) / 2;

/** Draws vignettes to cut out: a tagged A4 PDF of six stickers per page. `madeAt` is its creation date. Same input, same bytes. */
export function vignettesPdf(
  vignettes: readonly VignetteContents[],
  network: VignetteNetwork,
  madeAt: string,
): Promise<Uint8Array> {
  const [lang = "fr"] = network.languages;
  const title = textsIn(lang)("vignette-pdf.title", { network: network.name });
  const sheet = new Sheet({ lang, title, subject: network.name, madeAt });
  vignettes.forEach((vignette, at) => {
    if (at > 0 && at % perPage === 0) sheet.addPage();
    const place = at % perPage;
    const x = marginX + (place % columns) * stickerSize.width;
    const y = marginY + Math.floor(place / columns) * stickerSize.height;
    drawSticker(sheet, vignette, network, x, y);
  });
  return sheet.end(() => undefined);
}

/** `x` is measured from the edge where reading starts, as everywhere on a sheet. */
function drawSticker(sheet: Sheet, vignette: VignetteContents, network: VignetteNetwork, x: number, y: number): void {
  const { lines, code } = stickerOf(vignette, network);
  const { width, height, text: textWidth } = stickerSize;
  const left = sheet.left(x, width);
  sheet.artifact(() => {
    sheet.doc.save().lineWidth(0.5).dash(2, { space: 2 }).rect(left, y, width, height).stroke(ink.rule);
    sheet.doc.restore();
  });
  const box = { left: left + (width - code.side) / 2, top: y + code.y };
  const [before, ...after] = lines;
  const put = ({ tag, text, y: top, lang, ...setting }: (typeof lines)[number]) => {
    const place = { x: x + (width - textWidth) / 2, width: textWidth, align: "center" } as const;
    sheet.write(tag, text, y + top, { ...place, ...setting }, { ...readAloud(text), ...(lang ? { lang } : {}) });
  };
  sheet.group("Sect", () => {
    if (before) put(before);
    sheet.leaf("Figure", () => drawBarcode(sheet, code.barcode, box.left, box.top, code.side), {
      alt: isolate(code.alt),
      bbox: [box.left, box.top, box.left + code.side, box.top + code.side],
    });
    for (const line of after) put(line);
  });
}
