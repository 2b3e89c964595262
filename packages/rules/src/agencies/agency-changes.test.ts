import type { AgencyDetails } from "@guichet/contract/office/agencies.ts";
import { expect, test } from "vitest";
import { agencyChanges, agencyIdOf, wrongAgencyField } from "./agency-changes.ts";

const details: AgencyDetails = {
  ...{ index: 1, label: "Gare", addressRoute: "2 place de la Gare", addressPostalCode: "76990", addressCity: "Rivage" },
  openingHours: [
    { weekday: 1, opens: "14:00", closes: "18:00" },
    { weekday: 1, opens: "09:00", closes: "12:00" },
  ],
  ...{ slotMinutes: 60, slotCapacity: 10, closedOn: ["2026-12-24", "05-01"], specialHours: [] },
  services: ["COUNTER", "COLLECTION"],
};
const open = { details, isClosed: false };

test("the changes of an agency name each field with its value before and after, whatever the order of its rows", () => {
  const sorted = { ...details, openingHours: [...details.openingHours].reverse(), closedOn: ["05-01", "2026-12-24"] };
  expect(agencyChanges(open, { details: sorted, isClosed: false })).toEqual([]);
  const special = [{ day: "2026-12-31", opens: "09:00", closes: "11:00" }];
  const after = {
    ...details,
    label: "Gare centrale",
    latitude: 49.5,
    longitude: 0,
    specialHours: special,
    closedOn: [],
  };
  expect(agencyChanges(open, { details: after, isClosed: true })).toEqual([
    { field: "agency-label", before: "Gare", after: "Gare centrale" },
    { field: "agency-position", before: null, after: "49.5, 0" },
    { field: "special-hours", before: null, after: "2026-12-31 09:00-11:00" },
    { field: "closed-days", before: "05-01, 2026-12-24", after: null },
    { field: "agency-closed", before: "no", after: "yes" },
  ]);
  expect(agencyChanges(null, open).find(({ field }) => field === "opening-hours")).toEqual({
    ...{ field: "opening-hours", before: null, after: "1 09:00-12:00, 1 14:00-18:00" },
  });
});

test.each<[Partial<AgencyDetails>, string | undefined]>([
  [{}, undefined],
  [{ openingHours: [{ weekday: 1, opens: "12:00", closes: "12:00" }] }, "openingHours"],
  [{ openingHours: [...details.openingHours, { weekday: 1, opens: "11:59", closes: "13:00" }] }, "openingHours"],
  [{ openingHours: [...details.openingHours, { weekday: 2, opens: "11:59", closes: "13:00" }] }, undefined],
  [{ specialHours: [{ day: "2026-12-31", opens: "12:00", closes: "09:00" }] }, "specialHours"],
  [{ specialHours: [{ day: "2026-12-24", opens: "09:00", closes: "12:00" }] }, "closedOn"],
  [{ specialHours: [{ day: "2027-05-01", opens: "09:00", closes: "12:00" }] }, undefined],
  [{ latitude: 49.5 }, "latitude"],
])("an agency with %j has the wrong field %s", (more, field) => {
  expect(wrongAgencyField({ ...details, ...more })).toBe(field);
});

test.each([
  ["Agence de l’Île", "agence-de-l-ile"],
  ["  Gare — Saint-Étienne 2 ", "gare-saint-etienne-2"],
  ["محطة", "agency"],
  ["x".repeat(200), "x".repeat(50)],
])("the id of %s is %s", (label, id) => {
  expect(agencyIdOf(label)).toBe(id);
});
