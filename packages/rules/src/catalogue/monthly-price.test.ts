import type { ShopItem } from "@guichet/contract/catalogue.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleArticle } from "../sample-article.ts";
import { monthlyPrice } from "./monthly-price.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const lasting = (duration: string) => ({ from: "purchase", duration }) as const;
const monthly = (over: Partial<ShopItem>) => {
  const found = monthlyPrice(sampleArticle("any", { price: euros(28_200), ...over }));
  return found && [found.price.amount, found.months];
};

// covers: an article of six months or longer states its price by month
test.each<[string, Partial<ShopItem>, [number, number] | null]>([
  ["a year", { validity: lasting("P1Y") }, [2350, 12]],
  ["365 days", { validity: lasting("P365D") }, [2350, 12]],
  ["a school year", { validity: { period: { from: "09-01", to: "08-31" } } }, [2350, 12]],
  ["ten months of school", { validity: { period: { from: "09-01", to: "06-30" } } }, [2820, 10]],
  ["half a year", { validity: lasting("P6M") }, [4700, 6]],
  ["January to June", { validity: { period: { from: "01-01", to: "06-30" } } }, [4700, 6]],
  ["a winter up to 29 February", { validity: { period: { from: "09-01", to: "02-29" } } }, [4700, 6]],
  ["five months", { validity: lasting("P5M") }, null],
  ["180 days", { validity: lasting("P180D") }, null],
  ["ten trips within a year", { validity: lasting("P1Y"), trips: 10 }, null],
  ["a transport card", { validity: lasting("P5Y"), tags: ["physical-pass"] }, null],
  ["nothing", { validity: lasting("P1Y"), price: euros(0) }, null],
  ["a lower price for now", { validity: lasting("P1Y"), shopItemPromoPrice: euros(12_000) }, [1000, 12]],
])("the price by month of %s", (_what, over, expected) => {
  expect(monthly(over)).toEqual(expected);
});

test("the months never add up to less than the price, nor to a cent a month more", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000_000 }), fc.integer({ min: 6, max: 60 }), (amount, months) => {
      const found = monthlyPrice(sampleArticle("any", { price: euros(amount), validity: lasting(`P${months}M`) }));
      const sum = (found?.price.amount ?? 0) * months;
      expect(sum).toBeGreaterThanOrEqual(amount);
      expect(sum - amount).toBeLessThan(months);
    }),
  );
});
