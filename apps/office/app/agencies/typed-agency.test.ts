import { expect, test } from "vitest";
import { detailsOf, emptyAgency, type TypedAgency, typedIn, typedOf, withRoom } from "./typed-agency.ts";

const whole: TypedAgency = {
  ...{ ...emptyAgency, label: "Gare", addressRoute: "2 place de la Gare", addressPostalCode: "76990" },
  ...{ addressCity: "Rivage", latitude: "49,5", longitude: "-0.1" },
  week: [[{ opens: "09:00", closes: "12:00" }], [], [], [], [], [], []],
  special: [{ day: "2026-12-24", opens: "09:00", closes: "11:00" }],
  closedOn: ["05-01"],
};

test("an agency is read as it was typed, and its form shows it again", () => {
  const details = detailsOf(whole);
  expect(details).toEqual({
    ok: true,
    value: {
      ...{ label: "Gare", addressRoute: "2 place de la Gare", addressPostalCode: "76990", addressCity: "Rivage" },
      ...{ latitude: 49.5, longitude: -0.1, index: 1, slotMinutes: 60, slotCapacity: 10 },
      openingHours: [{ weekday: 1, opens: "09:00", closes: "12:00" }],
      specialHours: [{ day: "2026-12-24", opens: "09:00", closes: "11:00" }],
      ...{ closedOn: ["05-01"], services: ["COLLECTION", "COUNTER"] },
    },
  });
  if (details.ok) expect(detailsOf(typedOf(details.value))).toEqual(details);
});

test("rows in which nothing is typed are no openings", () => {
  const form = new FormData();
  const shown = withRoom(whole);
  shown.week.forEach((day, at) => {
    for (const { opens, closes } of day) {
      form.append(`opens-${at + 1}`, opens);
      form.append(`closes-${at + 1}`, closes);
    }
  });
  for (const { day, opens, closes } of shown.special) {
    form.append("special-day", day);
    form.append("opens-special", opens);
    form.append("closes-special", closes);
  }
  expect(shown.week.map((day) => day.length)).toEqual([2, 2, 2, 2, 2, 2, 2]);
  expect(typedIn(form)).toMatchObject({ week: whole.week, special: whole.special });
});

test.each<[Partial<TypedAgency>, string, string]>([
  [{ label: "" }, "FIELD_REQUIRED", "label"],
  [{ addressCity: "" }, "FIELD_REQUIRED", "addressCity"],
  [{ latitude: "" }, "FIELD_INVALID", "latitude"],
  [{ latitude: "91" }, "FIELD_INVALID", "latitude"],
  [{ index: "first" }, "FIELD_INVALID", "index"],
  [{ slotMinutes: "10" }, "FIELD_INVALID", "slotMinutes"],
  [{ slotCapacity: "0" }, "FIELD_INVALID", "slotCapacity"],
  [{ week: [[{ opens: "09:00", closes: "" }]] }, "FIELD_INVALID", "openingHours"],
  [{ week: [[{ opens: "12:00", closes: "09:00" }]] }, "FIELD_INVALID", "openingHours"],
  [
    {
      week: [
        [
          { opens: "09:00", closes: "12:00" },
          { opens: "11:00", closes: "14:00" },
        ],
      ],
    },
    ...(["FIELD_INVALID", "openingHours"] as const),
  ],
  [{ special: [{ day: "", opens: "09:00", closes: "11:00" }] }, "FIELD_INVALID", "specialHours"],
  [{ closedOn: ["2026-12-24"] }, "FIELD_INVALID", "closedOn"],
])("%j is %s: %s", (more, code, field) => {
  expect(detailsOf({ ...whole, ...more })).toMatchObject({ ok: false, code, details: { field } });
});
