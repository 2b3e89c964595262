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
import { dropOldCardTokens } from "../transport-card-records/transport-card-store.ts";

/** How long sent e-mails to people without an account are stored, for questions. */
const emailsToNobodyDays = 30;
/** How many e-mails one statement deletes. */
const emailsPerBatch = 1_000;
/** How long an expired code is reported as expired; afterwards it is unknown. */
const expiredCodeDays = 7;

/**
 * The job `identity-cleaning`, once a day: deletes expired sessions of customers and staff, devices, codes, found cards, sign-ins at
 * providers, old e-mails, counted attempts and logins without an account.
 */
export const cleanIdentity: JobHandler = async (deps) => {
  const now = deps.clock.now();
  await dropOldSessions(deps.db, now.toISOString());
  await dropOldSignIns(deps.db, oldestSignIn(now));
  await dropOldStaffSessions(deps.db, now.toISOString());
  await dropOldStaffDevices(deps.db, now.toISOString());
  await dropOldCardTokens(deps.db, now.toISOString());
  await dropOldDevices(deps.db, now.toISOString());
  await dropOldCodes(deps.db, later(now, -daysMs(expiredCodeDays)).toISOString());
  await dropOldProviderRows(deps.db, now.toISOString());
  await dropUnusedLogins(deps.db, later(now, -daysMs(unusedLoginDays)).toISOString());
  await deleteEmailsToNobody(deps.db, later(now, -daysMs(emailsToNobodyDays)).toISOString());
  const emailsBefore = later(now, -daysMs(emailRetentionDays)).toISOString();
  while ((await deleteOldEmails(deps.db, emailsBefore, emailsPerBatch)) === emailsPerBatch);
  await deleteOldAttempts(deps.db, later(now, -daysMs(1)).toISOString());
  return { again: later(now, daysMs(1)) };
};
