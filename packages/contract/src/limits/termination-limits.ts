/** Limits of terminations without a sign-in (consumer code L215-1-1). */

/** Maximum length of the number that names a contract: a customer number, or the number of an order. */
export const contractNumberMaxLength = 40;
/** Maximum length of the contract's name, as its customer types it. */
export const contractNameMaxLength = 100;
/** Maximum length of the reason. */
export const terminationReasonMaxLength = 500;
/** How many terminations one client address may notify in an hour. */
export const terminationsPerAddressAndHour = 30;
/** How long the link that confirms a termination is valid, and shows its receipt afterwards. */
export const terminationLinkDays = 7;
/** Retention of the notifications of terminations. */
export const terminationRequestMonths = 12;
