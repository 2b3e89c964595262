import { adultAgeYears } from "@guichet/contract/limits/account-limits.ts";

/** Age in whole years on a day, both `YYYY-MM-DD`. A birthday on 29 February falls on 1 March in common years. */
export function ageOn(birthDay: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDay.slice(0, 4));
  return day.slice(5) < birthDay.slice(5) ? years - 1 : years;
}

/** Whether a person is an adult on that day (§9). */
export function isAdult(birthDay: string, day: string): boolean {
  return ageOn(birthDay, day) >= adultAgeYears;
}
