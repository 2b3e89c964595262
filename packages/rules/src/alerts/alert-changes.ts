import { alertAheadDaysMax } from "@guichet/contract/limits/alert-limits.ts";
import type { Language } from "@guichet/contract/locales.ts";
import type { AlertDetails, AlertState } from "@guichet/contract/office/alerts/alerts.ts";
import type { AuditChange } from "@guichet/contract/office/audit-log.ts";

type AlertWindow = Pick<AlertDetails, "displayAfter" | "displayBefore">;

/** The state of an alert at an instant. */
export function alertState(
  { displayAfter, displayBefore, withdrawnAt }: AlertWindow & { withdrawnAt: string | null },
  now: string,
): AlertState {
  const at = Date.parse(now);
  if (withdrawnAt !== null) return "withdrawn";
  if (displayBefore !== null && Date.parse(displayBefore) <= at) return "past";
  return displayAfter !== null && Date.parse(displayAfter) > at ? "planned" : "displayed";
}

/** The field of an alert that contradicts another, or the network's languages; undefined: none does. `now`: an instant. */
export function wrongAlertField(
  { flags, maintenance, message, displayAfter, displayBefore, estimatedEnd }: AlertDetails,
  languages: readonly Language[],
  now: string,
): keyof AlertDetails | undefined {
  const [first] = languages;
  const offered = Object.keys(message).every((language) => languages.some((one) => one === language));
  if (!offered || (first !== undefined && message[first] === undefined)) return "message";
  if (maintenance && flags.length > 0) return "flags";
  const times = { displayAfter, displayBefore, estimatedEnd };
  const latest = Date.parse(now) + alertAheadDaysMax * dayMs;
  for (const field of ["displayAfter", "displayBefore", "estimatedEnd"] as const) {
    const time = times[field];
    if (time !== null && Date.parse(time) > latest) return field;
  }
  const begins = displayAfter === null ? Number.NEGATIVE_INFINITY : Date.parse(displayAfter);
  if (displayBefore !== null && Date.parse(displayBefore) <= begins) return "displayBefore";
  if (estimatedEnd !== null && (!maintenance || Date.parse(estimatedEnd) <= begins)) return "estimatedEnd";
  return undefined;
}
const dayMs = 86_400_000;

/** What differs between two states of an alert, as text that does not depend on a language. Empty: they are the same. */
export function alertChanges(before: AlertDetails | null, after: AlertDetails): AuditChange[] {
  const old = new Map(before === null ? [] : textsOf(before));
  const fresh = new Map(textsOf(after));
  return [...new Set([...fresh.keys(), ...old.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) ?? null, after: fresh.get(field) ?? null };
    return change.before === change.after ? [] : [change];
  });
}

function textsOf({ level, flags, maintenance, message, ...times }: AlertDetails): [AuditChange["field"], string][] {
  const { displayAfter, displayBefore, estimatedEnd } = times;
  const texts = Object.entries(message).map(([language, text]) => `${language}: ${text}`);
  const instants = { displayAfter, displayBefore, estimatedEnd };
  return [
    ["alert-level", level],
    ["alert-place", maintenance ? "closed" : flags.length === 0 ? "everywhere" : [...flags].sort().join(", ")],
    ["alert-message", texts.sort().join("\n")],
    ...(
      [
        ["alert-from", instants.displayAfter],
        ["alert-until", instants.displayBefore],
        ["alert-end", instants.estimatedEnd],
      ] as const
    ).flatMap(([field, instant]): [AuditChange["field"], string][] => (instant === null ? [] : [[field, instant]])),
  ];
}
