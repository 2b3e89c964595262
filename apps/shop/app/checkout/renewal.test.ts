import { sampleArticle } from "@guichet/rules/sample-article.ts";
import { expect, test } from "vitest";
import { keptArticle } from "../cart/kept-article.server.ts";
import { keptArticleOf } from "../cart/kept-article.ts";
import { renewalOf } from "./renewal.ts";

const once = keptArticle(sampleArticle("once"));
const renewing = keptArticle(sampleArticle("month", { isRenewable: true, renewalInterval: "P1M" }));
const euros = (amount: number) => ({ amount, currency: "EUR" });
const cartOf = (...ids: string[]) => ({
  articles: [once, renewing],
  lines: ids.map((shopItemId) => ({ shopItemId })),
});

test("a subscription takes its price again in each period, before any voucher", () => {
  const quote = { subtotalAmount: euros(3200) };
  expect(renewalOf(cartOf("month"), quote)).toEqual({ interval: "P1M", amount: euros(3200) });
  expect(renewalOf(cartOf("once"), quote)).toBeUndefined();
  expect(renewalOf(cartOf(), quote)).toBeUndefined();
});

test("an article keeps in the browser's storage how often it renews; what was kept before, that it is not known", () => {
  expect(keptArticleOf(JSON.parse(JSON.stringify(renewing)))?.renewalInterval).toBe("P1M");
  const { renewalInterval: _left, ...before } = renewing;
  expect(keptArticleOf(before)?.renewalInterval).toBeNull();
  expect(keptArticleOf({ ...renewing, renewalInterval: "P3D" })?.renewalInterval).toBeNull();
});
