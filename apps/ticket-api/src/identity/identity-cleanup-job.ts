import { emailRetentionDays, unusedLoginDays } from "@guichet/contract/limits/personal-data-limits.ts";
import { dropOldCodes } from "../authentication/code-store.ts";
import { dropOldDevices, dropOldSignIns } from "../authentication/login-store.ts";
import { dropUnusedLogins } from "../authentication/personal-data-store.ts";
import { dropOldProviderRows } from "../authentication/provider-store.ts";
import { daysMs, later } from "../clock.ts";
import { deleteEmailsToNobody, deleteOldEmails } from "../email/personal-data-store.ts";
import type { JobHandler } from "../jobs/job.ts";
import { deleteOldAttempts } from "../rate-limits/attempt-store.ts";
import { oldestSignIn } from "../sessions/session.ts";
import { dropOldSessions } from "../sessions/session-store.ts";
import { dropOldStaffSessions } from "../sessions/staff-session-store.ts";
import { dropOldStaffDevices } from "../staff/device-store.ts";
import { dropOldFound } from "../transport-card-records/transport-card-store.ts";

/** Sent letters to people without an account are kept so long, for questions. */
const emailsToNobodyDays = 30;
/** So many letters are dropped in one statement. */
const emailsPerBatch = 1_000;
/** A code that expired is named as such for so long, then it is unknown. */
const expiredCodeDays = 7;

/**
 * Timed work `identity-cleaning`, once a day: drops sessions of customers and staff, devices, codes, cards found, sign-ins at providers, old letters, counted tries and
 * sign-ins without account that are over.
 */
export const cleanIdentity: JobHandler = async (deps) => {
  const now = deps.clock.now();
  await dropOldSessions(deps.db, now.toISOString());
  await dropOldSignIns(deps.db, oldestSignIn(now));
  await dropOldStaffSessions(deps.db, now.toISOString());
  await dropOldStaffDevices(deps.db, now.toISOString());
  await dropOldFound(deps.db, now.toISOString());
  await dropOldDevices(deps.db, now.toISOString());
  await dropOldCodes(deps.db, later(now, -daysMs(expiredCodeDays)).toISOString());
  await dropOldProviderRows(deps.db, now.toISOString());
  await dropUnusedLogins(deps.db, later(now, -daysMs(unusedLoginDays)).toISOString());
  await deleteEmailsToNobody(deps.db, later(now, -daysMs(emailsToNobodyDays)).toISOString());
  const lettersBefore = later(now, -daysMs(emailRetentionDays)).toISOString();
  while ((await deleteOldEmails(deps.db, lettersBefore, emailsPerBatch)) === emailsPerBatch);
  await deleteOldAttempts(deps.db, later(now, -daysMs(1)).toISOString());
  return { again: later(now, daysMs(1)) };
};
