import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { firstPeriod } from "./subscription-periods.ts";
import { cardWork } from "./transport-card-articles.ts";
import { endOf, ticketWindow } from "./validity.ts";

/**
 * Finds passes that a traveller would have twice (decision 096). It only warns: a customer may buy the next period in advance or a
 * second pass on purpose. Server only: it loads Temporal.
 */

/** Minimum duration of a pass; shorter tickets are often bought twice for a companion. */
const passHoursMin = 48;

/** Properties of an article that determine whether it is a pass, and its duration. */
export type PassTerms = Pick<
  ShopItem,
  "shopItemId" | "validity" | "useWithin" | "trips" | "tags" | "pivotType" | "renewalInterval" | "isJourney" | "options"
>;

/** Validity period of a pass; instants, with an exclusive end; null: it renews automatically. */
export interface PassPeriod {
  startsAt: string;
  endsAt: string | null;
}

/** A pass that a traveller has or is about to buy. */
export interface TravellersPass extends PassPeriod {
  travellerId: string;
  article: PassTerms;
  /** The two stops of a pass sold between stops. */
  journey: string | null;
}

/** Whether the article is a pass: valid for days and any number of trips. Excludes counted trips, day tickets and cards. */
export function isPass({ trips, tags, validity }: Pick<PassTerms, "trips" | "tags" | "validity">): boolean {
  if (trips !== null || cardWork(tags) !== null) return false;
  if ("period" in validity) return true;
  const begins = "2026-01-01T00:00:00.000Z";
  return Date.parse(endOf(begins, validity.duration, "UTC")) - Date.parse(begins) >= passHoursMin * 3_600_000;
}

export interface PassPurchase {
  purchasedAt: string;
  /** The chosen start; null for articles without one. */
  startingAt: string | null;
  /** Whether it is bought as a subscription, which renews automatically. */
  renews: boolean;
  timeZone: string;
}

/** Validity period of a pass bought this way; null: not a pass, or unknown before its first use. */
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

/** Whether two periods overlap; one that renews automatically has no end. */
export function overlap(a: PassPeriod, b: PassPeriod): boolean {
  return isBefore(a.startsAt, b.endsAt) && isBefore(b.startsAt, a.endsAt);
}

const isBefore = (start: string, end: string | null): boolean => end === null || Date.parse(start) < Date.parse(end);

/**
 * Whether the traveller would have both at the same time for the same journeys: the same article twice, or two passes of the network.
 * Excludes an article that can be bought with the other as its option, and journeys between other stops.
 */
export function isDuplicatePass(a: TravellersPass, b: TravellersPass): boolean {
  if (a.travellerId !== b.travellerId || !overlap(a, b)) return false;
  if (a.article.shopItemId === b.article.shopItemId) return a.journey === b.journey;
  if (a.article.isJourney || b.article.isJourney) return false;
  return !isOption(a.article, b.article) && !isOption(b.article, a.article);
}

const isOption = (of: PassTerms, option: PassTerms): boolean => of.options.includes(option.shopItemId);
