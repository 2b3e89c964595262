/** A message between the Ticket API and the confined process: a small JSON head and a file. */
export interface Frame {
  head: unknown;
  body: Buffer;
}

const lengthsBytes = 8;
const headMaxBytes = 16 * 1024;

/** Encodes a frame: the lengths of head and body, then both. */
export function writtenFrame({ head, body }: Frame): Buffer[] {
  const json = Buffer.from(JSON.stringify(head), "utf8");
  const lengths = Buffer.alloc(lengthsBytes);
  lengths.writeUInt32BE(json.length, 0);
  lengths.writeUInt32BE(body.length, 4);
  return [lengths, json, body];
}

/** Reads frames from the chunks of a stream; throws if a frame is too long or its head is not JSON. */
export async function* framesIn(chunks: AsyncIterable<Buffer>, bodyMaxBytes: number): AsyncGenerator<Frame> {
  let waiting: Buffer[] = [];
  let received = 0;
  let needed = lengthsBytes;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    received += chunk.length;
    while (received >= needed) {
      const bytes = waiting.length === 1 && waiting[0] !== undefined ? waiting[0] : Buffer.concat(waiting, received);
      const headLength = bytes.readUInt32BE(0);
      const bodyLength = bytes.readUInt32BE(4);
      if (headLength > headMaxBytes || bodyLength > bodyMaxBytes) throw new Error("Frame too long");
      const end = lengthsBytes + headLength + bodyLength;
      waiting = [bytes];
      needed = end;
      if (received < end) break;
      const head: unknown = JSON.parse(bytes.toString("utf8", lengthsBytes, lengthsBytes + headLength));
      yield { head, body: bytes.subarray(lengthsBytes + headLength, end) };
      waiting = [bytes.subarray(end)];
      received = bytes.length - end;
      needed = lengthsBytes;
    }
  }
}
