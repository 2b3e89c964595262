import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDuplicatePass, isPass, overlap, type PassPeriod, passPeriod, type TravellersPass } from "./held-passes.ts";
import { sampleArticle } from "./sample-article.ts";

const timeZone = "Europe/Paris";
const year = sampleArticle("year", { validity: { from: "purchase", duration: "P1Y" } });
const month = sampleArticle("month", { validity: { from: "start", duration: "P1M" }, pivotType: "MONTH_PIVOT" });
const bought = { purchasedAt: "2026-11-10T09:00:00.000Z", startingAt: null, renews: false, timeZone };

test.each([
  ["a year from the purchase", {}, true],
  ["a stretch of the year", { validity: { period: { from: "09-01", to: "06-30" } } }, true],
  ["a week", { validity: { from: "start", duration: "P7D" } }, true],
  ["31 days from the first use", { validity: { from: "first-use", duration: "P31D" } }, true],
  ["48 hours", { validity: { from: "start", duration: "PT48H" } }, true],
  ["a day", { validity: { from: "start", duration: "P1D" } }, false],
  ["24 hours", { validity: { from: "start", duration: "PT24H" } }, false],
  ["ten trips within a year", { trips: 10 }, false],
  ["a card of five years", { tags: ["physical-pass"] }, false],
] as const)("valid for %s, an article is a pass: %j gives %s", (_what, over, expected) => {
  expect(isPass({ ...year, ...over, tags: "tags" in over ? [...over.tags] : [] })).toBe(expected);
});

describe("the period of a pass", () => {
  test("is that of its ticket", () => {
    expect(passPeriod(year, bought)).toEqual({ startsAt: bought.purchasedAt, endsAt: "2027-11-09T23:00:00.000Z" });
    const next = { ...bought, startingAt: "2026-11-30T23:00:00.000Z" };
    expect(passPeriod(month, next)).toEqual({ startsAt: next.startingAt, endsAt: "2026-12-31T23:00:00.000Z" });
  });

  test("has no end with automatic renewal, and an end without", () => {
    const renewing = { ...year, isRenewable: true, renewalInterval: "P1Y" as const };
    expect(passPeriod(renewing, { ...bought, renews: true })).toEqual({ startsAt: bought.purchasedAt, endsAt: null });
    expect(passPeriod(renewing, bought)?.endsAt).toBe("2027-11-09T23:00:00.000Z");
  });

  test("is unknown before the first use, and undefined for other articles", () => {
    const opened = sampleArticle("opened", { validity: { from: "first-use", duration: "P31D" } });
    expect(passPeriod(opened, bought)).toBeNull();
    expect(passPeriod(sampleArticle("hour"), bought)).toBeNull();
  });
});

const instant = fc.integer({ min: 0, max: 40 }).map((hour) => new Date(hour * 3_600_000).toISOString());
const period = fc.record({ startsAt: instant, endsAt: fc.option(instant) });

// covers §5: a warning for a pass or subscription that the traveller already has on the same days, on its page, in the cart and before paying; it can still be bought
test("two periods overlap if an hour is in both, in either order", () => {
  const holds = ({ startsAt, endsAt }: PassPeriod, at: string) => startsAt <= at && (endsAt === null || at < endsAt);
  const hours = Array.from({ length: 42 }, (_, hour) => new Date(hour * 3_600_000).toISOString());
  const some = period.filter(({ startsAt, endsAt }) => endsAt === null || startsAt < endsAt);
  fc.assert(
    fc.property(some, some, (a, b) => {
      expect(overlap(a, b)).toBe(hours.some((at) => holds(a, at) && holds(b, at)));
      expect(overlap(b, a)).toBe(overlap(a, b));
    }),
  );
});

describe("passes that a traveller would have twice", () => {
  const held: TravellersPass = {
    travellerId: "lou",
    article: year,
    journey: null,
    startsAt: "2026-01-01T00:00:00.000Z",
    endsAt: "2027-01-01T00:00:00.000Z",
  };
  const bike = sampleArticle("bike", { validity: { from: "purchase", duration: "P1Y" } });
  test.each([
    ["the same pass on the same days", {}, true],
    ["another pass on the same days", { article: month }, true],
    ["the pass of another traveller", { travellerId: "max" }, false],
    ["the one that begins as it ends", { startsAt: held.endsAt, endsAt: null }, false],
    ["what may be bought with it", { article: { ...bike, options: ["year"] } }, false],
    ["what it may be bought with", { article: { ...month, options: ["year"] } }, false],
    ["a pass between two stops in addition to a network pass", { article: { ...month, isJourney: true } }, false],
  ] as const)("%s", (_what, over, expected) => {
    const other = { ...held, ...over } as TravellersPass;
    expect(isDuplicatePass(held, other)).toBe(expected);
    expect(isDuplicatePass(other, held)).toBe(expected);
  });

  test("the same pass between the same stops only", () => {
    const coast = { ...held, article: { ...year, isJourney: true }, journey: "a b" };
    expect(isDuplicatePass(coast, coast)).toBe(true);
    expect(isDuplicatePass(coast, { ...coast, journey: "a c" })).toBe(false);
  });
});
