import fc from "fast-check";
import { expect, it, test } from "vitest";
import { addDays, daysBetween } from "../dates/days.ts";
import { sampleArticle } from "../sample-article.ts";
import { ticketWindow } from "../validity.ts";
import { periodOn, shareOfMonths, soldByMonth } from "./remaining-price.ts";

const schoolYear = { from: "09-01", to: "08-31" };
const euros = (amount: number) => ({ amount, currency: "EUR" });
const school = sampleArticle("school", { price: euros(18_000), validity: { period: schoolYear } });

// covers: a pass for a period costs only its remaining months
it.each([
  ["the first day", "2026-09-01", 18_000, null],
  ["the last day of the first month", "2026-09-30", 18_000, null],
  ["the second month", "2026-10-01", 16_500, 11],
  ["the middle of the third month", "2026-11-24", 15_000, 10],
  ["the first day of the last month", "2027-08-01", 1500, 1],
  ["the day before the next period", "2027-08-31", 1500, 1],
  ["the first day of the next period", "2027-09-01", 18_000, null],
])("a school pass of 180 euros bought on %s", (_when, day, amount, months) => {
  const sold = soldByMonth(school, day);
  expect([sold.price.amount, sold.remaining?.months ?? null]).toEqual([amount, months]);
});

test("the remaining time has its days, the months of the whole period and the full price", () => {
  expect(soldByMonth(school, "2026-11-24").remaining).toEqual({
    ...{ firstDay: "2026-11-24", lastDay: "2027-08-31", months: 10, periodMonths: 12 },
    fullPrice: euros(18_000),
  });
});

test("a season that has not begun is sold whole, and a promotional price is reduced too", () => {
  const season = sampleArticle("season", { price: euros(4500), validity: { period: { from: "05-01", to: "09-30" } } });
  expect(soldByMonth(season, "2026-11-24")).toBe(season);
  const promo = { ...season, shopItemPromoPrice: euros(4000) };
  expect(soldByMonth(promo, "2026-09-30")).toMatchObject({
    ...{ price: euros(900), shopItemPromoPrice: euros(800) },
    remaining: { months: 1, periodMonths: 5, fullPrice: euros(4000) },
  });
});

test("a period that ends within a month counts the month that has begun", () => {
  expect(periodOn({ from: "01-31", to: "03-15" }, "2026-02-28")).toMatchObject({ months: 1, periodMonths: 2 });
  expect(periodOn({ from: "02-29", to: "02-28" }, "2026-02-28")).toMatchObject({ lastDay: "2026-02-28", months: 1 });
});

test("an article without a period keeps its price", () => {
  const month = sampleArticle("month", { validity: { from: "purchase", duration: "P1M" } });
  expect(soldByMonth(month, "2026-11-24")).toBe(month);
});

const days = fc
  .integer({ min: 0, max: 365 })
  .map((count) => addDays("2027-01-01", count).slice(5))
  .filter((day) => day !== "02-29");
const anyPeriod = fc.record({ from: days, to: days }).filter(({ from, to }) => from !== to);
const anyDay = fc.integer({ min: 0, max: 1460 }).map((count) => addDays("2026-01-01", count));

// covers: a pass for a period costs only its remaining months
test("the price is never above the full one, never below one month's share, and falls by month", () => {
  fc.assert(
    fc.property(anyPeriod, anyDay, fc.integer({ min: 0, max: 1_000_000 }), (period, day, amount) => {
      const { firstDay, lastDay, ...left } = periodOn(period, day);
      const price = shareOfMonths(amount, left);
      expect(left.months).toBeGreaterThanOrEqual(1);
      expect(left.months).toBeLessThanOrEqual(left.periodMonths);
      expect(price).toBeLessThanOrEqual(amount);
      expect(price).toBeGreaterThanOrEqual(shareOfMonths(amount, { ...left, months: 1 }));
      const next = addDays(day, 1);
      if (next > lastDay) return;
      const later = periodOn(period, next);
      expect(later).toMatchObject({ firstDay, lastDay });
      expect([0, 1]).toContain(left.months - later.months);
      expect(shareOfMonths(amount, later)).toBeLessThanOrEqual(price);
    }),
  );
});

test("the days are those of the ticket", () => {
  fc.assert(
    fc.property(anyPeriod, anyDay, (period, day) => {
      const terms = { useWithin: null, startingAt: null, pivotType: null, firstUseAt: null, timeZone: "UTC" };
      const now = `${day}T09:00:00.000Z`;
      const { validUntil } = ticketWindow({ ...terms, validity: { period }, purchasedAt: now, now });
      expect(daysBetween(periodOn(period, day).lastDay, (validUntil ?? "").slice(0, 10))).toBe(1);
    }),
  );
});
