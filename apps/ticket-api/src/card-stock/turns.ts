import { setImmediate } from "node:timers/promises";

/** How long a file is read at once, in milliseconds; then other calls of the process have their turn. */
const turnMs = 8;

/** Divides long work on the main thread into turns: between two items, `if (turn.isOver()) await turn.next()`. */
export function turns() {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began > turnMs,
    async next(): Promise<void> {
      await setImmediate();
      began = performance.now();
    },
  };
}
