import { addDays, weekdayOf } from "./days.ts";

/** Working days of offices and carriers: Monday to Friday except the public holidays of a network's place, which the caller gives. */

/** Public holidays, `YYYY-MM-DD`, around the days in question. */
export type PublicHolidays = readonly string[];

const friday = 5;

/** The day a number of working days after a day. */
export function addWorkingDays(day: string, count: number, holidays: PublicHolidays): string {
  let found = day;
  for (let left = count; left > 0; ) {
    found = addDays(found, 1);
    if (isWorkingDay(found, holidays)) left -= 1;
  }
  return found;
}

export const isWorkingDay = (day: string, holidays: PublicHolidays): boolean =>
  weekdayOf(day) <= friday && !holidays.includes(day);

/** Easter Sunday of the Gregorian calendar: the Sunday after the ecclesiastical full moon on or after 21 March. */
export function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const leapDropped = century - Math.floor(century / 4);
  const moonShift = Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + leapDropped - moonShift + 15) % 30;
  // The ecclesiastical full moon is never after 18 April.
  const fullMoon = epact - (epact === 29 || (epact === 28 && golden > 10) ? 1 : 0);
  const moonDay = addDays(`${String(year).padStart(4, "0")}-03-21`, fullMoon);
  return addDays(moonDay, 7 - (weekdayOf(moonDay) % 7));
}
