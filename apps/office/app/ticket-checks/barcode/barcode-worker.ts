import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";

// The library would load its binary from a stranger's server: ours serves it.
prepareZXingModule({ overrides: { locateFile: () => wasm } });

/** Reads the Aztec code of each picture that arrives, and answers its text; null: there is none. */
addEventListener("message", async ({ data: { id, image } }: MessageEvent<{ id: number; image: ImageData }>) => {
  const options = { formats: ["Aztec" as const], tryHarder: true, maxNumberOfSymbols: 1 };
  const [found] = await readBarcodes(image, options).catch(() => []);
  postMessage({ id, text: found?.text ?? null });
});
