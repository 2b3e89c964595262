import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import type { Tasks } from "./tasks.ts";

type InputOf<Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];
type ResultOf<Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>;

/** Work that takes the processor for tens of milliseconds or more, in which nobody else could buy. */
export interface WorkerPool {
  /**
   * Does one of the tasks on another thread. Fails with its error; with "TimeoutError" or "AbortError" by `signal`, which ends
   * what it runs.
   */
  run<Name extends keyof Tasks>(
    name: Name,
    input: InputOf<Name>,
    options?: { signal?: AbortSignal },
  ): Promise<ResultOf<Name>>;
  close(): Promise<void>;
}

/** One processor is the customers'; with more of them, one long piece of work does not keep a document waiting. */
const threadsMax = Math.max(1, Math.min(2, availableParallelism() - 1));
/**
 * What one thread may hold, in MB. Drawing makes much that is over at once: without a limit the engine lets that grow to 128
 * MB a thread before it tidies up, and is no faster for it. With them a thread holds 65 MB in all, fonts included.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 192 };
const idleMs = 30_000;

/** Threads of low priority, begun when there is work, ended when there was none for a while. */
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
