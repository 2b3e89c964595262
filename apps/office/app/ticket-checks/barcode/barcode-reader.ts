import wasmFile from "zxing-wasm/reader/zxing_reader.wasm?url";
import workerFile from "./barcode-worker.ts?worker&url";

/** What the reader loads: kept for checks without a connection. */
export const readerFiles = [workerFile, wasmFile];

/** Reads the text of an Aztec code in a picture; null: there is none. */
export type ReadBarcode = (image: ImageData) => Promise<string | null>;

/** The longest side of a picture in which a code is looked for, in pixels. */
const sideMax = 1600;

/** Starts the reader in a worker, which alone may run WebAssembly. `stop` ends it. */
export function startReader(): { read: ReadBarcode; stop(): void } {
  const worker = new Worker(workerFile, { type: "module" });
  const waiting = new Map<number, (text: string | null) => void>();
  let last = 0;
  worker.addEventListener("message", ({ data }: MessageEvent<{ id: number; text: string | null }>) => {
    waiting.get(data.id)?.(data.text);
    waiting.delete(data.id);
  });
  worker.addEventListener("error", () => {
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
  });
  return {
    read: (image) =>
      new Promise((resolve) => {
        last += 1;
        waiting.set(last, resolve);
        worker.postMessage({ id: last, image });
      }),
    stop: () => worker.terminate(),
  };
}

/** The pixels of a picture file; undefined: the browser cannot show it. */
export async function pixelsOfFile(file: Blob): Promise<ImageData | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (picture === undefined) return undefined;
  const pixels = pixelsOf(picture, picture.width, picture.height);
  picture.close();
  return pixels;
}

/** The pixels of a picture or of the current frame of a video, reduced to a useful size. */
export function pixelsOf(source: CanvasImageSource, width: number, height: number): ImageData | undefined {
  const scale = Math.min(1, sideMax / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  // A picture with a transparent ground is read on white.
  if (drawing === null) return undefined;
  drawing.fillStyle = "#fff";
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.drawImage(source, 0, 0, canvas.width, canvas.height);
  return drawing.getImageData(0, 0, canvas.width, canvas.height);
}
