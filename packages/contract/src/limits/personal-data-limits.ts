/** Periods after which personal data are erased, and limits of their export. */

/** The time to withdraw a requested deletion. */
export const deletionWithdrawalDays = 30; // §4
/** How long before the erasure an e-mail reminds of it. */
export const deletionReminderDays = 7;
/** Lifetime of the code by which somebody without a session requests deletion. */
export const deletionCodeHours = 24;
/** Retention of a guest's orders, and of a guest who never bought (decision 044). */
export const guestOrderYears = 3;
export const unusedGuestDays = 30;
/** Retention of sent e-mails: past the notice of a yearly renewal and the period that it was for. */
export const emailRetentionDays = 400;
/** Retention of a sign-in that never opened an account. */
export const unusedLoginDays = 30;
/** Retention of the invoices of erased people, from the end of their financial year (the calendar's). */
export const invoiceArchiveYears = 10;
/** Retention of the mandates of erased people, from their last debit. */
export const mandateArchiveMonths = 13;
/** Files for the bank name debtors: their content is deleted this many days after they were handed over. */
export const bankFileDays = 90;
/** Retention of the position of a punch (decisions §7). */
export const geolocationDays = 30;
/** Retention of the evidence of a refund request, from its decision: for a complaint about it. */
export const refundEvidenceDays = 90;
export const dataExportsPerDay = 5;
