import { crc32, inflateRawSync } from "node:zlib";
import { feedEntriesMax, feedUnpackedMaxBytes } from "@guichet/contract/limits/travel-limits.ts";

export type Unzipped = { ok: true; files: Map<string, Buffer> } | { ok: false; message: string };

/** Signatures and sizes of the records of a ZIP archive (PKWARE APPNOTE 4.3). */
const end = { signature: 0x06054b50, bytes: 22, commentMax: 0xffff } as const;
const directoryEntry = { signature: 0x02014b50, bytes: 46 } as const;
const localHeader = { signature: 0x04034b50, bytes: 30 } as const;
const encrypted = 1;
const stored = 0;
const deflated = 8;
/** The maximum expansion of a byte by Deflate; an entry that claims more is not valid. */
const expansionMax = 1_040;

interface Entry {
  name: string;
  flags: number;
  method: number;
  crc: number;
  packed: number;
  unpacked: number;
  at: number;
}

/**
 * Unpacks the named files of a ZIP archive; others are skipped. Returns a message if it is not an archive, is encrypted,
 * uses a method other than deflate, is damaged, has duplicate names, or is larger than it says or than a feed may be.
 */
export function unzip(archive: Uint8Array, names: ReadonlySet<string>): Unzipped {
  const zip = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  try {
    const entries = directoryOf(zip).filter(({ name }) => names.has(name));
    const total = entries.reduce((sum, { unpacked }) => sum + unpacked, 0);
    if (total > feedUnpackedMaxBytes) throw new BadArchive(`unpacks to more than ${feedUnpackedMaxBytes} bytes`);
    const files = new Map<string, Buffer>();
    for (const entry of entries) {
      if (files.has(entry.name)) throw new BadArchive(`${entry.name} is in it twice`);
      files.set(entry.name, unpack(zip, entry));
    }
    return { ok: true, files };
  } catch (error) {
    if (error instanceof BadArchive) return { ok: false, message: error.message };
    if (error instanceof RangeError) return { ok: false, message: "not a whole ZIP archive" };
    throw error;
  }
}

class BadArchive extends Error {}

function directoryOf(zip: Buffer): Entry[] {
  const at = findEndRecord(zip);
  const count = zip.readUInt16LE(at + 10);
  const start = zip.readUInt32LE(at + 16);
  if (count === 0xffff || start === 0xffffffff) throw new BadArchive("a ZIP64 archive, which no feed needs");
  if (count > feedEntriesMax) throw new BadArchive(`holds more than ${feedEntriesMax} files`);
  const entries: Entry[] = [];
  let offset = start;
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(offset) !== directoryEntry.signature) throw new BadArchive("its list of files is damaged");
    const nameBytes = zip.readUInt16LE(offset + 28);
    entries.push({
      name: zip.toString("utf8", offset + directoryEntry.bytes, offset + directoryEntry.bytes + nameBytes),
      flags: zip.readUInt16LE(offset + 8),
      method: zip.readUInt16LE(offset + 10),
      crc: zip.readUInt32LE(offset + 16),
      packed: zip.readUInt32LE(offset + 20),
      unpacked: zip.readUInt32LE(offset + 24),
      at: zip.readUInt32LE(offset + 42),
    });
    offset += directoryEntry.bytes + nameBytes + zip.readUInt16LE(offset + 30) + zip.readUInt16LE(offset + 32);
  }
  return entries;
}

/** The offset of the end record, which is last, before a comment. */
function findEndRecord(zip: Buffer): number {
  const earliest = Math.max(0, zip.length - end.bytes - end.commentMax);
  for (let at = zip.length - end.bytes; at >= earliest; at -= 1) {
    if (zip.readUInt32LE(at) === end.signature) return at;
  }
  throw new BadArchive("not a ZIP archive");
}

function unpack(zip: Buffer, entry: Entry): Buffer {
  const { name, flags, method, packed, unpacked, at } = entry;
  if ((flags & encrypted) !== 0) throw new BadArchive(`${name} is encrypted`);
  if (method !== stored && method !== deflated) throw new BadArchive(`${name} is packed in an unknown way (${method})`);
  if (unpacked > packed * expansionMax + expansionMax) throw new BadArchive(`${name} cannot be as large as it says`);
  if (zip.readUInt32LE(at) !== localHeader.signature) throw new BadArchive(`${name} is damaged`);
  const from = at + localHeader.bytes + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  const bytes = zip.subarray(from, from + packed);
  if (bytes.length !== packed) throw new BadArchive(`${name} is cut off`);
  const file = method === stored ? bytes : inflate(name, bytes, unpacked);
  if (file.length !== unpacked || crc32(file) !== entry.crc) throw new BadArchive(`${name} is damaged`);
  return file;
}

function inflate(name: string, bytes: Buffer, unpacked: number): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, unpacked) });
  } catch {
    throw new BadArchive(`${name} is damaged, or larger than it says`);
  }
}
