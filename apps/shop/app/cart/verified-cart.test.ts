import { expect, test } from "vitest";
import { isVerifyAnswer, type VerifyAnswer } from "./verified-cart.ts";

const none = { amount: 0, currency: "EUR" };
const line = { subtotal: none, price: none, errors: [], warnings: [] };
const whole: VerifyAnswer = {
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

test("the server's word on the cart is taken as such", () => {
  expect(isVerifyAnswer(whole, 1)).toBe(true);
});

test.each([
  ["nothing", null],
  ["a list", []],
  ["something else", { status: "ok" }],
  ["a part of it", { lines: [line] }],
  ["one of another build", { ...whole, travellers: undefined }],
  ["one without a total", { ...whole, total: undefined }],
  ["one on fewer lines", { ...whole, lines: [] }],
] as const)("%s is not taken for the server's word on the cart", (_what, answer) => {
  expect(isVerifyAnswer(answer as Partial<VerifyAnswer> | null, 1)).toBe(false);
});
