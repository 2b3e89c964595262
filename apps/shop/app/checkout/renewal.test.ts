import { sampleArticle } from "@guichet/rules/sample-article.ts";
import { expect, test } from "vitest";
import { toStoredArticle } from "../cart/stored-article.server.ts";
import { readStoredArticle } from "../cart/stored-article.ts";
import { renewalOf } from "./renewal.ts";

const once = toStoredArticle(sampleArticle("once"));
const renewing = toStoredArticle(sampleArticle("month", { isRenewable: true, renewalInterval: "P1M" }));
const euros = (amount: number) => ({ amount, currency: "EUR" });
const cartOf = (...ids: string[]) => ({
  articles: [once, renewing],
  lines: ids.map((shopItemId) => ({ shopItemId })),
});

test("a subscription charges its price again in each period, before any voucher", () => {
  const quote = { subtotalAmount: euros(3200) };
  expect(renewalOf(cartOf("month"), quote)).toEqual({ interval: "P1M", amount: euros(3200) });
  expect(renewalOf(cartOf("once"), quote)).toBeUndefined();
  expect(renewalOf(cartOf(), quote)).toBeUndefined();
});

test("the stored article includes how often it renews; an article stored by an older version has an unknown renewal", () => {
  expect(readStoredArticle(JSON.parse(JSON.stringify(renewing)))?.renewalInterval).toBe("P1M");
  const { renewalInterval: _left, ...before } = renewing;
  expect(readStoredArticle(before)?.renewalInterval).toBeNull();
  expect(readStoredArticle({ ...renewing, renewalInterval: "P3D" })?.renewalInterval).toBeNull();
});
