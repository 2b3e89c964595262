import { expect, test } from "vitest";
import { addDays } from "./dates/days.ts";
import { isPreparationLate, parcelsInTimeSince, preparationDueOn } from "./fulfilment.ts";

const paris = "Europe/Paris";

test.each([
  ["a parcel paid on a Monday leaves by Wednesday", "SHIPPING", "2026-11-23T09:00:00Z", null, "2026-11-25"],
  ["a parcel paid on a Friday leaves by Tuesday", "SHIPPING", "2026-11-27T09:00:00Z", null, "2026-12-01"],
  ["late in the evening it is tomorrow in the network", "SHIPPING", "2026-11-22T23:30:00Z", null, "2026-11-25"],
  ["a collection is ready on its day", "COLLECT", "2026-11-20T09:00:00Z", "2026-11-24T08:00:00Z", "2026-11-24"],
  ["nothing is promised across the counter", "PHYSICAL", "2026-11-20T09:00:00Z", null, null],
] as const)("%s", (_what, support, paidAt, collectFrom, dueOn) => {
  expect(preparationDueOn({ support, paidAt, collectFrom }, paris, [])).toBe(dueOn);
});

// covers §6: staff fulfil orders: queue by support, agency and state, cards, parcels, collections and hand-overs
test.each([
  ["SHIPPING", "TO_PROCESS", "2026-11-25", true],
  ["SHIPPING", "PROCESSING", "2026-11-25", true],
  ["SHIPPING", "PROCESSED", "2026-11-25", false],
  ["SHIPPING", "TO_PROCESS", "2026-11-26", false],
  ["COLLECT", "TO_PROCESS", "2026-11-25", true],
  ["COLLECT", "PROCESSING", "2026-11-25", false],
  ["PHYSICAL", "TO_PROCESS", null, false],
] as const)("%s that is %s and due on %s: late on the 26th is %s", (support, processStatus, dueOn, late) => {
  expect(isPreparationLate({ support, processStatus, dueOn }, "2026-11-26")).toBe(late);
});

test("parcels paid before the first day in time are late, and no others, on every day of a year with its holidays", () => {
  const holidays = ["2025-12-25", "2026-01-01", "2026-04-06", "2026-05-01", "2026-05-08", "2026-05-14", "2026-05-25"];
  for (let today = "2026-01-01"; today <= "2026-12-31"; today = addDays(today, 1)) {
    const isLate = (paidOn: string) => {
      const dueOn = preparationDueOn(
        { support: "SHIPPING", paidAt: `${paidOn}T12:00:00Z`, collectFrom: null },
        paris,
        holidays,
      );
      return isPreparationLate({ support: "SHIPPING", processStatus: "TO_PROCESS", dueOn }, today);
    };
    const first = parcelsInTimeSince(today, holidays);
    expect([today, isLate(first), isLate(addDays(first, -1))]).toEqual([today, false, true]);
  }
});
