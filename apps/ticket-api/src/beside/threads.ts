import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { minutesMs } from "../clock.ts";
import type { Tasks } from "./tasks.ts";

type InputOf<Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];
type ResultOf<Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>;

/** Work that takes the processor for tens of milliseconds or more, in which nobody else could buy. */
export interface Beside {
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

/** One long piece of work does not keep a document waiting. */
const threadsMax = 2;

/** Threads of low priority, begun when there is work, ended when there was none for a while. */
export function besideThreads(): Beside {
  const filename = fileURLToPath(new URL("./thread.ts", import.meta.url));
  const pool = new Piscina({ filename, name: "run", minThreads: 0, maxThreads: threadsMax, idleTimeout: minutesMs(5) });
  return {
    run: (name, input, options = {}) => pool.run({ name, input }, options),
    close: () => pool.destroy(),
  };
}
