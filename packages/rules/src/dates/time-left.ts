export interface TimeLeft {
  kind: "days" | "hours" | "minutes";
  count: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Limit up to which the remaining time is shown in hours: "1 jour" is too vague for the last evening. */
const hoursUpTo = 48 * hourMs;

/**
 * Unit and number of a ticket's remaining time, from milliseconds. Days that end at midnight (`endsWithDay`) include today;
 * a period of hours only counts complete days.
 */
export function timeLeft(ms: number, endsWithDay: boolean): TimeLeft {
  if (ms > hoursUpTo) return { kind: "days", count: endsWithDay ? Math.ceil(ms / dayMs) : Math.floor(ms / dayMs) };
  if (ms >= hourMs) return { kind: "hours", count: Math.floor(ms / hourMs) };
  return { kind: "minutes", count: Math.max(1, Math.floor(ms / minuteMs)) };
}
