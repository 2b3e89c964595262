import fc from "fast-check";
import { expect, test } from "vitest";
import { proposeSlots } from "./collection-moves.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 23, hour)).toISOString();
const slot = (hour: number, placesLeft: number) => ({
  ...{ slotId: `s${hour}`, startsAt: at(hour), endsAt: at(hour + 1), placesLeft },
});

test("each promise gets the first free slot that is not before its time, until no place is left", () => {
  const promises = [8, 8, 9, 9].map((hour) => ({ startsAt: at(hour) }));
  const proposed = proposeSlots(promises, [slot(7, 5), slot(8, 1), slot(9, 0), slot(10, 2)], at(0));
  expect(proposed.map((one) => one?.slotId ?? null)).toEqual(["s8", "s10", "s10", null]);
  expect(proposeSlots(promises, [slot(8, 9), slot(10, 9)], at(10)).map((one) => one?.slotId)).toEqual([
    ...["s10", "s10", "s10", "s10"],
  ]);
});

test("no slot is proposed more often than it has places, and none before its promise", () => {
  const hours = fc.integer({ min: 0, max: 20 });
  const slots = fc.array(fc.tuple(hours, fc.integer({ min: 0, max: 3 })), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(hours, { maxLength: 12 }), slots, hours, (promised, free, ready) => {
      const promises = [...promised].sort((a, b) => a - b).map((hour) => ({ startsAt: at(hour) }));
      const byHour = [...new Map(free)].sort(([a], [b]) => a - b).map(([hour, left]) => slot(hour, left));
      const proposed = proposeSlots(promises, byHour, at(ready));
      for (const one of byHour) expect(proposed.filter((it) => it === one).length).toBeLessThanOrEqual(one.placesLeft);
      proposed.forEach((one, place) => {
        if (one === null) return;
        expect(one.startsAt >= (promises[place]?.startsAt ?? "")).toBe(true);
        expect(one.startsAt >= at(ready)).toBe(true);
      });
    }),
  );
});
