import { constants, openSync } from "node:fs";
import { type DestinationStream, pino } from "pino";

/** Maximum size of buffered lines; further ones are dropped. */
const waitingBytesMax = 4 * 1024 * 1024;
/** Interval between attempts after a failed write. */
const retryMs = 1_000;

/**
 * Standard output as log destination that never blocks the event loop. Lines are written in the background; lines that
 * cannot be written (full disk, stalled reader) are dropped and never awaited, neither during work nor at the end of the
 * process.
 */
export function logOutput(): DestinationStream {
  let ending = false;
  let failing = false;
  const output = pino.destination({
    fd: unblockedStdout(),
    sync: false,
    minLength: 0,
    maxLength: waitingBytesMax,
    periodicFlush: retryMs,
    retryEAGAIN: () => !ending,
  });
  // After a failed write the lines stay buffered for the next attempt.
  output.on("error", () => {
    failing = true;
  });
  output.on("write", () => {
    failing = false;
  });
  // On exit pino flushes the rest, and would retry a full disk or pipe for ever; it is limited to what can be written immediately.
  process.prependListener("exit", () => {
    ending = true;
    try {
      if (!failing) output.flushSync();
    } catch {
      failing = true;
    }
    if (failing) output.destroy();
  });
  return output;
}

/** Opens standard output so that a full pipe returns EAGAIN instead of blocking a thread, even on exit. */
function unblockedStdout(): number {
  const { stdout } = process;
  try {
    return openSync(`/proc/self/fd/${stdout.fd}`, constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK);
  } catch {
    // A socket, or a system without /proc: its writes wait in a separate thread.
    return stdout.fd;
  }
}
