import { financeMonthsMax } from "@guichet/contract/limits/finance-limits.ts";
import { addMonths } from "@guichet/rules/dates/days.ts";

const isMonth = (text: string): boolean => /^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/.test(text);

const monthsBefore = (month: string, count: number): string => addMonths(`${month}-01`, -count).slice(0, 7);

/** The month in the query; without one, or with none that exists, the month before that of `today` (`YYYY-MM-DD`). */
export function monthIn(query: URLSearchParams, today: string): string {
  const typed = query.get("month") ?? "";
  return isMonth(typed) ? typed : monthsBefore(today.slice(0, 7), 1);
}

/** The months to choose from, the newest first: the current one and those before it, and the chosen one if it is none of them. */
export function monthChoices(chosen: string, today: string): string[] {
  const current = today.slice(0, 7);
  const recent = Array.from({ length: financeMonthsMax + 1 }, (_, count) => monthsBefore(current, count));
  return recent.includes(chosen) ? recent : [...recent, chosen].sort().reverse();
}
