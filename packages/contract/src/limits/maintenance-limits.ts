/** Limits of maintenance alerts, of the page of a closed shop and of the check for a new build. */

/** A source of maintenance alerts (§9): its time-out, and how long it is skipped after it failed. */
export const beaconTimeoutMs = 1_000;
export const beaconSkipDefaultMs = 10_000;
/** The shop's setting instead of the default (§9). */
export const beaconSkipMs = 60_000;
/** How long alerts are fresh when their source states no `max-age`, and the bounds of a stated one. */
export const beaconFreshDefaultMs = 30_000;
export const beaconFreshMinMs = 1_000;
export const beaconFreshMaxMs = 600_000;
/** The longest use of the last alerts of a failing source. */
export const beaconStaleMaxMs = 300_000;
export const beaconBytesMax = 256 * 1024;
export const beaconSourcesMax = 10;

/** `Retry-After` of a closed shop, where the end of the maintenance is not known. */
export const closedRetrySeconds = 300;
/** How often the page of a closed shop checks whether it is open again. */
export const closedPollMs = 20_000;

/** How often an open page checks for a new build, and the shortest time between two reloads for one. */
export const buildPollMs = 60_000;
export const reloadGuardMs = 10_000; // §9
