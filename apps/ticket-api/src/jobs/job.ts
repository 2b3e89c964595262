import type { Dependencies } from "../dependencies.ts";
import type { Party } from "../integrations/unreachable.ts";
import type { DueJob } from "./job-store.ts";

/** What a job says when it ends well: done, or to be done again at an instant, perhaps with another payload. */
export type JobResult = { again: Date; payload?: Record<string, unknown> } | undefined;

/**
 * What does a kind of job. Throws `Unreachable` when the other side is away: that never counts as a failure. Any other error counts,
 * and after too many in a row the job is given up.
 */
export interface JobHandler {
  (deps: Dependencies, work: DueJob): Promise<JobResult>;
  /** Without this party it cannot be done: while that is away, jobs of the kind wait untouched. */
  readonly needs?: Party;
  /** It goes on for as long as the installation stands, and is never given up. */
  readonly recurring?: true;
  /** Done twice it is seen outside: a job of a dead process waits until its lease is over (decision 088). */
  readonly isSeenTwice?: true;
}

declare module "../dependencies.ts" {
  interface Dependencies {
    /** What does each kind of job; the modules give it. */
    jobHandlers: JobHandlers;
  }
}

/** By the kind of a job, what does it. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** A kind of job that cannot be done without a party outside. */
export const needing = (needs: Party, work: JobHandler): JobHandler => Object.assign(copyOf(work), { needs });

/** A kind of job of which one row plans itself again and again. */
export const recurring = (work: JobHandler): JobHandler => Object.assign(copyOf(work), { recurring: true as const });

/** A kind of job that outside parties see twice when it is done twice. */
export const seenTwice = (work: JobHandler): JobHandler => Object.assign(copyOf(work), { isSeenTwice: true as const });

const copyOf = (work: JobHandler): JobHandler =>
  Object.assign<JobHandler, Omit<JobHandler, never>>((deps, due) => work(deps, due), work);
