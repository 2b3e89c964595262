import type { DisputeState } from "@guichet/contract/office/disputes.ts";
import { expect, test } from "vitest";
import { contestedStates, decidedStates, disputedTickets, evidenceStates } from "./dispute-states.ts";

const strict = { untilDecided: "suspend", whenLost: "cancel" } as const;
const lenient = { untilDecided: "keep", whenLost: "keep" } as const;

test.each<[DisputeState[], "usable" | "suspended" | "cancelled", "usable" | "suspended" | "cancelled"]>([
  [[], "usable", "usable"],
  [["inquiry"], "usable", "usable"],
  [["needs-response"], "suspended", "usable"],
  [["under-review"], "suspended", "usable"],
  [["won"], "usable", "usable"],
  [["closed"], "usable", "usable"],
  [["lost"], "cancelled", "usable"],
  [["won", "needs-response"], "suspended", "usable"],
  [["lost", "needs-response"], "cancelled", "usable"],
])("with disputes that are %j the tickets are %s by a strict rule and %s by a lenient one", (states, one, other) => {
  expect(disputedTickets(states, strict, { canCancel: true })).toBe(one);
  expect(disputedTickets(states, lenient, { canCancel: true })).toBe(other);
});

test("each part of the rule stands alone", () => {
  const cancelsOnly = { untilDecided: "keep", whenLost: "cancel" } as const;
  expect(disputedTickets(["needs-response"], cancelsOnly, { canCancel: true })).toBe("usable");
  expect(disputedTickets(["lost"], cancelsOnly, { canCancel: true })).toBe("cancelled");
  const suspendsOnly = { untilDecided: "suspend", whenLost: "keep" } as const;
  expect(disputedTickets(["lost"], suspendsOnly, { canCancel: true })).toBe("usable");
});

test("an order that is still paid in installments is suspended and never cancelled by itself", () => {
  expect(disputedTickets(["lost"], strict, { canCancel: false })).toBe("suspended");
});

test("money is contested only before the decision, and not by an inquiry", () => {
  expect(contestedStates).toEqual(["needs-response", "under-review"]);
  expect(decidedStates).toEqual(["won", "lost", "closed"]);
});

test("the bank waits for evidence about an inquiry and a new dispute only", () => {
  expect(evidenceStates).toEqual(["inquiry", "needs-response"]);
});
