import { later } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { type Party, type Unreachable, unreachableIn } from "../integrations/unreachable.ts";
import type { JobHandler } from "./job.ts";
import { failJob, finishJob, leaveJob, postponeJob, rescheduleJob } from "./job-store.ts";
import type { Taken } from "./lease-jobs.ts";
import { beginOutage, endOutage } from "./outage-store.ts";

/** After so many failures in a row a person looks: after 5 hours and 4 minutes with the pauses below. */
const attemptsMax = 20;
const pauseMs = (attempts: number): number => Math.min(2 ** attempts * 1_000, 1_800_000);

/**
 * Does one job and writes down how it ended. Throws only when that cannot be written: then its lease runs out and it is
 * done again.
 */
export async function runJob(deps: Dependencies, taken: Taken): Promise<void> {
  const { work, holder, asks } = taken;
  // Stalled since it was taken: somebody else may have it.
  if (!deps.heartbeat.isFresh()) return leaveJob(deps.db, { id: work.id, holder });
  const act = deps.jobHandlers[work.kind];
  try {
    if (act === undefined) throw new Error(`No timed work called ${work.kind}`);
    deps.failpoint("work-taken");
    const end = await act(deps, work);
    deps.failpoint("work-done");
    if (end === undefined) await finishJob(deps.db, { id: work.id, holder });
    else
      await rescheduleJob(deps.db, { id: work.id, holder }, { dueAt: end.again.toISOString(), payload: end.payload });
    if (asks !== undefined) await partyAnswers(deps, asks);
  } catch (error) {
    const away = unreachableIn(error);
    if (away === undefined) await failed(deps, taken, act, error);
    else await postponed(deps, taken, away, error);
    // It could not do this one thing now, so it answers.
    if (away?.onlyThis === true && asks !== undefined) await partyAnswers(deps, asks);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function failed(
  deps: Dependencies,
  { work, holder }: Taken,
  act: JobHandler | undefined,
  error: unknown,
): Promise<void> {
  const { id, kind, key } = work;
  const attempts = work.attempts + 1;
  const now = deps.clock.now();
  const isOver = attempts >= attemptsMax && act?.recurring !== true;
  const dueAt = later(now, pauseMs(attempts)).toISOString();
  await failJob(
    deps.db,
    { id, holder },
    { dueAt, error: messageOf(error), givenUpAt: isOver ? now.toISOString() : null },
  );
  if (isOver) deps.log.error({ work: kind, key, attempts, err: error }, "timed work was given up");
  else deps.log.warn({ work: kind, key, attempts, err: error }, "timed work failed");
}

/** Told once for each time that a party goes away, not for each of the jobs that wait for it. */
async function postponed(
  deps: Dependencies,
  { work: { id, kind, key }, holder }: Taken,
  { party, onlyThis }: Pick<Unreachable, "party" | "onlyThis">,
  error: unknown,
): Promise<void> {
  const at = deps.clock.iso();
  await postponeJob(deps.db, { id, holder }, at, messageOf(error));
  // Of the database whoever looks for jobs tells.
  const isOutage = !onlyThis && party !== "database";
  const isNews = isOutage && (await beginOutage(deps.db, party, at));
  const told = { party, work: kind, key, err: error };
  if (isNews) deps.log.warn(told, "a party cannot be reached: what needs it waits");
  else deps.log.debug(told, "timed work waits for a party that cannot be reached");
}

/** A job that needs a party went well while that was thought to be away. */
async function partyAnswers(deps: Dependencies, party: Party): Promise<void> {
  const over = await endOutage(deps.db, party);
  if (over !== undefined) deps.log.info({ party, since: over.since }, "a party can be reached again");
}
