import { figureDaysMax } from "@guichet/contract/limits/staff-limits.ts";
import { daysBetween, isDay } from "@guichet/rules/dates/days.ts";

/** The days whose figures are shown. */
export interface FigureRange {
  from: string;
  until: string;
  /** Whether figures exist for it: the last day is not before the first, and not too far from it. */
  isValid: boolean;
}

/** The range in an address; by default from the first day of the current month until today. A text that is no day counts as absent. */
export function figureRange(query: URLSearchParams, today: string): FigureRange {
  const dayIn = (name: string) => {
    const text = query.get(name) ?? "";
    return isDay(text) ? text : undefined;
  };
  const until = dayIn("until") ?? today;
  const from = dayIn("from") ?? `${until.slice(0, 7)}-01`;
  const days = daysBetween(from, until) + 1;
  return { from, until, isValid: days >= 1 && days <= figureDaysMax };
}

/** Up to so many days have a label below the plot. */
const labelsMax = 8;

/** The days of a range that have a label: evenly apart, the first among them. */
export function labelledDays(days: readonly string[]): ReadonlySet<string> {
  const step = Math.ceil(days.length / labelsMax);
  return new Set(days.filter((_, index) => index % step === 0));
}
