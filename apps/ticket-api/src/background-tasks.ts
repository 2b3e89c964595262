import type { FastifyBaseLogger } from "fastify";

export interface BackgroundTasks {
  /** Tracks a task that no request waits for; errors are logged. */
  add(work: Promise<unknown>): void;
  /** Resolves when all tasks have finished. */
  over(): Promise<void>;
}

/** Tracks work that goes on after a response was sent, so that the process can wait for it before it exits. */
export function backgroundTasks(log: Pick<FastifyBaseLogger, "error">): BackgroundTasks {
  const underWay = new Set<Promise<void>>();
  return {
    add: (work) => {
      const told = work
        .then(
          () => undefined,
          (error) => log.error({ err: error }, "background task failed"),
        )
        .finally(() => underWay.delete(told));
      underWay.add(told);
    },
    over: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
