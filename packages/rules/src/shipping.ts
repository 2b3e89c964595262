import { addWorkingDays } from "./working-days.ts";

/** By post, in working days after the day of payment: decision 062. */
export const shippingWorkingDays = { soonest: 3, latest: 5 } as const;

/** Between which days, `YYYY-MM-DD`, a parcel arrives that is paid for on the day `paidOn`. */
export function expectedArrival(paidOn: string): { from: string; to: string } {
  return {
    from: addWorkingDays(paidOn, shippingWorkingDays.soonest),
    to: addWorkingDays(paidOn, shippingWorkingDays.latest),
  };
}
