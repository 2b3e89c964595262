import { idempotencyHours } from "@guichet/contract/limits.ts";
import { hoursMs, later } from "../clock.ts";
import { dropDeadHeartbeats } from "../database/heartbeat-store.ts";
import type { Work } from "../jobs/work.ts";
import { dropOld } from "./idempotency-store.ts";

/** Timed work `repetitions-cleaning`: forgets answers whose key is no longer kept, and the heartbeats of processes long dead. */
export const cleanRepetitions: Work = async (house) => {
  const now = house.clock.now();
  await dropOld(house.db, later(now, -hoursMs(idempotencyHours)).toISOString());
  await dropDeadHeartbeats(house.db);
  return { again: later(now, hoursMs(1)) };
};
