/** Limits of catalogue drafts. */
export const draftNameMaxLength = 100;
/** How far ahead a publication can be scheduled. */
export const publicationAheadDaysMax = 400;
/** Orders of a simulation, the largest gains and losses first. */
export const simulatedExamplesMax = 20;
