import {
  bankFileDays,
  guestOrderYears,
  invoiceArchiveYears,
  mandateArchiveMonths,
  refundEvidenceDays,
  unusedGuestDays,
} from "@guichet/contract/limits/personal-data-limits.ts";
import { terminationRequestMonths } from "@guichet/contract/limits/termination-limits.ts";
import { addMonths } from "@guichet/rules/dates/days.ts";
import { expiredGuests, lockAccount } from "../account-records/account-store.ts";
import { daysMs, later } from "../clock.ts";
import { deleteOldEntries } from "../integrations/bank-files/entry-store.ts";
import { dropContents } from "../integrations/bank-files/file-store.ts";
import type { JobHandler } from "../jobs/job.ts";
import { dropArchivedInvoices } from "../order-records/order-personal-data-store.ts";
import { deleteArchivedMandates } from "../payment-records/personal-data-store.ts";
import { deleteRequestFiles, requestsWithOldEvidence } from "../refunds/request-store.ts";
import { deleteOldTerminationRequests } from "../terminations/request-store.ts";
import { deletionObstacles, isBlocked } from "./deletion-obstacles.ts";
import { eraseAccount } from "./erase-account.ts";

/** How many guests one run erases; if there are more, the next run follows immediately. */
const guestsPerRun = 100;
/** How many refund requests one run frees of their evidence. */
const requestsPerRun = 500;

/**
 * The job `retention`, once a day: erases guests whose retention is over, archived invoices whose legal retention period is
 * over (decision 044), and evidence of refund requests that were decided long ago (decision 166).
 */
export const cleanRetained: JobHandler = async (deps) => {
  const now = deps.clock.now();
  const today = now.toISOString().slice(0, 10);
  const before = {
    unused: later(now, -daysMs(unusedGuestDays)).toISOString(),
    lastOrder: `${addMonths(today, -12 * guestOrderYears)}T00:00:00.000Z`,
  };
  const guests = await expiredGuests(deps.db, before, guestsPerRun);
  for (const { id, networkId } of guests) {
    await deps.db.transaction().execute(async (tx) => {
      const locked = await lockAccount(tx, networkId, id);
      if (locked === undefined || isBlocked(await deletionObstacles(tx, networkId, id))) return;
      await eraseAccount(tx, deps, networkId, id);
    });
  }
  await dropArchivedInvoices(deps.db, lastExpiredYear(now) + 1);
  await dropContents(deps.db, later(now, -daysMs(bankFileDays)).toISOString());
  await deleteOldEntries(deps.db, `${addMonths(today, -mandateArchiveMonths)}T00:00:00.000Z`);
  await deleteArchivedMandates(deps.db, addMonths(today, -mandateArchiveMonths));
  await deleteOldTerminationRequests(deps.db, `${addMonths(today, -terminationRequestMonths)}T00:00:00.000Z`);
  const oldEvidence = later(now, -daysMs(refundEvidenceDays)).toISOString();
  const requests = await requestsWithOldEvidence(deps.db, oldEvidence, requestsPerRun);
  for (const id of requests) await deps.db.transaction().execute((tx) => deleteRequestFiles(tx, id));
  const isMore = guests.length === guestsPerRun || requests.length === requestsPerRun;
  return { again: isMore ? now : later(now, daysMs(1)) };
};

/** The last financial year whose archive has expired; documents are kept for 10 whole years after the year's end. */
export const lastExpiredYear = (now: Date): number => now.getUTCFullYear() - invoiceArchiveYears - 1;
