import type { SavedPaymentMethod } from "@guichet/contract/payments.ts";
import { expect, test } from "vitest";
import { preselectedCard } from "./payment-card-choice.tsx";

const card = (ID: string, IS_BOOKMARKED = false) => ({ ID, IS_BOOKMARKED }) as SavedPaymentMethod;

// covers: a saved card is preselected: the favourite, or the only one
test.each([
  ["none", [], null],
  ["the only one", [card("a")], "a"],
  ["the favourite", [card("a"), card("b", true)], "b"],
  ["several without a favourite", [card("a"), card("b")], null],
])("%s", (_what, cards, chosen) => {
  expect(preselectedCard(cards)).toBe(chosen);
});
