import { daysMs, later } from "../clock.ts";
import type { JobHandler } from "../jobs/job.ts";
import { forgetOldPositions } from "../travel/geolocation.ts";
import { moveTicketsByClock } from "./ticket-use-store.ts";

/** So many tickets are moved in one go; the rest follow at once. */
const ticketsAtOnce = 1_000;

/**
 * Timed work `tickets-by-clock`, once a day: writes down which tickets began, ended or were used up by time alone, and drops where
 * somebody punched a month ago.
 */
export const moveTicketsByClockJob: JobHandler = async (deps) => {
  const now = deps.clock.now();
  const moved = await moveTicketsByClock(deps.db, now.toISOString(), ticketsAtOnce);
  await forgetOldPositions(deps);
  return { again: moved === ticketsAtOnce ? now : later(now, daysMs(1)) };
};
