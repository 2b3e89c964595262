/** Limits of catalogue drafts. */
export const draftNameMaxLength = 100;
/** How far ahead a publication can be scheduled. */
export const publicationAheadDaysMax = 400;
/** How long the link of a preview shows a draft. */
export const cataloguePreviewHours = 24;
/** Orders of a simulation, the largest gains and losses first. */
export const simulatedExamplesMax = 20;
