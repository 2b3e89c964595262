import { firstLineOf } from "./postgres-unavailable.ts";
import type { Exit, Postmaster } from "./postmaster.ts";

/** What the owner learns when PostgreSQL ends on its own; `restarting` false: it stays down. */
export type UnexpectedExit = Exit & { restarting: boolean };

/** More ends than this in the window mean that restarting does not help. */
const mostRestarts = 5;
const restartWindowMs = 60_000;

/** Keeps PostgreSQL running at the same address: starts it again, with crash recovery, whenever it ends unasked. */
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

  /** False when PostgreSQL stays down. An end while starting counts like any other. */
  const startAgain = async (exit: Exit): Promise<boolean> => {
    for (;;) {
      const restarting = mayRestart();
      log(`PostgreSQL ended unasked (${exit.signal ?? `code ${exit.code}`})${restarting ? ", starting it again" : ""}`);
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
      // Asked to stop while starting.
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
