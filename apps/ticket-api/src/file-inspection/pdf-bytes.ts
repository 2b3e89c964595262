import { promisify } from "node:util";
import { createInflate, type InputType, inflate as inflateWithCallback, type ZlibOptions } from "node:zlib";
import { err, ok, type Result } from "@guichet/contract/result.ts";

/** Maximum size of streams of objects and of tables of their positions: a reader unpacks them completely, in memory. */
const objectsMaxBytes = 16 * 1024 * 1024;
/** Maximum unpacked size of all streams of a document: two hundred ordinary scanned pages. */
const inflatedMaxBytes = 512 * 1024 * 1024;
const streamsMax = 20_000;
const objectsMax = 200_000;
/** How often an object stream may be packed: readers unpack one filter after the other, each completely. */
const layersMax = 4;
/** A stream up to this size is unpacked in one step, a longer one in chunks. */
const singleStepBytes = 1024 * 1024;
/** How far before a stream its dictionary is searched. */
const entriesMaxBytes = 4_096;

/**
 * Names of actions and embedded content in raw bytes (ISO 32000-2, 12.6.4 and 7.11.4). Long enough not to occur in compressed pictures by
 * chance; shorter ones are searched in the objects.
 */
const activeName =
  /\/(?:JavaScript|Launch|SubmitForm|ImportData|GoToR|GoToE|Rendition|RichMedia|RichMediaExecute|EmbeddedFiles?)(?![\w-])/;

/**
 * Checks a PDF without trusting its structure: every revision, objects that no table names, and packed object streams. Refuses active names
 * (`FILE_MIXED`), and documents that unpack to more than the limits (`FILE_TOO_COMPLEX`).
 */
export async function readsWithinLimits(bytes: Buffer): Promise<Result<true, "FILE_MIXED" | "FILE_TOO_COMPLEX">> {
  const text = bytes.toString("latin1");
  if (activeName.test(unescaped(text))) return err("FILE_MIXED");
  if (countOf(text, /\bobj\b/g, objectsMax) > objectsMax) return err("FILE_TOO_COMPLEX");
  let streams = 0;
  let inflated = 0;
  for (const { index, 0: keyword } of text.matchAll(/\bstream(?:\r\n|\n|\r)/g)) {
    streams += 1;
    if (streams > streamsMax) return err("FILE_TOO_COMPLEX");
    const entries = unescaped(text.slice(Math.max(0, index - entriesMaxBytes), index));
    const own = entries.slice(Math.max(0, entries.lastIndexOf("obj")));
    const packed = bytes.subarray(index + keyword.length);
    if (!mayBeDeflated(packed)) continue;
    if (/\/(?:ObjStm|XRef|First)(?![\w-])/.test(own)) {
      const objects = await inflatedObjects(packed);
      if (objects === "too long") return err("FILE_TOO_COMPLEX");
      if (activeName.test(unescaped(objects.toString("latin1")))) return err("FILE_MIXED");
      inflated += objects.length;
    } else {
      inflated += await inflatedLength(packed, inflatedMaxBytes - inflated);
    }
    if (inflated > inflatedMaxBytes) return err("FILE_TOO_COMPLEX");
  }
  return ok(true);
}

/** Decodes escapes in names: /J#61vaScript is /JavaScript. */
const unescaped = (text: string): string =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

function countOf(text: string, pattern: RegExp, most: number): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) {
    count += 1;
    if (count > most) break;
  }
  return count;
}

/** Checks the header of a zlib stream (RFC 1950): deflate, and a valid checksum. */
const mayBeDeflated = (packed: Buffer): boolean =>
  packed.length > 2 && ((packed[0] ?? 0) & 15) === 8 && packed.readUInt16BE(0) % 31 === 0;

const inflate: (packed: InputType, options: ZlibOptions) => Promise<Buffer> = promisify(inflateWithCallback);

/**
 * Unpacks an object stream with all its layers, each within the limit. An incomplete zlib stream is left to the reader, which refuses it as
 * damaged.
 */
async function inflatedObjects(packed: Buffer): Promise<Buffer | "too long"> {
  let unpacked: Buffer = Buffer.alloc(0);
  let next = packed;
  for (let layer = 0; mayBeDeflated(next); layer++) {
    if (layer === layersMax) return "too long";
    try {
      unpacked = await inflate(next, { maxOutputLength: objectsMaxBytes });
    } catch (failure) {
      return isTooLong(failure) ? "too long" : unpacked;
    }
    next = unpacked;
  }
  return unpacked;
}

const isTooLong = (failure: unknown): boolean =>
  failure instanceof Error && "code" in failure && failure.code === "ERR_BUFFER_TOO_LARGE";

/** The unpacked length of a stream, counted up to a little more than `most`, without keeping the content. */
async function inflatedLength(packed: Buffer, most: number): Promise<number> {
  try {
    return (await inflate(packed, { maxOutputLength: singleStepBytes })).length;
  } catch (failure) {
    if (!isTooLong(failure)) return 0;
  }
  const inflating = createInflate({ chunkSize: singleStepBytes });
  inflating.end(packed);
  let length = 0;
  try {
    for await (const chunk of inflating) {
      length += (chunk as Buffer).length;
      if (length > most) break;
    }
  } catch {
    // The remaining bytes are broken: the length so far counts.
  }
  return length;
}
