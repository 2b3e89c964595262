/** Limits of sign-in, sign-up, e-mailed codes and step-up authentication. */

export const passwordMinLength = 12; // §5
export const passwordMaxLength = 128;

/** Per account and client address; a known browser has the same number of its own. */
export const failedSignInsPerAccount = 5;
/** Failures per account over all addresses without a delay; each further one adds a second, up to the longest delay. */
export const failedSignInsFree = 10;
export const slowedAttemptSecondsMax = 30;
export const failedSignInsPerAddress = 50;
export const failedSignInWindowMinutes = 15;
export const knownDeviceDays = 365;
/** Attempted passwords for one e-mail address with several travellers. */
export const profilePasswordsMax = 8;

export const guestSignInsPerHour = 500;
/** Sign-ups per client address: limits their cost, and how many registered e-mail addresses they reveal. */
export const signUpsPerHour = 500;

/** Step-up authentication: maximum age of the sign-in for a change of e-mail or password, or a deletion by identity token. */
export const recentSignInMinutes = 5;

/** Lifetime of a sign-in in progress at an identity provider, and of the provider's grant (§5). */
export const authorizationStateMinutes = 10;
export const providerGrantMinutes = 10;

export const verificationResendSeconds = 60;
export const verificationPerDay = 5;
export const verificationCodeHours = 24;
/** Length of the typed code that verifies an address, and the number of wrong attempts. */
export const typedCodeLength = 8;
export const wrongTypedCodesPerHour = 10;
export const resetCodeHours = 1;
/** Maximum of e-mails of one kind, with a code or free of charge, to one mailbox, from any sender; beyond it one per hour. */
export const codeEmailsPerRecipientAndHour = 10;
export const codeEmailsPerRecipientAndDay = 20;
