import { Temporal } from "temporal-polyfill";

/** Hour of the network's day at which an installment is collected. */
const collectionHour = 8;

/** Instant of collection on a day: 08:00 in the network's time zone. Server only: it loads Temporal. */
export function instantOn(day: string, timeZone: string): Date {
  const local = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: { hour: collectionHour } });
  return new Date(local.epochMilliseconds);
}

/** The first instant of a day in a time zone. */
export function dayBegins(day: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);
}
