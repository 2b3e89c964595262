import { advisedTravellersMax, advisedTripsPerDayMax } from "@guichet/contract/limits/catalogue-limits.ts";
import { frequencies, frequencyIds } from "@guichet/rules/adviser/frequencies.ts";
import { addDays, addMonths, isDay } from "@guichet/rules/dates/days.ts";

/** The fare adviser's question as encoded in the address: ages in years, never a birth date or a name. */

export const periods = ["day", "week", "month", "quarter"] as const;
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
type Period = (typeof periods)[number];

export interface AskedAdvice {
  from: string;
  period: Period;
  days: readonly number[];
  trips: number;
  travellers: readonly { age: number | null; status: string | null }[];
  together: boolean;
  /** One of the network's fare zones; null where it has none. */
  fareZone: string | null;
}

const workdays = [1, 2, 3, 4, 5];
const oldest = 130;

/**
 * Reads the question from an address; missing or invalid values get the defaults of an empty form. `often` is the answer to the
 * first question, on the home page: it stands for days and trips until the form names them. `fareZones`: ids of the network's.
 */
export function readQuestion(query: URLSearchParams, today: string, fareZones: readonly string[] = []): AskedAdvice {
  const asked = isAsked(query);
  const often = frequencyIds.find((frequency) => frequency === query.get("often"));
  const from = query.get("from") ?? "";
  const days = weekdays.filter((weekday) => query.getAll("day").includes(String(weekday)));
  const people = within(query.get("people"), 1, advisedTravellersMax) ?? 1;
  return {
    from: isDay(from) && from >= today ? from : today,
    period: periods.find((period) => period === query.get("period")) ?? "month",
    days: often ? frequencies[often].days : asked ? days : workdays,
    trips: often ? frequencies[often].trips : (within(query.get("trips"), 1, advisedTripsPerDayMax) ?? 2),
    travellers: Array.from({ length: people }, (_, index) => ({
      age: within(query.get(`age${index + 1}`), 0, oldest),
      status: /^[\w-]{1,64}$/.exec(query.get(`status${index + 1}`) ?? "")?.[0] ?? null,
    })),
    together: asked && !often ? query.has("together") : true,
    fareZone: fareZones.find((id) => id === query.get("zone")) ?? fareZones[0] ?? null,
  };
}

/** Whether the form was submitted. */
export const isAsked = (query: URLSearchParams): boolean => query.has("from");

/** Converts the question for the Ticket API; a single day counts whatever its weekday. */
export function callOf({ from, period, days, trips, travellers, together, fareZone }: AskedAdvice) {
  const wanted = period === "day" ? weekdays : days;
  return {
    travellers: travellers.map((traveller) => ({ ...traveller })),
    from,
    to: lastDay(from, period),
    days: wanted.map((weekday) => ({ weekday, trips })),
    together,
    fareZone,
  };
}

/** Months of the planned travel, by which a price is divided; null: less than one. */
export const monthsOf = ({ period }: Pick<AskedAdvice, "period">): number | null =>
  period === "month" ? 1 : period === "quarter" ? 3 : null;

function lastDay(from: string, period: Period): string {
  if (period === "day") return from;
  if (period === "week") return addDays(from, 6);
  return addDays(addMonths(from, period === "month" ? 1 : 3), -1);
}

function within(text: string | null, least: number, most: number): number | null {
  if (text === null || !/^\d{1,3}$/.test(text.trim())) return null;
  const number = Number(text);
  return number >= least && number <= most ? number : null;
}
