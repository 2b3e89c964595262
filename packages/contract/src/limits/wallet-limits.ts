/** Limits of tickets and their use. */

/** How long a trip counts as running if its article states no transfer time. */
export const tripMinutes = 60;
/** Maximum number of listed uses of a ticket. */
export const listedUsesMax = 100;

/** Longest validity of a validated ticket that is shown as a ride with a countdown; longer ones are passes. */
export const rideMaxHours = 24;
