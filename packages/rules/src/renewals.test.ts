import { Period } from "@guichet/contract/catalogue.ts";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { addDays } from "./dates/days.ts";
import {
  expiryWarningDay,
  isLongTerm,
  isNoticeInTime,
  lastDayIfTerminated,
  laterEnds,
  mayTerminateAnyTime,
  nextChargeOn,
  nextPeriod,
  noticeDay,
  periodStart,
  preferredEnd,
  proratedRefund,
  refusableUntil,
  renewalDay,
  terminationEffect,
  unpaidEnd,
} from "./renewals.ts";
import { subscriptionMachine } from "./subscriptions.ts";

// covers: termination on a chosen later day
describe("the possible ends of a subscription", () => {
  it("are the last days of the periods after the earliest end, for two years", () => {
    const yearly = laterEnds("2026-09-15", "P1Y", { position: 1, earliest: "2027-09-14" });
    expect(yearly).toEqual(["2028-09-14", "2029-09-14"]);
    const monthly = laterEnds("2027-01-31", "P1M", { position: 2, earliest: "2027-03-30" });
    expect(monthly.slice(0, 3)).toEqual(["2027-04-29", "2027-05-30", "2027-06-29"]);
    expect(monthly).toHaveLength(24);
    // Before the start, the first period's own end is a later one.
    expect(laterEnds("2027-02-01", "P1M", { position: 1, earliest: "2027-01-20" })[0]).toBe("2027-02-28");
  });

  it("are chosen by the period of the requested day; the earliest without one, the last if it is too late", () => {
    const ends = ["2026-11-30", "2026-12-31", "2027-01-31"] as const;
    const fitting = (desired: string | null) => preferredEnd([...ends], desired);
    expect(fitting(null)).toBe("2026-11-30");
    expect(fitting("2026-11-12")).toBe("2026-11-30");
    expect(fitting("2026-12-01")).toBe("2026-12-31");
    expect(fitting("2026-12-31")).toBe("2026-12-31");
    expect(fitting("2030-01-01")).toBe("2027-01-31");
  });
});

describe("the periods of a subscription", () => {
  // covers §3: tacit subscription
  it("are computed from the first day, never from the previous period", () => {
    const starts = [1, 2, 3, 4, 5].map((position) => periodStart("2027-01-31", "P1M", position));
    expect(starts).toEqual(["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]);
    expect(periodStart("2028-02-29", "P1Y", 2)).toBe("2029-02-28");
    expect(periodStart("2028-02-29", "P1Y", 5)).toBe("2032-02-29");
  });

  it("neither skip nor repeat a day, whatever the interval", () => {
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

  it("that have ended are skipped: the next is the one that contains today", () => {
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
  ] as const)("of %s is checked on %s for one that starts on 1 September", (period, day) => {
    expect(noticeDay(period, "2027-09-01")).toBe(day);
  });

  it("is announced in time between three months and one before the last day to refuse it", () => {
    // It can be refused until 30 August.
    const days = ["2027-05-29", "2027-05-30", "2027-07-30", "2027-07-31"];
    expect(days.map((day) => isNoticeInTime(day, "2027-09-01"))).toEqual([false, true, true, false]);
  });

  it("of a long term can be terminated at any time if its notice was late or missing; first purchases and short terms cannot", () => {
    const start = "2027-09-01";
    const may = (interval: Period, noticedOn: string | null, position = 2) =>
      mayTerminateAnyTime(interval, { position, start, noticedOn });
    expect([may("P1Y", null), may("P6M", "2027-07-31"), may("P1Y", "2027-07-01")]).toEqual([true, true, false]);
    expect([may("P1Y", null, 1), may("P1M", null), may("P7D", null), may("P14D", null)]).not.toContain(true);
  });

  it("that is terminated is valid through that day, or its first day", () => {
    expect(lastDayIfTerminated("2027-09-01", "2027-08-31")).toBe("2027-09-01");
    expect(lastDayIfTerminated("2027-09-01", "2027-12-24")).toBe("2027-12-24");
  });

  test.each([
    ["2027-09-01", 29_919],
    ["2027-12-09", 21_804],
    ["2028-08-30", 82],
    ["2028-08-31", 0],
  ])("of 300.00 for the 366 days from 1 September 2027, terminated on %s, refunds %i", (lastDay, rest) => {
    expect(proratedRefund(30_000, { start: "2027-09-01", end: "2028-09-01", lastDay })).toBe(rest);
  });

  // covers §3: a renewal that was not announced in time can be terminated on any day, with a prorated refund (L215-1)
  it("refunds at most the price and nothing at its end, decreasing by day, and never a cent too little", () => {
    const start = "2027-02-10";
    const amounts = fc.integer({ min: 0, max: 200_000 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 366 }), (amount, days) => {
        const end = addDays(start, days);
        const rests = Array.from({ length: days }, (_, day) =>
          proratedRefund(amount, { start, end, lastDay: addDays(start, day) }),
        );
        expect(rests.at(-1)).toBe(0);
        for (const [day, rest] of rests.entries()) {
          const exact = (amount * (days - 1 - day)) / days;
          expect(rest).toBeGreaterThanOrEqual(Math.floor(exact));
          expect(rest - exact).toBeLessThan(1);
          expect(rest).toBeLessThanOrEqual(rests[day - 1] ?? amount);
        }
      }),
    );
  });

  it("that is refused is retried after 3 and 7 days, and ends after 60", () => {
    expect([0, 1, 2, 3].map((attempts) => nextChargeOn("2027-01-30", attempts))).toEqual([
      "2027-01-30",
      "2027-02-02",
      "2027-02-06",
      undefined,
    ]);
    expect(unpaidEnd("2027-01-01")).toBe("2027-03-02");
  });
});

test("a card's expiry is announced from the first day of its last month", () => {
  expect(expiryWarningDay("2027-02")).toBe("2027-02-01");
});

test("a termination now refunds before the start, lasts to the end of the paid period while active, and is immediate when blocked", () => {
  const effects = subscriptionMachine.states.map((state) => terminationEffect(state));
  expect(effects).toEqual(["REFUNDED", "AT_END", "AT_ONCE", undefined, undefined]);
  const withRest = subscriptionMachine.states.map((state) => terminationEffect(state, { hasProratedRefund: true }));
  expect(withRest).toEqual(["REFUNDED", "REST_REFUNDED", "REST_REFUNDED", "REST_REFUNDED", undefined]);
});
