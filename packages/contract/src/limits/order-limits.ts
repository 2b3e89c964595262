/** Limits of unpaid orders, collection and shipping. */

/** Time limit for the payment of an order. */
export const orderUnpaidMinutes = 30;
/**
 * Maximum number of unpaid orders that hold a slot or uses of a limited voucher (decision 090): per account or guest session, per
 * client address, and per client address for the same agency or voucher.
 */
export const unpaidHoldsPerAccountMax = 3;
export const unpaidHoldsPerAddressMax = 20;
export const unpaidHoldsPerAddressAndResourceMax = 10;

/** Minimum time from placing an order to its collection. */
export const collectReadyMinHours = 48; // §1
/** The time within which an order is ready at an agency with free slots, as the shop announces it. */
export const collectReadyMaxHours = 72;
/** Number of days with offered collection slots, including the day on which an order is ready. */
export const collectShownDays = 14;

/** How far ahead a promised collection is moved when its agency closes. */
export const collectMoveDays = 62;
/** The most promised collections that one change of an agency moves. */
export const collectMovesMax = 500;
/** The most slots of one agency among which the staff choose. */
export const collectMoveSlotsMax = 200;

export const trackingNumberMaxLength = 60;
export const trackingUrlMaxLength = 500;

/** A payment at a counter (DEPOSIT, CASH) is recorded within this many days. */
export const counterPaymentDays = 7;

/** How long the link to a guest's order, in an e-mail about it, can be followed. */
export const guestOrderLinkDays = 60;
