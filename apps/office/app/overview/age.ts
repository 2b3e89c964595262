/** The age of an item: complete days from two days on, below that complete hours, below one hour minutes. */
export interface Age {
  unit: "days" | "hours" | "minutes";
  count: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** In the first two days, hours say more than "1 day". */
const hoursUntilMs = 2 * dayMs;

/** The age at an instant of what waits since another; an instant in the future is no age. */
export function ageAt(now: string, since: string): Age {
  const ms = Math.max(0, Date.parse(now) - Date.parse(since));
  if (ms >= hoursUntilMs) return { unit: "days", count: Math.floor(ms / dayMs) };
  if (ms >= hourMs) return { unit: "hours", count: Math.floor(ms / hourMs) };
  return { unit: "minutes", count: Math.floor(ms / minuteMs) };
}
