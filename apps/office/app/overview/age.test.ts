import { expect, test } from "vitest";
import { ageAt } from "./age.ts";

const now = "2026-11-20T09:00:00.000Z";

test.each([
  ["2026-11-20T09:00:00.000Z", "minutes", 0],
  ["2026-11-20T09:00:01.000Z", "minutes", 0],
  ["2026-11-20T08:00:01.000Z", "minutes", 59],
  ["2026-11-20T08:00:00.000Z", "hours", 1],
  ["2026-11-18T09:00:01.000Z", "hours", 47],
  ["2026-11-18T09:00:00.000Z", "days", 2],
  ["2026-11-10T09:00:01.000Z", "days", 9],
] as const)("what waits since %s is shown in %s: %i", (since, unit, count) => {
  expect(ageAt(now, since)).toEqual({ unit, count });
});
