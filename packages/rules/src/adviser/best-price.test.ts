import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleArticle } from "../sample-article.ts";
import { cheaperPass, isReplaceable } from "./best-price.ts";

const now = "2026-11-24T10:00:00.000Z";
const euros = (amount: number) => ({ price: { amount, currency: "EUR" } });
const month = { section: "month" as const, validity: { from: "start" as const, duration: "P1M" } };
const ticket = sampleArticle("ticket", euros(150));
const pass = sampleArticle("month", { ...month, ...euros(3000) });
const adult = { age: 30, status: null };
const spend = (amount: number, article = ticket) => [{ article, amount }];
const find = (amount: number, ...articles: ReturnType<typeof sampleArticle>[]) =>
  cheaperPass(spend(amount), articles, adult, now);

// covers: a customer sees which pass would have cost less than what was bought
describe("the pass that would have been cheaper", () => {
  it("is proposed once the tickets have cost more than it does, not before", () => {
    expect(find(3000, pass)).toBeUndefined();
    expect(find(3001, pass)).toEqual({ pass, spent: 3001 });
  });

  it("is the one that saves most, at its price today", () => {
    const reduced = sampleArticle("promotion", {
      ...month,
      ...euros(3500),
      shopItemPromoPrice: { amount: 2500, currency: "EUR" },
    });
    expect(find(4000, pass, reduced)?.pass.shopItemId).toBe("promotion");
  });

  it("covers tickets of its zone only; without a zone it covers all", () => {
    const zoned = (zone: string) => sampleArticle(`ticket-${zone}`, { ...euros(150), zone });
    const both = [...spend(2000, zoned("A")), ...spend(1500, zoned("B"))];
    const passOfA = sampleArticle("month-A", { ...month, ...euros(1900), zone: "A" });
    expect(cheaperPass(both, [passOfA], adult, now)).toEqual({ pass: passOfA, spent: 2000 });
    expect(cheaperPass(both, [pass], adult, now)).toEqual({ pass, spent: 3500 });
  });

  it.each([
    ["for another age", { ageTo: 25 }],
    ["for a status", { statuses: ["student"] }],
    ["with a document to send", { requiredDocuments: [{ documentTypeId: "school", name: "" }] }],
    ["that asks for something", { fields: [{ ...fieldOf("plate"), required: true }] }],
    ["not on sale", { salesEndsAt: "2026-11-01T00:00:00.000Z" }],
    ["sold by staff only", { type: 1 }],
    ["with counted trips", { trips: 60 }],
    ["of a year", { section: "year" as const }],
  ])("is never one %s", (_, over) => {
    expect(find(9999, sampleArticle("other", { ...month, ...euros(100), ...over }))).toBeUndefined();
  });

  it("compares tickets and day passes, not monthly passes, services or journeys", () => {
    const counts = (over: object) => isReplaceable(sampleArticle("x", over));
    expect([{}, { section: "day-week" }].map(counts)).toEqual([true, true]);
    const others = [{ section: "month" }, { section: "services" }, { section: "parking" }, { isJourney: true }];
    expect(others.map(counts)).toEqual([false, false, false, false]);
    expect(cheaperPass(spend(9999, pass), [pass], adult, now)).toBeUndefined();
  });

  it("always saves money, and no other proposed pass saves more", () => {
    const prices = fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(prices, fc.array(fc.integer({ min: 1, max: 2000 }), { maxLength: 8 }), (passes, amounts) => {
        const articles = passes.map((price, index) => sampleArticle(`p${index}`, { ...month, ...euros(price) }));
        const spent = amounts.reduce((sum, amount) => sum + amount, 0);
        const found = cheaperPass(
          amounts.flatMap((amount) => spend(amount)),
          articles,
          adult,
          now,
        );
        const cheapest = Math.min(...passes);
        expect(found?.pass.price.amount).toBe(cheapest < spent ? cheapest : undefined);
      }),
    );
  });
});

function fieldOf(id: string) {
  const lengths = { minLength: null, maxLength: null };
  return { id, type: "text" as const, label: id, hint: null, confirm: false, choices: [], ...lengths };
}
