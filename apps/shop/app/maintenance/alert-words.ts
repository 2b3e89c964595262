import type { AlertLevel } from "@guichet/contract/maintenance.ts";
import type { Tone } from "@guichet/ui/ink.ts";

/** Returns the tone of an alert level; the text states the level too. */
export function toneOf(level: AlertLevel): Tone | undefined {
  if (level === "CRITICAL" || level === "DANGER") return "bad";
  return level === "WARNING" ? "wait" : undefined;
}
