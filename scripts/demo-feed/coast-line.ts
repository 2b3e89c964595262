/**
 * Generates the coast line of the demo network: a made-up feed with 15 stops, 3 zones, fares by pair of zones, weekday and weekend trips.
 */

interface CoastStop {
  id: string;
  name: string;
  zone: "A" | "B" | "C";
  latitude: number;
  longitude: number;
  /** Minutes from the previous stop. */
  minutes: number;
}

const stop = (id: string, name: string, zone: CoastStop["zone"], minutes: number, place: number): CoastStop => ({
  id,
  name,
  zone,
  minutes,
  latitude: 43.398 - place * 0.0061,
  longitude: 3.6972 + place * 0.0123,
});

const stops: readonly CoastStop[] = [
  stop("gare", "Gare de Rivage", "A", 0, 0),
  stop("halles", "Les Halles", "A", 3, 1),
  stop("aubert", "Aubert", "A", 3, 2),
  stop("port", "Port", "A", 4, 3),
  stop("tamaris", "Quai des Tamaris", "A", 3, 4),
  stop("levant", "Plage du Levant", "B", 6, 5),
  stop("salins", "Les Salins", "B", 4, 6),
  stop("phare", "Phare du Cap", "B", 5, 7),
  stop("anse", "L’Anse Verte", "B", 4, 8),
  stop("pins", "Mas des Pins", "B", 5, 9),
  stop("etang", "Étang Bleu", "C", 7, 10),
  stop("barbe", "Pointe Sainte-Barbe", "C", 5, 11),
  stop("calanque", "Calanque Noire", "C", 4, 12),
  stop("fort", "Fort Vauclair", "C", 5, 13),
  stop("gardiole", "La Gardiole", "C", 6, 14),
];

const station = "gare";
const zones = ["A", "B", "C"] as const;
/** In euros, by the number of zones. */
const prices = { single: ["1.60", "2.90", "4.40"], return: ["2.90", "5.20", "7.90"] } as const;
const years = [2026, 2027, 2028, 2029, 2030];
/** Days with the Sunday timetable. */
const holidays = ["0101", "0501", "0714", "0815", "1101", "1111", "1225"];
/** Departures from either end, in minutes after midnight; the last ones of Fridays and Saturdays leave after it. */
const departures = {
  weekday: every(30, 5 * 60 + 45, 21 * 60 + 45),
  weekend: every(60, 7 * 60, 21 * 60),
  night: [24 * 60 + 20, 25 * 60 + 40],
} as const;

function every(minutes: number, from: number, to: number): number[] {
  return Array.from({ length: Math.floor((to - from) / minutes) + 1 }, (_, place) => from + place * minutes);
}

/** The files of the feed; always the same. */
export function coastLine(): Record<string, string> {
  return {
    "agency.txt": table("agency_id,agency_name,agency_url,agency_timezone,agency_lang", [
      ["rivage", "Rivage", "https://rivage.example", "Europe/Paris", "fr"],
    ]),
    "stops.txt": table("stop_id,stop_name,stop_lat,stop_lon,zone_id,location_type,parent_station", stopRows()),
    "routes.txt": table("route_id,agency_id,route_short_name,route_long_name,route_type", [
      ["littoral", "rivage", "L1", "Ligne du littoral", "3"],
    ]),
    "calendar.txt": table(
      "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
      [
        ["weekday", "1", "1", "1", "1", "1", "0", "0"],
        ["weekend", "0", "0", "0", "0", "0", "1", "1"],
        ["night", "0", "0", "0", "0", "1", "1", "0"],
      ].map((row) => [...row, `${years[0]}0101`, `${years.at(-1)}1231`]),
    ),
    "calendar_dates.txt": table("service_id,date,exception_type", exceptionRows()),
    "trips.txt": table(
      "route_id,service_id,trip_id,trip_headsign,direction_id",
      trips().map(({ id, service, headsign, direction }) => ["littoral", service, id, headsign, `${direction}`]),
    ),
    "stop_times.txt": table("trip_id,arrival_time,departure_time,stop_id,stop_sequence", trips().flatMap(callRows)),
    "fare_attributes.txt": table(
      "fare_id,price,currency_type,payment_method,transfers",
      (["single", "return"] as const).flatMap((kind) =>
        prices[kind].map((price, crossed) => [`${kind}-${crossed + 1}`, price, "EUR", "1", "0"]),
      ),
    ),
    "fare_rules.txt": table("fare_id,route_id,origin_id,destination_id,contains_id", fareRows()),
  };
}

function stopRows(): string[][] {
  return stops.flatMap(({ id, name, zone, latitude, longitude }) => {
    const place = [name, latitude.toFixed(4), longitude.toFixed(4)];
    if (id !== station) return [[id, ...place, zone, "0", ""]];
    return [
      [id, ...place, "", "1", ""],
      [`${id}-1`, ...place, zone, "0", id],
      [`${id}-2`, ...place, zone, "0", id],
    ];
  });
}

/** Weekday trips do not run on holidays, weekend trips do. */
function exceptionRows(): string[][] {
  return years.flatMap((year) =>
    holidays.flatMap((day) => {
      const weekday = new Date(`${year}-${day.slice(0, 2)}-${day.slice(2)}T00:00:00Z`).getUTCDay();
      if (weekday === 0 || weekday === 6) return [];
      return [
        ["weekday", `${year}${day}`, "2"],
        ["weekend", `${year}${day}`, "1"],
      ];
    }),
  );
}

interface CoastTrip {
  id: string;
  service: keyof typeof departures;
  direction: 0 | 1;
  headsign: string;
  from: number;
}

function trips(): CoastTrip[] {
  return (["weekday", "weekend", "night"] as const).flatMap((service) =>
    ([0, 1] as const).flatMap((direction) =>
      departures[service].map((from, place) => ({
        id: `${service}-${direction === 0 ? "out" : "in"}-${place + 1}`,
        service,
        direction,
        headsign: (direction === 0 ? stops.at(-1) : stops[0])?.name ?? "",
        from,
      })),
    ),
  );
}

function callRows({ id, direction, from }: CoastTrip): string[][] {
  let at = from;
  const along = direction === 0 ? stops : stops.toReversed();
  return along.map((called, place) => {
    const before = along[place - 1];
    at += place === 0 ? 0 : direction === 0 ? called.minutes : (before?.minutes ?? 0);
    const time = `${two(Math.floor(at / 60))}:${two(at % 60)}:00`;
    const stopId = called.id === station ? `${station}-${direction + 1}` : called.id;
    return [id, time, time, stopId, `${place + 1}`];
  });
}

function fareRows(): string[][] {
  return (["single", "return"] as const).flatMap((kind) =>
    zones.flatMap((origin, from) =>
      zones.map((destination, to) => [`${kind}-${Math.abs(from - to) + 1}`, "", origin, destination, ""]),
    ),
  );
}

const two = (value: number): string => String(value).padStart(2, "0");
const table = (head: string, rows: readonly (readonly string[])[]): string =>
  `${[head, ...rows.map((row) => row.join(","))].join("\n")}\n`;
