import type { AlertDetails } from "@guichet/contract/office/alerts/alerts.ts";
import { expect, test } from "vitest";
import { alertOf, emptyAlert, typedIn, typedOf } from "./typed-alert.ts";

const zone = { languages: ["fr", "en"] as const, timeZone: "Europe/Paris" };
const alert: AlertDetails = {
  ...{ level: "DANGER", flags: [], maintenance: true, message: { fr: "Fermé", en: "Closed" } },
  ...{
    displayAfter: "2027-01-10T21:00:00Z",
    displayBefore: "2027-07-11T03:30:00Z",
    estimatedEnd: "2027-07-11T03:00:00Z",
  },
};

test("an alert that is shown and sent unchanged is the same", () => {
  const typed = typedOf(alert, zone.timeZone);
  expect(typed).toMatchObject({ displayAfter: "2027-01-10T22:00", displayBefore: "2027-07-11T05:30", place: "closed" });
  expect(alertOf(typed, zone)).toEqual({ ok: true, value: alert });
  const wallet: AlertDetails = { ...alert, flags: ["VALIDATION"], maintenance: false, estimatedEnd: null };
  expect(alertOf(typedOf(wallet, zone.timeZone), zone)).toEqual({ ok: true, value: wallet });
});

test("empty texts and times are left out, and an expected end without a closed shop", () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    level: "INFO",
    place: "ORDER",
    "message-fr": " Panne ",
    "message-en": "",
  }))
    form.set(name, value);
  form.set("estimatedEnd", "2027-01-01T10:00");
  expect(alertOf(typedIn(form, zone.languages), zone)).toEqual({
    ok: true,
    value: {
      ...{ level: "INFO", flags: ["ORDER"], maintenance: false, message: { fr: "Panne" } },
      ...{ displayAfter: null, displayBefore: null, estimatedEnd: null },
    },
  });
});

test.each([
  [{ message: {} }, "FIELD_REQUIRED", "message"],
  [{ level: "LOUD" }, "FIELD_REQUIRED", "level"],
  [{ place: "" }, "FIELD_REQUIRED", "flags"],
  [{ displayBefore: "tomorrow" }, "FIELD_INVALID", "displayBefore"],
])("of a form with %j the field is named", (more, code, field) => {
  const typed = { ...emptyAlert, message: { fr: "Texte" }, ...more };
  expect(alertOf(typed, zone)).toMatchObject({ ok: false, code, details: { field } });
});
