import type { Ticket } from "@guichet/contract/wallet.ts";
import { expect, test } from "vitest";
import { currentTicket } from "./current-ticket.ts";

const now = "2026-11-20T12:00:00Z";
const zone = "Europe/Paris";
const ticket = (change: Partial<Ticket>): Ticket => ({
  ticketId: "t1",
  serial: "1",
  state: "active",
  blockedFor: [],
  productId: "p",
  name: "Pass 31 jours",
  summary: "",
  ink: "pass",
  icon: "calendar",
  figure: null,
  firstUsedAt: null,
  tripUntil: null,
  punch: null,
  isTransferable: false,
  traveller: { userId: "u", firstName: "Inès", lastName: "Morel" },
  support: "DEMATERIALIZED",
  orderId: "o",
  orderNumber: "1",
  issuedAt: now,
  validFrom: "2026-11-01T00:00:00Z",
  validUntil: "2026-12-01T23:00:00Z",
  useBefore: null,
  tripsLeft: null,
  trips: null,
  media: null,
  transfer: null,
  code: "signed",
  ...change,
});

test.each<[string, Partial<Ticket>, object]>([
  ["days that end at midnight, today among them", {}, { kind: "days", count: 12 }],
  ["days that end within one", { validUntil: "2026-12-01T22:00:00Z" }, { kind: "days", count: 11 }],
  ["one day, in hours", { validUntil: "2026-11-21T12:00:00Z" }, { kind: "hours", count: 24 }],
  ["hours on the last day", { validUntil: "2026-11-21T11:59:00Z" }, { kind: "hours", count: 23 }],
  ["whole minutes in the last hour", { validUntil: "2026-11-20T12:30:30Z" }, { kind: "minutes", count: 30 }],
  ["trips of a carnet", { trips: 10, tripsLeft: 7 }, { kind: "trips", count: 7 }],
  ["no end", { validUntil: null }, { kind: "ready" }],
  ["not used yet", { state: "pending", validFrom: null, validUntil: null }, { kind: "ready" }],
])("remaining: %s", (_what, change, left) => {
  expect(currentTicket([ticket(change)], now, zone)?.left).toEqual(left);
});

test.each<[string, Partial<Ticket>]>([
  ["without a code to show", { code: null }],
  ["expired", { state: "expired" }],
  ["that starts later", { state: "pending", validFrom: "2026-11-25T00:00:00Z" }],
  ["whose first use is too late", { state: "pending", validFrom: null, useBefore: "2026-11-20T12:00:00Z" }],
])("a ticket %s is not shown", (_what, change) => {
  expect(currentTicket([ticket(change)], now, zone)).toBeNull();
});

test("a running ticket comes before one that is ready", () => {
  const ready = ticket({ ticketId: "ready", state: "pending", validFrom: null });
  expect(currentTicket([ready, ticket({ ticketId: "runs" })], now, zone)?.ticketId).toBe("runs");
  expect(currentTicket([ready], now, zone)?.ticketId).toBe("ready");
  expect(currentTicket([], now, zone)).toBeNull();
});
