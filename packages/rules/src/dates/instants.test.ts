import { expect, it } from "vitest";
import { instantOn } from "./instants.ts";

it.each([
  ["2026-12-20", "Europe/Paris", "2026-12-20T07:00:00.000Z"],
  ["2027-03-28", "Europe/Paris", "2027-03-28T06:00:00.000Z"],
  ["2026-12-20", "Indian/Reunion", "2026-12-20T04:00:00.000Z"],
])("%s in %s is the collection day %s", (day, zone, instant) => {
  expect(instantOn(day, zone).toISOString()).toBe(instant);
});
