import type { Validity } from "@guichet/contract/catalogue.ts";

/** For which ages an article is, both included; null: no bound. */
export interface AgeLimits {
  ageFrom: number | null;
  ageTo: number | null;
}

export const isAgeLimited = ({ ageFrom, ageTo }: AgeLimits): boolean => ageFrom !== null || ageTo !== null;

/** Is an age within the limits? null: unknown, which suits only what has none. */
export function suitsAge(age: number | null, { ageFrom, ageTo }: AgeLimits): boolean {
  if (!isAgeLimited({ ageFrom, ageTo })) return true;
  return age !== null && age >= (ageFrom ?? 0) && (ageTo === null || age <= ageTo);
}

/**
 * The day on which a traveller's age is judged: the first day on which a ticket bought `today` is valid (§5, decision 099). That is the
 * day of the purchase for what counts from the purchase or from its first use; the chosen start, if that is later, for what counts from a
 * start; the first day of the stretch of the year, if that is later, for what is valid in one. `startsOn`: the chosen first day, if any. All
 * days are `YYYY-MM-DD` in the network's time zone. Light: the browser asks it too.
 */
export function ageDay(validity: Validity, startsOn: string | null, today: string): string {
  const opens = startsOn !== null && startsOn > today ? startsOn : today;
  if ("period" in validity) return dayInPeriod(validity.period, opens);
  return validity.from === "purchase" ? today : opens;
}

/** The day itself when the yearly stretch `MM-DD` to `MM-DD` holds it, else the first day of the next stretch. */
function dayInPeriod({ from, to }: { from: string; to: string }, day: string): string {
  const year = Number(day.slice(0, 4));
  const date = day.slice(5);
  const isWithin = to < from ? date >= from || date <= to : date >= from && date <= to;
  if (isWithin) return day;
  return existing(date > from ? year + 1 : year, from);
}

/** `MM-DD` in a year; 29 February is the 28th in a year that lacks it. */
function existing(year: number, date: string): string {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return `${String(year).padStart(4, "0")}-${date === "02-29" && !isLeap ? "02-28" : date}`;
}
