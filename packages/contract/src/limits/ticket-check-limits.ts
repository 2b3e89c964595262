/** Limits of the check of tickets by the staff. */

/** A ticket that was shown to the staff twice within this time may be on two phones. */
export const repeatedCheckMinutes = 60;
/** Checks of one ticket that a result lists. */
export const otherChecksMax = 5;
/** Retention of checks: they tell where somebody was. */
export const ticketCheckDays = 30;
/** Checks without a connection that one report contains. */
export const reportedChecksMax = 50;
/** Stopped tickets that one page of the list contains, and pages that the office loads. */
export const stoppedTicketsPage = 1000;
export const stoppedTicketsPagesMax = 100;
/** How often an open page loads the list again, and from which age on it says that the list is old. */
export const checkListRefreshMinutes = 10;
export const checkListOldHours = 12;
/** Checks that a browser keeps until they are reported. */
export const queuedChecksMax = 2000;
