import { uploadMaxBytes } from "@guichet/contract/limits/file-limits.ts";
import { type Frame, framesIn, writtenFrame } from "./frames.ts";
import { inspectFile } from "./inspect-file.ts";
import { Wanted } from "./wanted.ts";

/**
 * The program of the confined process: takes one file after the other from its standard input and answers on its standard
 * output what it found. It has no environment, no files and no network of its own to speak of; `inspection-pool.ts` starts
 * it, watches it and ends it.
 */
const say = (frame: Frame) => {
  for (const part of writtenFrame(frame)) process.stdout.write(part);
};
const nothing = Buffer.alloc(0);

say({ head: { ready: true }, body: nothing });
for await (const { head, body } of framesIn(process.stdin, uploadMaxBytes)) {
  const inspected = await inspectFile(body, Wanted.parse(head));
  if (!inspected.ok || !("bytes" in inspected.value)) say({ head: inspected, body: nothing });
  else {
    const { bytes, ...found } = inspected.value;
    say({ head: { ok: true, value: found }, body: bytes });
  }
}
