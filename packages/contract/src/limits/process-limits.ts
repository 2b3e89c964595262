/** Heartbeat and shutdown of a process. */

/** How often a Ticket API process writes its heartbeat. */
export const heartbeatMs = 500;
/**
 * Age of the last heartbeat at which a process counts as dead and others take over its work: four missed heartbeats. A
 * customer who repeats a call interrupted by a kill gets a response within 3 seconds (decision 088).
 */
export const heartbeatDeadMs = 2_000;
/** Maximum age of its own heartbeat at which a process still claims work: the claim must be valid when it reaches the database. */
export const heartbeatFreshMs = 1_500;
/** How long a stopping process waits for requests in progress. */
export const stopGraceMs = 10_000;
