import type { Section, Validity } from "@guichet/contract/catalogue.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleArticle } from "../sample-article.ts";
import { sectionOrder } from "./section-order.ts";
import { sectionByTime, sectionOf } from "./sections.ts";

const bare = {
  validity: { from: "purchase", duration: "PT1H" } as Validity,
  tags: [],
  statuses: [],
  requiredDocuments: [],
};
const lasting = (duration: string) => ({ from: "purchase", duration }) as const;

// covers: the catalogue is divided into sections by need
test.each<[string, Partial<Parameters<typeof sectionOf>[0]>, Section]>([
  ["an hour", { validity: lasting("PT1H") }, "single"],
  ["23 hours", { validity: lasting("PT23H") }, "single"],
  ["24 hours", { validity: lasting("PT24H") }, "day-week"],
  ["a day", { validity: lasting("P1D") }, "day-week"],
  ["a week", { validity: lasting("P1W") }, "day-week"],
  ["27 days", { validity: lasting("P27D") }, "day-week"],
  ["28 days", { validity: lasting("P28D") }, "month"],
  ["a month", { validity: lasting("P1M") }, "month"],
  ["July and August", { validity: { period: { from: "07-01", to: "08-31" } } }, "month"],
  ["five months", { validity: lasting("P5M") }, "month"],
  ["half a year", { validity: lasting("P6M") }, "year"],
  ["a school year", { validity: { period: { from: "09-01", to: "08-31" } } }, "year"],
  ["ten trips within a year", { validity: lasting("P1Y"), trips: 10 }, "single"],
  ["a return within a day", { validity: lasting("P1D"), trips: 2 }, "single"],
  ["a year for a status", { validity: lasting("P1Y"), statuses: ["student"] }, "reduced"],
  ["a month with a document", { validity: lasting("P1M"), requiredDocuments: ["proof"] }, "reduced"],
  ["a transport card", { validity: lasting("P5Y"), tags: ["eshop_physical_pass"] }, "services"],
])("%s is in its section", (_what, over, section) => {
  expect(sectionOf({ ...bare, ...over }, undefined)).toBe(section);
});

test("a section given for the article overrides the category's, and this overrides the rule", () => {
  expect(sectionOf({ ...bare, section: "parking" }, "services")).toBe("parking");
  expect(sectionOf(bare, "services")).toBe("services");
});

test("every article has a section that the shop shows, and a longer validity is never in an earlier section", () => {
  const unit = fc.constantFrom("D", "W", "M", "Y");
  const duration = fc.tuple(fc.integer({ min: 1, max: 30 }), unit).map(([count, one]) => `P${count}${one}`);
  const statuses = fc.constantFrom<string[]>([], ["student"]);
  fc.assert(
    fc.property(duration, fc.option(fc.integer({ min: 1, max: 50 })), statuses, (one, trips, required) => {
      const article = sampleArticle("any", { validity: lasting(one), trips, statuses: required });
      const { section: _, ...unnamed } = article;
      expect(sectionOrder).toContain(sectionOf(unnamed, undefined));
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 800 }), fc.integer({ min: 0, max: 800 }), (days, more) => {
      const rank = (count: number) =>
        sectionOrder.indexOf(sectionByTime({ validity: lasting(`P${count}D`), trips: null }));
      expect(rank(days + more)).toBeGreaterThanOrEqual(rank(days));
    }),
  );
});
