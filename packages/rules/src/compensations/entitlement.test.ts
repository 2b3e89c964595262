import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "../dates/days.ts";
import { type CompensatedTicket, type CompensationTerms, compensationOf, entitledDays } from "./entitlement.ts";

/** A monthly pass of October for 60.00, and five days of a strike. */
const month: CompensatedTicket = {
  ...{ firstDay: "2026-10-01", lastDay: "2026-10-31", trips: null, validatedDays: [] },
  ...{ paidAmount: 6000, compensatedAmount: 0 },
};
const strike = { from: "2026-10-12", to: "2026-10-16", onlyValidated: false };
const onLine = { ...strike, onlyValidated: true };
const carnet = { firstDay: null, lastDay: null, trips: 10, paidAmount: 1200 };

describe("days for which a ticket entitles", () => {
  // covers: a compensation campaign entitles tickets that were valid on its days, or validated on its lines
  test.each<[string, typeof strike, Partial<CompensatedTicket>, number]>([
    ["a pass valid on all of them", strike, {}, 5],
    ["a pass that begins on the third", strike, { firstDay: "2026-10-14", lastDay: "2026-11-13" }, 3],
    ["a pass that ends on the first", strike, { firstDay: "2026-09-13", lastDay: "2026-10-12" }, 1],
    ["a pass that ended the day before", strike, { firstDay: "2026-09-12", lastDay: "2026-10-11" }, 0],
    ["a pass that begins the day after", strike, { firstDay: "2026-10-17", lastDay: "2026-11-16" }, 0],
    ["a pass that has not begun", strike, { firstDay: null, lastDay: null }, 0],
    ["a day ticket of one of them", strike, { firstDay: "2026-10-13", lastDay: "2026-10-13" }, 1],
    ["a pass over a change of the clock", { ...strike, from: "2026-10-24", to: "2026-10-26" }, {}, 3],
    ["ten trips, never used", strike, carnet, 0],
    ["ten trips, two on one day", strike, { ...carnet, validatedDays: ["2026-10-13", "2026-10-13", "2026-10-20"] }, 1],
    ["a pass never validated on the line", onLine, {}, 0],
    ["a pass validated on the line on two days", onLine, { validatedDays: ["2026-10-12", "2026-10-16"] }, 2],
    ["a pass validated on the line on other days", onLine, { validatedDays: ["2026-10-11", "2026-10-17"] }, 0],
  ])("%s", (_, days, ticket, expected) => {
    expect(entitledDays(days, { ...month, ...ticket })).toBe(expected);
  });
});

describe("amount for a ticket", () => {
  // covers: a compensation is an amount, an amount per day, a share, or a voucher, and never more than the price paid
  test.each<[string, CompensationTerms, Partial<CompensatedTicket>, number, number]>([
    ["an amount, once", { kind: "fixed", amount: 500 }, {}, 5, 500],
    ["2 € a day", { kind: "per-day", amount: 200 }, {}, 5, 1000],
    ["10 % of the price", { kind: "share", percent: 10 }, {}, 2, 600],
    ["each day whole", { kind: "share-per-day", percent: 100 }, {}, 5, 968],
    ["each day by half, rounded up", { kind: "share-per-day", percent: 50 }, {}, 1, 97],
    ["the whole month", { kind: "share-per-day", percent: 100 }, {}, 31, 6000],
    ["each day of ten trips", { kind: "share-per-day", percent: 100 }, carnet, 2, 240],
    ["a day without a known length", { kind: "share-per-day", percent: 50 }, { ...carnet, trips: null }, 1, 600],
    ["a voucher", { kind: "voucher", amount: 300 }, {}, 5, 300],
    ["no more than the price paid", { kind: "per-day", amount: 200 }, { paidAmount: 150 }, 1, 150],
    ["a voucher above the price paid", { kind: "voucher", amount: 300 }, { paidAmount: 150 }, 1, 150],
    ["nothing was paid for it", { kind: "fixed", amount: 500 }, { paidAmount: 0 }, 5, 0],
    ["another campaign gave most of it", { kind: "fixed", amount: 500 }, { compensatedAmount: 5800 }, 5, 200],
    ["another campaign gave all of it", { kind: "fixed", amount: 500 }, { compensatedAmount: 6100 }, 5, 0],
    ["not entitled", { kind: "fixed", amount: 500 }, {}, 0, 0],
  ])("%s", (_, terms, ticket, days, expected) => {
    expect(compensationOf(terms, { ...month, ...ticket }, days)).toBe(expected);
  });

  test("a sum of campaigns is never more than the price paid, and a longer campaign never gives less", () => {
    const terms = fc.oneof(
      fc.record({ kind: fc.constantFrom("fixed", "per-day", "voucher"), amount: fc.integer({ min: 1, max: 100_000 }) }),
      fc.record({ kind: fc.constantFrom("share", "share-per-day"), percent: fc.integer({ min: 1, max: 100 }) }),
    );
    const lengths = fc.record({ first: fc.integer({ min: 0, max: 400 }), length: fc.integer({ min: 1, max: 400 }) });
    const paid = fc.integer({ min: 0, max: 200_000 });
    fc.assert(
      fc.property(fc.array(terms, { minLength: 1, maxLength: 5 }), lengths, paid, (campaigns, days, paidAmount) => {
        const firstDay = addDays("2026-01-01", days.first);
        let ticket: CompensatedTicket = { ...month, firstDay, lastDay: addDays(firstDay, days.length - 1), paidAmount };
        for (const each of campaigns as CompensationTerms[]) {
          const entitled = entitledDays({ ...strike, to: "2026-10-31" }, ticket);
          const amount = compensationOf(each, ticket, entitled);
          expect(amount).toBeGreaterThanOrEqual(compensationOf(each, ticket, entitledDays(strike, ticket)));
          ticket = { ...ticket, compensatedAmount: ticket.compensatedAmount + amount };
        }
        expect(ticket.compensatedAmount).toBeLessThanOrEqual(paidAmount);
      }),
    );
  });
});
