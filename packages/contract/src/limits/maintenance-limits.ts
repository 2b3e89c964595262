/** Limits of maintenance alerts, the maintenance page and the check for a new build. */

/** A source of maintenance alerts (§9): its time-out, and how long it is skipped after a failure. */
export const beaconTimeoutMs = 1_000;
export const beaconSkipDefaultMs = 10_000;
/** The shop's setting, instead of the default (§9). */
export const beaconSkipMs = 60_000;
/** The same for the beacon of our own Ticket API, which is asked again as soon as it is back. */
export const ownBeaconSkipMs = 2_000;
/** How long alerts are fresh if their source states no `max-age`, and the bounds of a stated one. */
export const beaconFreshDefaultMs = 30_000;
export const beaconFreshMinMs = 1_000;
export const beaconFreshMaxMs = 600_000;
/** How long the last alerts of a failing source are used at most. */
export const beaconStaleMaxMs = 300_000;
export const beaconBytesMax = 256 * 1024;
export const beaconSourcesMax = 10;

/** `Retry-After` of a closed shop if the end of the maintenance is unknown. */
export const closedRetrySeconds = 300;
/** How often the maintenance page checks whether the shop is open again. */
export const closedPollMs = 20_000;

/** How often an open page checks for a new build, and the minimum time between two reloads for one. */
export const buildPollMs = 60_000;
export const reloadGuardMs = 10_000; // §9
