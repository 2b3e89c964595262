import type { Language } from "@guichet/contract/languages.ts";
import type { Journey } from "@guichet/contract/travel.ts";
import { Temporal } from "temporal-polyfill";
import { addDays, weekdayOf } from "./dates/days.ts";

/** GTFS timetables (§7 Transit). Server only: time zones and their clock changes. */

/** Days of a service: weekdays (Monday is 1) between two days, and exceptions. */
export interface ServiceDays {
  weekdays: number[];
  /** null: only exceptions. */
  from: string | null;
  to: string | null;
  added: string[];
  removed: string[];
}

/** Repeated runs of a trip: the times, in seconds of the service day, are those at its first stop. */
export interface Headway {
  from: number;
  /** No run starts at or after it. */
  until: number;
  /** Seconds between two runs. */
  every: number;
  /** Whether the runs keep to these times; otherwise only the interval between them is kept. */
  isExact: boolean;
}

/** A trip between two stops on the days of its service. */
export interface TimetableTrip {
  tripId: string;
  route: string;
  headsign: string | null;
  service: ServiceDays;
  /** Seconds after noon minus twelve hours of the service day. */
  departure: number;
  arrival: number;
  /** Departure from the first stop of the trip. */
  begins: number;
  /** Empty: it runs once a day, at its own times. */
  headways: readonly Headway[];
}

export interface Departure {
  tripId: string;
  route: string;
  headsign: string | null;
  departsAt: string;
  arrivesAt: string;
  /** Seconds between departures whose times are approximate; null: the times are fixed. */
  headwaySeconds: number | null;
}

/** One run of a trip on its service days. */
interface Run extends TimetableTrip {
  headwaySeconds: number | null;
}

const secondsOfDay = 86_400;

/** Whether a service runs on this service day. */
export function runsOn(service: ServiceDays, day: string): boolean {
  if (service.removed.includes(day)) return false;
  if (service.added.includes(day)) return true;
  const { from, to, weekdays } = service;
  return from !== null && to !== null && from <= day && day <= to && weekdays.includes(weekdayOf(day));
}

/**
 * Origin of a service day's seconds: noon minus twelve hours, which is midnight except on days with a clock change
 * (GTFS, "Time"). Returns milliseconds since the epoch.
 */
export function serviceDayStart(day: string, timeZone: string): number {
  const noon = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: "12:00" });
  return noon.epochMilliseconds - (secondsOfDay / 2) * 1000;
}

/**
 * Departures on a calendar day of the time zone, earliest first: including those of earlier service days after midnight, and
 * of the next one, which begins before midnight where clocks go forward.
 */
export function departuresOn(timetable: readonly TimetableTrip[], day: string, timeZone: string): Departure[] {
  const trips = timetable.flatMap((trip) => [...runsOf(trip)]);
  const latest = trips.reduce((most, { departure }) => Math.max(most, departure), 0);
  const daysBack = Math.ceil(latest / secondsOfDay) + 1;
  const [begins, ends] = [dayStart(day, timeZone), dayStart(addDays(day, 1), timeZone)];
  const found: Departure[] = [];
  for (let back = -1; back <= daysBack; back += 1) {
    const serviceDay = addDays(day, -back);
    const running = trips.filter(({ service }) => runsOn(service, serviceDay));
    if (running.length === 0) continue;
    const start = serviceDayStart(serviceDay, timeZone);
    for (const { tripId, route, headsign, departure, arrival, headwaySeconds } of running) {
      const at = start + departure * 1000;
      if (at < begins || at >= ends) continue;
      const [departsAt, arrivesAt] = [new Date(at).toISOString(), new Date(start + arrival * 1000).toISOString()];
      found.push({ tripId, route, headsign, departsAt, arrivesAt, headwaySeconds });
    }
  }
  return found.sort(
    (a, b) => compare(a.departsAt, b.departsAt) || compare(a.arrivesAt, b.arrivesAt) || compare(a.tripId, b.tripId),
  );
}

/** The runs of a trip (GTFS, frequencies.txt): its times are moved to those of each run. */
function* runsOf(trip: TimetableTrip): Generator<Run> {
  if (trip.headways.length === 0) yield { ...trip, headwaySeconds: null };
  for (const { from, until, every, isExact } of trip.headways) {
    for (let start = from; start < until; start += every) {
      const later = start - trip.begins;
      const times = { departure: trip.departure + later, arrival: trip.arrival + later };
      yield { ...trip, ...times, headwaySeconds: isExact ? null : every };
    }
  }
}

const dayStart = (day: string, timeZone: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Formats a journey: the arrow follows the reading direction of the language; each name keeps its own direction. */
export function journeyWords({ origin, destination }: Journey, language: Language): string {
  const [from, to] = [origin, destination].map(({ name }) => `\u2068${name}\u2069`);
  return language === "ar" ? `\u2067${from} ← ${to}\u2069` : `\u2066${from} → ${to}\u2069`;
}
