import type { AlertDetails } from "@guichet/contract/office/alerts/alerts.ts";
import { expect, test } from "vitest";
import { alertChanges, alertState, wrongAlertField } from "./alert-changes.ts";

const now = "2026-11-20T09:00:00.000Z";
const [earlier, later, latest] = ["2026-11-20T08:00:00Z", "2026-11-20T10:00:00Z", "2026-11-20T12:00:00Z"];
const alert = (more: Partial<AlertDetails> = {}): AlertDetails => ({
  ...{ level: "WARNING", flags: [], maintenance: false, message: { fr: "Travaux" } },
  ...{ displayAfter: null, displayBefore: null, estimatedEnd: null, ...more },
});

// covers: an alert is planned, displayed or past by its times, until it is withdrawn
test.each([
  [null, null, "displayed"],
  [earlier, later, "displayed"],
  [now, later, "displayed"],
  [later, null, "planned"],
  [null, earlier, "past"],
  [earlier, now, "past"],
] as const)("an alert from %s until %s is %s", (displayAfter, displayBefore, state) => {
  expect(alertState({ displayAfter, displayBefore, withdrawnAt: null }, now)).toBe(state);
  expect(alertState({ displayAfter, displayBefore, withdrawnAt: earlier }, now)).toBe("withdrawn");
});

// covers: the field of an alert that contradicts itself is named
test.each<[Partial<AlertDetails>, string | undefined]>([
  [{}, undefined],
  [{ maintenance: true, displayAfter: later, displayBefore: latest, estimatedEnd: latest }, undefined],
  [{ message: { en: "Works" } }, "message"],
  [{ message: { fr: "Travaux", it: "Lavori" } }, "message"],
  [{ maintenance: true, flags: ["ORDER"] }, "flags"],
  [{ displayAfter: later, displayBefore: later }, "displayBefore"],
  [{ estimatedEnd: later }, "estimatedEnd"],
  [{ maintenance: true, displayAfter: later, estimatedEnd: later }, "estimatedEnd"],
  [{ displayAfter: "2028-11-20T08:00:00Z" }, "displayAfter"],
])("of an alert with %j, this field is wrong: %s", (more, field) => {
  expect(wrongAlertField(alert(more), ["fr", "en"], now)).toBe(field);
});

test("what a change of an alert changes is named by field, also what is taken away", () => {
  const before = alert({ displayBefore: later });
  expect(alertChanges(before, before)).toEqual([]);
  expect(alertChanges(before, alert({ maintenance: true, message: { fr: "Fermé", en: "Closed" } }))).toEqual([
    { field: "alert-place", before: "everywhere", after: "closed" },
    { field: "alert-message", before: "fr: Travaux", after: "en: Closed\nfr: Fermé" },
    { field: "alert-until", before: later, after: null },
  ]);
});
