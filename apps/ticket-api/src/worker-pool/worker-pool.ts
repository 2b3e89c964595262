import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import type { Tasks } from "./tasks.ts";

type InputOf<Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];
type ResultOf<Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>;

/** Runs tasks that take tens of milliseconds or more of CPU time, which would block requests. */
export interface WorkerPool {
  /**
   * Runs a task on another thread. Fails with its error, or with "TimeoutError" or "AbortError" from `signal`, which ends the task.
   */
  run<Name extends keyof Tasks>(
    name: Name,
    input: InputOf<Name>,
    options?: { signal?: AbortSignal },
  ): Promise<ResultOf<Name>>;
  close(): Promise<void>;
}

/** One processor is left to requests; with more of them, one long task does not delay a document. */
const threadsMax = Math.max(1, Math.min(2, availableParallelism() - 1));
/**
 * Memory limits of a thread, in MB. Drawing creates much short-lived garbage: without a limit, the engine lets it grow to 128 MB per thread
 * before it collects, and is no faster. With these limits a thread uses 65 MB in all, fonts included.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 192 };
const idleMs = 30_000;

/** Threads of low priority, started on demand and ended when idle. */
export function workerPool(): WorkerPool {
  const filename = fileURLToPath(new URL("./worker.ts", import.meta.url));
  const pool = new Piscina({
    ...{ filename, name: "run", minThreads: 0, maxThreads: threadsMax, idleTimeout: idleMs },
    resourceLimits,
  });
  return {
    run: (name, input, options = {}) => pool.run({ name, input }, options),
    close: () => pool.destroy(),
  };
}
