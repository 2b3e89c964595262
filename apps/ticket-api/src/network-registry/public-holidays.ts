import type { PackNetwork } from "@guichet/contract/network-pack.ts";
import { addDays } from "@guichet/rules/dates/days.ts";
import Holidays from "date-holidays";

type Place = Pick<PackNetwork, "country" | "region">;

/** Longer than any time that is promised in working days, and than what is still late. */
const aroundDays = 60;
const known = new Map<string, readonly string[]>();

/** Public holidays, `YYYY-MM-DD`, of a network's country and region around a day, in order; from the library `date-holidays`. */
export function publicHolidaysAround({ country, region }: Place, day: string): string[] {
  const [from, to] = [addDays(day, -aroundDays), addDays(day, aroundDays)];
  const years = [...new Set([from, to].map((end) => Number(end.slice(0, 4))))];
  return years.flatMap((year) => holidaysOf({ country, region }, year).filter((one) => one >= from && one <= to));
}

/** Whether the library knows the region of the country. */
export const isKnownRegion = ({ country, region }: Place): boolean =>
  region === undefined || new Holidays().getStates(country)?.[region] !== undefined;

function holidaysOf({ country, region }: Place, year: number): readonly string[] {
  const key = `${country} ${region} ${year}`;
  const days = known.get(key) ?? read({ country, region }, year);
  known.set(key, days);
  return days;
}

function read({ country, region }: Place, year: number): string[] {
  const library = region === undefined ? new Holidays(country) : new Holidays(country, region);
  const found = library.getHolidays(year).filter(({ type }) => type === "public");
  return [...new Set(found.map(({ date }) => date.slice(0, 10)))].sort();
}
