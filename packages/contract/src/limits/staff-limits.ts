/** Limits of staff sessions, the second factor and audit entries. */

/** Maximum age and idle time of a staff session (decision 070). */
export const staffSessionHours = 12;
export const staffIdleMinutes = 60;
/** How long the link of an invitation is valid, and the length of a name. */
export const staffInvitationHours = 72;
export const staffNameMaxLength = 120;
/** Time limit between password and second factor. */
export const secondFactorMinutes = 10;
/** Authenticator codes per staff member and day from unknown browsers: a chance of 1 in 3,000. */
export const staffCodesPerDay = 100;
/** Transport cards or travellers that one search of the office shows. */
export const officeResultsMax = 50;
/** How far a queue of the office is counted: beyond it, the office shows "more than 1,000". */
export const queueCountMax = 1000;
/** The longest range of figures, in days, and how many articles have figures of their own. */
export const figureDaysMax = 366;
export const productFiguresMax = 20;
/** Results of each kind in the search of the office. */
export const searchResultsMax = 10;
/** Maximum length of what is searched for: the barcode of a ticket has up to 215 characters with usual identifiers. */
export const searchQueryMaxLength = 300;
/** Maximum length of the reason in an audit entry. */
export const auditReasonMaxLength = 500;
/** A note of the staff about a customer. */
export const customerNoteMaxLength = 2000;
/** What the audit log is searched for. */
export const auditSubjectMaxLength = 120;
