import type { Dependencies } from "../dependencies.ts";
import type { Party } from "../integrations/unreachable.ts";
import { type DueJob, leaseDue, type Queue } from "./job-store.ts";
import { readOutages, retryLater } from "./outage-store.ts";

/** How long (of real time) a lease lasts. */
const leaseMs = 60_000;

/** Kinds of jobs that a dead process keeps until their lease expires, because a second run is visible outside. */
const leftToLease = ({ jobHandlers }: Pick<Dependencies, "jobHandlers">): string[] =>
  Object.entries(jobHandlers).flatMap(([kind, { isSeenTwice }]) => (isSeenTwice ? [kind] : []));

/** The kinds of jobs that need one of these parties. */
export const kindsNeeding = ({ jobHandlers }: Pick<Dependencies, "jobHandlers">, parties: readonly Party[]): string[] =>
  Object.entries(jobHandlers).flatMap(([kind, { needs }]) =>
    needs !== undefined && parties.includes(needs) ? [kind] : [],
  );

/** A leased job. With `asks`, it also tests whether that party is reachable again. */
export interface Taken {
  work: DueJob;
  /** The holder of the lease (`Heartbeat`). */
  holder: string | null;
  asks: Party | undefined;
}

/**
 * Leases due jobs of a queue. Jobs that need an unreachable party are skipped; when its retry is due, one of them is leased to test the
 * party.
 */
export async function takeDue(deps: Dependencies, queue: Queue, limit: number): Promise<Taken[]> {
  const { holder, isFresh } = deps.heartbeat;
  // Other processes could take over jobs leased under a heartbeat that they do not see.
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
    taken.push(...(await leaseProbe(deps, queue, party, now)));
  return taken;
}

async function leaseProbe(deps: Dependencies, queue: Queue, party: Party, now: string): Promise<Taken[]> {
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
