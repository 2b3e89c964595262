import { firstLineOf } from "./postgres-unavailable.ts";
import type { Exit, Postmaster } from "./postmaster.ts";

/** Unexpected exit of PostgreSQL; `restarting` false: it stays down. */
export type UnexpectedExit = Exit & { restarting: boolean };

/** Maximum of restarts within the window; more do not help. */
const mostRestarts = 5;
const restartWindowMs = 60_000;

/** Keeps PostgreSQL running at the same address: restarts it, with crash recovery, after each unexpected exit. */
export async function keepRunning(
  start: () => Promise<Postmaster>,
  log: (line: string) => void,
  onExit: (exit: UnexpectedExit) => void,
): Promise<{ stop(): Promise<void> }> {
  let current = await start();
  let stopping = false;
  const ends: number[] = [];

  const mayRestart = () => {
    const now = performance.now();
    ends.push(now);
    return ends.filter((end) => now - end < restartWindowMs).length <= mostRestarts;
  };

  /** Restarts PostgreSQL; false if it stays down. An exit during the start counts too. */
  const startAgain = async (exit: Exit): Promise<boolean> => {
    for (;;) {
      const restarting = mayRestart();
      log(
        `PostgreSQL exited unexpectedly (${exit.signal ?? `code ${exit.code}`})${restarting ? ", restarting it" : ""}`,
      );
      onExit({ ...exit, restarting });
      if (!restarting) return false;
      try {
        current = await start();
        return true;
      } catch (failure) {
        log(firstLineOf(failure));
        if (stopping) return false;
      }
    }
  };

  const stay = async (): Promise<void> => {
    for (;;) {
      const exit = await current.exited;
      if (stopping || !(await startAgain(exit))) return;
      // A stop was requested during the start.
      if (stopping) return current.stop();
    }
  };
  const staying = stay();

  return {
    async stop() {
      stopping = true;
      await current.stop();
      await staying;
    },
  };
}
