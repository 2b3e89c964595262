/** Heartbeat and shutdown of a process. */

/** How often a Ticket API process writes its heartbeat. */
export const heartbeatMs = 500;
/**
 * A process whose last heartbeat is older is dead, and others take over its work: four missed heartbeats; a customer who
 * repeats a call that a kill interrupted is answered within 3 seconds (decision 088).
 */
export const heartbeatDeadMs = 2_000;
/** A process begins nothing on a heartbeat older than this: what it claims must still be its own when it gets to the database. */
export const heartbeatFreshMs = 1_500;
/** How long a process that stops waits for requests under way. */
export const stopGraceMs = 10_000;
