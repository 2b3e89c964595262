import { expect, test } from "vitest";
import { type CartQuoteAnswer, isCartQuoteAnswer } from "./cart-quote.ts";

const none = { amount: 0, currency: "EUR" };
const line = { subtotal: none, price: none, errors: [], warnings: [] };
const whole: CartQuoteAnswer = {
  lines: [line],
  gifts: [],
  discounts: [],
  subtotal: none,
  discount: none,
  shipping: null,
  total: none,
  errors: [],
  articles: [],
  travellers: [],
};

test("a quote of the server is accepted", () => {
  expect(isCartQuoteAnswer(whole, 1)).toBe(true);
});

// covers §4: the cart is preserved while pricing fails, with a message and a retry; a malformed response is never shown as a price
test.each([
  ["nothing", null],
  ["a list", []],
  ["something else", { status: "ok" }],
  ["a part of it", { lines: [line] }],
  ["one of another build", { ...whole, travellers: undefined }],
  ["one without a total", { ...whole, total: undefined }],
  ["one on fewer lines", { ...whole, lines: [] }],
] as const)("%s is not accepted as a quote", (_what, answer) => {
  expect(isCartQuoteAnswer(answer as Partial<CartQuoteAnswer> | null, 1)).toBe(false);
});
