import { addWorkingDays, type PublicHolidays } from "./dates/working-days.ts";

/** Delivery time by post, in working days after the day of payment (decision 062). */
export const shippingWorkingDays = { soonest: 3, latest: 5 } as const;

/** Earliest and latest arrival, `YYYY-MM-DD`, of a parcel paid on the day `paidOn`. */
export function expectedArrival(paidOn: string, holidays: PublicHolidays): { from: string; to: string } {
  return {
    from: addWorkingDays(paidOn, shippingWorkingDays.soonest, holidays),
    to: addWorkingDays(paidOn, shippingWorkingDays.latest, holidays),
  };
}
