/** Limits of supporting documents and their examination. */

/** Working days within which a submission is examined (§4: about two days). */
export const documentDecisionWorkingDays = 2;
/** Days between the reminder e-mail and a document's expiry. */
export const documentReminderDays = 14;
/** Files of a refund request with evidence. */
export const refundEvidenceFilesMax = 5;
export const documentsPerSubmissionMax = 20;
export const qualificationsPerAccountAndHour = 10;
