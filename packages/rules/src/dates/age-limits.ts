import type { Validity } from "@guichet/contract/catalogue.ts";

/** Age limits of an article, both included; null: no limit. */
export interface AgeLimits {
  ageFrom: number | null;
  ageTo: number | null;
}

export const isAgeLimited = ({ ageFrom, ageTo }: AgeLimits): boolean => ageFrom !== null || ageTo !== null;

/** Whether an age is within the limits. null (unknown) only fits articles without limits. */
export function suitsAge(age: number | null, { ageFrom, ageTo }: AgeLimits): boolean {
  if (!isAgeLimited({ ageFrom, ageTo })) return true;
  return age !== null && age >= (ageFrom ?? 0) && (ageTo === null || age <= ageTo);
}

/**
 * Reference day for a traveller's age: the first day on which a ticket bought `today` is valid (§5, decision 099). This is the day of
 * purchase for validity from purchase or first use; the chosen start, if later, for validity from a start; the first day of the yearly
 * period, if later, for validity in one. `startsOn`: the chosen first day, if any. All days are `YYYY-MM-DD` in the network's time
 * zone. Light enough for the browser.
 */
export function ageDay(validity: Validity, startsOn: string | null, today: string): string {
  const opens = startsOn !== null && startsOn > today ? startsOn : today;
  if ("period" in validity) return dayInPeriod(validity.period, opens);
  return validity.from === "purchase" ? today : opens;
}

/** The day itself if it is within the yearly period `MM-DD` to `MM-DD`, else the first day of the next period. */
function dayInPeriod({ from, to }: { from: string; to: string }, day: string): string {
  const year = Number(day.slice(0, 4));
  const date = day.slice(5);
  const isWithin = to < from ? date >= from || date <= to : date >= from && date <= to;
  if (isWithin) return day;
  return existing(date > from ? year + 1 : year, from);
}

/** `MM-DD` in a year; 29 February becomes the 28th in a common year. */
function existing(year: number, date: string): string {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return `${String(year).padStart(4, "0")}-${date === "02-29" && !isLeap ? "02-28" : date}`;
}
