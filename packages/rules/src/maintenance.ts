import type { AlertFlag, AlertLevel } from "@guichet/contract/maintenance.ts";

/** Maintenance alerts (§4): which are shown now, which one wins, and what it closes. */

export const alertLevels: Readonly<Record<AlertLevel, number>> = {
  CRITICAL: 5,
  DANGER: 4,
  WARNING: 3,
  NOTICE: 2,
  INFO: 1,
};

export interface MaintenanceAlert {
  level: AlertLevel;
  /** Empty: the alert is about everything. */
  flags: readonly string[];
  displayAfter: string | null;
  displayBefore: string | null;
}

/** Is an alert within its display window at `now`? Without bounds always; from `displayAfter` on, until `displayBefore`. */
export function isDisplayed(
  { displayAfter, displayBefore }: Pick<MaintenanceAlert, "displayAfter" | "displayBefore">,
  now: string,
): boolean {
  const at = Date.parse(now);
  if (displayAfter !== null && at < Date.parse(displayAfter)) return false;
  return displayBefore === null || at < Date.parse(displayBefore);
}

/** Does an alert concern what is asked: a flag, or without one everything? */
export function concerns({ flags }: Pick<MaintenanceAlert, "flags">, flag: AlertFlag | null): boolean {
  return flag === null ? flags.length === 0 : flags.includes(flag);
}

/** The alert to show at `now` for a flag (null: the global one): highest level first, then the most recent `displayAfter`. */
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

/** The alert by which the shop is closed at `now`, if it is: a global one that says maintenance (decision 049). */
export function closingAlert<A extends MaintenanceAlert & { maintenance: boolean }>(
  alerts: readonly A[],
  now: string,
): A | null {
  const closing = alerts.filter(({ maintenance }) => maintenance);
  return alertToShow(closing, now);
}

/** Ordering is closed by a critical alert about it; every lower one only warns (decision 049). */
export const closesOrdering = (alert: Pick<MaintenanceAlert, "level"> | null): boolean => alert?.level === "CRITICAL";

/** The beacon's channels for a network, with those of the flags asked (§7). Without a network: those of all. */
export function alertChannels(networkId: string | undefined, flags: readonly AlertFlag[] = []): string[] {
  const scopes = networkId === undefined ? ["global"] : ["global", `network/${networkId}`];
  return scopes.flatMap((scope) => [scope, ...flags.map((flag) => `${scope}/${flag}`)]);
}

/** The flags of an alert, that of the channel on which it was published among them. */
export function flagsWithChannel(flags: readonly string[], channel: string | undefined): string[] {
  const [, flag] = /^(?:global|network\/[^/]+)\/([^/]+)$/.exec(channel ?? "") ?? [];
  return flag === undefined || flags.includes(flag) ? [...flags] : [...flags, flag];
}

/** An alert without a beginning counts as the oldest. */
function since({ displayAfter }: MaintenanceAlert): number {
  return displayAfter === null ? Number.NEGATIVE_INFINITY : Date.parse(displayAfter);
}
