import type { AlertLevel } from "@guichet/contract/maintenance.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  alertChannels,
  alertLevels,
  alertToShow,
  closesOrdering,
  closingAlert,
  flagsWithChannel,
  isDisplayed,
  type MaintenanceAlert,
} from "./maintenance.ts";

const now = "2026-11-20T12:00:00Z";
const before = "2026-11-20T11:59:59Z";
const after = "2026-11-20T12:00:01Z";
const alert = (level: AlertLevel, over: Partial<MaintenanceAlert> = {}): MaintenanceAlert => ({
  level,
  flags: [],
  displayAfter: null,
  displayBefore: null,
  ...over,
});

// covers §3: maintenance alert
test.each([
  [null, null, true],
  [before, null, true],
  [now, null, true],
  [after, null, false],
  [null, after, true],
  [null, now, false],
  [null, before, false],
  [before, after, true],
  [after, before, false],
])("an alert from %s until %s is displayed: %s", (displayAfter, displayBefore, expected) => {
  expect(isDisplayed({ displayAfter, displayBefore }, now)).toBe(expected);
});

// covers §4: alerts: highest level, then latest
test("the highest level wins, then the latest start; an alert without a start is the oldest", () => {
  const old = alert("WARNING", { displayAfter: "2026-11-01T00:00:00Z" });
  const recent = alert("WARNING", { displayAfter: "2026-11-19T00:00:00Z" });
  const coming = alert("CRITICAL", { displayAfter: after });
  expect(alertToShow([old, alert("INFO"), recent, alert("WARNING"), coming], now)).toBe(recent);
  expect(alertToShow([old, coming], after)).toBe(coming);
  expect(alertToShow([coming], now)).toBeNull();
});

test("a global alert has no flags, and an alert for a flag names it", () => {
  const everywhere = alert("INFO");
  const ordering = alert("CRITICAL", { flags: ["ORDER"] });
  expect(alertToShow([everywhere, ordering], now)).toBe(everywhere);
  expect(alertToShow([everywhere, ordering], now, "ORDER")).toBe(ordering);
  expect(alertToShow([everywhere, ordering], now, "VALIDATION")).toBeNull();
});

// covers §4: alerts: channels, flags ORDER and VALIDATION
test("the channels are the scopes and, per flag, its own", () => {
  expect(alertChannels("demo", ["ORDER"])).toEqual(["global", "global/ORDER", "network/demo", "network/demo/ORDER"]);
});

test("without a network only the common channels are requested", () => {
  expect(alertChannels(undefined, ["ORDER", "VALIDATION"])).toEqual(["global", "global/ORDER", "global/VALIDATION"]);
});

test.each([
  [[], "global", []],
  [[], "global/ORDER", ["ORDER"]],
  [[], "network/demo", []],
  [[], "network/demo/VALIDATION", ["VALIDATION"]],
  [["ORDER"], "network/demo/ORDER", ["ORDER"]],
  [["ORDER"], "global/VALIDATION", ["ORDER", "VALIDATION"]],
  [["ORDER"], undefined, ["ORDER"]],
])("flags %j on the channel %s are %j", (flags, channel, expected) => {
  expect(flagsWithChannel(flags, channel)).toEqual(expected);
});

test("an alert with an unknown flag does not concern everything", () => {
  expect(alertToShow([alert("CRITICAL", { flags: ["SCHOOL"] })], now)).toBeNull();
});

test("only a displayed global alert with maintenance closes the shop", () => {
  const closing = (over: Partial<MaintenanceAlert> = {}) => ({ ...alert("WARNING", over), maintenance: true });
  const critical = { ...alert("CRITICAL"), maintenance: false };
  expect(closingAlert([critical], now)).toBeNull();
  expect(closingAlert([closing({ flags: ["ORDER"] })], now)).toBeNull();
  expect(closingAlert([closing({ displayAfter: after })], now)).toBeNull();
  expect(closingAlert([closing({ displayBefore: now })], now)).toBeNull();
  const open = closing({ displayAfter: now, displayBefore: after });
  expect(closingAlert([critical, open], now)).toBe(open);
});

test("ordering is closed by a critical alert alone", () => {
  const closes = (["CRITICAL", "DANGER", "WARNING", "NOTICE", "INFO"] as const).map((level) =>
    closesOrdering(alert(level)),
  );
  expect(closes).toEqual([true, false, false, false, false]);
  expect(closesOrdering(null)).toBe(false);
});

test("no displayed alert has precedence over the one shown", () => {
  const level = fc.constantFrom<AlertLevel>("CRITICAL", "DANGER", "WARNING", "NOTICE", "INFO");
  const bound = fc.constantFrom(null, before, now, after);
  const some = fc
    .tuple(level, bound, bound)
    .map(([name, displayAfter, displayBefore]) => alert(name, { displayAfter, displayBefore }));
  fc.assert(
    fc.property(fc.array(some), (alerts) => {
      const shown = alertToShow(alerts, now);
      const displayed = alerts.filter((candidate) => isDisplayed(candidate, now));
      expect(shown === null).toBe(displayed.length === 0);
      for (const { level: name } of displayed)
        expect(alertLevels[shown?.level ?? "INFO"]).toBeGreaterThanOrEqual(alertLevels[name]);
    }),
  );
});
