import { expect, test } from "vitest";
import { addDays } from "../dates/days.ts";
import { settledWithinDays, ticketsUsable } from "./debit-tickets.ts";
import { installmentCalendar } from "./installments.ts";

const order = { orderDay: "2026-11-20", firstDebitOn: "2026-11-25" };

test.each([
  ["signed", undefined, { from: "signed", on: null }],
  ["provisional", 12, { from: "provisional", on: "2026-12-02" }],
  ["settled", undefined, { from: "settled", on: "2026-11-25" }],
] as const)("%s with %s days", (debitTicketsUsable, provisionalDays, usable) => {
  expect(ticketsUsable({ debitTicketsUsable, provisionalDays }, order)).toEqual(usable);
});

test("on every day of ten years, the first debit of an order is at least a day before the last day to settle it", () => {
  for (let day = "2026-01-01"; day < "2036-01-01"; day = addDays(day, 1)) {
    const [first] = installmentCalendar({ orderDay: day, amount: 100, count: 1, period: "P1M", method: "TRANSFER" });
    expect((first?.collectedOn ?? "") < addDays(day, settledWithinDays), day).toBe(true);
  }
});
