import { sampleArticle } from "@guichet/rules/sample-article.ts";
import { expect, test } from "vitest";
import { toStoredArticle } from "../cart/stored-article.server.ts";
import type { PassOffer } from "./tunnel.server.ts";
import { passesFor } from "./tunnel-lines.ts";

const proposal = (month: string) => ({
  startingAt: `${month}-01T00:00:00.000Z`,
  day: `${month}-01`,
  startMonth: month,
  begun: false,
});
const month: PassOffer = {
  shopItemId: "month",
  name: "Mois",
  summary: "",
  audience: null,
  price: { amount: 2000, currency: "EUR" },
  supports: ["MEDIA"],
  documents: [],
  start: { pivotType: "MONTH_PIVOT", proposals: [proposal("2026-12"), proposal("2027-01")], slots: [] },
  suits: { ines: ["2026-12-01"], leo: [], max: ["2026-12-01", "2027-01-01"] },
  kept: toStoredArticle(sampleArticle("month")),
};

// covers §8: age limits count on the first day of validity, everywhere by one function
test.each([
  ["max", ["2026-12-01", "2027-01-01"]],
  ["ines", ["2026-12-01"]],
  ["leo", undefined],
  ["nobody", undefined],
])("a pass is proposed for %s from the first day on which they are eligible by age", (passenger, days) => {
  expect(passesFor([month], passenger)[0]?.start?.proposals.map(({ day }) => day)).toEqual(days);
});
