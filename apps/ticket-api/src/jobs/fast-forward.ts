import { hoursMs, later, type MovableClock } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { firstDue, nextDue } from "./job-store.ts";
import { kindsNeeding } from "./lease-jobs.ts";
import { readOutages } from "./outage-store.ts";
import { runner } from "./runner.ts";
import { pollingJobs } from "./scheduled-jobs.ts";

/** Maximum number of steps, so that a job that always reschedules itself cannot loop forever. */
const fastForwardStepsMax = 100_000;
/** A fast-forward retries an unreachable party after a share of its downtime; otherwise a week would take two thousand steps. */
const downtimeShare = 1 / 12;
const retryDelayMaxMs = hoursMs(6);
/** How late jobs that only poll may run in a fast-forward; otherwise a year would take fifty thousand steps. */
const polling = { kinds: pollingJobs, lateByMs: hoursMs(24) };

/**
 * Moves the clock to `target`, stopping at every instant at which a job is due and running it there, in order. Returns the number of steps.
 * Jobs that only poll run wherever the clock stops, at least once a day, and at the end.
 */
export async function fastForward(
  deps: Dependencies,
  clock: MovableClock,
  target: Date,
  moved: () => Promise<void>,
): Promise<number> {
  const jobRunner = runner(deps);
  let steps = 0;
  for (; steps < fastForwardStepsMax; steps += 1) {
    const due = await nextStop(deps, target);
    if (due === undefined) break;
    const at = new Date(due);
    if (at > clock.now()) await moveTo(clock, at, moved);
    await jobRunner.drain();
    const isLeased = (await nextStop(deps, clock.now())) !== undefined;
    if (isLeased) await new Promise((wait) => setTimeout(wait, 20));
  }
  if (target > clock.now()) await moveTo(clock, target, moved);
  await jobRunner.drain();
  return steps;
}

/** The next instant, up to `until`, at which a job is due or an unreachable party that jobs wait for is retried. */
async function nextStop(deps: Dependencies, until: Date): Promise<string | undefined> {
  const { db } = deps;
  const outages = await readOutages(db);
  const stops: string[] = [];
  for (const { party, since, retryAt } of outages) {
    const first = await firstDue(db, kindsNeeding(deps, [party]));
    if (first === undefined) continue;
    const downtimeMs = Date.parse(retryAt) - Date.parse(since);
    const retriedAt = later(new Date(retryAt), Math.min(downtimeMs * downtimeShare, retryDelayMaxMs)).toISOString();
    stops.push([first, retriedAt].sort().at(-1) ?? retriedAt);
  }
  const kinds = kindsNeeding(
    deps,
    outages.map(({ party }) => party),
  );
  const due = await nextDue(db, until.toISOString(), polling, kinds);
  if (due !== undefined) stops.push(due);
  return stops.sort().find((stop) => stop <= until.toISOString());
}

async function moveTo(clock: MovableClock, at: Date, moved: () => Promise<void>): Promise<void> {
  clock.setOffset(clock.offsetMs() + at.getTime() - clock.now().getTime());
  await moved();
}
