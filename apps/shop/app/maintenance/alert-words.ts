import type { AlertLevel } from "@guichet/contract/maintenance.ts";
import type { Tone } from "@guichet/ui/ink.ts";

/** How grave an alert looks; its words say it too. */
export function toneOf(level: AlertLevel): Tone | undefined {
  if (level === "CRITICAL" || level === "DANGER") return "bad";
  return level === "WARNING" ? "wait" : undefined;
}
