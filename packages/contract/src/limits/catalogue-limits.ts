/** Limits of article selection and of the fare adviser. */

/** Length of a start slot of a ticket. */
export const startSlotMinutes = 15; // §9

/** Fare adviser (decision 051): travellers, days and trips of one plan, and plans per client address. */
export const advisedTravellersMax = 6;
export const advisedDaysMax = 92;
export const advisedTripsPerDayMax = 10;
/** Days in advance on which the planned trips may start. */
export const advisedAheadDaysMax = 92;
/** Days of purchases that are compared with the price of a monthly pass. */
export const bestPriceDays = 30;
export const advicePerAddressAndHour = 100;
