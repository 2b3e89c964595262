import type { PreparedSupport } from "@guichet/contract/office/orders.ts";
import type { OrderProcessStatus } from "@guichet/contract/orders.ts";
import { addDays, dayIn } from "./dates/days.ts";
import { addWorkingDays, type PublicHolidays } from "./dates/working-days.ts";
import { shippingWorkingDays } from "./shipping.ts";

/** Dates that determine when a preparation is due: payment, and start of collection. */
export interface Promised {
  support: PreparedSupport;
  paidAt: string;
  collectFrom: string | null;
}

/**
 * Day, `YYYY-MM-DD`, by which a preparation must be ready (§9): for a parcel the working day before its earliest possible
 * arrival (decision 062), for a collection its day. null: nothing was promised.
 */
export function preparationDueOn(
  { support, paidAt, collectFrom }: Promised,
  timeZone: string,
  holidays: PublicHolidays,
): string | null {
  if (support === "SHIPPING") return parcelDueOn(dayIn(paidAt, timeZone), holidays);
  return support === "COLLECT" && collectFrom !== null ? dayIn(collectFrom, timeZone) : null;
}

const parcelDueOn = (paidOn: string, holidays: PublicHolidays): string =>
  addWorkingDays(paidOn, shippingWorkingDays.soonest - 1, holidays);

/** The first day of payment whose parcels are in time on a day: parcels paid before it are late. For counts in the database. */
export function parcelsInTimeSince(today: string, holidays: PublicHolidays): string {
  let paidOn = today;
  // Ends after a few days: working days in a row without end do not exist, and neither do holidays.
  while (parcelDueOn(addDays(paidOn, -1), holidays) >= today) paidOn = addDays(paidOn, -1);
  return paidOn;
}

/** Whether a preparation is late: a parcel until it is shipped, a collection only until it is ready for the customer. */
export function isPreparationLate(
  {
    support,
    processStatus,
    dueOn,
  }: { support: PreparedSupport; processStatus: OrderProcessStatus; dueOn: string | null },
  today: string,
): boolean {
  const isReady = processStatus === "PROCESSED" || (support === "COLLECT" && processStatus === "PROCESSING");
  return !isReady && dueOn !== null && dueOn < today;
}
