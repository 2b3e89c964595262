import type { Feed } from "../transit-feed/timetable.ts";

/** A service of calendar.txt for a timeframe. */
export interface ExportedService {
  id: string;
  /** Monday is 1. */
  weekdays: readonly number[];
  from: string;
  to: string;
}

/** The service of these weekdays during the whole feed; `always`: every day, `unknown`: there is no feed with days. */
export function serviceOfWeekdays(
  weekdays: readonly number[],
  feed: Feed | undefined,
): ExportedService | "always" | "unknown" {
  const days = [...new Set(weekdays)].sort((a, b) => a - b);
  if (days.length === 0 || days.length === 7) return "always";
  const services = new Set(feed?.trips.map(({ service }) => service));
  const dates = [...services]
    .flatMap(({ from, to, added }) => [...added, ...[from, to].filter((day) => day !== null)])
    .sort();
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) return "unknown";
  return { id: `guichet-weekdays-${days.join("")}`, weekdays: days, from, to };
}

/** Names of the days as columns of calendar.txt, Monday first. */
export const weekdayColumns = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
