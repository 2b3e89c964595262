import { Temporal } from "temporal-polyfill";
import { collectionHour } from "./installments.ts";

/** The instant at which what is due on a day is collected: 08:00 in the network's zone. Heavy (it brings Temporal): for servers. */
export function instantOn(day: string, timeZone: string): Date {
  const local = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: { hour: collectionHour } });
  return new Date(local.epochMilliseconds);
}

/** The first instant of a day in a zone. */
export function dayBegins(day: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);
}
