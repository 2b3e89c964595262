/** Limits of transport cards: search, linking, numbers and loads. */

/** Digits per group of a card number. */
export const cardNumberGroup = 4; // §9
/** `mediaId` of the card that the same order makes for the same traveller: it has no id yet (decision 072). */
export const newCard = "new";
/** Validity of a card replaced by staff without an order, if the old card states none. */
export const cardValidity = "P5Y";
/** Lifetime of the one-time token of a found card. */
export const cardSignInMinutes = 10;
export const cardSearchesPerAddressAndHour = 20;
export const cardSearchesPerCardAndHour = 5;
/** Searches per card over all addresses without a delay; each further one adds a second. */
export const cardSearchesFree = 10;
/** Wrong birth dates per card, and searched cards per account, when customers link a card. */
export const wrongCardBirthDatesPerHour = 5;
export const cardLookUpsPerAccountAndHour = 20;
/** Tolerance for the clock of a validator that reports a load (decision 077). */
export const loadClockMinutes = 5;
/** Lines of a file of card numbers, at most; a file of this many cards with all columns is below the limit of an upload. */
export const cardFileLinesMax = 100_000;
/** Faults of a file that a response lists; the others are counted. */
export const cardFileFaultsShown = 500;
/** Cards of people that one file blocks, at most: each blocks its tickets and informs its holder. Blank cards have no limit. */
/** Cards of people that the check of a list shows by number. */
export const cardBlocksShown = 20;
export const cardBlocksPerFileMax = 500;
/** Digits of the number of a card in stock. */
export const cardNumberMinLength = 8;
export const cardNumberMaxLength = 20;
/** Characters of a number that is typed or read, with spaces. */
export const cardNumberTypedMaxLength = 40;
export const cardBatchNameMaxLength = 60;
/** Letters and digits of the number of a card's chip. */
export const chipNumberMinLength = 4;
export const chipNumberMaxLength = 32;
