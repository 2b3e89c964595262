/** Limits of sign-in, sign-up, e-mailed codes and step-up authentication. */

export const passwordMinLength = 12; // §5
export const passwordMaxLength = 128;

/** Of one pair of account and client address; a known browser has as many of its own. */
export const failedSignInsPerAccount = 5;
/** Failures at one account over all addresses that cost nothing; each further one adds a second of waiting, up to the longest wait. */
export const failedSignInsFree = 10;
export const slowedAttemptSecondsMax = 30;
export const failedSignInsPerAddress = 50;
export const failedSignInWindowMinutes = 15;
export const knownDeviceDays = 365;
/** Tried passwords of one address that several travellers share. */
export const profilePasswordsMax = 8;

export const guestSignInsPerHour = 500;
/** Sign-ups from one address: limits their cost, and how many taken e-mail addresses they reveal. */
export const signUpsPerHour = 500;

/** Step-up authentication: how recent the sign-in must be for a change of e-mail or password, or a deletion by identity token. */
export const recentSignInMinutes = 5;

/** How long a sign-in under way at an identity provider, and the provider's grant, are kept (§5). */
export const authorizationStateMinutes = 10;
export const providerGrantMinutes = 10;

export const verificationResendSeconds = 60;
export const verificationPerDay = 5;
export const verificationCodeHours = 24;
/** Characters of the typed code that confirms an address, and how often it may be wrong. */
export const typedCodeLength = 8;
export const wrongTypedCodesPerHour = 10;
export const resetCodeHours = 1;
/** E-mails of one kind, with a code or at no cost, to one mailbox, whoever causes them; after that one an hour. */
export const codeEmailsPerRecipientAndHour = 10;
export const codeEmailsPerRecipientAndDay = 20;
