import { describe, expect, it } from "vitest";
import { findingOfCode, findingOfTicket, type InspectedTicket, isBlockable } from "./ticket-checks.ts";

const at = "2026-11-20T10:00:00.000Z";
const before = "2026-11-20T09:00:00.000Z";
const after = "2026-11-20T11:00:00.000Z";
const pass: InspectedTicket = {
  ...{ status: "active", support: "DEMATERIALIZED", validFrom: before, validUntil: after, useBefore: null },
  ...{ firstUsedAt: null, tripsLeft: null, tripUntil: null, blockedFor: [], blockedFrom: null, stoppedAt: null },
  ...{ loadedAt: null, isRiding: false, tripsSince: 0 },
};
const hour: InspectedTicket = { ...pass, status: "pending", validFrom: null, validUntil: null, useBefore: after };
const carnet: InspectedTicket = { ...pass, validFrom: before, validUntil: null, tripsLeft: 3, firstUsedAt: before };
const onCard: InspectedTicket = { ...pass, support: "MEDIA" };

// covers: a ticket is checked by the staff: valid, not yet valid, expired, used, blocked, forged, of another network or unknown
describe("a check of a known ticket", () => {
  it.each<[string, InspectedTicket, string]>([
    ["a pass in its time", pass, "valid"],
    [
      "a pass that begins later",
      { ...pass, status: "pending", validFrom: after, validUntil: null },
      "not-yet-valid not-begun",
    ],
    ["a pass that has ended", { ...pass, validUntil: at }, "expired ended"],
    ["one that runs from its first use, before that", hour, "not-yet-valid not-punched"],
    [
      "the same, once used",
      { ...hour, status: "active", validFrom: before, validUntil: after, firstUsedAt: before },
      "valid",
    ],
    ["the same, not used in time", { ...hour, useBefore: before }, "expired unused"],
    ["a carnet during a trip", { ...carnet, tripUntil: after, isRiding: true }, "valid"],
    ["a carnet between trips", { ...carnet, tripUntil: before }, "not-yet-valid not-punched"],
    ["a carnet during its last trip", { ...carnet, tripsLeft: 0, tripUntil: after, isRiding: true }, "valid"],
    ["a carnet after its last trip", { ...carnet, tripsLeft: 0, tripUntil: before }, "used used-up"],
    ["one that is stored as used up", { ...carnet, status: "used-up", tripsLeft: 0 }, "used used-up"],
    [
      "a blocked one",
      { ...pass, status: "blocked", blockedFor: ["unpaid", "staff"], stoppedAt: before },
      "blocked unpaid staff",
    ],
    [
      "a blocked one that has ended",
      { ...pass, status: "blocked", blockedFor: ["staff"], validUntil: at },
      "expired ended",
    ],
    ["a cancelled one", { ...pass, status: "cancelled", stoppedAt: before }, "blocked cancelled"],
    ["a transferred one", { ...pass, status: "transferred", stoppedAt: before }, "blocked transferred"],
    ["one that moved to another card", { ...onCard, status: "moved" }, "blocked moved"],
    ["one that its card does not have yet", onCard, "not-yet-valid not-loaded"],
    ["one on its card", { ...onCard, loadedAt: before }, "valid"],
    ["a carnet on its card", { ...onCard, loadedAt: before, tripsLeft: 3 }, "valid"],
  ])("%s", (_, ticket, expected) => {
    const { outcome, reasons } = findingOfTicket(ticket, at);
    expect([outcome, ...reasons].join(" ")).toBe(expected);
  });

  it.each<[string, InspectedTicket, string]>([
    [
      "blocked since",
      { ...pass, status: "blocked", blockedFor: ["staff"], blockedFrom: "active", stoppedAt: after },
      "valid",
    ],
    ["expired since", { ...pass, status: "expired" }, "valid"],
    [
      "blocked then, expired since",
      { ...pass, status: "expired", blockedFor: ["staff"], stoppedAt: before },
      "blocked staff",
    ],
    ["transferred since", { ...pass, status: "transferred", stoppedAt: after }, "valid"],
    [
      "used only afterwards",
      { ...hour, status: "active", validFrom: after, validUntil: "2026-11-20T12:00:00.000Z", firstUsedAt: after },
      "not-yet-valid not-punched",
    ],
    [
      "begun only afterwards, and validated since",
      { ...pass, validFrom: "2026-11-20T10:30:00.000Z", firstUsedAt: "2026-11-20T10:45:00.000Z" },
      "not-yet-valid not-begun",
    ],
    [
      "with a trip left then, although its last trip was taken and ended since",
      { ...carnet, status: "used-up", tripsLeft: 0, tripUntil: after, tripsSince: 1 },
      "not-yet-valid not-punched",
    ],
    [
      "expired then, although a trip runs now",
      { ...carnet, validUntil: before, tripUntil: after, tripsSince: 1 },
      "expired ended",
    ],
    ["loaded only afterwards", { ...onCard, loadedAt: after }, "not-yet-valid not-loaded"],
    [
      "in a trip then, although its last trip has ended since",
      { ...carnet, status: "used-up", tripsLeft: 0, tripUntil: "2026-11-20T10:30:00.000Z", isRiding: true },
      "valid",
    ],
  ])("as of an earlier instant: %s", (_, ticket, expected) => {
    const { outcome, reasons } = findingOfTicket(ticket, at);
    expect([outcome, ...reasons].join(" ")).toBe(expected);
  });
});

// covers: a ticket is checked in the office's browser without a connection
it.each([
  [{ status: "valid" }, "valid"],
  [{ status: "valid", ticket: { carnet: { trips: 3 } } }, "not-yet-valid punch-unseen"],
  [{ status: "valid", ticket: { firstUse: { before: at } } }, "not-yet-valid punch-unseen"],
  [{ status: "not-yet-valid" }, "not-yet-valid not-begun"],
  [{ status: "expired" }, "expired ended"],
  [{ status: "other-network" }, "other-network network"],
  [{ status: "stopped", state: "blocked" }, "blocked listed"],
  [{ status: "stopped", state: "cancelled" }, "blocked cancelled"],
  [{ status: "stopped", state: "expired" }, "expired ended"],
  [{ status: "forged" }, "forged signature"],
  [{ status: "unknown-key" }, "unknown unknown-key"],
  [{ status: "malformed" }, "unknown unreadable"],
] as const)("a code that is %j is %s without a connection", (code, expected) => {
  const { outcome, reasons } = findingOfCode(code);
  expect([outcome, ...reasons].join(" ")).toBe(expected);
});

it("the staff block a usable ticket once, also one that is blocked for another reason", () => {
  expect([isBlockable("active", []), isBlockable("pending", []), isBlockable("blocked", ["unpaid"])]).toEqual([
    true,
    true,
    true,
  ]);
  expect([isBlockable("blocked", ["staff"]), isBlockable("expired", []), isBlockable("cancelled", [])]).toEqual([
    false,
    false,
    false,
  ]);
});
