import { addDays, weekdayOf } from "./days.ts";

/** Working days of French offices and carriers: Monday to Friday except public holidays (Code du travail, L3133-1). */

const friday = 5;

/** The day a number of working days after a day. */
export function addWorkingDays(day: string, count: number): string {
  let found = day;
  for (let left = count; left > 0; ) {
    found = addDays(found, 1);
    if (isWorkingDay(found)) left -= 1;
  }
  return found;
}

export const isWorkingDay = (day: string): boolean => weekdayOf(day) <= friday && !isPublicHoliday(day);

const yearDays = ["01-01", "05-01", "05-08", "07-14", "08-15", "11-01", "11-11", "12-25"];
/** Easter Monday, Ascension and Whit Monday, in days after Easter. */
const afterEaster = [1, 39, 50];

/** Whether a day is a public holiday in all of France; those of Alsace-Moselle and overseas alone do not count. */
export function isPublicHoliday(day: string): boolean {
  if (yearDays.includes(day.slice(5))) return true;
  const easter = easterSunday(Number(day.slice(0, 4)));
  return afterEaster.some((days) => day === addDays(easter, days));
}

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
