import { adultAgeYears } from "@guichet/contract/limits/account-limits.ts";

/** Whole years of age on a day, both `YYYY-MM-DD`. Who was born on 29 February has their birthday on 1 March in other years. */
export function ageOn(birthDay: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDay.slice(0, 4));
  return day.slice(5) < birthDay.slice(5) ? years - 1 : years;
}

/** Is somebody of age on that day (§9)? */
export function isAdult(birthDay: string, day: string): boolean {
  return ageOn(birthDay, day) >= adultAgeYears;
}
