import { err, ok, type Result } from "@guichet/contract/result.ts";
import { ageOn } from "./ages.ts";
import { isDay } from "./days.ts";

const oldestAgeYears = 130;

/** Parses a birth date: an existing day before `today`, of a person who can be alive. */
export function readBirthDate(text: string, today: string): Result<string, "BIRTH_DATE_INVALID"> {
  const day = text.trim();
  if (!isDay(day) || day >= today || ageOn(day, today) > oldestAgeYears) return err("BIRTH_DATE_INVALID");
  return ok(day);
}

/**
 * Last possible day of a birth date with unknown day or month (`1980-00-00`, `1980-06`, `1980`), so that nobody counts as
 * older than they may be (§9). Undefined for a text that is not a date or has no year.
 */
export function lastDayOf(text: string): string | undefined {
  const [, year, month = "00", day = "00"] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text.trim()) ?? [];
  if (year === undefined || year === "0000") return undefined;
  if (month === "00") return `${year}-12-31`;
  if (day !== "00") return isDay(`${year}-${month}-${day}`) ? `${year}-${month}-${day}` : undefined;
  return ["31", "30", "29", "28"].map((last) => `${year}-${month}-${last}`).find(isDay);
}
