/** Limits of alerts that the staff publish. */
export const alertTextMaxLength = 2_000;
/** Alerts of a network that are displayed or planned: together smaller than what a shop reads of a source. */
export const openAlertsMax = 20;
/** How far ahead an alert can be planned, or end. */
export const alertAheadDaysMax = 400;
/** How long a shop uses the answer of our beacon: a new alert is displayed after this time at the latest. */
export const alertFreshSeconds = 10;
