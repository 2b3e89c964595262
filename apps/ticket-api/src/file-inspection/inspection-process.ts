import { uploadMaxBytes } from "@guichet/contract/limits/file-limits.ts";
import { type Frame, framesIn, writtenFrame } from "./frames.ts";
import { inspectFile } from "./inspect-file.ts";
import { Wanted } from "./wanted.ts";

/**
 * The program of the confined process: reads files one after the other from standard input and writes its findings to standard output. It
 * has no environment, files or network of its own; `inspection-pool.ts` starts, supervises and ends it.
 */
const send = (frame: Frame) => {
  for (const part of writtenFrame(frame)) process.stdout.write(part);
};
const nothing = Buffer.alloc(0);

send({ head: { ready: true }, body: nothing });
for await (const { head, body } of framesIn(process.stdin, uploadMaxBytes)) {
  const inspected = await inspectFile(body, Wanted.parse(head));
  if (!inspected.ok || !("bytes" in inspected.value)) send({ head: inspected, body: nothing });
  else {
    const { bytes, ...found } = inspected.value;
    send({ head: { ok: true, value: found }, body: bytes });
  }
}
