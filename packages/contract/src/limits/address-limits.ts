/** Limits of the autocomplete of postal addresses (decision 052). */

export const searchedAddressMinLength = 3;
export const searchedAddressMaxLength = 200;
export const addressSuggestionsMax = 5;
export const addressSearchesPerAddressAndHour = 300;
/** Time-out of the directory; a later suggestion is useless. */
export const addressSearchTimeoutMs = 2_000;
export const addressAnswerMaxBytes = 64 * 1024;
/** Maximum of concurrent searches; further ones are not started. */
export const addressSearchesAtOnceMax = 20;
