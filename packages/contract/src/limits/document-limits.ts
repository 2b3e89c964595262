/** Limits of supporting documents and their examination. */

/** Working days within which a submission is examined (§4: about two days). */
export const documentDecisionWorkingDays = 2;
/** How long before a document expires an e-mail reminds of it. */
export const documentReminderDays = 14;
export const documentsPerSubmissionMax = 20;
export const qualificationsPerAccountAndHour = 10;
