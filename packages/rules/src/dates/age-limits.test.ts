import type { Validity } from "@guichet/contract/catalogue.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ticketWindow } from "../validity.ts";
import { ageDay } from "./age-limits.ts";
import { addDays, dayIn } from "./days.ts";
import { dayBegins, instantOn } from "./instants.ts";

const season: Validity = { period: { from: "09-01", to: "06-30" } };

test.each<[string, Validity, string | null, string, string]>([
  ["counts from the purchase", { from: "purchase", duration: "P31D" }, null, "2026-11-20", "2026-11-20"],
  ["waits for its first use", { from: "first-use", duration: "PT1H" }, null, "2026-11-20", "2026-11-20"],
  ["starts later", { from: "start", duration: "P7D" }, "2026-11-30", "2026-11-20", "2026-11-30"],
  ["has begun already", { from: "start", duration: "P7D" }, "2026-11-16", "2026-11-20", "2026-11-20"],
  ["is bought within its stretch", season, null, "2026-11-20", "2026-11-20"],
  ["is bought on the last day of its stretch", season, null, "2027-06-30", "2027-06-30"],
  ["is bought before its stretch", season, null, "2027-07-01", "2027-09-01"],
  ["is chosen for a day between two stretches", season, "2027-08-01", "2027-03-01", "2027-09-01"],
])("the age for a ticket that %s is checked on the first day of validity", (_, validity, startsOn, today, day) => {
  expect(ageDay(validity, startsOn, today)).toBe(day);
});

// covers §8: age limits count on the first day of validity, everywhere by one function
test("the reference day is the start of the ticket's window, for every validity, start and day of purchase", () => {
  const timeZone = "Europe/Paris";
  const monthDay = fc
    .integer({ min: 0, max: 365 })
    .map((days) => addDays("2024-01-01", days).slice(5))
    // `validity.ts` handles the last day of February in a leap year.
    .filter((date) => date !== "02-29");
  const validity: fc.Arbitrary<Validity> = fc.oneof(
    fc.record({ period: fc.record({ from: monthDay, to: monthDay }) }),
    fc.record({ from: fc.constantFrom("purchase" as const, "start" as const), duration: fc.constant("P31D") }),
  );
  const day = fc.integer({ min: 0, max: 1500 }).map((days) => addDays("2026-01-01", days));
  fc.assert(
    fc.property(validity, day, fc.option(fc.integer({ min: -6, max: 400 })), (terms, today, ahead) => {
      const startsOn = ahead === null ? null : addDays(today, ahead);
      const purchasedAt = instantOn(today, timeZone).toISOString();
      const startingAt = startsOn === null ? null : dayBegins(startsOn, timeZone).toISOString();
      const { validFrom } = ticketWindow({
        validity: terms,
        useWithin: null,
        purchasedAt,
        startingAt,
        pivotType: startingAt === null ? null : "WEEK_PIVOT",
        firstUseAt: null,
        timeZone,
        now: purchasedAt,
      });
      expect(ageDay(terms, startsOn, today)).toBe(validFrom === null ? null : dayIn(validFrom, timeZone));
    }),
  );
});
