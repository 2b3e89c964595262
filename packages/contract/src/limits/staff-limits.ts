/** Limits of staff sessions, the second factor and audit entries. */

/** The longest staff session, and the longest time without use (decision 070). */
export const staffSessionHours = 12;
export const staffIdleMinutes = 60;
/** Time between password and second factor. */
export const secondFactorMinutes = 10;
/** Authenticator codes that unknown browsers may try at one member of the staff in a day: a chance of 1 in 3,000. */
export const staffCodesPerDay = 100;
/** Characters of the reason in an audit entry. */
export const auditReasonMaxLength = 500;
