import type { Language } from "@guichet/contract/languages.ts";
import type { CollectSite } from "@guichet/contract/networks.ts";
import { fold } from "@guichet/rules/persons/folding.ts";
import { formatLocale } from "@guichet/texts/translate.ts";

export interface Point {
  latitude: number;
  longitude: number;
}
type Place = Pick<CollectSite, "addressPostalCode" | "addressCity" | "latitude" | "longitude">;

/** Great-circle distance between two points in kilometres. It is computed in the browser; no location is ever sent. */
export function kilometres(one: Point, other: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const latitude = radians(other.latitude - one.latitude);
  const longitude = radians(other.longitude - one.longitude);
  const across =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(longitude / 2) ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(across)));
}
const earthRadiusKm = 6371;

const pointOf = ({ latitude, longitude }: Place): Point | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** Centre of the agencies that match a postal code or city as entered; null if none match. */
export function placeNamed(typed: string, sites: readonly Place[]): Point | null {
  const asked = fold(typed);
  if (asked === "") return null;
  const points = sites
    .filter(
      ({ addressPostalCode, addressCity }) => fold(addressPostalCode) === asked || fold(addressCity).includes(asked),
    )
    .flatMap((site) => pointOf(site) ?? []);
  const middle = (part: keyof Point) => points.reduce((sum, point) => sum + point[part], 0) / points.length;
  return points.length === 0 ? null : { latitude: middle("latitude"), longitude: middle("longitude") };
}

/** Sorts agencies by distance; those without coordinates come last, in their original order. */
export function byDistance<Site extends Place>(
  sites: readonly Site[],
  from: Point | null,
): { site: Site; distanceKm: number | null }[] {
  const measured = sites.map((site) => {
    const point = pointOf(site);
    return { site, distanceKm: from === null || point === null ? null : kilometres(from, point) };
  });
  if (from === null) return measured;
  const far = Number.POSITIVE_INFINITY;
  return measured.sort((a, b) => (a.distanceKm ?? far) - (b.distanceKm ?? far));
}

/** Formats a distance: `1,2 km`. */
export function distanceWords(distanceKm: number, language: Language): string {
  const options = { style: "unit", unit: "kilometer", maximumFractionDigits: distanceKm < 10 ? 1 : 0 } as const;
  return new Intl.NumberFormat(formatLocale(language), options).format(distanceKm);
}
