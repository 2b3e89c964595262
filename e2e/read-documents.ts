import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator, Page } from "playwright-core";
import { extractText, getDocumentProxy } from "unpdf";
import { vi } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

/** Extracts the text of a PDF, as a PDF reader finds it. */
export async function textOfPdf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(pdf)), { mergePages: true });
  return text;
}

let decoder: Promise<unknown> | undefined;

/** Decodes a code in a picture, with a library that did not draw it. */
export async function codeIn(picture: Uint8Array, format: "Aztec" | "QRCode"): Promise<string> {
  const wasm = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  const wasmBinary = Uint8Array.from(readFileSync(wasm)).buffer;
  decoder ??= prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  await decoder;
  const [found] = await readBarcodes(new Uint8Array(picture), { formats: [format] });
  if (found === undefined) throw new Error(`no ${format} code was found in the picture`);
  return found.text;
}

/** Decodes an Aztec code on the screen, cut out of a screenshot. */
export function codeOnScreen(page: Page, code: Locator): Promise<string> {
  // Hydration may replace or move the element between two of these steps: like a person with a scanner, this tries again.
  const scanned = async () => {
    await code.scrollIntoViewIfNeeded({ timeout: 5_000 });
    const box = await code.boundingBox({ timeout: 5_000 });
    if (box === null) throw new Error("the code is not on the screen");
    return codeIn(await page.screenshot({ clip: box }), "Aztec");
  };
  return vi.waitFor(scanned, { timeout: 30_000, interval: 500 });
}
