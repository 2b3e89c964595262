/** Limits of transport cards: their search, linking, numbers and loads. */

/** Digits of a group of a card number. */
export const cardNumberGroup = 4; // §9
/** The `mediaId` of the card that the same traveller gets by the same order: it has no id yet (decision 072). */
export const newCard = "new";
/** Validity of a card that staff replace without an order, where the old card states none. */
export const cardValidity = "P5Y";
/** Lifetime of the one-time token of a found card. */
export const cardSignInMinutes = 10;
export const cardSearchesPerAddressAndHour = 20;
export const cardSearchesPerCardAndHour = 5;
/** Searches of one card over all addresses that cost nothing; each further one adds a second of waiting. */
export const cardSearchesFree = 10;
/** Wrong birth dates for one card, and cards looked up by one account, by customers who link a card. */
export const wrongCardBirthDatesPerHour = 5;
export const cardLookUpsPerAccountAndHour = 20;
/** How far the clock of a validator that reports a load may be off (decision 077). */
export const loadClockMinutes = 5;
