import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { later } from "../clock.ts";
import type { House } from "../house.ts";
import { type Lane, oldestDue } from "./work-store.ts";

/** Above this share of its time at work the process has customers to see to. */
const busyShare = 0.5;
/** Nobody waits longer than this for a letter that could go out. */
const patienceMs = 60_000;
const lookAgainMs = 250;

/**
 * Waits while the process is busy with customers, so that letters and their documents take no time from a purchase; but
 * never once the oldest of the lane is a minute late, and never after `stopped` says so.
 */
export async function giveWay(house: House, lane: Lane["of"], stopped: () => boolean): Promise<void> {
  let before = performance.eventLoopUtilization();
  for (let looks = 0; looks < patienceMs / lookAgainMs && !stopped(); looks += 1) {
    const oldest = await oldestDue(house.db, lane, house.clock.iso());
    if (oldest === undefined || oldest <= later(house.clock.now(), -patienceMs).toISOString()) return;
    await wait(lookAgainMs);
    const share = performance.eventLoopUtilization(before).utilization;
    before = performance.eventLoopUtilization();
    if (share < busyShare) return;
  }
}
