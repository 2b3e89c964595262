import type { FastifyBaseLogger } from "fastify";

export interface Afterwards {
  /** What nobody waits for but the end of the process; a failure is told in the log. */
  add(work: Promise<unknown>): void;
  /** When all of it is over. */
  over(): Promise<void>;
}

/** Keeps what is still written down once an answer has gone out: repetitions find it, or do it again. */
export function afterwards(log: Pick<FastifyBaseLogger, "error">): Afterwards {
  const underWay = new Set<Promise<void>>();
  return {
    add: (work) => {
      const told = work
        .then(
          () => undefined,
          (error) => log.error({ err: error }, "what was left for after the answer failed"),
        )
        .finally(() => underWay.delete(told));
      underWay.add(told);
    },
    over: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
