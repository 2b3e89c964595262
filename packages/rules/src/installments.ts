import type { Period } from "@guichet/contract/catalogue.ts";
import { addDays, addMonths, weekdayOf } from "./days.ts";
import { splitEqually } from "./money.ts";
import { easterSunday } from "./working-days.ts";

/** When installments and debits are due (§9). Days only; light enough for the browser. */

/** A SEPA debit is first collected on the first TARGET day on or after this many days after the order. */
export const firstDebitDays = 5;
/** The debtor is notified again this many days before each debit. */
export const debitNoticeDays = 5;

/** A part is collected at this hour of the network's day. */
export const collectionHour = 8;
/** A refused charge is tried again so many days after the first try; then the part is unpaid. */
export const triesAgainAfterDays = [3, 7] as const;

/** The day of the next try of a part that was tried `tries` times; undefined: it was tried often enough. */
export function nextTryOn(collectedOn: string, tries: number): string | undefined {
  if (tries === 0) return collectedOn;
  const days = triesAgainAfterDays[tries - 1];
  return days === undefined ? undefined : addDays(collectedOn, days);
}

const steps: Readonly<Record<Period, { days: number } | { months: number }>> = {
  P7D: { days: 7 },
  P14D: { days: 14 },
  P1M: { months: 1 },
  P6M: { months: 6 },
  P1Y: { months: 12 },
};

/** The day `count` periods after the first, counted from the first and never from the one before (31 January, 28 February, 31 March). */
export function dayAfterPeriods(first: string, period: Period, count: number): string {
  const step = steps[period];
  return "days" in step ? addDays(first, step.days * count) : addMonths(first, step.months * count);
}

export interface Installment {
  /** The day on which it is due. */
  due: string;
  /** The day on which it is collected: the due day, for debits the first TARGET day on or after it. */
  collectedOn: string;
  /** The day of the notice before a debit; null for cards. */
  noticeOn: string | null;
  /** Minor units. */
  amount: number;
}

/**
 * The calendar of `count` installments of an amount, the rest of the division on the first: for cards from the order day, for
 * debits (TRANSFER) from the first TARGET day on or after the fifth day after the order. Due days are not moved by debit days.
 */
export function installmentCalendar(order: {
  orderDay: string;
  amount: number;
  count: number;
  period: Period;
  method: "CARD" | "TRANSFER";
}): Installment[] {
  const debit = order.method === "TRANSFER";
  const first = debit ? targetDayFrom(addDays(order.orderDay, firstDebitDays)) : order.orderDay;
  return splitEqually(order.amount, order.count).map((amount, place) => {
    const due = dayAfterPeriods(first, order.period, place);
    const collectedOn = debit ? targetDayFrom(due) : due;
    return { due, collectedOn, noticeOn: debit ? addDays(collectedOn, -debitNoticeDays) : null, amount };
  });
}

/** The first TARGET day on or after a day. */
export function targetDayFrom(day: string): string {
  // The longest closure, Good Friday to Easter Monday beside a 1 May, ends within a week.
  for (let days = 0; days < 7; days += 1) {
    const candidate = addDays(day, days);
    if (isTargetDay(candidate)) return candidate;
  }
  throw new RangeError(`No TARGET day within a week of ${day}`);
}

/** The last TARGET day before a day: debits are handed to the bank on it. */
export function targetDayBefore(day: string): string {
  for (let days = 1; days < 8; days += 1) {
    const candidate = addDays(day, -days);
    if (isTargetDay(candidate)) return candidate;
  }
  throw new RangeError(`No TARGET day within a week before ${day}`);
}

const closedYearDays = ["01-01", "05-01", "12-25", "12-26"];

/** Does TARGET settle on that day: not on weekends, 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December? */
export function isTargetDay(day: string): boolean {
  if (weekdayOf(day) > 5 || closedYearDays.includes(day.slice(5))) return false;
  const easter = easterSunday(Number(day.slice(0, 4)));
  return day !== addDays(easter, -2) && day !== addDays(easter, 1);
}
