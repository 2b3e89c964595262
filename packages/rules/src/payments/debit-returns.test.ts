import { expect, test } from "vitest";
import { payBackDay } from "./debit-returns.ts";

// covers: a debit is paid back only when its debtor can no longer have it returned without a reason
test.each([
  ["2026-11-30", "2027-01-30"],
  ["2028-02-01", "2028-04-02"],
])(
  "a debit settled on %s is paid back from %s on: eight weeks, and five days for the return to be reported",
  (settledOn, day) => {
    expect(payBackDay(settledOn)).toBe(day);
  },
);
