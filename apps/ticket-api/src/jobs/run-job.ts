import { later } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { type Party, type Unreachable, unreachableIn } from "../integrations/unreachable.ts";
import type { JobHandler } from "./job.ts";
import { failJob, finishJob, leaveJob, postponeJob, rescheduleJob } from "./job-store.ts";
import type { Taken } from "./lease-jobs.ts";
import { beginOutage, endOutage } from "./outage-store.ts";

/** Failures in a row after which a job is given up: after 5 hours and 4 minutes, with the pauses below. */
const attemptsMax = 20;
const pauseMs = (attempts: number): number => Math.min(2 ** attempts * 1_000, 1_800_000);

/**
 * Runs one job and records the result. Throws only if the result cannot be recorded: then the lease expires and the job runs again.
 */
export async function runJob(deps: Dependencies, taken: Taken): Promise<void> {
  const { work, holder, asks } = taken;
  // The process stalled since it leased the job: another one may have taken it over.
  if (!deps.heartbeat.isFresh()) return leaveJob(deps.db, { id: work.id, holder });
  const handler = deps.jobHandlers[work.kind];
  try {
    if (handler === undefined) throw new Error(`No handler for job ${work.kind}`);
    deps.failpoint("job-leased");
    const end = await handler(deps, work);
    deps.failpoint("job-done");
    if (end === undefined) await finishJob(deps.db, { id: work.id, holder });
    else
      await rescheduleJob(deps.db, { id: work.id, holder }, { dueAt: end.again.toISOString(), payload: end.payload });
    if (asks !== undefined) await endPartyOutage(deps, asks);
  } catch (error) {
    const unreachable = unreachableIn(error);
    if (unreachable === undefined) await failed(deps, taken, handler, error);
    else await postponed(deps, taken, unreachable, error);
    // It failed for this job only, so the party is reachable.
    if (unreachable?.onlyThis === true && asks !== undefined) await endPartyOutage(deps, asks);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function failed(
  deps: Dependencies,
  { work, holder }: Taken,
  handler: JobHandler | undefined,
  error: unknown,
): Promise<void> {
  const { id, kind, key } = work;
  const attempts = work.attempts + 1;
  const now = deps.clock.now();
  const isOver = attempts >= attemptsMax && handler?.recurring !== true;
  const dueAt = later(now, pauseMs(attempts)).toISOString();
  await failJob(
    deps.db,
    { id, holder },
    { dueAt, error: messageOf(error), givenUpAt: isOver ? now.toISOString() : null },
  );
  if (isOver) deps.log.error({ work: kind, key, attempts, err: error }, "job given up");
  else deps.log.warn({ work: kind, key, attempts, err: error }, "job failed");
}

/** Logs once per outage of a party, not once per waiting job. */
async function postponed(
  deps: Dependencies,
  { work: { id, kind, key }, holder }: Taken,
  { party, onlyThis }: Pick<Unreachable, "party" | "onlyThis">,
  error: unknown,
): Promise<void> {
  const at = deps.clock.iso();
  await postponeJob(deps.db, { id, holder }, at, messageOf(error));
  // An outage of the database is logged by the runner. One of several payment providers does not hold up the jobs of the others.
  const isOneOfSeveral = party === "payment-provider" && deps.payments.accounts().length > 1;
  const isOutage = !onlyThis && !isOneOfSeveral && party !== "database";
  const isNew = isOutage && (await beginOutage(deps.db, party, at));
  const details = { party, work: kind, key, err: error };
  if (isNew) deps.log.warn(details, "party unreachable: its jobs wait");
  else deps.log.debug(details, "job waits for an unreachable party");
}

/** Ends the outage of a party after one of its jobs succeeded. */
async function endPartyOutage(deps: Dependencies, party: Party): Promise<void> {
  const over = await endOutage(deps.db, party);
  if (over !== undefined) deps.log.info({ party, since: over.since }, "party reachable again");
}
