/** Limits of a request to the Ticket API: version, signature, idempotency, sizes, time-outs. */

/** The client's name and version, as it presents itself (`originAgent`, §9). */
export const originAgent = "eshop/1.9.7";
export const signatureSkewSeconds = 300;
export const idempotencyHours = 24;
export const idempotencyWaitMs = 10_000;

/** Items of a page of a list. */
export const pageSize = 20;
export const bodyMaxBytes = 256 * 1024;
/** The longest address and head of a request; a longer address is answered (414), a longer head ends the connection. */
export const urlMaxLength = 16 * 1024;
export const headMaxBytes = 128 * 1024;
/** The deepest nesting of a call's values. */
export const valueDepthMax = 12;
/** Years of a day or an instant in a request: dates computed from it keep four digits. */
export const requestYearMin = 1900;
export const requestYearMax = 2199;

/** `Retry-After` of a 503. */
export const unavailableRetrySeconds = 2;
/** The longest `Retry-After` that a client waits for; a longer one ends the attempts. */
export const retryAfterMaxMs = 2_000;
export const fetchTimeoutMs = 8_000; // §9
/** How long a client reuses an answer that is the same for everybody. */
export const httpCacheMs = 300_000; // §9
