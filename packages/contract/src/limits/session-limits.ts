/** Lifetimes of customers' sessions and their tokens. */

export const userTokenDays = 30;
/** Maximum age of a session since its sign-in, however it is used or renewed (decision 115). */
export const userSessionDays = 180;
/** Minimum time between two extensions of a used session. */
export const sessionSlideMinutes = 60;
/** Maximum number of listed sessions of an account. */
export const sessionsListedMax = 100;
export const idTokenMinutes = 60;
/** How long the shop reuses the response of a session check. */
export const introspectionCacheMs = 10_000;

/** How long a browser stores what the shop's header shows about a running ride, before the server asks again. */
export const rideCookieSeconds = 300;
