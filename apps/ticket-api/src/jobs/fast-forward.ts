import { hoursMs, later, type MovableClock } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { firstDue, nextDue } from "./job-store.ts";
import { kindsNeeding } from "./lease-jobs.ts";
import { readOutages } from "./outage-store.ts";
import { runner } from "./runner.ts";
import { lookingAround } from "./scheduled-jobs.ts";

/** How many steps a walk takes at most, so that work that always asks again cannot hold it for ever. */
const fastForwardStepsMax = 100_000;
/** In a walk a party that is away is asked again after a share of that time, lest a week were two thousand steps. */
const awayShare = 1 / 12;
const awayLateMaxMs = hoursMs(6);
/** So late may be in a walk what only looks around: else a year would be fifty thousand steps. */
const seldom = { kinds: lookingAround, lateByMs: hoursMs(24) };

/**
 * Moves the clock to `target`, stopping at every instant at which something is due, and doing it there, in order; answers the
 * steps. What only looks around is done wherever the walk stops, at least once a day, and at its end.
 */
export async function fastForward(
  deps: Dependencies,
  clock: MovableClock,
  target: Date,
  moved: () => Promise<void>,
): Promise<number> {
  const work = runner(deps);
  let steps = 0;
  for (; steps < fastForwardStepsMax; steps += 1) {
    const due = await nextStop(deps, target);
    if (due === undefined) break;
    const at = new Date(due);
    if (at > clock.now()) await moveTo(clock, at, moved);
    await work.drain();
    const isHeld = (await nextStop(deps, clock.now())) !== undefined;
    if (isHeld) await new Promise((wait) => setTimeout(wait, 20));
  }
  if (target > clock.now()) await moveTo(clock, target, moved);
  await work.drain();
  return steps;
}

/** The next instant, up to `until`, at which a job is due or a party that jobs wait for is asked again. */
async function nextStop(deps: Dependencies, until: Date): Promise<string | undefined> {
  const { db } = deps;
  const outages = await readOutages(db);
  const stops: string[] = [];
  for (const { party, since, retryAt } of outages) {
    const first = await firstDue(db, kindsNeeding(deps, [party]));
    if (first === undefined) continue;
    const awayMs = Date.parse(retryAt) - Date.parse(since);
    const asked = later(new Date(retryAt), Math.min(awayMs * awayShare, awayLateMaxMs)).toISOString();
    stops.push([first, asked].sort().at(-1) ?? asked);
  }
  const kinds = kindsNeeding(
    deps,
    outages.map(({ party }) => party),
  );
  const due = await nextDue(db, until.toISOString(), seldom, kinds);
  if (due !== undefined) stops.push(due);
  return stops.sort().find((stop) => stop <= until.toISOString());
}

async function moveTo(clock: MovableClock, at: Date, moved: () => Promise<void>): Promise<void> {
  clock.setOffset(clock.offsetMs() + at.getTime() - clock.now().getTime());
  await moved();
}
