/** Maintenance alerts (§4): which are shown now, and which one wins. */

export const alertLevels = { CRITICAL: 5, DANGER: 4, WARNING: 3, NOTICE: 2, INFO: 1 } as const;
export type AlertLevel = keyof typeof alertLevels;
export type AlertFlag = "ORDER" | "VALIDATION";

export interface MaintenanceAlert {
  level: AlertLevel;
  /** Empty: the alert is global. */
  flags: readonly AlertFlag[];
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
  const [first] = shown.sort((a, b) => alertLevels[b.level] - alertLevels[a.level] || since(b) - since(a));
  return first ?? null;
}

/** The beacon's channels for a network, with those of the flags asked (§7). */
export function alertChannels(networkId: string, flags: readonly AlertFlag[] = []): string[] {
  const scopes = ["global", `network/${networkId}`];
  return scopes.flatMap((scope) => [scope, ...flags.map((flag) => `${scope}/${flag}`)]);
}

/** An alert without a beginning counts as the oldest. */
function since({ displayAfter }: MaintenanceAlert): number {
  return displayAfter === null ? 0 : Date.parse(displayAfter);
}
