/** Limits of tickets and their use. */

/** How long a trip counts as running if its article states no transfer time. */
export const tripMinutes = 60;
/** Maximum number of listed uses of a ticket. */
export const listedUsesMax = 100;
