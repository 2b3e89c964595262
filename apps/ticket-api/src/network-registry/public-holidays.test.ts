import { expect, test } from "vitest";
import { isKnownRegion, publicHolidaysAround } from "./public-holidays.ts";

// covers §1: the expected days of delivery, in checkout, result and receipt
test.each([
  ["FR", undefined, "2026-12-20", ["2026-11-01", "2026-11-11", "2026-12-25", "2027-01-01"]],
  ["FR", "57", "2026-12-20", ["2026-11-01", "2026-11-11", "2026-12-25", "2026-12-26", "2027-01-01"]],
  ["IT", undefined, "2026-05-15", ["2026-04-05", "2026-04-06", "2026-04-25", "2026-05-01", "2026-06-02"]],
  ["ES", "MD", "2026-05-15", ["2026-04-02", "2026-04-03", "2026-05-01", "2026-05-02"]],
  ["GB", "SCT", "2026-12-20", ["2026-11-30", "2026-12-25", "2026-12-26", "2026-12-28", "2027-01-01", "2027-01-02"]],
  ["US", undefined, "2026-07-01", ["2026-05-25", "2026-06-19", "2026-07-03", "2026-07-04"]],
] as const)("in %s %s around %s", (country, region, day, expected) => {
  expect(publicHolidaysAround({ country, region }, day)).toEqual(expect.arrayContaining([...expected]));
});

test("in Morocco those of the moon count", () => {
  const days = publicHolidaysAround({ country: "MA" }, "2026-05-01");
  expect(days).toContain("2026-05-27");
  expect(days).toContain("2026-03-20");
});

test("a region is one of its own country", () => {
  expect([isKnownRegion({ country: "ES", region: "MD" }), isKnownRegion({ country: "FR", region: "MD" })]).toEqual([
    true,
    false,
  ]);
});
