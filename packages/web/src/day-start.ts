import type { Formats } from "./formats.ts";

/** Whether an instant is the start of a day in the network's time zone: a period that ends then ends with the day before. */
export const isDayStart = (formats: Formats, instant: string): boolean =>
  formats.dayOf(instant) !== formats.lastDayOf(instant);
