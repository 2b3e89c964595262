/** Limits of the accounting journal and the closing of months. */

/** How long after its end a month can be closed: longer than any booking that began in it takes. */
export const monthClosableAfterHours = 1;
/** Months before the current one that the office offers. */
export const financeMonthsMax = 36;
/** Orders that a month lists with what is to be paid back, or with a difference; the others are counted. */
export const monthOrdersMax = 100;
/** Differences in the books that are listed; the others are counted. */
export const bookDifferencesMax = 200;
/** Time limit of a call that reads a whole month or all books. */
export const financeTimeoutMs = 300_000;
