import { expect, test } from "vitest";
import { expectedArrival } from "./shipping.ts";

// covers §1: the expected days of delivery, in checkout, result and receipt
test.each([
  ["a Monday", "2026-11-23", "2026-11-26", "2026-11-30"],
  ["a Wednesday", "2026-11-25", "2026-11-30", "2026-12-02"],
  ["a Friday", "2026-11-27", "2026-12-02", "2026-12-04"],
  ["a Saturday", "2026-11-28", "2026-12-02", "2026-12-04"],
  ["a Sunday", "2026-11-29", "2026-12-02", "2026-12-04"],
  ["the end of a year, whose first day is a holiday", "2026-12-30", "2027-01-05", "2027-01-07"],
  ["the end of a February of 29 days", "2028-02-25", "2028-03-01", "2028-03-03"],
])("a parcel paid on %s arrives three to five working days later", (_what, paidOn, from, to) => {
  expect(expectedArrival(paidOn, ["2027-01-01"])).toEqual({ from, to });
});
