import { expect, it } from "vitest";
import { typedAmount } from "./typed-amount.ts";

it.each([
  ["12,50", "EUR", 1250],
  ["12.5", "EUR", 1250],
  ["1 234,00 €", "EUR", 123400],
  ["0,05", "EUR", 5],
  ["7", "EUR", 700],
  ["500", "JPY", 500],
  ["0", "EUR", undefined],
  ["12,505", "EUR", undefined],
  ["5,5", "JPY", undefined],
  ["-3", "EUR", undefined],
  ["1e3", "EUR", undefined],
  ["=1+1", "EUR", undefined],
  ["", "EUR", undefined],
] as const)("%j in %s is %s in minor units", (text, currency, amount) => {
  expect(typedAmount(text, currency)?.amount).toBe(amount);
});
