import { expect, test } from "vitest";
import { shownCode, unreadable, withoutClock } from "./shown-check.ts";

const made = { checkId: "c1", text: "XYZ", checkedAt: "2026-11-20T09:00:00.000Z" };
const window = { validFrom: "2026-11-01T00:00:00Z", validUntil: "2026-12-01T00:00:00Z" };
const ticket = { network: "demo", product: "pass-31", ticketId: "t1", ...window };
const byCode = (status: "valid" | "not-yet-valid" | "expired" | "forged") =>
  withoutClock(shownCode(made, status === "forged" ? { status } : { status, ticket }, () => "Pass"));

// covers: a ticket is checked in the office's browser without a connection
test("by a wrong clock no ticket is valid or too early; what does not depend on the time stays", () => {
  const unknown = { outcome: "unknown", reasons: ["clock"], ticket: { name: "Pass" } };
  expect(byCode("valid")).toMatchObject(unknown);
  expect(byCode("not-yet-valid")).toMatchObject(unknown);
  // The latest certain time is after its end already.
  expect(byCode("expired")).toMatchObject({ outcome: "expired", reasons: ["ended"] });
  expect(byCode("forged")).toMatchObject({ outcome: "forged", reasons: ["signature"] });
});

test("what is too long for a ticket is no ticket of ours", () => {
  expect(unreadable(made)).toMatchObject({ outcome: "unknown", reasons: ["unreadable"], isOffline: false });
});
