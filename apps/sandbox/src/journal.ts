import { constants } from "node:fs";
import { type FileHandle, open, rename } from "node:fs/promises";
import { dirname } from "node:path";

const newline = 0x0a;
const readBytes = 1 << 20;
/** On Linux a write answers only when it is on the disk, as if flushed: one call to the system where there were two. */
const writesReachDisk = process.platform === "linux";
const openedTo = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | (writesReachDisk ? constants.O_DSYNC : 0);

export interface Journal {
  /** Adds a line (without line break) and answers once it is on the disk, together with all that came in meanwhile. */
  append(line: string): Promise<void>;
  /** Adds a line that nobody waits for: it goes with the next one, or at the close. */
  note(line: string): void;
  /** Answers once everything added so far is on the disk. */
  settled(): Promise<void>;
  /** Bytes written since the file began. */
  size(): number;
  close(): Promise<void>;
}

/**
 * Opens an append-only file of lines, hands each whole line to `replay` in order and cuts off a last line that a crash
 * left half written. `broken` is called once when the disk refuses a write: from then on every append is refused.
 */
export async function openJournal(
  path: string,
  replay: (line: string) => void,
  broken: (cause: unknown) => void = () => {},
): Promise<Journal> {
  const file = await open(path, openedTo, 0o600);
  let written = await replayLines(file, replay);
  await file.truncate(written);
  await syncFolder(path);

  let waiting: string[] = [];
  let flushing: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let failure: unknown;

  async function flush(): Promise<void> {
    await flushing?.catch(() => {});
    const batch = waiting;
    waiting = [];
    flushing = next;
    next = undefined;
    if (failure !== undefined) throw failure;
    try {
      const bytes = Buffer.from(batch.join(""));
      await writeWhole(file, bytes);
      if (!writesReachDisk) await file.datasync();
      written += bytes.length;
    } catch (cause) {
      failure = cause;
      broken(cause);
      throw cause;
    }
  }

  function settled(): Promise<void> {
    return next ?? flushing ?? Promise.resolve();
  }

  return {
    append(line) {
      waiting.push(`${line}\n`);
      next ??= flush();
      return next;
    },
    note(line) {
      waiting.push(`${line}\n`);
    },
    settled,
    size: () => written,
    async close() {
      if (waiting.length > 0) next ??= flush();
      await settled().catch(() => {});
      await file.close();
    },
  };
}

async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let from = 0; from < bytes.length; ) from += (await file.write(bytes, from)).bytesWritten;
}

/** Writes the lines as a whole new file in the place of the old one: after a crash it is one or the other. */
export async function replaceJournal(path: string, lines: Iterable<string>): Promise<void> {
  const fresh = `${path}.new`;
  const file = await open(fresh, "w", 0o600);
  try {
    for (const line of lines) await file.appendFile(`${line}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, path);
  await syncFolder(path);
}

/** Answers the length of the whole lines in bytes. */
async function replayLines(file: FileHandle, replay: (line: string) => void): Promise<number> {
  let position = 0;
  let whole = 0;
  let rest: Buffer[] = [];
  const buffer = Buffer.alloc(readBytes);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, readBytes, position);
    if (bytesRead === 0) return whole;
    let start = 0;
    for (;;) {
      const end = buffer.subarray(0, bytesRead).indexOf(newline, start);
      if (end === -1) break;
      const line = Buffer.concat([...rest, buffer.subarray(start, end)]);
      rest = [];
      if (line.length > 0) replay(line.toString());
      start = end + 1;
      whole = position + start;
    }
    rest.push(Buffer.from(buffer.subarray(start, bytesRead)));
    position += bytesRead;
  }
}

// A file is only found after a loss of power when its folder is on the disk too.
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
