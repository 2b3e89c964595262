import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayIn } from "./dates/days.ts";
import { endOf, type TicketTerms, ticketWindow } from "./validity.ts";

const timeZone = "Europe/Paris";
const terms = (over: Partial<TicketTerms>): TicketTerms => ({
  validity: { from: "purchase", duration: "P1Y" },
  useWithin: null,
  purchasedAt: "2026-11-20T12:00:00.000Z",
  startingAt: null,
  pivotType: null,
  firstUseAt: null,
  timeZone,
  now: "2026-11-20T12:00:00.000Z",
  ...over,
});

describe("a duration from an instant", () => {
  test.each([
    ["a day ends tonight", "2026-11-20T13:00:00Z", "P1D", "2026-11-20T23:00:00.000Z"],
    ["a minute before midnight it still ends tonight", "2026-11-20T22:59:00Z", "P1D", "2026-11-20T23:00:00.000Z"],
    ["31 days include the first", "2026-03-01T13:30:00Z", "P31D", "2026-03-31T22:00:00.000Z"],
    ["a week from Monday ends with Sunday", "2026-11-15T23:00:00Z", "P1W", "2026-11-22T23:00:00.000Z"],
    ["a week over the spring change is a week of days", "2026-03-22T23:00:00Z", "P1W", "2026-03-29T22:00:00.000Z"],
    ["a month from the 1st ends with the month", "2026-01-31T23:00:00Z", "P1M", "2026-02-28T23:00:00.000Z"],
    [
      "a month from the 31st ends with the last day of the next",
      "2026-01-31T12:00:00Z",
      "P1M",
      "2026-02-28T23:00:00.000Z",
    ],
    [
      "a month from 29 January of a leap year ends with 28 February",
      "2028-01-29T12:00:00Z",
      "P1M",
      "2028-02-28T23:00:00.000Z",
    ],
    ["a year ends on the eve of the anniversary", "2026-03-15T12:00:00Z", "P1Y", "2027-03-14T23:00:00.000Z"],
    ["a year from 29 February ends with 28 February", "2028-02-29T12:00:00Z", "P1Y", "2029-02-28T23:00:00.000Z"],
    ["an hour is an hour", "2026-11-20T22:30:00Z", "PT1H", "2026-11-20T23:30:00.000Z"],
    ["24 hours are 24 hours on the day of a clock change", "2026-03-28T12:00:00Z", "PT24H", "2026-03-29T12:00:00.000Z"],
  ])("%s", (_, from, duration, until) => {
    expect(endOf(from, duration, timeZone)).toBe(until);
  });
});

describe("a ticket", () => {
  // covers §4: ticket validity and states
  test("from purchase is active immediately until its exclusive end", () => {
    const bought = terms({});
    expect(ticketWindow(bought)).toEqual({
      validFrom: "2026-11-20T12:00:00.000Z",
      validUntil: "2027-11-19T23:00:00.000Z",
      useBefore: null,
      state: "active",
    });
    expect(ticketWindow({ ...bought, now: "2027-11-19T22:59:59Z" }).state).toBe("active");
    expect(ticketWindow({ ...bought, now: "2027-11-19T23:00:00Z" }).state).toBe("expired");
  });

  test("from a future start is pending until then", () => {
    const december = terms({
      validity: { from: "start", duration: "P1M" },
      startingAt: "2026-11-30T23:00:00Z",
      pivotType: "MONTH_PIVOT",
    });
    expect(ticketWindow(december)).toMatchObject({
      validFrom: "2026-11-30T23:00:00Z",
      validUntil: "2026-12-31T23:00:00.000Z",
      state: "pending",
    });
    expect(ticketWindow({ ...december, now: "2026-11-30T23:00:00Z" }).state).toBe("active");
  });

  test.each([
    ["WEEK_PIVOT", "2026-11-15T23:00:00Z", "P1W", "2026-11-22T23:00:00.000Z"],
    ["MONTH_PIVOT", "2026-10-31T23:00:00Z", "P1M", "2026-11-30T23:00:00.000Z"],
  ] as const)(
    "of a begun %s counts from its first day and is valid from purchase",
    (pivotType, startingAt, duration, validUntil) => {
      const begun = terms({ validity: { from: "start", duration }, startingAt, pivotType });
      expect(ticketWindow(begun)).toEqual({
        validFrom: "2026-11-20T12:00:00.000Z",
        validUntil,
        useBefore: null,
        state: "active",
      });
    },
  );

  test("whose slot passed during the payment counts from purchase", () => {
    const slot = { startingAt: "2026-11-20T11:45:00Z", pivotType: "DAY_PIVOT" } as const;
    const late = terms({ validity: { from: "start", duration: "PT24H" }, ...slot });
    expect(ticketWindow(late)).toMatchObject({
      validFrom: "2026-11-20T12:00:00.000Z",
      validUntil: "2026-11-21T12:00:00.000Z",
    });
  });

  // covers §4: ticket validity and states
  test("from its first use is pending until then, and is lost when not used in time", () => {
    const pass = terms({ validity: { from: "first-use", duration: "P31D" }, useWithin: "P6M" });
    expect(ticketWindow(pass)).toEqual({
      validFrom: null,
      validUntil: null,
      useBefore: "2027-05-19T22:00:00.000Z",
      state: "pending",
    });
    expect(ticketWindow({ ...pass, now: "2027-05-19T21:59:59Z" }).state).toBe("pending");
    expect(ticketWindow({ ...pass, now: "2027-05-19T22:00:00Z" }).state).toBe("expired");
    const used = { ...pass, firstUseAt: "2027-05-19T10:00:00Z", now: "2027-06-01T10:00:00Z" };
    expect(ticketWindow(used)).toEqual({
      validFrom: "2027-05-19T10:00:00Z",
      validUntil: "2027-06-18T22:00:00.000Z",
      useBefore: null,
      state: "active",
    });
  });

  test.each([
    [
      "bought in November, it ends with next August",
      "2026-11-20T12:00:00.000Z",
      null,
      "2026-11-20T12:00:00.000Z",
      "2027-08-31T22:00:00.000Z",
    ],
    [
      "bought on 31 August, it ends tonight",
      "2026-08-31T12:00:00.000Z",
      null,
      "2026-08-31T12:00:00.000Z",
      "2026-08-31T22:00:00.000Z",
    ],
    [
      "bought on 1 September, it lasts the year",
      "2026-08-31T22:00:00.000Z",
      null,
      "2026-08-31T22:00:00.000Z",
      "2027-08-31T22:00:00.000Z",
    ],
    [
      "bought in June to start in September, it is the next year's",
      "2026-06-10T12:00:00.000Z",
      "2026-08-31T22:00:00.000Z",
      "2026-08-31T22:00:00.000Z",
      "2027-08-31T22:00:00.000Z",
    ],
  ])("of a yearly period from 1 September to 31 August: %s", (_, purchasedAt, startingAt, validFrom, validUntil) => {
    const yearly = terms({ validity: { period: { from: "09-01", to: "08-31" } }, purchasedAt, startingAt });
    expect(ticketWindow(yearly)).toMatchObject({ validFrom, validUntil });
  });

  test.each([
    ["before it, waits for it", "2026-05-10T12:00:00.000Z", "2026-06-30T22:00:00.000Z", "2026-08-31T22:00:00.000Z"],
    [
      "within it, is valid from purchase",
      "2026-07-14T12:00:00.000Z",
      "2026-07-14T12:00:00.000Z",
      "2026-08-31T22:00:00.000Z",
    ],
    [
      "after it, waits for the next",
      "2026-11-20T12:00:00.000Z",
      "2027-06-30T22:00:00.000Z",
      "2027-08-31T22:00:00.000Z",
    ],
  ])("of a summer bought %s", (_, purchasedAt, validFrom, validUntil) => {
    const summer = terms({ validity: { period: { from: "07-01", to: "08-31" } }, purchasedAt });
    expect(ticketWindow(summer)).toMatchObject({ validFrom, validUntil });
  });

  test("of a period to the end of February ends with its last day in every year", () => {
    const winter = (purchasedAt: string) =>
      ticketWindow(terms({ validity: { period: { from: "12-01", to: "02-29" } }, purchasedAt })).validUntil;
    expect(winter("2026-12-10T12:00:00Z")).toBe("2027-02-28T23:00:00.000Z");
    expect(winter("2027-12-10T12:00:00Z")).toBe("2028-02-29T23:00:00.000Z");
  });
});

describe("any ticket", () => {
  const moment = fc
    .date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString());
  const zone = fc.constantFrom(timeZone, "America/New_York", "Australia/Sydney");

  test("a yearly period includes its start and ends within two years, never before it begins", () => {
    const yearDay = fc
      .date({ min: new Date("2028-01-01"), max: new Date("2028-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(5, 10));
    fc.assert(
      fc.property(moment, yearDay, yearDay, zone, (purchasedAt, from, to, timeZone) => {
        const { validFrom, validUntil } = ticketWindow(
          terms({ validity: { period: { from, to } }, purchasedAt, timeZone }),
        );
        const time = (at: string | null) => Date.parse(at ?? "");
        const [begins, ends, bought] = [time(validFrom), time(validUntil), time(purchasedAt)];
        expect(begins).toBeGreaterThanOrEqual(bought);
        expect(ends).toBeGreaterThan(begins);
        expect(ends - bought).toBeLessThan(2 * 366 * 86_400_000);
      }),
    );
  });

  test("n days end at the start of the n-th day after, across clock changes", () => {
    fc.assert(
      fc.property(moment, zone, fc.integer({ min: 1, max: 400 }), (from, timeZone, n) => {
        const end = endOf(from, `P${n}D`, timeZone);
        const first = Date.parse(`${dayIn(from, timeZone)}T00:00:00Z`);
        const after = Date.parse(`${dayIn(end, timeZone)}T00:00:00Z`);
        expect((after - first) / 86_400_000).toBe(n);
        const justBefore = new Date(Date.parse(end) - 1).toISOString();
        expect(dayIn(justBefore, timeZone)).not.toBe(dayIn(end, timeZone));
      }),
    );
  });
});
