/** Lifetimes of customers' sessions and their tokens. */

export const userTokenDays = 30;
/** The longest session, counted from its sign-in, however it is used or renewed (decision 115). */
export const userSessionDays = 180;
/** A used session slides, but is written at most this often. */
export const sessionSlideMinutes = 60;
/** The longest list of an account's sessions. */
export const sessionsListedMax = 100;
export const idTokenMinutes = 60;
/** How long the shop reuses the answer of a session check. */
export const introspectionCacheMs = 10_000;
