import { constants, crc32, deflateRawSync, deflateSync } from "node:zlib";
import sharp from "sharp";
import { writtenPdf } from "./test-pdfs.ts";

/** Several megabytes of spaces as a zlib stream, built quickly by repeating one self-contained block. */
export function deflatedSpaces(megabytes: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(1024 * 1024, " "), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array.from({ length: megabytes }, () => piece),
    Buffer.from([3, 0]),
  ]);
}

const objectStream = (entries: string, bytes: Uint8Array) =>
  writtenPdf({ more: [{ entries: `/Type /ObjStm /N 1 /First 4 ${entries}`, bytes }] });

/** Small documents that unpack to hundreds of megabytes, or take forever to read. */
export const pdfBombs: Readonly<Record<string, () => Buffer>> = {
  "an object stream of 300 MB": () => objectStream("/Filter /FlateDecode", deflatedSpaces(300)),
  "the same, packed twice": () => objectStream("/Filter [/FlateDecode /FlateDecode]", deflateSync(deflatedSpaces(300))),
  "the same, with its names escaped": () =>
    writtenPdf({
      more: [{ entries: "/T#79pe /Obj#53tm /N 1 /F#69rst 4 /Filter /FlateDecode", bytes: deflatedSpaces(300) }],
    }),
  "the same, whose type stands elsewhere": () =>
    writtenPdf({
      more: ["/ObjStm", { entries: "/Type 4 0 R /N 1 /Alpha 4 /Filter /Fl#61teDecode", bytes: deflatedSpaces(600) }],
    }),
  "a table of objects of 300 MB": () =>
    writtenPdf({
      more: [{ entries: "/Type /XRef /W [1 2 1] /Size 9 /Filter /FlateDecode", bytes: deflatedSpaces(300) }],
    }),
  // Every byte repeats the next one 128 times, and that next byte is the same.
  "repetitions of repetitions": () => objectStream(`/Filter [${"/RunLengthDecode ".repeat(5)}]`, Buffer.alloc(64, 129)),
  "a page whose picture has 600 MB": () =>
    writtenPdf({ more: [{ entries: "/Type /XObject /Filter /FlateDecode", bytes: deflatedSpaces(600) }] }),
  "300,000 objects": () => writtenPdf({ more: Array.from({ length: 300_000 }, () => "1") }),
  "30,000 streams": () =>
    writtenPdf({ more: Array.from({ length: 30_000 }, () => ({ entries: "", bytes: Buffer.from("x") })) }),
};

/** A document with nested arrays. */
export const nestedPdf = (depth: number): Buffer => writtenPdf({ more: [`${"[".repeat(depth)}${"]".repeat(depth)}`] });

function pngChunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A picture of one bit per pixel, with more chunks before its pixels. */
export function writtenPng(
  { width, height }: { width: number; height: number },
  { chunks = [], pixels }: { chunks?: [type: string, body: Uint8Array][]; pixels?: Uint8Array } = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = pixels ?? deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 1 });
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", head),
    ...chunks.map(([type, body]) => pngChunk(type, body)),
    pngChunk("IDAT", rows),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

const named = (...before: string[]) =>
  Buffer.concat([Buffer.from(`${before.join("\0")}\0\0`, "latin1"), deflatedSpaces(600)]);

/** Small pictures whose metadata or colour profiles unpack to 600 MB. */
export const pngBombs: Readonly<Record<string, () => Buffer>> = {
  "a compressed text": () => writtenPng({ width: 400, height: 500 }, { chunks: [["zTXt", named("Comment")]] }),
  "a colour profile": () => writtenPng({ width: 400, height: 500 }, { chunks: [["iCCP", named("Profile")]] }),
};

/** A picture with thousands of passes, each over all of its pixels. */
export async function jpegOfPasses(
  passes: number,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const jpeg = await sharp({ create: { width, height, channels: 3, background: "#446688" } })
    .jpeg({ progressive: true })
    .toBuffer();
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const [before, pass, end] = [jpeg.subarray(0, last), jpeg.subarray(last, -2), jpeg.subarray(-2)];
  return Buffer.concat([before, ...Array.from({ length: passes }, () => pass), end]);
}

/** A JPEG whose header states another size than its pixels have. */
export async function jpegClaiming({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#446688" } })
    .jpeg()
    .toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}
