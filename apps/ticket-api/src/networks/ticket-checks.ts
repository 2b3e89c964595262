import type { PackArticle } from "@guichet/contract/network-pack.ts";
import { isWritable } from "@guichet/ticket-code/identifiers.ts";
import { runningTime } from "@guichet/ticket-code/ticket-fields.ts";
import { Temporal } from "temporal-polyfill";
import { productsOf } from "../network-registry/registry.ts";
import type { CatalogueFault } from "./catalogue-fault.ts";

/** What a code can say of a running time, in its unit. */
const runsMost = 16_383;
/** The end of a ticket stands in its code, whose instants end in 2106. */
const lastsMostYears = 50;
const minutesOfLongDay = 25 * 60;

/**
 * What a ticket of the article could not be issued with: a sale that is paid must never fail at its ticket. Ids and running
 * times as a code carries them; a duration of some length; a begun week or month that is sold is not over yet.
 */
export function checkTicket(networkId: string, article: PackArticle, at: CatalogueFault): void {
  for (const { id } of productsOf(article)) {
    if (!isWritable(networkId) || !isWritable(id)) at("products", `${id}: a ticket's code takes ids of 48 characters`);
  }
  const { validity, useWithin, pivot } = article;
  if (useWithin !== undefined && !lastsAWhile(useWithin)) at("useWithin", "not between a minute and 50 years");
  if (!("duration" in validity)) return;
  const { from, duration } = validity;
  if (!lastsAWhile(duration)) at("validity.duration", "not between a minute and 50 years");
  else if (from === "first-use") {
    const runs = runningTime(duration);
    if (runs === null || runs.count > runsMost)
      at("validity.duration", "from the first use: one unit, as P31D or PT90M");
  }
  const begun = pivot?.type === "WEEK_PIVOT" || pivot?.type === "MONTH_PIVOT" ? pivot.value : 0;
  if (from === "start" && daysAtLeast(duration) < begun)
    at("validity.duration", `over before day ${begun} of what has begun, on which it is still sold`);
}

function lastsAWhile(duration: string): boolean {
  const { years, months, weeks, days, hours, minutes } = Temporal.Duration.from(duration);
  const long = years + months / 12 + (weeks * 7 + days + hours / 24 + minutes / 1440) / 365;
  return long > 0 && long <= lastsMostYears;
}

/** The whole days that a duration lasts from a local midnight, at the least; a month covers any that has begun. */
function daysAtLeast(duration: string): number {
  const { years, months, weeks, days, hours, minutes } = Temporal.Duration.from(duration);
  if (years + months > 0) return Number.POSITIVE_INFINITY;
  return weeks * 7 + days + Math.floor((hours * 60 + minutes) / minutesOfLongDay);
}
