/** Limits of account holders and their travellers. */

export const adultAgeYears = 18; // §9
export const nameMinLength = 2; // §5
export const nameMaxLength = 80;
export const travellersPerAccountMax = 20;
