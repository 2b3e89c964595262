import { constants } from "node:fs";
import { type FileHandle, open, rename } from "node:fs/promises";
import { dirname } from "node:path";

const newline = 0x0a;
const readBytes = 1 << 20;
/** On Linux a synchronous write is one system call instead of a write and a flush. */
const writesReachDisk = process.platform === "linux";
const openedTo = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | (writesReachDisk ? constants.O_DSYNC : 0);

export interface Journal {
  /** Appends a line (without line break); resolves once it is stored, together with all lines added meanwhile. */
  append(line: string): Promise<void>;
  /** Appends a line without waiting: it is stored with the next one, or on close. */
  note(line: string): void;
  /** Resolves once all lines added so far are stored. */
  settled(): Promise<void>;
  /** Size of the file in bytes. */
  size(): number;
  close(): Promise<void>;
}

/**
 * Opens an append-only file of lines, passes each complete line to `replay` in order, and removes an incomplete last line left by a
 * crash. `broken` is called once when a write fails; all later appends are refused.
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

/** Replaces a file with these lines atomically: after a crash it is either the old or the new one. */
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

/** Returns the length of the complete lines in bytes. */
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

// After a power loss a file is only found if its folder was flushed too.
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
