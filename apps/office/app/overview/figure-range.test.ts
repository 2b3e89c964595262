import { addDays } from "@guichet/rules/dates/days.ts";
import { expect, test } from "vitest";
import { figureRange, labelledDays } from "./figure-range.ts";

const rangeOf = (query: string) => figureRange(new URLSearchParams(query), "2026-11-20");

test.each([
  ["", "2026-11-01", "2026-11-20", true],
  ["from=2026-11-20&until=2026-11-20", "2026-11-20", "2026-11-20", true],
  ["until=2026-10-15", "2026-10-01", "2026-10-15", true],
  ["from=2026-02-30&until=soon", "2026-11-01", "2026-11-20", true],
  ["from=2025-11-20", "2025-11-20", "2026-11-20", true],
  ["from=2025-11-19", "2025-11-19", "2026-11-20", false],
  ["from=2026-11-21", "2026-11-21", "2026-11-20", false],
] as const)("the address ?%s shows %s to %s: %s", (query, from, until, isValid) => {
  expect(rangeOf(query)).toEqual({ from, until, isValid });
});

test.each([
  [1, 1],
  [8, 8],
  [9, 5],
  [31, 8],
  [366, 8],
])("%i days have %i labels, evenly apart", (count, labels) => {
  const days = Array.from({ length: count }, (_, index) => addDays("2026-01-01", index));
  const labelled = labelledDays(days);
  expect([labelled.size, labelled.has("2026-01-01")]).toEqual([labels, true]);
});
