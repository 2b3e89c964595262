import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { firstPeriod } from "./subscription-periods.ts";
import { cardWork } from "./transport-card-articles.ts";
import { endOf, ticketWindow } from "./validity.ts";

/**
 * Which passes a traveller would have twice (decision 096). Warns, never refuses: who buys the next period in advance, or a second pass on
 * purpose, may. Heavy (it brings Temporal): for servers.
 */

/** An article lasts this long, or it is a ticket of which somebody buys a second one for whoever comes along. */
const passHoursMin = 48;

/** What of an article says whether it is a pass, and how long. */
export type PassTerms = Pick<
  ShopItem,
  "shopItemId" | "validity" | "useWithin" | "trips" | "tags" | "pivotType" | "renewalInterval" | "isJourney" | "options"
>;

/** From when until when a pass is good, the end exclusive; null: it renews by itself. Instants. */
export interface PassPeriod {
  startsAt: string;
  endsAt: string | null;
}

/** A pass that a traveller has, or is about to buy. */
export interface TravellersPass extends PassPeriod {
  travellerId: string;
  article: PassTerms;
  /** The two stops of an article that is sold between them. */
  journey: string | null;
}

/** Is the article good for days on end, however often one travels? Not so: trips that are counted, tickets of a day, cards themselves. */
export function isPass({ trips, tags, validity }: Pick<PassTerms, "trips" | "tags" | "validity">): boolean {
  if (trips !== null || cardWork(tags) !== null) return false;
  if ("period" in validity) return true;
  const begins = "2026-01-01T00:00:00.000Z";
  return Date.parse(endOf(begins, validity.duration, "UTC")) - Date.parse(begins) >= passHoursMin * 3_600_000;
}

export interface PassPurchase {
  purchasedAt: string;
  /** What the customer chose; null for articles without a start. */
  startingAt: string | null;
  /** Bought as a subscription: it renews by itself. */
  renews: boolean;
  timeZone: string;
}

/** When a pass is good that is bought so; null: no pass, or nobody knows before its first use. */
export function passPeriod(article: PassTerms, purchase: PassPurchase): PassPeriod | null {
  if (!isPass(article)) return null;
  const { validity, useWithin, pivotType, renewalInterval: interval } = article;
  const { purchasedAt, startingAt, timeZone } = purchase;
  const terms = { validity, useWithin, pivotType, purchasedAt, startingAt, timeZone };
  if (purchase.renews && interval !== null) {
    return { startsAt: firstPeriod({ ...terms, interval }).startsAt, endsAt: null };
  }
  const { validFrom, validUntil } = ticketWindow({ ...terms, firstUseAt: null, now: purchasedAt });
  return validFrom === null || validUntil === null ? null : { startsAt: validFrom, endsAt: validUntil };
}

/** Do two periods share an instant? One that renews by itself has no end. */
export function overlap(a: PassPeriod, b: PassPeriod): boolean {
  return isBefore(a.startsAt, b.endsAt) && isBefore(b.startsAt, a.endsAt);
}

const isBefore = (start: string, end: string | null): boolean => end === null || Date.parse(start) < Date.parse(end);

/**
 * Would the traveller have both at once for the same journeys? The same article twice, or two passes of the network. Not so: an article
 * beside another that may be bought with it as an option, and journeys between other stops.
 */
export function isDoubled(a: TravellersPass, b: TravellersPass): boolean {
  if (a.travellerId !== b.travellerId || !overlap(a, b)) return false;
  if (a.article.shopItemId === b.article.shopItemId) return a.journey === b.journey;
  if (a.article.isJourney || b.article.isJourney) return false;
  return !isOption(a.article, b.article) && !isOption(b.article, a.article);
}

const isOption = (of: PassTerms, option: PassTerms): boolean => of.options.includes(option.shopItemId);
