import { hoursMs, type MovableClock } from "../clock.ts";
import type { House } from "../house.ts";
import { runner } from "./runner.ts";
import { lookingAround } from "./standing-work.ts";
import { nextDue } from "./work-store.ts";

/** How many steps a walk takes at most, so that work that always asks again cannot hold it for ever. */
const walkStepsMax = 100_000;
/** So late may be in a walk what only looks around: else a year would be fifty thousand steps. */
const seldom = { kinds: lookingAround, lateByMs: hoursMs(24) };

/**
 * Moves the clock to `target`, stopping at every instant at which something is due, and doing it there, in order; answers the
 * steps. What only looks around is done wherever the walk stops, at least once a day, and at its end.
 */
export async function walk(
  house: House,
  clock: MovableClock,
  target: Date,
  moved: () => Promise<void>,
): Promise<number> {
  const work = runner(house);
  let steps = 0;
  for (; steps < walkStepsMax; steps += 1) {
    const due = await nextDue(house.db, target.toISOString(), seldom);
    if (due === undefined) break;
    const at = new Date(due);
    if (at > clock.now()) await moveTo(clock, at, moved);
    await work.drain();
    const isHeld = (await nextDue(house.db, clock.iso(), seldom)) !== undefined;
    if (isHeld) await new Promise((wait) => setTimeout(wait, 20));
  }
  if (target > clock.now()) await moveTo(clock, target, moved);
  await work.drain();
  return steps;
}

async function moveTo(clock: MovableClock, at: Date, moved: () => Promise<void>): Promise<void> {
  clock.setOffset(clock.offsetMs() + at.getTime() - clock.now().getTime());
  await moved();
}
