import type { Dependencies } from "../dependencies.ts";
import type { Party } from "../integrations/unreachable.ts";
import { type DueJob, leaseDue, type Queue } from "./job-store.ts";
import { readOutages, retryLater } from "./outage-store.ts";

/** So long (of real time) a job is this process's own. */
const leaseMs = 60_000;

/** The kinds of which a dead process's jobs wait until their lease is over: a second run would be seen outside. */
const leftToLease = ({ jobHandlers }: Pick<Dependencies, "jobHandlers">): string[] =>
  Object.entries(jobHandlers).flatMap(([kind, { isSeenTwice }]) => (isSeenTwice ? [kind] : []));

/** The kinds of jobs that cannot be done without these parties. */
export const kindsNeeding = ({ jobHandlers }: Pick<Dependencies, "jobHandlers">, parties: readonly Party[]): string[] =>
  Object.entries(jobHandlers).flatMap(([kind, { needs }]) =>
    needs !== undefined && parties.includes(needs) ? [kind] : [],
  );

/** A job that was taken; when its party was thought to be away, by it is seen whether that still is so. */
export interface Taken {
  work: DueJob;
  /** Under which it was taken (`Heartbeat`). */
  holder: string | null;
  asks: Party | undefined;
}

/**
 * Takes jobs of a queue that are due. Those that need a party which is away stay where they are, however many they are; one of
 * them is taken when it is time to ask that party again.
 */
export async function takeDue(deps: Dependencies, queue: Queue, limit: number): Promise<Taken[]> {
  const { holder, isFresh } = deps.heartbeat;
  // What is taken under a heartbeat that others do not see would be theirs to take.
  if (!isFresh()) return [];
  const now = deps.clock.iso();
  const outages = await readOutages(deps.db);
  const without = kindsNeeding(
    deps,
    outages.map(({ party }) => party),
  );
  const due = await leaseDue(deps.db, now, {
    queue,
    limit,
    leaseMs,
    holder,
    leftToLease: leftToLease(deps),
    without,
  });
  const taken: Taken[] = due.map((work) => ({ work, holder, asks: undefined }));
  for (const { party } of outages.filter(({ retryAt }) => retryAt <= now))
    taken.push(...(await takeOneToAsk(deps, queue, party, now)));
  return taken;
}

async function takeOneToAsk(deps: Dependencies, queue: Queue, party: Party, now: string): Promise<Taken[]> {
  const { holder } = deps.heartbeat;
  const wanted = {
    queue,
    limit: 1,
    leaseMs,
    holder,
    leftToLease: leftToLease(deps),
    only: kindsNeeding(deps, [party]),
  };
  const due = await leaseDue(deps.db, now, wanted);
  if (due.length > 0) await retryLater(deps.db, party, now);
  return due.map((work) => ({ work, holder, asks: party }));
}
