import { constants, openSync } from "node:fs";
import { type DestinationStream, pino } from "pino";

/** Lines that wait to be written; further ones are dropped rather than fill the memory. */
const waitingBytesMax = 4 * 1024 * 1024;
/** After a failed write what waits is tried again so often. */
const retryMs = 1_000;

/**
 * Standard output as a destination of log lines that never blocks the event loop: lines are written in the background,
 * and where they cannot be (a full disk, a reader that has stopped) they are dropped, never awaited, neither at work nor
 * at the end of the process.
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
  // A write that failed leaves its lines where they are, to be tried again.
  output.on("error", () => {
    failing = true;
  });
  output.on("write", () => {
    failing = false;
  });
  // At the end pino writes what is left, and would try a full disk or a full pipe for ever: what can be written at once is.
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

/** Standard output, opened so that a full pipe answers "try again" at once instead of holding a thread, even at the end. */
function unblockedStdout(): number {
  const { stdout } = process;
  try {
    return openSync(`/proc/self/fd/${stdout.fd}`, constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK);
  } catch {
    // A socket, or a system without /proc: its writes wait in a thread of their own.
    return stdout.fd;
  }
}
