import { Period } from "@guichet/contract/catalogue.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dayIn } from "./dates/days.ts";
import { firstPeriod, periodSpan } from "./subscription-periods.ts";

/** Time zones with clock changes at night, at midnight, by half an hour, or without any. */
const zones = [
  "Europe/Paris",
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "America/New_York",
  "Asia/Kolkata",
];
const instant = fc.date({ min: new Date("2026-01-01"), max: new Date("2032-12-31"), noInvalidDate: true });
const terms = (purchasedAt: string, interval: Period, timeZone: string, duration = "P1M") => ({
  validity: { from: "purchase" as const, duration },
  useWithin: null,
  pivotType: null,
  startingAt: null,
  interval,
  purchasedAt,
  timeZone,
});

// covers §3: the periods of a subscription: no overlap and no gap between two
test("for any start and time zone, each period ends when the next begins, and none is empty", () => {
  fc.assert(
    fc.property(instant, fc.constantFrom(...Period.options), fc.constantFrom(...zones), (date, interval, timeZone) => {
      const first = firstPeriod(terms(date.toISOString(), interval, timeZone, interval));
      expect(first.startsAt < first.endsAt).toBe(true);
      let end = first.endsAt;
      for (let position = 2; position <= 30; position += 1) {
        const span = periodSpan(first.anchorOn, interval, position, timeZone);
        expect(span.startsAt).toBe(end);
        expect(span.startsAt < span.endsAt).toBe(true);
        // Local midnight, or the first instant of a day that has none.
        const before = new Date(Date.parse(span.startsAt) - 1).toISOString();
        expect(dayIn(span.startsAt, timeZone)).not.toBe(dayIn(before, timeZone));
        end = span.endsAt;
      }
    }),
    { numRuns: 100 },
  );
});

test.each([
  ["2027-01-29", ["2027-02-28", "2027-03-29", "2027-04-29"]],
  ["2027-01-30", ["2027-02-28", "2027-03-30", "2027-04-30"]],
  ["2027-01-31", ["2027-02-28", "2027-03-31", "2027-04-30"]],
  ["2028-01-31", ["2028-02-29", "2028-03-31", "2028-04-30"]],
])("a month from %s is renewed on %j, and each ticket ends when the next begins", (day, starts) => {
  const { anchorOn, endsAt } = firstPeriod(terms(`${day}T09:00:00Z`, "P1M", "Europe/Paris"));
  expect(dayIn(endsAt, "Europe/Paris")).toBe(starts[0]);
  const spans = starts.map((_, place) => periodSpan(anchorOn, "P1M", place + 2, "Europe/Paris"));
  expect(spans.map(({ startsAt }) => dayIn(startsAt, "Europe/Paris"))).toEqual(starts);
});

test("a current month counts from its first day, a yearly period from its own", () => {
  const month = { ...terms("2027-03-17T09:00:00Z", "P1M", "Europe/Paris"), pivotType: "MONTH_PIVOT" as const };
  const begun = firstPeriod({
    ...month,
    validity: { from: "start", duration: "P1M" },
    startingAt: "2027-02-28T23:00:00Z",
  });
  expect(begun).toEqual({
    startsAt: "2027-03-17T09:00:00Z",
    anchorOn: "2027-03-01",
    endsAt: "2027-03-31T22:00:00.000Z",
  });
  const school = { period: { from: "09-01", to: "08-31" } };
  const year = firstPeriod({ ...terms("2027-10-17T09:00:00Z", "P1Y", "Europe/Paris"), validity: school });
  expect(year).toMatchObject({ anchorOn: "2027-09-01", endsAt: "2028-08-31T22:00:00.000Z" });
});
