import { expect, test } from "vitest";
import { timeLeft } from "./time-left.ts";

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

// covers §1: the last day and the remaining time of a ticket, the same everywhere
test.each<[string, number, boolean, string]>([
  ["days that end with the day count today too", 10.5 * day, true, "11 days"],
  ["a stretch of hours promises whole days only", 10.5 * day, false, "10 days"],
  ["two days are stated in hours", 2 * day, true, "48 hours"],
  ["a little more in days", 2 * day + 1, true, "3 days"],
  ["whole hours", hour + 59 * minute, false, "1 hours"],
  ["whole minutes", 30.5 * minute, false, "30 minutes"],
  ["the last minute", 1, false, "1 minutes"],
])("%s", (_, ms, endsWithDay, expected) => {
  const { kind, count } = timeLeft(ms, endsWithDay);
  expect(`${count} ${kind}`).toBe(expected);
});
