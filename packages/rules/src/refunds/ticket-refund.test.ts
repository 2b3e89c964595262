import { RefundPolicy } from "@guichet/contract/packs/refund-policy.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import publishedPolicies from "./published-policies.json" with { type: "json" };
import { cheapestCover, limitedRefund, type TicketRefund, type TicketToRefund, ticketRefund } from "./ticket-refund.ts";

const ticket: TicketToRefund = {
  paidAmount: 3000,
  boughtOn: "2026-11-01",
  firstDay: "2026-11-01",
  lastDay: "2026-11-30",
  isUsed: false,
  isOver: false,
  tripsUsed: 0,
};
/** Free until seven days before the first day, then 10 % until it starts, half of the price afterwards. */
const beforeStart = {
  basis: "remaining-days",
  feePercent: 50,
  feesByDay: [{ untilDay: -7 }, { untilDay: -1, feePercent: 10 }],
};
const lockedFromStart = { basis: "remaining-days", lockedFirstDays: 2, countedFrom: "start" };
const policyOf = (policy: unknown) => RefundPolicy.parse(policy);
const ofTicket = (policy: unknown, today: string, more: Partial<TicketToRefund> = {}) => {
  const { refundAmount, refusal } = ticketRefund(policyOf(policy), { ...ticket, ...more }, today);
  return refusal ?? refundAmount;
};

describe("a returned ticket", () => {
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
    ["a fee as a share of the price", { basis: "unused", feePercent: 12.5 }, { firstDay: null }, "2026-11-02", 2625],
    [
      "such a fee, rounded down",
      { basis: "unused", feePercent: 10 },
      { firstDay: null, paidAmount: 99 },
      "2026-11-02",
      90,
    ],
    ["the higher of both fees", { basis: "unused", fee: 500, feePercent: 10 }, { firstDay: null }, "2026-11-02", 2500],
    ["a share of the remaining value", { basis: "remaining-days", refundPercent: 75 }, {}, "2026-11-10", 1500],
    [
      "a share of the remaining value, and a fee",
      { basis: "remaining-days", refundPercent: 75, fee: 200 },
      {},
      "2026-11-10",
      1300,
    ],
    ["free until seven days before", beforeStart, { boughtOn: "2026-10-01" }, "2026-10-25", 3000],
    ["six days before", beforeStart, { boughtOn: "2026-10-01" }, "2026-10-26", 2700],
    ["until the day before", beforeStart, { boughtOn: "2026-10-01" }, "2026-10-31", 2700],
    ["from the first day on", beforeStart, { boughtOn: "2026-10-01" }, "2026-11-01", 1400],
    ["by day, without a first day", beforeStart, { firstDay: null }, "2026-11-01", 1500],
    [
      "locked for 14 days from the purchase",
      { basis: "unused", lockedFirstDays: 14 },
      { firstDay: null },
      "2026-11-14",
      "LOCKED_FIRST_DAYS",
    ],
    ["after them", { basis: "unused", lockedFirstDays: 14 }, { firstDay: null }, "2026-11-15", 3000],
    ["locked from the start on, the day before", lockedFromStart, { boughtOn: "2026-10-01" }, "2026-10-31", 3000],
    [
      "locked from the start on, the first day",
      lockedFromStart,
      { boughtOn: "2026-10-01" },
      "2026-11-01",
      "LOCKED_FIRST_DAYS",
    ],
    ["locked from the start on, the third day", lockedFromStart, { boughtOn: "2026-10-01" }, "2026-11-03", 2700],
    ["before the last days", { basis: "remaining-days", lockedLastDays: 10 }, {}, "2026-11-20", 1000],
    ["in the last days", { basis: "remaining-days", lockedLastDays: 10 }, {}, "2026-11-21", "LOCKED_LAST_DAYS"],
    [
      "a deadline from the start",
      { basis: "remaining-days", deadlineDays: 5, countedFrom: "start" },
      { boughtOn: "2026-10-01" },
      "2026-11-06",
      2400,
    ],
    [
      "after a deadline from the start",
      { basis: "remaining-days", deadlineDays: 5, countedFrom: "start" },
      { boughtOn: "2026-10-01" },
      "2026-11-07",
      "DEADLINE_PASSED",
    ],
    ["used until yesterday", { basis: "remaining-days", usedUntil: "yesterday" }, {}, "2026-11-10", 2100],
    [
      "used until yesterday, on the first day",
      { basis: "remaining-days", usedUntil: "yesterday" },
      {},
      "2026-11-01",
      3000,
    ],
    [
      "used until the end of the month",
      { basis: "remaining-days", usedUntil: "month-end" },
      { firstDay: "2026-10-02", lastDay: "2026-12-01", paidAmount: 6100 },
      "2026-11-03",
      100,
    ],
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
    const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
    const days = fc.integer({ min: 1, max: 20 });
    const periods = fc.constant([
      { period: "P1D", price: 400 },
      { period: "P1M", price: 5000 },
    ]);
    const policies = fc.oneof(
      fc.record({ basis: fc.constantFrom("remaining-days", "remaining-months"), fee: price, minimum: price }),
      fc.record({
        basis: fc.constant("remaining-days"),
        feePercent: percent,
        refundPercent: percent,
        lockedLastDays: days,
      }),
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

  test("fees by day are in the sequence of their days, and percentages from 0 to 100", () => {
    const isValid = (terms: object) => RefundPolicy.safeParse({ basis: "unused", ...terms }).success;
    expect(isValid({ feesByDay: [{ untilDay: -7 }, { untilDay: -1, fee: 100 }] })).toBe(true);
    expect(isValid({ feesByDay: [{ untilDay: -1 }, { untilDay: -1, fee: 100 }] })).toBe(false);
    expect(isValid({ feesByDay: [{ untilDay: -1 }, { untilDay: -7, fee: 100 }] })).toBe(false);
    expect(isValid({ feesByDay: [] })).toBe(false);
    expect([0, 12.55, 100].map((feePercent) => isValid({ feePercent }))).toEqual([true, true, true]);
    expect([-1, 100.01, 0.001].map((refundPercent) => isValid({ refundPercent }))).toEqual([false, false, false]);
    expect([0, 367, 1.5].map((lockedFirstDays) => isValid({ lockedFirstDays }))).toEqual([false, false, false]);
  });

  test("an equivalent takes a price for trips or for periods, not both and not neither", () => {
    const parsed = (usedPrices: unknown) => RefundPolicy.safeParse({ basis: "used-value", usedPrices }).success;
    const period = { period: "P1D", price: 1 };
    expect([parsed({ trip: 1 }), parsed({ periods: [period] })]).toEqual([true, true]);
    expect([parsed({}), parsed({ trip: 1, periods: [period] })]).toEqual([false, false]);
  });
});

// covers: published refund policies of operators give the amounts of their worked examples
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

// covers: a ticket that was compensated is refunded for no more than the rest of its price
test.each([
  ["less than what is left", 2500, {}],
  ["as much as is left", 2000, {}],
  ["more than is left: the compensation counts as used", 1800, { usedAmount: 700, refundAmount: 1800 }],
  ["nothing is left", 0, { usedAmount: 0, feeAmount: 0, refundAmount: 0, refusal: "NOTHING_LEFT" }],
])("a limited refund, %s", (_, left, change) => {
  const refund: TicketRefund = { usedAmount: 500, feeAmount: 500, refundAmount: 2000, refusal: null };
  expect(limitedRefund(refund, left)).toEqual({ ...refund, ...change });
});

// covers: a ticket that is used after its refund was requested is refunded up to the later day
test.each([
  ["never used after the request", "2026-11-05", 2500],
  ["used three days later", "2026-11-08", 2200],
])("%s", (_case, usedOn, refundAmount) => {
  const policy = policyOf({ basis: "remaining-days", deadlineDays: 5 });
  const ticket = {
    ...{ paidAmount: 3000, boughtOn: "2026-11-01", firstDay: "2026-11-01", lastDay: "2026-11-30" },
    ...{ isUsed: true, isOver: false, tripsUsed: 0 },
  };
  expect(ticketRefund(policy, ticket, "2026-11-05", usedOn)).toMatchObject({ refundAmount, refusal: null });
});

test("each reason with evidence is another one, and has terms of its own", () => {
  const moving = {
    reason: "moving",
    name: { fr: "Je déménage" },
    evidence: { fr: "Un bail" },
    terms: { basis: "unused" },
  };
  const isValid = (...withEvidence: unknown[]) => RefundPolicy.safeParse({ basis: "none", withEvidence }).success;
  expect(isValid(moving)).toBe(true);
  expect(isValid()).toBe(false);
  expect(isValid(moving, moving)).toBe(false);
  expect(isValid({ ...moving, terms: { basis: "none" } })).toBe(false);
  expect(isValid({ ...moving, terms: { basis: "unused", withEvidence: [moving] } })).toBe(false);
});
