import { ticketCheckDays } from "@guichet/contract/limits/ticket-check-limits.ts";
import { daysMs, later } from "../clock.ts";
import type { JobHandler } from "../jobs/job.ts";
import { deleteExpiredPositions } from "../travel/geolocation.ts";
import { deleteOldTicketChecks } from "./checks/ticket-check-store.ts";
import { moveTicketsByClock } from "./ticket-use-store.ts";

/** At most this many tickets are moved in one run; the others follow immediately. */
const ticketsAtOnce = 1_000;

/**
 * Job `tickets-by-clock`, once a day: stores which tickets became valid, expired or were used up by time alone, and
 * deletes the places of punches and the checks by the staff older than a month.
 */
export const moveTicketsByClockJob: JobHandler = async (deps) => {
  const now = deps.clock.now();
  const moved = await moveTicketsByClock(deps.db, now.toISOString(), ticketsAtOnce);
  await deleteExpiredPositions(deps);
  await deleteOldTicketChecks(deps.db, later(now, -daysMs(ticketCheckDays)).toISOString());
  return { again: moved === ticketsAtOnce ? now : later(now, daysMs(1)) };
};
