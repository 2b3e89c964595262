import {
  agencyIndexMax,
  agencySlotCapacityMax,
  agencySlotMinutesMax,
  agencySlotMinutesMin,
} from "@guichet/contract/limits/agency-limits.ts";
import type { AgencyDetails } from "@guichet/contract/office/agencies.ts";
import { AgencyService } from "@guichet/contract/packs/pack-agencies.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { wrongAgencyField } from "@guichet/rules/agencies/agency-changes.ts";
import { isDay } from "@guichet/rules/dates/days.ts";

/** An opening as it was typed; both empty: there is none. */
export interface TypedHours {
  opens: string;
  closes: string;
}

/** An agency as it was typed. */
export interface TypedAgency {
  label: string;
  addressRoute: string;
  addressPostalCode: string;
  addressCity: string;
  latitude: string;
  longitude: string;
  index: string;
  slotMinutes: string;
  slotCapacity: string;
  /** The openings of each weekday, Monday first. */
  week: TypedHours[][];
  special: (TypedHours & { day: string })[];
  closedOn: string[];
  services: string[];
}

/** The fields of the form that can be wrong. */
export const agencyFields = [
  "label",
  "addressRoute",
  "addressPostalCode",
  "addressCity",
  "latitude",
  "index",
  "openingHours",
  "specialHours",
  "closedOn",
  "slotMinutes",
  "slotCapacity",
] as const;
export type AgencyField = (typeof agencyFields)[number];

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const noHours: TypedHours = { opens: "", closes: "" };
/** Minimum number of opening hours per day in the form. */
const openingsShown = 2;
const specialShownMore = 2;

/** What the form shows of an agency: with empty openings to fill in. */
export function typedOf(details: AgencyDetails): TypedAgency {
  const { label, addressRoute, addressPostalCode, addressCity, closedOn, services } = details;
  return {
    ...{ label, addressRoute, addressPostalCode, addressCity, closedOn, services },
    latitude: `${details.latitude ?? ""}`,
    longitude: `${details.longitude ?? ""}`,
    index: `${details.index}`,
    slotMinutes: `${details.slotMinutes}`,
    slotCapacity: `${details.slotCapacity}`,
    week: weekdays.map((day) =>
      details.openingHours.filter(({ weekday }) => weekday === day).map(({ opens, closes }) => ({ opens, closes })),
    ),
    special: [...details.specialHours],
  };
}

/** The same with empty rows for what may be added. */
export const withRoom = (typed: TypedAgency): TypedAgency => ({
  ...typed,
  week: typed.week.map((day) => [...day, ...Array.from({ length: openingsShown - day.length }, () => noHours)]),
  special: [...typed.special, ...Array.from({ length: specialShownMore }, () => ({ day: "", ...noHours }))],
});

/** The form of a new agency. */
export const emptyAgency: TypedAgency = {
  ...{ label: "", addressRoute: "", addressPostalCode: "", addressCity: "", latitude: "", longitude: "" },
  ...{ index: "1", slotMinutes: "60", slotCapacity: "10", special: [], closedOn: [] },
  week: weekdays.map(() => []),
  services: [...AgencyService.options],
};

/** Reads the form, as it was typed; rows in which nothing is typed are left out. */
export function typedIn(form: FormData): TypedAgency {
  const one = (name: string) => `${form.get(name) ?? ""}`.trim();
  const all = (name: string) => form.getAll(name).map((value) => `${value}`.trim());
  const hoursOf = (name: string) => {
    const closes = all(`closes-${name}`);
    return all(`opens-${name}`).map((opens, row) => ({ opens, closes: closes[row] ?? "" }));
  };
  const isTyped = ({ opens, closes }: TypedHours) => opens !== "" || closes !== "";
  const days = all("special-day");
  return {
    ...{ label: one("label"), addressRoute: one("addressRoute"), addressPostalCode: one("addressPostalCode") },
    ...{ addressCity: one("addressCity"), latitude: one("latitude"), longitude: one("longitude") },
    ...{ index: one("index"), slotMinutes: one("slotMinutes"), slotCapacity: one("slotCapacity") },
    week: weekdays.map((day) => hoursOf(`${day}`).filter(isTyped)),
    special: hoursOf("special")
      .map((hours, row) => ({ day: days[row] ?? "", ...hours }))
      .filter((row) => row.day !== "" || isTyped(row)),
    closedOn: all("closedOn"),
    services: all("services"),
  };
}

/** The range of each number. */
export const fieldRange = {
  index: { min: 0, max: agencyIndexMax },
  slotMinutes: { min: agencySlotMinutesMin, max: agencySlotMinutesMax },
  slotCapacity: { min: 1, max: agencySlotCapacityMax },
} as const;

function numberIn(text: string, { min, max }: { min: number; max: number }): number | undefined {
  const number = /^\d{1,5}$/u.test(text) ? Number(text) : -1;
  return number >= min && number <= max ? number : undefined;
}

/** A coordinate with a point or a comma; NaN: another text. */
const coordinateIn = (text: string): number =>
  /^-?\d{1,3}([.,]\d+)?$/u.test(text) ? Number(text.replace(",", ".")) : Number.NaN;

const isTime = ({ opens, closes }: TypedHours) =>
  [opens, closes].every((time) => /^([01]\d|2[0-3]):[0-5]\d$/u.test(time));

type Wrong = "FIELD_INVALID" | "FIELD_REQUIRED";

/** The agency that was typed; otherwise the first field that is missing or wrong. */
export function detailsOf(typed: TypedAgency): Result<AgencyDetails, Wrong> {
  const { label, addressRoute, addressPostalCode, addressCity, week, special, closedOn } = typed;
  for (const field of ["label", "addressRoute", "addressPostalCode", "addressCity"] as const)
    if (typed[field] === "") return err("FIELD_REQUIRED", { field });
  const position = positionOf(typed);
  if (position === undefined) return err("FIELD_INVALID", { field: "latitude" });
  const index = numberIn(typed.index, fieldRange.index);
  const slotMinutes = numberIn(typed.slotMinutes, fieldRange.slotMinutes);
  const slotCapacity = numberIn(typed.slotCapacity, fieldRange.slotCapacity);
  if (index === undefined) return err("FIELD_INVALID", { field: "index" });
  if (!week.flat().every(isTime)) return err("FIELD_INVALID", { field: "openingHours" });
  if (!special.every((row) => isDay(row.day) && isTime(row))) return err("FIELD_INVALID", { field: "specialHours" });
  if (slotMinutes === undefined) return err("FIELD_INVALID", { field: "slotMinutes" });
  if (slotCapacity === undefined) return err("FIELD_INVALID", { field: "slotCapacity" });
  const details: AgencyDetails = {
    ...{ label, addressRoute, addressPostalCode, addressCity, ...position, index, slotMinutes, slotCapacity },
    openingHours: week.flatMap((day, at) => day.map((hours) => ({ weekday: at + 1, ...hours }))),
    ...{ specialHours: special, closedOn },
    services: AgencyService.options.filter((service) => typed.services.includes(service)),
  };
  const field = wrongAgencyField(details);
  return field === undefined ? ok(details) : err("FIELD_INVALID", { field });
}

/** Both coordinates or none; undefined: one is missing or wrong. */
function positionOf({ latitude, longitude }: TypedAgency): { latitude?: number; longitude?: number } | undefined {
  if (latitude === "" && longitude === "") return {};
  const [north, east] = [coordinateIn(latitude), coordinateIn(longitude)];
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 ? { latitude: north, longitude: east } : undefined;
}
