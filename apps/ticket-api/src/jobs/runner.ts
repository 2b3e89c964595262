import { later, type MovableClock } from "../clock.ts";
import type { House } from "../house.ts";
import { timedWork } from "./timed-work.ts";
import { type DueWork, finishWork, giveUp, leaseDue, nextDue, putOff } from "./work-store.ts";

/** What a piece of work says when it ends well: done, or to be done again at an instant. */
export type WorkEnd = { again: Date; payload?: Record<string, unknown> } | undefined;
export type Work = (house: House, work: DueWork) => Promise<WorkEnd>;

const leaseMs = 60_000;
const lookMs = 1_000;
const batch = 8;
/** After so many failures a person looks; about nine hours with the waits below. */
const attemptsMax = 20;
const waitMs = (attempts: number): number => Math.min(2 ** attempts * 1_000, 1_800_000);

export interface Runner {
  start(): void;
  /** Looks at once. */
  wake(): void;
  /** Does everything that is due now, and what that makes due, and answers when nothing is left. */
  drain(): Promise<void>;
  /** Lets the running work finish, then starts no more. */
  stop(): Promise<void>;
}

/** Does what is due by the installation's clock, a few at a time; several processes share the work. */
export function runner(house: House): Runner {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = true;

  const pass = async (): Promise<number> => {
    const due = await leaseDue(house.db, house.clock.iso(), batch, leaseMs);
    await Promise.all(due.map((work) => doWork(house, work)));
    return due.length;
  };

  const look = (): Promise<void> => {
    if (running !== undefined) {
      again = true;
      return running;
    }
    running = (async () => {
      do {
        again = false;
        while (!stopped && (await pass()) > 0);
      } while (again && !stopped);
    })()
      .catch((error) => house.log.error({ err: error }, "timed work could not be read"))
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  return {
    start: () => {
      stopped = false;
      timer = setInterval(look, lookMs);
      timer.unref();
    },
    wake: () => {
      if (!stopped) void look();
    },
    drain: async () => {
      await running;
      while ((await pass()) > 0);
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

async function doWork(house: House, work: DueWork): Promise<void> {
  const act = timedWork[work.kind];
  try {
    if (act === undefined) throw new Error(`No timed work called ${work.kind}`);
    const end = await act(house, work);
    if (end === undefined) await finishWork(house.db, work.id);
    else await putOff(house.db, work.id, { dueAt: end.again.toISOString(), payload: end.payload });
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

/** How many steps a walk of the clock takes at most, so that work that always asks again cannot hold it for ever. */
const walkStepsMax = 100_000;

/** Moves the clock to `target`, stopping at every instant at which something is due, and doing it there, in order. */
export async function walk(
  house: House,
  clock: MovableClock,
  target: Date,
  moved: () => Promise<void>,
): Promise<number> {
  const work = runner(house);
  let steps = 0;
  for (; steps < walkStepsMax; steps += 1) {
    const due = await nextDue(house.db, target.toISOString());
    if (due === undefined) break;
    const at = new Date(due);
    if (at > clock.now()) await moveTo(clock, at, moved);
    await work.drain();
    if ((await nextDue(house.db, clock.iso())) !== undefined) await new Promise((wait) => setTimeout(wait, 20));
  }
  if (target > clock.now()) await moveTo(clock, target, moved);
  await work.drain();
  return steps;
}

async function moveTo(clock: MovableClock, at: Date, moved: () => Promise<void>): Promise<void> {
  clock.setOffset(clock.offsetMs() + at.getTime() - clock.now().getTime());
  await moved();
}
