import { expect, test } from "vitest";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { checkPack } from "./pack-checks.ts";
import { describeFault } from "./pack-folder.ts";
import { warnOfRefunds } from "./refund-warnings.ts";

const dated = {
  validity: { from: "start" as const, duration: "P30D" },
  pivot: { type: "DAY_PIVOT" as const, value: 0, proposals: 30 },
};
const warned = (refund: Record<string, unknown>, more: Record<string, unknown> = {}) => {
  const pack = testPack({ articles: [testArticle({ id: "a", price: 1000, refund, ...more } as never)] });
  expect(checkPack(pack)).toEqual([]);
  return warnOfRefunds(pack).map(describeFault);
};
const moving = { reason: "moving", name: { fr: "Je déménage" }, evidence: { fr: "Un bail" } };
const at = "catalogue.json, articles.0.refund.";

// covers: contradictory terms of a refund policy are reported in words when the pack is imported
test.each([
  [
    "a deadline before the end of the locked days",
    { basis: "unused", deadlineDays: 5, lockedFirstDays: 10 },
    {},
    [`${at}deadlineDays: 5 days end before the 10 of lockedFirstDays: it is never refunded`],
  ],
  [
    "the same, counted from the start",
    { basis: "remaining-days", deadlineDays: 5, lockedFirstDays: 10, countedFrom: "start" },
    dated,
    [`${at}deadlineDays: 5 days end before the 10 of lockedFirstDays: it is refunded only before its first day`],
  ],
  [
    "locked days of a ticket that is refunded only before they begin",
    { basis: "unused", lockedFirstDays: 3, countedFrom: "start" },
    dated,
    [`${at}lockedFirstDays: without effect: an unused ticket is refunded only before its first day`],
  ],
  [
    "locked last days as long as the validity",
    { basis: "remaining-days", lockedLastDays: 30 },
    dated,
    [`${at}lockedLastDays: the whole validity of 30 days: nothing is refunded once it has begun`],
  ],
  [
    "locked first and last days that leave none",
    { basis: "remaining-days", lockedFirstDays: 15, lockedLastDays: 15, countedFrom: "start" },
    dated,
    [
      `${at}lockedFirstDays: with lockedLastDays the whole validity of 30 days: it is refunded only before its first day`,
    ],
  ],
  [
    "a fee of the price",
    { basis: "unused", fee: 1000 },
    {},
    [`${at}fee: not below the 1000 that are refunded of the price of 1000: nothing is refunded`],
  ],
  [
    "a fee above the share that is refunded, and one by day",
    { basis: "remaining-days", refundPercent: 50, feePercent: 60, feesByDay: [{ untilDay: -7, fee: 500 }] },
    dated,
    [
      `${at}feePercent: not below the 500 that are refunded of the price of 1000: nothing is refunded`,
      `${at}feesByDay.0.fee: not below the 500 that are refunded of the price of 1000: nothing is refunded`,
    ],
  ],
  [
    "a minimum above what is left",
    { basis: "unused", fee: 200, minimum: 900 },
    {},
    [
      `${at}minimum: at most 800 are left of the price after the fee, less than the minimum of 900: nothing is refunded`,
    ],
  ],
  [
    "a share of nothing",
    { basis: "unused", refundPercent: 0 },
    {},
    [`${at}refundPercent: 0: it is never refunded; basis none says so to customers`],
  ],
  [
    "a reason whose terms are those without evidence",
    { basis: "remaining-days", withEvidence: [{ ...moving, terms: { basis: "remaining-days" } }] },
    {},
    [`${at}withEvidence.0.terms.basis: the same terms as without evidence: the customer sends it for nothing`],
  ],
  [
    "a reason that refunds nothing",
    { basis: "none", withEvidence: [{ ...moving, terms: { basis: "remaining-days", fee: 1000 } }] },
    {},
    [`${at}withEvidence.0.terms.fee: not below the 1000 that are refunded of the price of 1000: nothing is refunded`],
  ],
])("%s", (_case, refund, more, warnings) => {
  expect(warned(refund, more)).toEqual(warnings);
});

test.each([
  ["terms that leave something", { basis: "unused", fee: 100, feePercent: 10, minimum: 500, deadlineDays: 14 }, {}],
  ["a deadline on the last locked day", { basis: "unused", deadlineDays: 10, lockedFirstDays: 10 }, {}],
  ["locked last days of a longer validity", { basis: "remaining-days", lockedLastDays: 5, lockedFirstDays: 5 }, dated],
  ["a ticket that costs nothing", { basis: "unused", fee: 100 }, { price: 0 }],
  ["no refund", { basis: "none" }, {}],
])("no warning: %s", (_case, refund, more) => {
  expect(warned(refund, more)).toEqual([]);
});

test("a reason that counts trips of a ticket without trips is refused", () => {
  const terms = { basis: "used-value" as const, usedPrices: { trip: 1 } };
  const refund = { basis: "none" as const, withEvidence: [{ ...moving, terms }] };
  const faults = checkPack(testPack({ articles: [testArticle({ id: "a", price: 1, refund } as never)] }));
  expect(faults.map(describeFault)).toEqual([
    "catalogue.json, articles.a.refund.withEvidence.0.terms.usedPrices.trip: needs trips",
  ]);
});
