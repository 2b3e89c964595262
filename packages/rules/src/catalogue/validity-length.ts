import type { Validity } from "@guichet/contract/catalogue.ts";
import { daysBetween } from "../dates/days.ts";

/** Length of a validity: whole months that it lasts, and days, which may be a fraction. */
export interface ValidityLength {
  months: number;
  days: number;
}

const daysPerMonth = 365.25 / 12;
/** Days by which a period may be shorter than its average months: January to June has 181 days, not 182.6. */
const shortByDaysMax = 2;

/** Length of a validity. A yearly period counts from its first to its last day. */
export function validityLength(validity: Validity): ValidityLength {
  if ("period" in validity) return ofDays(daysOfPeriod(validity.period));
  const [, ...parts] = durationParts.exec(validity.duration) ?? [];
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0] = parts.map((part) => Number(part ?? 0));
  const wholeMonths = years * 12 + months;
  const rest = weeks * 7 + days + hours / 24 + minutes / 1440;
  const total = wholeMonths * daysPerMonth + rest;
  return rest === 0 ? { months: wholeMonths, days: total } : ofDays(total);
}

const durationParts = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/;

const ofDays = (days: number): ValidityLength => ({
  months: Math.floor((days + shortByDaysMax) / daysPerMonth),
  days,
});

/** Days of a yearly period, both days included, in a common year. */
function daysOfPeriod({ from, to }: { from: string; to: string }): number {
  return daysBetween(`2025-${commonDay(from)}`, `${to < from ? "2026" : "2025"}-${commonDay(to)}`) + 1;
}

const commonDay = (day: string): string => (day === "02-29" ? "02-28" : day);
