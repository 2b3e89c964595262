/** Limits of a request to the Ticket API: version, signature, idempotency, sizes and time-outs. */

/** The client's own name and version (`originAgent`, §9). */
export const originAgent = "eshop/1.9.7";
export const signatureSkewSeconds = 300;
export const idempotencyHours = 24;
export const idempotencyWaitMs = 10_000;

/** Items per page of a list. */
export const pageSize = 20;
export const bodyMaxBytes = 256 * 1024;
/** Maximum size of a request's URL and head; a longer URL gets status 414, a longer head closes the connection. */
export const urlMaxLength = 16 * 1024;
export const headMaxBytes = 128 * 1024;
/** Maximum nesting depth of a call's values. */
export const valueDepthMax = 12;
/** Range of years in a request; dates computed from them keep four digits. */
export const requestYearMin = 1900;
export const requestYearMax = 2199;

/** `Retry-After` of a 503. */
export const unavailableRetrySeconds = 2;
/** The longest `Retry-After` that a client waits for; a longer one ends the retries. */
export const retryAfterMaxMs = 2_000;
export const fetchTimeoutMs = 8_000; // §9
/** A download that arrives bit by bit breaks off after this time without a byte, however long it takes as a whole. */
export const downloadIdleMs = 60_000;
/** How long a client reuses a response that is the same for everybody. */
export const httpCacheMs = 300_000; // §9
