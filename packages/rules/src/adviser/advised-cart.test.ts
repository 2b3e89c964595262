import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addLine, type CartContent } from "../cart.ts";
import { perMonth } from "../catalogue/monthly-price.ts";
import { sampleArticle } from "../sample-article.ts";
import { advisedCartLines } from "./advised-cart-lines.ts";
import { frequencyIds, tripsPerMonth } from "./frequencies.ts";
import { travellerShares } from "./traveller-shares.ts";

const now = "2026-11-30T09:00:00.000Z";
const line = (shopItemId: string, quantity: number, travellers: number[], amount = 0, startsOn = "2026-12-01") => {
  return { shopItemId, quantity, travellers, amount, startsOn, endsOn: "2026-12-31" };
};
const context = { now, timeZone: "Europe/Paris", profileIds: [], mayHoldOnPhone: true };
const offer = { methods: ["CARD"] as const, transferPayments: false, multipleInstallments: false, counter: false };

test("a price by month is rounded up to the cent", () => {
  const euros = (amount: number) => ({ amount, currency: "EUR" });
  expect(perMonth(euros(10_000), 3)).toEqual(euros(3334));
  expect(perMonth(euros(3100), 1)).toEqual(euros(3100));
});

test("the frequencies of the first question are in trips a month", () => {
  expect(frequencyIds.map(tripsPerMonth)).toEqual([4, 9, 17, 43, 61]);
});

// covers: the fare adviser's answer has one line for each traveller, with ticket, price by month and reason
describe("the share of each traveller", () => {
  test("has the pieces of the traveller, over all days, and the part of the total", () => {
    const lines = [line("pass", 2, [0, 1], 6200), line("child", 1, [2], 500), line("pass", 2, [0, 1], 6200)];
    expect(travellerShares(lines).map(({ traveller, tickets, amount }) => [traveller, tickets, amount])).toEqual([
      [0, [{ shopItemId: "pass", quantity: 2, sharedWith: [] }], 6200],
      [1, [{ shopItemId: "pass", quantity: 2, sharedWith: [] }], 6200],
      [2, [{ shopItemId: "child", quantity: 1, sharedWith: [] }], 500],
    ]);
  });

  test("names the others if pieces cannot be divided equally", () => {
    expect(travellerShares([line("tribe", 1, [0, 1, 2], 500)]).map(({ tickets, amount }) => [tickets, amount])).toEqual(
      [
        [[{ shopItemId: "tribe", quantity: 1, sharedWith: [1, 2] }], 167],
        [[{ shopItemId: "tribe", quantity: 1, sharedWith: [0, 2] }], 167],
        [[{ shopItemId: "tribe", quantity: 1, sharedWith: [0, 1] }], 166],
      ],
    );
  });

  test("adds up to the total, for any lines", () => {
    const anyLine = fc
      .tuple(
        fc.constantFrom("a", "b"),
        fc.integer({ min: 1, max: 20 }),
        fc.subarray([0, 1, 2, 3], { minLength: 1 }),
        fc.nat(99_999),
      )
      .map(([id, quantity, travellers, amount]) => line(id, quantity, travellers, amount));
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 6 }), (lines) => {
        const total = lines.reduce((sum, { amount }) => sum + amount, 0);
        expect(travellerShares(lines).reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
      }),
    );
  });
});

// covers: one button puts the fare adviser's proposal into the cart
describe("the cart lines of a proposal", () => {
  test("are one for each traveller, on the phone, with the proposed start", () => {
    const month = sampleArticle("month", { pivotType: "MONTH_PIVOT", pivotValue: 15, startProposals: 3 });
    const week = sampleArticle("week", { pivotType: "WEEK_PIVOT", pivotValue: 4, startProposals: 3 });
    const lines = [line("month", 2, [0, 1]), line("week", 1, [1], 0, "2026-12-07")];
    const profileIds = ["karim", null];
    const found = advisedCartLines(lines, [month, week], { ...context, profileIds });
    expect(found?.map((one) => [one.shopItemId, one.quantity, one.profileId, one.startMonth, one.startingAt])).toEqual([
      ["month", 1, "karim", "2026-12", null],
      ["month", 1, null, "2026-12", null],
      ["week", 1, null, null, "2026-12-06T23:00:00.000Z"],
    ]);
    expect(new Set(found?.map(({ support }) => support))).toEqual(new Set(["DEMATERIALIZED"]));
  });

  test("are not possible without an article, a start on that day, or a delivery", () => {
    const week = sampleArticle("week", { pivotType: "WEEK_PIVOT", pivotValue: 4, startProposals: 3 });
    expect(advisedCartLines([line("gone", 1, [0])], [week], context)).toBeNull();
    expect(advisedCartLines([line("week", 1, [0], 0, "2026-12-08")], [week], context)).toBeNull();
    const phone = sampleArticle("phone", { supports: ["DEMATERIALIZED"] });
    expect(advisedCartLines([line("phone", 1, [0])], [phone], { ...context, mayHoldOnPhone: false })).toBeNull();
  });

  test("have all proposed pieces, and the cart accepts them, for any quantity and travellers", () => {
    const article = sampleArticle("single", { articleQuantityMax: 9 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 6 }), (quantity, people) => {
        const travellers = Array.from({ length: people }, (_, index) => index);
        const lines = advisedCartLines([line("single", quantity, travellers)], [article], context) ?? [];
        expect(lines.reduce((sum, one) => sum + one.quantity, 0)).toBe(quantity);
        let cart: CartContent = { lines: [], vouchers: [] };
        for (const [index, one] of lines.entries()) {
          const added = addLine(cart, { ...one, id: `${index}` }, [article], offer);
          if (!added.ok) throw new Error(added.code);
          cart = added.value;
        }
        expect(cart.lines.reduce((sum, one) => sum + one.quantity, 0)).toBe(quantity);
      }),
    );
  });
});
