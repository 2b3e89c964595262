import { err, ok, type Result } from "@guichet/contract/result.ts";
import { ageOn } from "./ages.ts";
import { isDay } from "./days.ts";

const oldestAgeYears = 130;

/** Reads a birth date: a day that exists, before `today`, of somebody who can be alive. */
export function readBirthDate(text: string, today: string): Result<string, "BIRTH_DATE_INVALID"> {
  const day = text.trim();
  if (!isDay(day) || day >= today || ageOn(day, today) > oldestAgeYears) return err("BIRTH_DATE_INVALID");
  return ok(day);
}

/**
 * The last day that a birth date can be of which day or month are unknown (`1980-00-00`, `1980-06`, `1980`): nobody
 * counts as older than they may be (§9). Undefined for what is no date, or has no year.
 */
export function lastDayOf(text: string): string | undefined {
  const [, year, month = "00", day = "00"] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text.trim()) ?? [];
  if (year === undefined || year === "0000") return undefined;
  if (month === "00") return `${year}-12-31`;
  if (day !== "00") return isDay(`${year}-${month}-${day}`) ? `${year}-${month}-${day}` : undefined;
  return ["31", "30", "29", "28"].map((last) => `${year}-${month}-${last}`).find(isDay);
}
