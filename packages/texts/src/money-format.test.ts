import { languages } from "@guichet/contract/languages.ts";
import { expect, test } from "vitest";
import { decimalText, typedMinorUnits } from "./decimal-money.ts";
import { currencyDigits, moneyText } from "./money-format.ts";

const visible = (text: string) => text.replaceAll(/\p{Cf}/gu, "").replaceAll(/\s/g, " ");

// covers §9: amounts in the network's currency
test.each([
  ["ar", "MAD", "123.45 د.م."],
  ["ar", "TND", "12.345 د.ت."],
  ["fr", "MAD", "123,45 MAD"],
  ["es", "GBP", "123,45 GBP"],
  ["en", "XOF", "F CFA 12,345"],
  ["it", "KWD", "12,345 KWD"],
] as const)("12345 minor units in %s and %s read %j", (language, currency, text) => {
  expect(visible(moneyText({ amount: 12_345, currency }, language))).toBe(text);
});

test("an amount in Arabic begins with its number, and a symbol in Arabic letters keeps its last point", () => {
  expect(moneyText({ amount: 1250, currency: "MAD" }, "ar")).toBe("\u206612.50\u00a0د.م.\u200f\u2069");
  expect(moneyText({ amount: -1250, currency: "EUR" }, "ar")).toBe("\u2066\u200e-12.50\u00a0€\u2069");
});

test("every currency in every language has its own number of decimals and states all of the amount", () => {
  for (const currency of Intl.supportedValuesOf("currency"))
    for (const language of languages) {
      const digits = currencyDigits(currency);
      const written = moneyText({ amount: 7_654_321, currency }, language).match(/\d[\d.,\s]*/)?.[0] ?? "";
      expect(written.replaceAll(/\D/g, ""), `${currency} ${language}`).toBe("7654321");
      expect(/[.,](\d+)\s*$/.exec(digits === 0 ? "" : written)?.[1]?.length ?? 0, `${currency} ${language}`).toBe(
        digits,
      );
    }
});

test.each([
  ["EUR", -5, "-0.05"],
  ["JPY", 500, "500"],
  ["TND", 1500, "1.500"],
  ["EUR", 9_007_199_254_740_991, "90071992547409.91"],
])("as a decimal, in %s, %i minor units are %s", (currency, amount, text) => {
  expect(decimalText(amount, currency)).toBe(text);
});

test.each([
  ["12,50 €", "EUR", 1250],
  ["$12.5", "USD", 1250],
  ["12,50 MAD", "MAD", 1250],
  ["1,500", "TND", 1500],
  ["12,5", "JPY", undefined],
  ["12 kg", "EUR", undefined],
  ["", "EUR", undefined],
] as const)("typed %j in %s is %s minor units", (typed, currency, amount) => {
  expect(typedMinorUnits(typed, currency)).toBe(amount);
});
