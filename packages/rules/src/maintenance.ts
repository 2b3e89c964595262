import type { AlertFlag, AlertLevel } from "@guichet/contract/maintenance.ts";

/** Maintenance alerts (§4): which are displayed, which one takes precedence, and what it closes. */

export const alertLevels: Readonly<Record<AlertLevel, number>> = {
  CRITICAL: 5,
  DANGER: 4,
  WARNING: 3,
  NOTICE: 2,
  INFO: 1,
};

export interface MaintenanceAlert {
  level: AlertLevel;
  /** Subjects; empty: everything. */
  flags: readonly string[];
  displayAfter: string | null;
  displayBefore: string | null;
}

/** Whether an alert is within its display window at `now`: from `displayAfter`, until `displayBefore`; without limits always. */
export function isDisplayed(
  { displayAfter, displayBefore }: Pick<MaintenanceAlert, "displayAfter" | "displayBefore">,
  now: string,
): boolean {
  const at = Date.parse(now);
  if (displayAfter !== null && at < Date.parse(displayAfter)) return false;
  return displayBefore === null || at < Date.parse(displayBefore);
}

/** Whether an alert concerns a flag or, without one, everything. */
export function concerns({ flags }: Pick<MaintenanceAlert, "flags">, flag: AlertFlag | null): boolean {
  return flag === null ? flags.length === 0 : flags.includes(flag);
}

/** The alert to show at `now` for a flag (null: the global one): highest level first, then latest `displayAfter`. */
export function alertToShow<A extends MaintenanceAlert>(
  alerts: readonly A[],
  now: string,
  flag: AlertFlag | null = null,
): A | null {
  const shown = alerts.filter((alert) => isDisplayed(alert, now) && concerns(alert, flag));
  const [first] = shown.sort(
    (a, b) => alertLevels[b.level] - alertLevels[a.level] || (since(a) === since(b) ? 0 : since(b) - since(a)),
  );
  return first ?? null;
}

/** The alert that closes the shop at `now`, if any: a global one with `maintenance` set (decision 049). */
export function closingAlert<A extends MaintenanceAlert & { maintenance: boolean }>(
  alerts: readonly A[],
  now: string,
): A | null {
  const closing = alerts.filter(({ maintenance }) => maintenance);
  return alertToShow(closing, now);
}

/** Whether an alert closes ordering: only a critical one does; lower ones only warn (decision 049). */
export const closesOrdering = (alert: Pick<MaintenanceAlert, "level"> | null): boolean => alert?.level === "CRITICAL";

/** Channels of a network in the beacon, including those of the given flags (§7). Without a network: the common channels. */
export function alertChannels(networkId: string | undefined, flags: readonly AlertFlag[] = []): string[] {
  const scopes = networkId === undefined ? ["global"] : ["global", `network/${networkId}`];
  return scopes.flatMap((scope) => [scope, ...flags.map((flag) => `${scope}/${flag}`)]);
}

/** Flags of an alert, including the flag of its channel. */
export function flagsWithChannel(flags: readonly string[], channel: string | undefined): string[] {
  const [, flag] = /^(?:global|network\/[^/]+)\/([^/]+)$/.exec(channel ?? "") ?? [];
  return flag === undefined || flags.includes(flag) ? [...flags] : [...flags, flag];
}

/** Start of display as a number; an alert without a start counts as the oldest. */
function since({ displayAfter }: MaintenanceAlert): number {
  return displayAfter === null ? Number.NEGATIVE_INFINITY : Date.parse(displayAfter);
}
