import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countdown, lastRide, rideOf, rideShare, type TicketRide } from "./rides.ts";

const now = Date.parse("2026-11-20T12:30:00Z");
const unused: TicketRide = {
  state: "pending",
  tripUntil: null,
  tripsLeft: null,
  firstUsedAt: null,
  validFrom: null,
  validUntil: null,
};
const hour: TicketRide = {
  ...unused,
  state: "active",
  firstUsedAt: "2026-11-20T12:00:00Z",
  validFrom: "2026-11-20T12:00:00Z",
  validUntil: "2026-11-20T13:00:00Z",
};
const carnet: TicketRide = { ...unused, state: "active", tripsLeft: 7, validUntil: "2027-11-20T12:00:00Z" };
const trip = "2026-11-20T13:10:00Z";

describe("the ride of a ticket", () => {
  it.each<[string, TicketRide, [string, string] | null]>([
    ["is the window that the first use opened", hour, ["12:00", "13:00"]],
    ["is the day of a ticket for a day", { ...hour, validUntil: "2026-11-20T23:00:00Z" }, ["12:00", "23:00"]],
    ["is none for a monthly pass", { ...hour, validUntil: "2026-12-20T12:00:00Z" }, null],
    ["is none before the first use", unused, null],
    ["is none after its end", { ...hour, validUntil: "2026-11-20T12:30:00Z" }, null],
    ["is none for a blocked ticket", { ...hour, state: "blocked" }, null],
    ["is none for a carnet without a running trip", { ...carnet, firstUsedAt: "2026-11-20T09:00:00Z" }, null],
    [
      "is the running trip of a carnet, an hour without another length",
      { ...carnet, tripUntil: trip },
      ["12:10", "13:10"],
    ],
    [
      "begins with the last trip, not with a change",
      {
        ...carnet,
        tripUntil: trip,
        uses: [
          { useId: "u2", kind: "change", trips: 0, usedAt: "2026-11-20T12:28:00Z", validUntil: trip, place: null },
          { useId: "u1", kind: "trip", trips: 1, usedAt: "2026-11-20T12:20:00Z", validUntil: trip, place: null },
        ],
      },
      ["12:20", "13:10"],
    ],
    [
      "of a single trip is its whole validity",
      { ...hour, tripsLeft: 0, tripUntil: "2026-11-20T13:00:00Z" },
      ["12:00", "13:00"],
    ],
  ])("%s", (_, ticket, expected) => {
    const ride = rideOf(ticket, now);
    const at = (ms: number) => new Date(ms).toISOString().slice(11, 16);
    expect(ride && [at(ride.from), at(ride.until)]).toEqual(expected);
  });

  it("of a carnet lasts as long as its transfers", () => {
    expect(rideOf({ ...carnet, tripUntil: trip }, now, 90)?.from).toBe(Date.parse("2026-11-20T11:40:00Z"));
  });

  it("that ends last is the one of the family", () => {
    const running = { ...carnet, tripUntil: trip };
    expect(lastRide([hour, running, unused], now)?.ticket).toBe(running);
    expect(lastRide([unused, carnet], now)).toBeNull();
  });

  it("shrinks from 1 to 0", () => {
    const ride = { from: now, until: now + 60_000 };
    expect([now, now + 30_000, now + 60_000, now + 99_000].map((at) => rideShare(ride, at))).toEqual([1, 0.5, 0, 0]);
  });
});

describe("the countdown", () => {
  it.each([
    [0, "00:00"],
    [-5_000, "00:00"],
    [999, "00:01"],
    [59_000, "00:59"],
    [3_582_000, "59:42"],
    [3_600_000, "1:00:00"],
    [5_382_000, "1:29:42"],
    [86_400_000, "24:00:00"],
  ])("%i ms is %s", (ms, figures) => {
    expect(countdown(ms)).toBe(figures);
  });

  it("never grows while time passes", () => {
    const secondsOf = (figures: string) => figures.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.nat(5_000), (ms, later) => {
        expect(secondsOf(countdown(ms - later))).toBeLessThanOrEqual(secondsOf(countdown(ms)));
      }),
    );
  });
});
