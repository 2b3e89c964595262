import { later } from "../clock.ts";
import type { House } from "../house.ts";
import { giveWay } from "./give-way.ts";
import { timedWork } from "./timed-work.ts";
import { type DueWork, finishWork, giveUp, type Lane, leaseDue, putOff } from "./work-store.ts";

const leaseMs = 60_000;
const lookMs = 1_000;
/** Those who wake it within this time share one look. */
const wakeMs = 50;
/** After so many failures a person looks; about nine hours with the waits below. */
const attemptsMax = 20;
const waitMs = (attempts: number): number => Math.min(2 ** attempts * 1_000, 1_800_000);

export interface Runner {
  start(): void;
  /** Looks very soon. */
  wake(): void;
  /** Does everything that is due now, and what that makes due, and answers when nothing is left. */
  drain(): Promise<void>;
  /** Lets the running work finish, then starts no more. */
  stop(): Promise<void>;
}

/** Letters wait for their documents and a mail server; what looks after money never stands behind them. */
const lanes: readonly Lane[] = [
  { of: "letters", batch: 2, givesWay: true },
  { of: "others", batch: 8, givesWay: false },
];

/** Does what is due by the installation's clock, a few at a time; several processes share the work. */
export function runner(house: House): Runner {
  let stopped = true;
  let timer: NodeJS.Timeout | undefined;
  let waking: NodeJS.Timeout | undefined;
  const running = new Map<Lane, Promise<void>>();
  const again = new Set<Lane>();

  const pass = async (lane: Lane): Promise<number> => {
    const due = await leaseDue(house.db, house.clock.iso(), { ...lane, leaseMs });
    await Promise.all(due.map((work) => doWork(house, work)));
    return due.length;
  };

  const run = async (lane: Lane): Promise<void> => {
    let done = 0;
    do {
      again.delete(lane);
      if (lane.givesWay) await giveWay(house, lane.of, () => stopped);
      done = stopped ? 0 : await pass(lane);
    } while (!stopped && (done > 0 || again.has(lane)));
  };

  const look = (lane: Lane): void => {
    if (running.has(lane)) {
      again.add(lane);
      return;
    }
    const done = run(lane)
      .catch((error) => house.log.error({ err: error }, "timed work could not be read"))
      .finally(() => running.delete(lane));
    running.set(lane, done);
  };
  const lookAtAll = () => lanes.forEach(look);

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
      await Promise.all(running.values());
      let done: number;
      do {
        done = 0;
        for (const lane of lanes) done += await pass(lane);
      } while (done > 0);
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      clearTimeout(waking);
      await Promise.all(running.values());
    },
  };
}

async function doWork(house: House, work: DueWork): Promise<void> {
  const act = timedWork[work.kind];
  try {
    if (act === undefined) throw new Error(`No timed work called ${work.kind}`);
    house.pass("work-taken");
    const end = await act(house, work);
    house.pass("work-done");
    if (end === undefined) await finishWork(house.db, work.id);
    else await putOff(house.db, work.id, { dueAt: end.again.toISOString(), payload: end.payload, afresh: end.afresh });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    house.log.warn({ work: work.kind, key: work.key, attempts: work.attempts, err: error }, "timed work failed");
    if (work.attempts >= attemptsMax) await giveUp(house.db, work.id, house.clock.iso(), message);
    else {
      const dueAt = later(house.clock.now(), waitMs(work.attempts)).toISOString();
      await putOff(house.db, work.id, { dueAt, error: message });
    }
  }
}
