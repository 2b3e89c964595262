import { type Barcode, qr } from "@guichet/ticket-code/barcode.ts";
import { textsIn } from "../locales/texts.ts";
import type { Voice } from "./faces.ts";
import { isolate } from "./reading-order.ts";
import { setText } from "./setting.ts";
import { pointsPerMm, type Tag } from "./sheet.ts";
import type { Locale } from "./words.ts";

/** A vignette to print. `address`: the URL in its code, which leads any phone to the wallet (decision 069). */
export interface VignetteContents {
  number: string;
  name: string;
  line: string | null;
  address: string;
}

/** The common content of a network's vignettes; the first language is the network's own. */
export interface VignetteNetwork {
  name: string;
  languages: readonly Locale[];
}

/** A sticker in points; `text`: the width of its texts. Three rows of two fit on A4. */
export const stickerSize = { width: 82 * pointsPerMm, height: 92 * pointsPerMm, text: 72 * pointsPerMm } as const;
/** The side of the code, including the quiet zone. */
const codeSide = 44 * pointsPerMm;

/** One text of a sticker, centred; its top is in points below the sticker's. */
export interface StickerLine {
  tag: Tag;
  text: string;
  y: number;
  size: number;
  voice: Voice;
  leading: number;
  /** For a text that is not in the network's own language. */
  lang?: Locale;
}

export interface Sticker {
  lines: readonly StickerLine[];
  code: { barcode: Barcode; y: number; side: number; alt: string };
}

const leading = 1.35;

/** Lays out a vignette: network, code, number, location, then its purpose in each language. The same for paper and picture. */
export function stickerOf(vignette: VignetteContents, network: VignetteNetwork): Sticker {
  const [own = "fr"] = network.languages;
  const t = textsIn(own);
  const lines: StickerLine[] = [];
  let y = 0;
  const put = (tag: Tag, text: string, size: number, voice: Voice, lang?: Locale) => {
    const rows = setText(text, voice, size, own === "ar" ? "rtl" : "ltr", stickerSize.text).length;
    lines.push({ tag, text, y, size, voice, leading, ...(lang === undefined ? {} : { lang }) });
    y += rows * size * leading;
  };
  put("H1", isolate(network.name), 12, "display");
  const alt = t("vignette-pdf.code-alt", { number: vignette.number, place: vignette.name });
  const code = { barcode: qr(vignette.address), y, side: codeSide, alt };
  y += codeSide;
  put("P", isolate(vignette.number), 16, "boldFigures");
  const place = [
    isolate(vignette.name),
    ...(vignette.line === null ? [] : [t("vignette-pdf.line", { line: isolate(vignette.line) })]),
  ];
  put("P", place.join(" · "), 8, "bold");
  y += 3;
  for (const language of network.languages) {
    const use = textsIn(language)("vignette-pdf.use");
    // A sentence has its own direction, whatever the page's.
    put("P", `\u2068${use}\u2069`, 7, "text", language === own ? undefined : language);
  }
  const above = Math.max(0, (stickerSize.height - y) / 2);
  for (const part of [...lines, code]) part.y += above;
  return { lines, code };
}
