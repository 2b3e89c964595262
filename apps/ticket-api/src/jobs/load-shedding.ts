import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { later } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { oldestDue, type Queue } from "./job-store.ts";

/** Above this share of its time at work the process has customers to see to. */
const busyShare = 0.5;
/** Nobody waits longer than this for a letter that could go out. */
const patienceMs = 60_000;
const lookMs = 100;
/** A look holds for so long: sending keeps the process busy too, and must not be taken for customers. */
const holdsMs = 2_000;

/** `free`: as many letters as can be; `late`: customers keep the process busy, but the oldest letter waits for a minute. */
export type Way = "free" | "late";

/** Says how many letters may go out, so that they and their documents take no time from a purchase. */
export interface LoadShedding {
  /** How it was found a moment ago; undefined: it is time to look, with nothing of the queue under way. */
  now(): Way | undefined;
  /** Waits while the process is busy with customers; never once the oldest is a minute late, and never after `stopped` says so. */
  look(stopped: () => boolean): Promise<Way>;
}

export function loadShedding(deps: Dependencies, queue: Queue): LoadShedding {
  let found: { way: Way; until: number } | undefined;
  const look = async (stopped: () => boolean): Promise<Way> => {
    for (let looks = 0; looks < patienceMs / lookMs && !stopped(); looks += 1) {
      const oldest = await oldestDue(deps.db, queue, deps.clock.iso());
      if (oldest === undefined) return "free";
      const before = performance.eventLoopUtilization();
      await wait(lookMs);
      if (performance.eventLoopUtilization(before).utilization < busyShare) return "free";
      if (oldest <= later(deps.clock.now(), -patienceMs).toISOString()) return "late";
    }
    return "late";
  };
  return {
    now: () => (found !== undefined && performance.now() < found.until ? found.way : undefined),
    look: async (stopped) => {
      const way = await look(stopped);
      found = { way, until: performance.now() + holdsMs };
      return way;
    },
  };
}
