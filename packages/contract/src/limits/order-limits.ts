/** Limits of unpaid orders, their collection and their shipping. */

/** How long an order waits for its payment. */
export const orderUnpaidMinutes = 30;
/**
 * Unpaid orders that may hold a slot or uses of a limited voucher (decision 090): of one account or guest session, of one client
 * address, and of one address for the same agency or voucher.
 */
export const unpaidHoldsPerAccountMax = 3;
export const unpaidHoldsPerAddressMax = 20;
export const unpaidHoldsPerAddressAndResourceMax = 10;

/** The time from placing an order to its earliest collection. */
export const collectReadyMinHours = 48; // §1
/** Days whose collection slots are offered, the day on which an order is ready included. */
export const collectShownDays = 14;

export const trackingNumberMaxLength = 60;
export const trackingUrlMaxLength = 500;
