import type { Order } from "@guichet/contract/orders.ts";
import { expect, test } from "vitest";
import { expectedArrivalOf } from "./expected-arrival.ts";

const money = { amount: 500, currency: "EUR" };
const line: Order["lines"][number] = {
  name: "Carte",
  shopItemId: "card",
  quantity: 1,
  unitPrice: money,
  total: money,
  discount: { ...money, amount: 0 },
  support: "SHIPPING",
  travellerName: null,
  startingAt: null,
  processStatus: "TO_PROCESS",
};
const order = {
  status: "COMPLETED",
  lines: [line],
  createdAt: "2026-11-20T10:00:00Z",
  // In Paris this is already Tuesday.
  history: [
    { at: "2026-11-20T10:00:00Z", event: "placed" },
    { at: "2026-11-23T23:30:00Z", event: "completed" },
  ],
} satisfies Parameters<typeof expectedArrivalOf>[0];

// covers §1: the expected days of delivery, in checkout, result and receipt
test.each([
  ["a paid parcel", {}, { from: "2026-11-27", to: "2026-12-01" }],
  ["one without history", { history: [] }, { from: "2026-11-25", to: "2026-11-27" }],
  [
    "one that is prepared",
    { lines: [{ ...line, processStatus: "PROCESSING" as const }] },
    { from: "2026-11-27", to: "2026-12-01" },
  ],
  ["one that was handed over", { lines: [{ ...line, processStatus: "PROCESSED" as const }] }, null],
  ["what is not paid", { status: "PROCESSING" as const }, null],
  ["what was given up", { status: "CANCELED" as const }, null],
  ["a ticket on the phone", { lines: [{ ...line, support: "DEMATERIALIZED" as const }] }, null],
])("%s arrives within a range from the day of payment in the network's zone, or has none", (_what, change, arrival) => {
  expect(expectedArrivalOf({ ...order, ...change }, { timeZone: "Europe/Paris", publicHolidays: [] })).toEqual(arrival);
});
