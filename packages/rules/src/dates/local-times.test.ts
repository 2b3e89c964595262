import { expect, test } from "vitest";
import { instantAt, localTimeIn } from "./local-times.ts";

// covers: A local time that the staff type is the instant of the network's time zone, also when the clocks change
test.each([
  ["2026-11-22T09:00", "Europe/Paris", "2026-11-22T08:00:00Z"],
  ["2026-07-01T00:00", "Europe/Paris", "2026-06-30T22:00:00Z"],
  ["2026-07-01T00:00:30", "Europe/Paris", "2026-06-30T22:00:30Z"],
  ["2026-07-01T00:00", "America/Martinique", "2026-07-01T04:00:00Z"],
  ["2026-10-25T02:30", "Europe/Paris", "2026-10-25T00:30:00Z"],
])("%s in %s is %s", (local, timeZone, instant) => {
  expect(instantAt(local, timeZone)).toBe(instant);
  expect(localTimeIn(instant, timeZone)).toBe(local);
});

test("a time that the clocks skip is an hour later", () => {
  expect(instantAt("2026-03-29T02:30", "Europe/Paris")).toBe("2026-03-29T01:30:00Z");
});

test.each(["", "2026-11-31T09:00", "2026-11-22", "2026-11-22T25:00", "tomorrow"])("%j is no local time", (text) => {
  expect(instantAt(text, "Europe/Paris")).toBeUndefined();
});
