/** Calendar dates `YYYY-MM-DD` without a library, light enough for the browser. Time zones and clock changes: `calendar.ts`. */

const dayMs = 86_400_000;

interface Parts {
  year: number;
  month: number;
  day: number;
}

function partsOf(day: string): Parts {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return { year, month, day: date };
}

function written({ year, month, day }: Parts): string {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Whether a text is an existing day `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const { year, month, day } = partsOf(text);
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Number of days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);

/** The same day of another month, or the last day of that month if it is shorter. */
export function addMonths(day: string, months: number): string {
  const from = partsOf(day);
  const index = from.year * 12 + from.month - 1 + months;
  const year = Math.floor(index / 12);
  const month = (index % 12) + 1;
  return written({ year, month, day: Math.min(from.day, daysInMonth(year, month)) });
}

/** ISO weekday: Monday 1 to Sunday 7. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** Formatters by time zone, cached because they are expensive to create. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone);
  if (known !== undefined) return known;
  const options = { timeZone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const made = new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn", options);
  dayFormats.set(timeZone, made);
  return made;
}

/** Calendar day of an instant in a time zone. */
export function dayIn(instant: string, timeZone: string): string {
  const parts = Object.fromEntries(
    dayFormat(timeZone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  );
  return written({ year: Number(parts.year), month: Number(parts.month), day: Number(parts.day) });
}
