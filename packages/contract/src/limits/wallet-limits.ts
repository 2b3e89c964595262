/** Limits of tickets and their use. */

/** How long a trip is shown as running where its article states no transfer time. */
export const tripMinutes = 60;
/** The longest list of a ticket's uses. */
export const listedUsesMax = 100;
