import type { Dependencies } from "../dependencies.ts";
import type { Party } from "../integrations/unreachable.ts";
import type { DueJob } from "./job-store.ts";

/** The result of a successful job: finished, or to be repeated at an instant, optionally with another payload. */
export type JobResult = { again: Date; payload?: Record<string, unknown> } | undefined;

/**
 * Runs one kind of job. Throws `Unreachable` when the other party cannot be reached, which never counts as a failure. Any other error
 * counts, and after too many in a row the job is given up.
 */
export interface JobHandler {
  (deps: Dependencies, work: DueJob): Promise<JobResult>;
  /** The party that the job needs: while it is unreachable, jobs of the kind are not started. */
  readonly needs?: Party;
  /** The job reschedules itself forever and is never given up. */
  readonly recurring?: true;
  /** A second run is visible to outside parties: a dead process's job waits until its lease expires (decision 088). */
  readonly isSeenTwice?: true;
}

declare module "../dependencies.ts" {
  interface Dependencies {
    /** The handler of each kind of job, provided by the modules. */
    jobHandlers: JobHandlers;
  }
}

/** Job handlers by the kind of job. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** Marks a handler as needing an outside party. */
export const needing = (needs: Party, work: JobHandler): JobHandler => Object.assign(copyOf(work), { needs });

/** Marks a handler whose single row reschedules itself. */
export const recurring = (work: JobHandler): JobHandler => Object.assign(copyOf(work), { recurring: true as const });

/** Marks a handler whose second run is visible to outside parties. */
export const seenTwice = (work: JobHandler): JobHandler => Object.assign(copyOf(work), { isSeenTwice: true as const });

const copyOf = (work: JobHandler): JobHandler =>
  Object.assign<JobHandler, Omit<JobHandler, never>>((deps, due) => work(deps, due), work);
