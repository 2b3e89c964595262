/** Limits of article selection and of the fare adviser. */

/** Length of a slot at which a ticket may start. */
export const startSlotMinutes = 15; // §9

/** The fare adviser (decision 051): travellers, days and trips of one plan, and plans of one address. */
export const advisedTravellersMax = 6;
export const advisedDaysMax = 92;
export const advisedTripsPerDayMax = 10;
/** Days ahead on which the planned trips may begin. */
export const advisedAheadDaysMax = 92;
export const advicePerAddressAndHour = 100;
