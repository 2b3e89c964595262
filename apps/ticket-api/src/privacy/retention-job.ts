import {
  guestOrderYears,
  invoiceArchiveYears,
  mandateArchiveMonths,
  unusedGuestDays,
} from "@guichet/contract/limits/personal-data-limits.ts";
import { addMonths } from "@guichet/rules/days.ts";
import { guestsToForget, lockAccount } from "../account-records/account-store.ts";
import { daysMs, later } from "../clock.ts";
import type { JobHandler } from "../jobs/job.ts";
import { dropArchivedInvoices } from "../order-records/order-personal-data-store.ts";
import { deleteArchivedMandates } from "../payment-records/personal-data-store.ts";
import { deletionObstacles, isBlocked } from "./deletion-obstacles.ts";
import { eraseAccount } from "./erase-account.ts";

/** So many guests are erased in one go; the rest follow at once. */
const guestsAtOnce = 100;

/**
 * Timed work `retention`, once a day: erases guests whose time is over, and what the law no longer asks to keep of the
 * invoice archive (decision 044).
 */
export const cleanRetained: JobHandler = async (deps) => {
  const now = deps.clock.now();
  const today = now.toISOString().slice(0, 10);
  const before = {
    unused: later(now, -daysMs(unusedGuestDays)).toISOString(),
    lastOrder: `${addMonths(today, -12 * guestOrderYears)}T00:00:00.000Z`,
  };
  const guests = await guestsToForget(deps.db, before, guestsAtOnce);
  for (const { id, networkId } of guests) {
    await deps.db.transaction().execute(async (tx) => {
      const held = await lockAccount(tx, networkId, id);
      if (held === undefined || isBlocked(await deletionObstacles(tx, networkId, id))) return;
      await eraseAccount(tx, deps, networkId, id);
    });
  }
  await dropArchivedInvoices(deps.db, lastYearGone(now) + 1);
  await deleteArchivedMandates(deps.db, addMonths(today, -mandateArchiveMonths));
  return { again: guests.length === guestsAtOnce ? now : later(now, daysMs(1)) };
};

/** The last financial year whose archive is over; its documents stay 10 whole years after its end. */
export const lastYearGone = (now: Date): number => now.getUTCFullYear() - invoiceArchiveYears - 1;
