/** Limits of payment sessions and saved payment methods. */

/** How long before the order the provider's session expires. */
export const paymentSessionMarginMinutes = 5;
/** How long an acknowledgement waits for the provider's response. */
export const acknowledgeWaitMs = 10_000;
/** Time-out of a call that pays. */
export const paymentTimeoutMs = 15_000;
/** Delay of the e-mail about a payment that was refused, or cancelled on the payment page. */
export const unpaidEmailDelayMinutes = 5;
/** Tests of the connection of a payment account by the staff, per network. */
export const connectionTestsPerHour = 10;
/** Maximum length of the customer's name for a saved payment method. */
export const nicknameMaxLength = 30;

/** Time limit of the refund for the days after a termination (L215-1). */
export const terminationRefundDaysMax = 30;

/** Characters of what a bank calls a dispute. */
export const disputeReferenceMaxLength = 100;
