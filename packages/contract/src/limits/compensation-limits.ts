/** Limits of compensation campaigns. */
export const campaignNameMaxLength = 100;
export const campaignReasonMaxLength = 500;
/** Days between the first and the last day of a campaign. */
export const campaignDaysMax = 366;
/** Articles, categories, lines or zones of a campaign. */
export const campaignChoicesMax = 200;
/** Tickets that one campaign compensates: more are not frozen in the time of one request. */
export const compensationsMax = 100_000;
/** Rows of a preview. */
export const previewRowsMax = 20;
