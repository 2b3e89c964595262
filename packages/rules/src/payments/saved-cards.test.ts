import { expect, it } from "vitest";
import { savedCardState } from "./saved-cards.ts";

it.each([
  [null, "good"],
  ["2027-02", "good"],
  ["2027-01", "expiring"],
  ["2026-12", "expiring"],
  ["2026-11", "expired"],
] as const)("a card valid until %s is %s in December 2026", (expiresOn, state) => {
  expect(savedCardState(expiresOn, "2026-12-05")).toBe(state);
});
