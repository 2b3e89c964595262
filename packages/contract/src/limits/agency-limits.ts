/** Limits of agencies that the staff enter. */
export const agencyLabelMaxLength = 120;
export const agencyAddressMaxLength = 200;
export const agencyPostalCodeMaxLength = 20;
export const agencyCityMaxLength = 100;
/** Openings of a week: several a day. */
export const agencyOpeningsMax = 35;
/** Closing days, and days with hours of their own. */
export const agencyDaysMax = 200;
export const agencyIndexMax = 9999;
/** The most days that one closing adds. */
export const agencyClosingDaysMax = 92;
export const agencySlotMinutesMin = 15;
export const agencySlotMinutesMax = 480;
export const agencySlotCapacityMax = 1000;
