import type { FastifyBaseLogger } from "fastify";

export interface BackgroundTasks {
  /** Tracks a task that no request waits for; errors are logged. */
  add(promise: Promise<unknown>): void;
  /** Resolves when all tasks have finished. */
  over(): Promise<void>;
}

/** Tracks work that continues after a response was sent, so that the process can wait for it before it exits. */
export function backgroundTasks(log: Pick<FastifyBaseLogger, "error">): BackgroundTasks {
  const pending = new Set<Promise<void>>();
  return {
    add: (promise) => {
      const task = promise
        .then(
          () => undefined,
          (error) => log.error({ err: error }, "background task failed"),
        )
        .finally(() => pending.delete(task));
      pending.add(task);
    },
    over: async () => {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
