import type { PackArticle } from "@guichet/contract/network-pack.ts";
import { isWritable } from "@guichet/ticket-code/identifiers.ts";
import { runningTime } from "@guichet/ticket-code/ticket-fields.ts";
import { Temporal } from "temporal-polyfill";
import { productsOf } from "../network-registry/registry.ts";
import type { CatalogueFault } from "./catalogue-fault.ts";

/** The maximum duration in a ticket code, in its unit. */
const durationCountMax = 16_383;
/** The maximum validity: a ticket code contains its end, and instants in it end in 2106. */
const validityMaxYears = 50;
const minutesOfLongestDay = 25 * 60;

/**
 * Checks that tickets of the article can be issued, because a paid sale must never fail at its ticket. Ids and
 * durations must fit into a code; a duration must be positive; a week or month that is sold after its start must not be over yet.
 */
export function checkTicket(networkId: string, article: PackArticle, at: CatalogueFault): void {
  for (const { id } of productsOf(article)) {
    if (!isWritable(networkId) || !isWritable(id)) at("products", `${id}: a ticket's code takes ids of 48 characters`);
  }
  const { validity, useWithin, pivot } = article;
  if (useWithin !== undefined && !isPlausible(useWithin)) at("useWithin", "not between a minute and 50 years");
  if (!("duration" in validity)) return;
  const { from, duration } = validity;
  if (!isPlausible(duration)) at("validity.duration", "not between a minute and 50 years");
  else if (from === "first-use") {
    const runs = runningTime(duration);
    if (runs === null || runs.count > durationCountMax)
      at("validity.duration", "from the first use: one unit, as P31D or PT90M");
  }
  const startedDays = pivot?.type === "WEEK_PIVOT" || pivot?.type === "MONTH_PIVOT" ? pivot.value : 0;
  if (from === "start" && minimumDays(duration) < startedDays)
    at("validity.duration", `over before day ${startedDays} of what has begun, on which it is still sold`);
}

function isPlausible(duration: string): boolean {
  const { years, months, weeks, days, hours, minutes } = Temporal.Duration.from(duration);
  const long = years + months / 12 + (weeks * 7 + days + hours / 24 + minutes / 1440) / 365;
  return long > 0 && long <= validityMaxYears;
}

/** The minimum number of whole days that a duration lasts from a local midnight; a month covers any that has started. */
function minimumDays(duration: string): number {
  const { years, months, weeks, days, hours, minutes } = Temporal.Duration.from(duration);
  if (years + months > 0) return Number.POSITIVE_INFINITY;
  return weeks * 7 + days + Math.floor((hours * 60 + minutes) / minutesOfLongestDay);
}
