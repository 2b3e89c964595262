import type { Dependencies } from "../dependencies.ts";
import { unreachableParty } from "../integrations/unreachable.ts";
import { type Queue, queues } from "./job-store.ts";
import { takeDue } from "./lease-jobs.ts";
import { loadShedding } from "./load-shedding.ts";
import { runJob } from "./run-job.ts";

const pollMs = 1_000;
/** Wake-ups within this time share one poll. */
const wakeMs = 50;

export interface Runner {
  start(): void;
  /** Polls very soon. */
  wake(): void;
  /** Runs every job that is due now, and those that become due through them; resolves when none is left. */
  drain(): Promise<void>;
  /** Lets running jobs finish and starts no more. */
  stop(): Promise<void>;
}

/** How many jobs of a queue run concurrently, and how many free slots trigger the next lease. */
const slots: Readonly<Record<Queue, { most: number; refill: number }>> = {
  urgent: { most: 4, refill: 1 },
  emails: { most: 16, refill: 8 },
  others: { most: 8, refill: 1 },
};

/** How many e-mails are sent concurrently while requests keep the process busy. */
const emailsBesideRequests = 2;

/** Runs due jobs by the installation's clock, a few at a time; several processes share them. */
export function runner(deps: Dependencies): Runner {
  let stopped = true;
  let timer: NodeJS.Timeout | undefined;
  let waking: NodeJS.Timeout | undefined;
  let isDatabaseDown = false;
  const running = new Map<Queue, { over: Promise<void>; nudge(): void }>();

  const shedding = loadShedding(deps, "emails");
  /** How many jobs of a queue may run now. */
  const concurrencyNow = async (queue: Queue, active: ReadonlySet<Promise<void>>): Promise<number> => {
    const { most } = slots[queue];
    if (queue !== "emails") return most;
    if (shedding.now() === undefined) await Promise.all(active);
    const load = shedding.now() ?? (await shedding.look(() => stopped));
    return load === "free" ? most : emailsBesideRequests;
  };

  /** Runs the jobs of a queue until none is due. `nudged` returns a promise that resolves when more may be due. */
  const run = async (queue: Queue, nudged: () => Promise<void>): Promise<void> => {
    const active = new Set<Promise<void>>();
    try {
      for (;;) {
        const nextNudge = nudged();
        const most = await concurrencyNow(queue, active);
        const taken = stopped || active.size >= most ? [] : await takeDue(deps, queue, most - active.size);
        onDatabaseUp();
        for (const one of taken) {
          const over: Promise<void> = runJob(deps, one)
            .catch(onDatabaseError)
            .finally(() => active.delete(over));
          active.add(over);
        }
        if (active.size === 0) return;
        if (taken.length === 0) await Promise.race([...active, nextNudge]);
        while (active.size > Math.max(0, most - slots[queue].refill)) await Promise.race(active);
      }
    } finally {
      await Promise.all(active);
    }
  };

  const onDatabaseError = (error: unknown): void => {
    const isDown = unreachableParty(error) === "database";
    if (!isDown) deps.log.error({ err: error }, "jobs could not be read");
    else if (!isDatabaseDown) deps.log.error({ err: error }, "database unreachable: jobs wait");
    isDatabaseDown ||= isDown;
  };
  const onDatabaseUp = (): void => {
    if (isDatabaseDown) deps.log.info("database reachable again");
    isDatabaseDown = false;
  };

  const pollQueue = (queue: Queue): void => {
    const current = running.get(queue);
    if (current !== undefined) {
      current.nudge();
      return;
    }
    let nextNudge = Promise.withResolvers<void>();
    let isNudged = false;
    const over = run(queue, () => {
      nextNudge = Promise.withResolvers<void>();
      isNudged = false;
      return nextNudge.promise;
    })
      .catch(onDatabaseError)
      .finally(() => {
        running.delete(queue);
        if (isNudged && !stopped) pollQueue(queue);
      });
    const nudge = () => {
      isNudged = true;
      nextNudge.resolve();
    };
    running.set(queue, { over, nudge });
  };
  const pollAll = () => queues.forEach(pollQueue);
  const allOver = () => Promise.all([...running.values()].map(({ over }) => over));

  /** Runs one round of a queue and waits for it, for `drain`. */
  const round = async (queue: Queue): Promise<number> => {
    const taken = await takeDue(deps, queue, slots[queue].most);
    await Promise.all(taken.map((one) => runJob(deps, one)));
    return taken.length;
  };

  return {
    start: () => {
      stopped = false;
      timer = setInterval(pollAll, pollMs);
      timer.unref();
    },
    wake: () => {
      if (stopped || waking !== undefined) return;
      waking = setTimeout(() => {
        waking = undefined;
        if (!stopped) pollAll();
      }, wakeMs);
    },
    drain: async () => {
      await allOver();
      let done: number;
      do {
        done = 0;
        for (const queue of queues) done += await round(queue);
      } while (done > 0);
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      clearTimeout(waking);
      await allOver();
    },
  };
}
