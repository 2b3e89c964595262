import type { Dependencies } from "../dependencies.ts";
import { unreachableParty } from "../integrations/unreachable.ts";
import { type Queue, queues } from "./job-store.ts";
import { takeDue } from "./lease-jobs.ts";
import { loadShedding } from "./load-shedding.ts";
import { runJob } from "./run-job.ts";

const lookMs = 1_000;
/** Those who wake it within this time share one look. */
const wakeMs = 50;

export interface Runner {
  start(): void;
  /** Looks very soon. */
  wake(): void;
  /** Does everything that is due now, and what that makes due, and answers when nothing is left. */
  drain(): Promise<void>;
  /** Lets the running work finish, then starts no more. */
  stop(): Promise<void>;
}

/** How many jobs of a queue are done at once, and when more are taken: when so many could begin. */
const slots: Readonly<Record<Queue, { most: number; refill: number }>> = {
  urgent: { most: 4, refill: 1 },
  letters: { most: 16, refill: 8 },
  others: { most: 8, refill: 1 },
};

/** So many letters go out at once beside customers who keep the process busy. */
const emailsBesideRequests = 2;

/** Does what is due by the installation's clock, a few at a time; several processes share the work. */
export function runner(deps: Dependencies): Runner {
  let stopped = true;
  let timer: NodeJS.Timeout | undefined;
  let waking: NodeJS.Timeout | undefined;
  let databaseIsAway = false;
  const running = new Map<Queue, { over: Promise<void>; nudge(): void }>();

  const way = loadShedding(deps, "letters");
  /** How many jobs of a queue may be under way now. */
  const mostNow = async (queue: Queue, active: ReadonlySet<Promise<void>>): Promise<number> => {
    const { most } = slots[queue];
    if (queue !== "letters") return most;
    if (way.now() === undefined) await Promise.all(active);
    const found = way.now() ?? (await way.look(() => stopped));
    return found === "free" ? most : emailsBesideRequests;
  };

  /** Does the jobs of a queue until none is due; `nudged` is told when there may be more. */
  const run = async (queue: Queue, nudged: () => Promise<void>): Promise<void> => {
    const active = new Set<Promise<void>>();
    try {
      for (;;) {
        const news = nudged();
        const most = await mostNow(queue, active);
        const taken = stopped || active.size >= most ? [] : await takeDue(deps, queue, most - active.size);
        databaseAnswers();
        for (const one of taken) {
          const over: Promise<void> = runJob(deps, one)
            .catch(databaseFails)
            .finally(() => active.delete(over));
          active.add(over);
        }
        if (active.size === 0) return;
        if (taken.length === 0) await Promise.race([...active, news]);
        while (active.size > Math.max(0, most - slots[queue].refill)) await Promise.race(active);
      }
    } finally {
      await Promise.all(active);
    }
  };

  const databaseFails = (error: unknown): void => {
    const isAway = unreachableParty(error) === "database";
    if (!isAway) deps.log.error({ err: error }, "timed work could not be read");
    else if (!databaseIsAway) deps.log.error({ err: error }, "the database cannot be reached: timed work waits");
    databaseIsAway ||= isAway;
  };
  const databaseAnswers = (): void => {
    if (databaseIsAway) deps.log.info("the database can be reached again");
    databaseIsAway = false;
  };

  const look = (queue: Queue): void => {
    const known = running.get(queue);
    if (known !== undefined) {
      known.nudge();
      return;
    }
    let news = Promise.withResolvers<void>();
    let isNudged = false;
    const over = run(queue, () => {
      news = Promise.withResolvers<void>();
      isNudged = false;
      return news.promise;
    })
      .catch(databaseFails)
      .finally(() => {
        running.delete(queue);
        if (isNudged && !stopped) look(queue);
      });
    const nudge = () => {
      isNudged = true;
      news.resolve();
    };
    running.set(queue, { over, nudge });
  };
  const lookAtAll = () => queues.forEach(look);
  const allOver = () => Promise.all([...running.values()].map(({ over }) => over));

  /** One round of a queue, for whoever waits until all is done. */
  const round = async (queue: Queue): Promise<number> => {
    const taken = await takeDue(deps, queue, slots[queue].most);
    await Promise.all(taken.map((one) => runJob(deps, one)));
    return taken.length;
  };

  return {
    start: () => {
      stopped = false;
      timer = setInterval(lookAtAll, lookMs);
      timer.unref();
    },
    wake: () => {
      if (stopped || waking !== undefined) return;
      waking = setTimeout(() => {
        waking = undefined;
        if (!stopped) lookAtAll();
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
