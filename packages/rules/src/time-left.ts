export interface TimeLeft {
  kind: "days" | "hours" | "minutes";
  count: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Up to here the time left is shown in hours: "1 jour" says too little of the last evening. */
const hoursUpTo = 48 * hourMs;

/**
 * How what is left of a ticket is counted, from milliseconds. Days that end with the day (`endsWithDay`) count today too;
 * a stretch of hours never promises a day that is not whole.
 */
export function timeLeft(ms: number, endsWithDay: boolean): TimeLeft {
  if (ms > hoursUpTo) return { kind: "days", count: endsWithDay ? Math.ceil(ms / dayMs) : Math.floor(ms / dayMs) };
  if (ms >= hourMs) return { kind: "hours", count: Math.floor(ms / hourMs) };
  return { kind: "minutes", count: Math.max(1, Math.floor(ms / minuteMs)) };
}
