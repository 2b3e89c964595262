import type { Period } from "@guichet/contract/catalogue.ts";
import { addDays, addMonths, weekdayOf } from "../dates/days.ts";
import { easterSunday } from "../dates/working-days.ts";
import { splitEqually } from "../money.ts";

/** Due days of installments and debits (§9). Days only; light enough for the browser. */

/** A SEPA debit is first collected on the first TARGET day on or after this many days after the order. */
export const firstDebitDays = 5;
/** Days between the notice to the debtor and each debit. */
export const debitNoticeDays = 5;

/**
 * Day of the second presentation of a debit whose failure became known on a day: the first TARGET day on or after `afterDays` days, of which
 * there are more than `debitNoticeDays`, since it is announced at once.
 */
export const debitRetryDay = (knownOn: string, afterDays: number): string =>
  targetDayFrom(addDays(knownOn, Math.max(afterDays, debitNoticeDays + 1)));

/** A mandate lapses so many months after its latest debit, or its signature if there was none (SEPA Core rulebook, EPC016-06). */
export const mandateUnusedMonths = 36;

/** The day on or before which a mandate that lapsed by `today` was last used. */
export const mandateUnusedSince = (today: string): string => addMonths(today, -mandateUnusedMonths);

/** Days after the first attempt at which a refused charge is retried; after the last retry the installment is unpaid. */
export const retryAfterDays = [3, 7] as const;

/** Day of the next attempt for an installment tried `attempts` times; undefined: no attempt left. */
export function nextTryOn(collectedOn: string, attempts: number): string | undefined {
  if (attempts === 0) return collectedOn;
  const days = retryAfterDays[attempts - 1];
  return days === undefined ? undefined : addDays(collectedOn, days);
}

const steps: Readonly<Record<Period, { days: number } | { months: number }>> = {
  P7D: { days: 7 },
  P14D: { days: 14 },
  P1M: { months: 1 },
  P6M: { months: 6 },
  P1Y: { months: 12 },
};

/** Day `count` periods after the first, always computed from the first (31 January, 28 February, 31 March). */
export function dayAfterPeriods(first: string, period: Period, count: number): string {
  const step = steps[period];
  return "days" in step ? addDays(first, step.days * count) : addMonths(first, step.months * count);
}

export interface Installment {
  /** Due day. */
  due: string;
  /** Day of collection: the due day; for debits the first TARGET day on or after it. */
  collectedOn: string;
  /** Day of the notice before a debit; null for cards. */
  noticeOn: string | null;
  /** Minor units. */
  amount: number;
}

/**
 * Calendar of `count` installments of an amount, with the remainder of the division on the first: for cards from the order day, for
 * debits (TRANSFER) from the first TARGET day on or after the fifth day after the order. Debit days do not move due days.
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
  // The longest closure, Good Friday to Easter Monday next to a 1 May, ends within a week.
  for (let days = 0; days < 7; days += 1) {
    const candidate = addDays(day, days);
    if (isTargetDay(candidate)) return candidate;
  }
  throw new RangeError(`No TARGET day within a week of ${day}`);
}

/** The last TARGET day before a day, on which debits are submitted to the bank. */
export function targetDayBefore(day: string): string {
  for (let days = 1; days < 8; days += 1) {
    const candidate = addDays(day, -days);
    if (isTargetDay(candidate)) return candidate;
  }
  throw new RangeError(`No TARGET day within a week before ${day}`);
}

const closedYearDays = ["01-01", "05-01", "12-25", "12-26"];

/** Whether TARGET settles on that day: not on weekends, 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December. */
export function isTargetDay(day: string): boolean {
  if (weekdayOf(day) > 5 || closedYearDays.includes(day.slice(5))) return false;
  const easter = easterSunday(Number(day.slice(0, 4)));
  return day !== addDays(easter, -2) && day !== addDays(easter, 1);
}
