import { idempotencyHours } from "@guichet/contract/limits/request-limits.ts";
import { hoursMs, later } from "../clock.ts";
import { dropDeadHeartbeats } from "../database/heartbeat-store.ts";
import type { JobHandler } from "../jobs/job.ts";
import { dropOld } from "./idempotency-store.ts";

/** Job `repetitions-cleaning`: deletes expired idempotency keys and the heartbeats of dead processes. */
export const cleanRepetitions: JobHandler = async (deps) => {
  const now = deps.clock.now();
  await dropOld(deps.db, later(now, -hoursMs(idempotencyHours)).toISOString());
  await dropDeadHeartbeats(deps.db);
  return { again: later(now, hoursMs(1)) };
};
