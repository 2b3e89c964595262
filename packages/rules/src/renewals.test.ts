import { Period } from "@guichet/contract/catalogue.ts";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { addDays } from "./days.ts";
import {
  expiryWarningDay,
  isLongTerm,
  isNoticeInTime,
  nextChargeOn,
  nextPeriod,
  noticeDay,
  periodStart,
  refusableUntil,
  renewalDay,
  terminationEffect,
  unpaidEnd,
} from "./renewals.ts";
import { subscriptionMachine } from "./subscriptions.ts";

describe("the periods of a subscription", () => {
  it("are reckoned from the first day, never from the one before", () => {
    const starts = [1, 2, 3, 4, 5].map((position) => periodStart("2027-01-31", "P1M", position));
    expect(starts).toEqual(["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]);
    expect(periodStart("2028-02-29", "P1Y", 2)).toBe("2029-02-28");
    expect(periodStart("2028-02-29", "P1Y", 5)).toBe("2032-02-29");
  });

  it("leave no day out and have none twice, whatever the interval", () => {
    const anchor = fc.date({ min: new Date("2026-01-01"), max: new Date("2030-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(
        anchor,
        fc.constantFrom(...Period.options),
        fc.integer({ min: 1, max: 60 }),
        (date, interval, after) => {
          const first = date.toISOString().slice(0, 10);
          const [start, end] = [periodStart(first, interval, after), periodStart(first, interval, after + 1)];
          expect(start < end).toBe(true);
          expect(nextPeriod(first, interval, after - 1, start)).toBe(after);
          expect(nextPeriod(first, interval, after - 1, end)).toBe(after + 1);
        },
      ),
    );
  });

  it("that are over are passed by: the next is the one that holds today", () => {
    expect(nextPeriod("2027-01-01", "P7D", 1, "2027-01-07")).toBe(2);
    expect(nextPeriod("2027-01-01", "P7D", 1, "2027-01-15")).toBe(3);
    expect(() => nextPeriod("1900-01-01", "P7D", 1, "2027-01-01")).toThrow(RangeError);
  });
});

describe("a renewal", () => {
  it("is ordered the day before its period, and can be refused until the day before that", () => {
    expect([renewalDay("2027-09-01"), refusableUntil("2027-09-01")]).toEqual(["2027-08-31", "2027-08-30"]);
  });

  it.each(Period.options.filter(isLongTerm))(
    "of %s is announced between three months and one before its end",
    (period) => {
      for (let day = 0; day < 366; day += 1) {
        const start = addDays("2027-03-01", day);
        expect(isNoticeInTime(noticeDay(period, start), start)).toBe(true);
      }
    },
  );

  test.each([
    ["P7D", "2027-08-29"],
    ["P14D", "2027-08-27"],
    ["P1M", "2027-08-22"],
  ] as const)("of %s is looked at on %s for one that starts on 1 September", (period, day) => {
    expect(noticeDay(period, "2027-09-01")).toBe(day);
  });

  it("is not announced in time too early or too late", () => {
    expect(isNoticeInTime("2027-05-31", "2027-09-01")).toBe(false);
    expect(isNoticeInTime("2027-08-02", "2027-09-01")).toBe(false);
  });

  it("that is refused is tried again after 3 and 7 days, and given up after 60", () => {
    expect([0, 1, 2, 3].map((tries) => nextChargeOn("2027-01-30", tries))).toEqual([
      "2027-01-30",
      "2027-02-02",
      "2027-02-06",
      undefined,
    ]);
    expect(unpaidEnd("2027-01-01")).toBe("2027-03-02");
  });
});

test("a card's end is told from the first day of its last month", () => {
  expect(expiryWarningDay("2027-02")).toBe("2027-02-01");
});

test("who ends it now is refunded before the start, keeps what is paid while it runs, and is rid of it when it is blocked", () => {
  const effects = subscriptionMachine.states.map((state) => terminationEffect(state));
  expect(effects).toEqual(["REFUNDED", "AT_END", "AT_ONCE", undefined, undefined]);
});
