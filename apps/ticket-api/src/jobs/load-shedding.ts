import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { later } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { oldestDue, type Queue } from "./job-store.ts";

/** Event loop utilisation above which the process counts as busy with requests. */
const busyShare = 0.5;
/** The longest that a due e-mail waits for a busy process. */
const delayMaxMs = 60_000;
const sampleMs = 100;
/** How long a measurement stays valid. Sending e-mails keeps the process busy too, and must not count as requests. */
const validMs = 2_000;

/** `free`: no limit on e-mails; `late`: the process is busy with requests, but the oldest e-mail has waited for a minute. */
export type Way = "free" | "late";

/** Limits how many e-mails are sent at once, so that they and their documents do not slow down purchases. */
export interface LoadShedding {
  /** The last measurement; undefined: it has expired, measure again while no job of the queue runs. */
  now(): Way | undefined;
  /** Waits while the process is busy, but not once the oldest e-mail is a minute late or `stopped` returns true. */
  look(stopped: () => boolean): Promise<Way>;
}

export function loadShedding(deps: Dependencies, queue: Queue): LoadShedding {
  let found: { way: Way; until: number } | undefined;
  const look = async (stopped: () => boolean): Promise<Way> => {
    for (let samples = 0; samples < delayMaxMs / sampleMs && !stopped(); samples += 1) {
      const oldest = await oldestDue(deps.db, queue, deps.clock.iso());
      if (oldest === undefined) return "free";
      const before = performance.eventLoopUtilization();
      await wait(sampleMs);
      if (performance.eventLoopUtilization(before).utilization < busyShare) return "free";
      if (oldest <= later(deps.clock.now(), -delayMaxMs).toISOString()) return "late";
    }
    return "late";
  };
  return {
    now: () => (found !== undefined && performance.now() < found.until ? found.way : undefined),
    look: async (stopped) => {
      const way = await look(stopped);
      found = { way, until: performance.now() + validMs };
      return way;
    },
  };
}
