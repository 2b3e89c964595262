/** Limits of sales at an agency's counter. */

/** The reference of a payment that the counter took by other means than cash, as on the terminal's slip. */
export const counterReferenceMaxLength = 60;
/** The largest amount of a cash drawer, and of cash given by a customer, in minor units. */
export const cashAmountMax = 10_000_000;
/** People without an account in one sale, besides the first. */
export const furtherPeopleMax = 9;
/** Starts of an article that the counter offers. */
export const counterStartsMax = 60;
/** Tickets of a sale that are listed for printing. */
export const counterTicketsMax = 1_000;
