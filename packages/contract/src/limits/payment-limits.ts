/** Limits of payment sessions and saved payment methods. */

/** The provider's session ends this long before the order does. */
export const paymentSessionMarginMinutes = 5;
/** How long an acknowledgement waits for the provider's answer. */
export const acknowledgeWaitMs = 10_000;
/** Time-out of a call that pays. */
export const paymentTimeoutMs = 15_000;
/** Characters of the name that a customer gives to a saved payment method. */
export const nicknameMaxLength = 30;

/** What was paid for the days after a termination is refunded within this many days (L215-1). */
export const terminationRefundDaysMax = 30;
