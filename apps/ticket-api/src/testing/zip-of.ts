import { crc32, deflateRawSync } from "node:zlib";

export interface Packing {
  /** Whether to compress; uncompressed, the same files give the same bytes on every machine. */
  deflate?: boolean;
  /** The unpacked size that the directory claims, for archives that lie. */
  claimedBytes?: number;
  flags?: number;
  method?: number;
}

/** A ZIP archive of these files, in their order, dated 1 January 2026. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>, packing: Packing = {}): Buffer {
  return zipOfList(Object.entries(files), packing);
}

/** The same for a list, in which names may repeat. */
export function zipOfList(files: readonly (readonly [string, string | Uint8Array])[], packing: Packing = {}): Buffer {
  const { deflate = false, claimedBytes, flags = 0, method = deflate ? 8 : 0 } = packing;
  const bodies: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, content] of files) {
    const bytes = Buffer.from(content);
    const packed = deflate ? deflateRawSync(bytes) : bytes;
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(flags, 2);
    about.writeUInt16LE(method, 4);
    about.writeUInt16LE(0x5c21, 8);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(claimedBytes ?? bytes.length, 18);
    about.writeUInt16LE(Buffer.byteLength(name), 22);
    const body = Buffer.concat([signature(0x04034b50), about, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    list.push(Buffer.concat([signature(0x02014b50), about.subarray(0, 2), about, place, Buffer.from(name)]));
    bodies.push(body);
    at += body.length;
  }
  const listed = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, listed, signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
