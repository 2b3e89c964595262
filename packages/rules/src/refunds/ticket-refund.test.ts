import { RefundPolicy } from "@guichet/contract/packs/refund-policy.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import publishedPolicies from "./published-policies.json" with { type: "json" };
import { cheapestCover, type TicketToRefund, ticketRefund } from "./ticket-refund.ts";

const ticket: TicketToRefund = {
  paidAmount: 3000,
  boughtOn: "2026-11-01",
  firstDay: "2026-11-01",
  lastDay: "2026-11-30",
  isUsed: false,
  isOver: false,
  tripsUsed: 0,
};
const policyOf = (policy: unknown) => RefundPolicy.parse(policy);
const ofTicket = (policy: unknown, today: string, more: Partial<TicketToRefund> = {}) => {
  const { refundAmount, refusal } = ticketRefund(policyOf(policy), { ...ticket, ...more }, today);
  return refusal ?? refundAmount;
};

describe("a ticket that is given back", () => {
  // covers: a refund follows the policy of the article at the time of the purchase
  test.each([
    ["never", { basis: "none" }, {}, "2026-11-01", "NOT_REFUNDABLE"],
    ["unused, without dates", { basis: "unused" }, { firstDay: null, lastDay: null }, "2026-11-20", 3000],
    ["unused, but used", { basis: "unused" }, { firstDay: null, lastDay: null, isUsed: true }, "2026-11-20", "USED"],
    ["unused, the day before its first", { basis: "unused" }, {}, "2026-10-31", 3000],
    ["unused, on its first day", { basis: "unused" }, {}, "2026-11-01", "STARTED"],
    ["by days, before its first", { basis: "remaining-days" }, {}, "2026-10-31", 3000],
    ["by days, on its first", { basis: "remaining-days" }, {}, "2026-11-01", 2900],
    ["by days, on its last", { basis: "remaining-days" }, {}, "2026-11-30", "NOTHING_LEFT"],
    ["by days, rounded in the customer's favour", { basis: "remaining-days" }, { paidAmount: 100 }, "2026-11-10", 67],
    ["by days, without an end", { basis: "remaining-days" }, { lastDay: null }, "2026-11-10", "NOTHING_LEFT"],
    [
      "by months, in the fourth of twelve",
      { basis: "remaining-months" },
      { paidAmount: 36_000, firstDay: "2026-09-01", lastDay: "2027-08-31" },
      "2026-12-01",
      24_000,
    ],
    [
      "by months, from the 31st: a shorter month ends with its last day",
      { basis: "remaining-months" },
      { paidAmount: 12_000, firstDay: "2026-01-31", lastDay: "2027-01-30" },
      "2026-02-28",
      10_000,
    ],
    ["by trips", { basis: "used-value", usedPrices: { trip: 170 } }, { tripsUsed: 4 }, "2026-11-10", 2320],
    [
      "by trips, for more than it cost",
      { basis: "used-value", usedPrices: { trip: 170 } },
      { tripsUsed: 20 },
      "2026-11-10",
      "NOTHING_LEFT",
    ],
    ["a fee", { basis: "unused", fee: 500 }, { firstDay: null }, "2026-11-02", 2500],
    ["a fee above the price", { basis: "unused", fee: 4000 }, { firstDay: null }, "2026-11-02", "NOTHING_LEFT"],
    ["the smallest refund", { basis: "remaining-days", minimum: 100 }, {}, "2026-11-29", 100],
    ["below the smallest refund", { basis: "remaining-days", minimum: 101 }, {}, "2026-11-29", "BELOW_MINIMUM"],
    ["on the last day to ask", { basis: "unused", deadlineDays: 14 }, { firstDay: null }, "2026-11-15", 3000],
    ["after it", { basis: "unused", deadlineDays: 14 }, { firstDay: null }, "2026-11-16", "DEADLINE_PASSED"],
    ["after its end", { basis: "unused" }, { firstDay: null, isOver: true }, "2026-11-02", "ENDED"],
  ])("%s", (_case, policy, more, today, expected) => {
    expect(ofTicket(policy, today, more)).toBe(expected);
  });

  test("what was used costs the cheapest combination of periods, and a period that has begun counts", () => {
    const periods = [
      { period: "P1D", price: 560 },
      { period: "P7D", price: 2000 },
      { period: "P1M", price: 6500 },
    ] as const;
    const until = (last: string) => cheapestCover(periods, "2026-11-01", last);
    expect([until("2026-11-01"), until("2026-11-03"), until("2026-11-04"), until("2026-11-08")]).toEqual([
      560, 1680, 2000, 2560,
    ]);
    expect([until("2026-11-30"), until("2026-12-01")]).toEqual([6500, 7060]);
  });

  // covers: a refund never exceeds what was paid, and shrinks from day to day
  test("paid is what was used, the fee and the refund, on every day and by every policy", () => {
    const price = fc.integer({ min: 0, max: 20_000 });
    const periods = fc.constant([
      { period: "P1D", price: 400 },
      { period: "P1M", price: 5000 },
    ]);
    const policies = fc.oneof(
      fc.record({ basis: fc.constantFrom("remaining-days", "remaining-months"), fee: price, minimum: price }),
      fc.record({ basis: fc.constant("used-value"), usedPrices: fc.record({ periods }), fee: price }),
    );
    fc.assert(
      fc.property(policies, price, fc.integer({ min: 1, max: 28 }), (policy, paidAmount, day) => {
        const at = (on: number) =>
          ticketRefund(policyOf(policy), { ...ticket, paidAmount }, `2026-11-${String(on).padStart(2, "0")}`);
        const { usedAmount, feeAmount, refundAmount, refusal } = at(day);
        if (refusal === null) expect(usedAmount + feeAmount + refundAmount).toBe(paidAmount);
        else expect(refundAmount).toBe(0);
        expect(refundAmount).toBeGreaterThanOrEqual(at(day + 1).refundAmount);
      }),
    );
  });

  test("an equivalent takes a price for trips or for periods, not both and not neither", () => {
    const parsed = (usedPrices: unknown) => RefundPolicy.safeParse({ basis: "used-value", usedPrices }).success;
    const period = { period: "P1D", price: 1 };
    expect([parsed({ trip: 1 }), parsed({ periods: [period] })]).toEqual([true, true]);
    expect([parsed({}), parsed({ trip: 1, periods: [period] })]).toEqual([false, false]);
  });
});

// covers: published refund policies of operators give their worked examples
describe("a published policy", () => {
  const examples = publishedPolicies.flatMap(({ operator, product, examples: of }) =>
    of.map((example) => [`${operator}, ${product}, ${example.figures}`, example] as const),
  );
  test.each(examples)(
    "%s",
    (_case, { policy, requestedOn, refundAmount, figures: _, currency: _currency, ...published }) => {
      const refund = ticketRefund(policyOf(policy), { ...published, isOver: false }, requestedOn);
      expect(refund.refundAmount).toBe(refundAmount);
    },
  );

  test("is of at least four operators in four countries, and most figures are published", () => {
    expect(new Set(publishedPolicies.map(({ operator }) => operator)).size).toBeGreaterThanOrEqual(4);
    expect(new Set(publishedPolicies.map(({ country }) => country)).size).toBeGreaterThanOrEqual(4);
    expect(examples.filter(([, { figures }]) => figures === "published").length).toBeGreaterThanOrEqual(8);
  });
});
