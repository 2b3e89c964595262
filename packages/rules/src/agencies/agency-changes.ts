import type { AgencyDetails } from "@guichet/contract/office/agencies.ts";
import type { AgencyField, AuditChange } from "@guichet/contract/office/audit-log.ts";

/** An agency, and whether it is closed for good. */
export interface AgencyState {
  details: AgencyDetails;
  isClosed: boolean;
}

/** What differs between two states of an agency, as text that does not depend on a language. Empty: they are the same. */
export function agencyChanges(before: AgencyState | null, after: AgencyState): AuditChange[] {
  const old = new Map(before === null ? [] : textsOf(before));
  return textsOf(after).flatMap(([field, text]) => {
    const was = old.get(field) ?? null;
    return was === text ? [] : [{ field, before: was, after: text }];
  });
}

const orNull = (text: string): string | null => (text === "" ? null : text);

function textsOf({ details, isClosed }: AgencyState): [AgencyField, string | null][] {
  const { addressRoute, addressPostalCode, addressCity, latitude, longitude, openingHours, specialHours } = details;
  const address = [addressRoute, `${addressPostalCode} ${addressCity}`.trim()].filter(Boolean).join(", ");
  const week = openingHours.map(({ weekday, opens, closes }) => `${weekday} ${opens}-${closes}`);
  const special = specialHours.map(({ day, opens, closes }) => `${day} ${opens}-${closes}`);
  return [
    ["agency-label", details.label],
    ["agency-address", orNull(address)],
    ["agency-position", latitude === undefined || longitude === undefined ? null : `${latitude}, ${longitude}`],
    ["agency-index", `${details.index}`],
    ["opening-hours", sorted(week)],
    ["special-hours", sorted(special)],
    ["closed-days", sorted(details.closedOn)],
    ["slot-minutes", `${details.slotMinutes}`],
    ["slot-capacity", `${details.slotCapacity}`],
    ["agency-services", sorted(details.services)],
    ["agency-closed", isClosed ? "yes" : "no"],
  ];
}

/** A list whose order means nothing. */
const sorted = (list: readonly string[]): string | null => orNull([...list].sort().join(", "));

/** The field of an agency that contradicts itself; undefined: none does. */
export function wrongAgencyField(details: AgencyDetails): keyof AgencyDetails | undefined {
  const isBackwards = ({ opens, closes }: { opens: string; closes: string }) => opens >= closes;
  if (details.openingHours.some(isBackwards) || overlaps(details.openingHours, ({ weekday }) => `${weekday}`))
    return "openingHours";
  if (details.specialHours.some(isBackwards) || overlaps(details.specialHours, ({ day }) => day)) return "specialHours";
  if (details.specialHours.some(({ day }) => details.closedOn.includes(day))) return "closedOn";
  if ((details.latitude === undefined) !== (details.longitude === undefined)) return "latitude";
  return undefined;
}

/** Whether two openings of one day overlap. */
function overlaps<T extends { opens: string; closes: string }>(
  hours: readonly T[],
  dayOf: (one: T) => string,
): boolean {
  const sorted = [...hours].sort((a, b) => `${dayOf(a)} ${a.opens}`.localeCompare(`${dayOf(b)} ${b.opens}`));
  return sorted.some((one, place) => {
    const before = sorted[place - 1];
    return before !== undefined && dayOf(before) === dayOf(one) && one.opens < before.closes;
  });
}

/** The id of an agency by its name: `Agence de l’Île` is `agence-de-l-ile`. */
export function agencyIdOf(label: string): string {
  const plain = label.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const id = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  return id.slice(0, idMaxLength).replace(/-+$/, "") || "agency";
}
/** Shorter than an id may be, which leaves room for a number. */
const idMaxLength = 50;
