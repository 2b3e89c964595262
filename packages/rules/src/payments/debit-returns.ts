import { addDays } from "../dates/days.ts";

/** Days after a debit within which its debtor may have it returned without a reason: eight weeks (directive 2015/2366, art. 77). */
export const debitReturnDays = 8 * 7;
/** Days in which a return of the last day is settled between the banks and reported to the creditor. */
export const debitReportDays = 5;

/**
 * The first day on which a debit is paid back: from then on its debtor can no longer have it returned without a reason,
 * and would get the money twice. Days are `YYYY-MM-DD`.
 */
export const payBackDay = (settledOn: string): string => addDays(settledOn, debitReturnDays + debitReportDays);
