import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { proposedStarts } from "../calendar.ts";
import { isShown } from "../catalogue.ts";
import { ageDay, suitsAge } from "../dates/age-limits.ts";
import { ageOn } from "../dates/ages.ts";
import { addDays, dayIn, weekdayOf } from "../dates/days.ts";
import { unitPrice } from "../pricing.ts";
import { endOf, ticketWindow } from "../validity.ts";

/** Selects the articles of a network that fit planned trips (decision 051). Server only: it loads time zones. */

/** A traveller: a birth date, or a constant age; with neither, articles with an age limit do not apply. */
export interface AdvisedTraveller {
  birthday?: string | null | undefined;
  age?: number | null | undefined;
  status?: string | null | undefined;
}

/** The same trips for all travellers: a number per weekday (Monday is 1) between two days. */
export interface PlannedTravel {
  travellers: readonly AdvisedTraveller[];
  from: string;
  to: string;
  days: readonly { weekday: number; trips: number }[];
  /** Whether the travellers travel together and can share tickets. */
  together: boolean;
  /** Where they travel, in a network with fare zones. */
  fareZone: string | null;
}

export type AdvisedArticle = Pick<
  ShopItem,
  | "shopItemId"
  | "type"
  | "tags"
  | "price"
  | "shopItemPromoPrice"
  | "fields"
  | "isRenewable"
  | "isJourney"
  | "articleQuantityMin"
  | "maxBuyAtOnce"
  | "pivotType"
  | "pivotValue"
  | "startProposals"
  | "requiredDocuments"
  | "ageFrom"
  | "ageTo"
  | "statuses"
  | "salesFrom"
  | "salesEndsAt"
  | "validity"
  | "useWithin"
  | "trips"
> & {
  /** Number of persons who travel on one ticket. */
  persons: number;
  /** Weekdays of validity, Monday is 1; empty: all. */
  weekdays: readonly number[];
  /** Fare zones of validity; empty: all. */
  fareZones: readonly string[];
};

export interface TravelDay {
  day: string;
  trips: number;
}

/** An article with a start: the trips and travellers that it covers. */
export interface Pass {
  article: AdvisedArticle;
  startsOn: string;
  endsOn: string;
  /** Travel days on which it is valid, one bit each. */
  mask: bigint;
  /** Travellers for whom it may be bought. */
  travellers: readonly number[];
  /** null: unlimited trips; otherwise the number of trips on its only day. */
  trips: number | null;
}

/** An article with a number of trips on any days. */
export interface TripTicket {
  article: AdvisedArticle;
  trips: number;
  travellers: readonly number[];
  /** Whether all those who travel together can use its trips. */
  shared: boolean;
}

export interface Offers {
  days: readonly TravelDay[];
  passes: readonly Pass[];
  tickets: readonly TripTicket[];
}

/** Travel days between two days, both included, with the number of trips of each. */
export function travelDays({ from, to, days }: Pick<PlannedTravel, "from" | "to" | "days">): TravelDay[] {
  const found: TravelDay[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const weekday = weekdayOf(day);
    const trips = days.filter((entry) => entry.weekday === weekday).reduce((sum, entry) => sum + entry.trips, 0);
    if (trips > 0) found.push({ day, trips });
  }
  return found;
}

/**
 * Selects the articles that could cover these trips if bought now. Excludes articles not on sale, subscriptions, journeys between
 * stops, articles with required fields, and articles with required documents but no status that shows who has them.
 */
export function offersFor(
  travel: PlannedTravel,
  articles: readonly AdvisedArticle[],
  { now, timeZone }: { now: string; timeZone: string },
): Offers {
  const days = travelDays(travel);
  const passes: Pass[] = [];
  const tickets: TripTicket[] = [];
  const candidates = articles.filter((article) => isAdvised(article, now) && isValidIn(article, travel.fareZone));
  for (const offered of candidates) {
    const article = travel.together ? offered : { ...offered, persons: 1 };
    for (const span of spansOf(article, days, { now, timeZone })) {
      const travellers = travel.travellers.flatMap((who, index) => (suits(article, who, span.ageDay) ? [index] : []));
      if (travellers.length === 0) continue;
      const { startsOn, endsOn, whole } = span;
      const trips = article.trips ?? (whole ? null : 1);
      const mask = maskOf(days, article, startsOn, endsOn);
      const everyDay = mask === (1n << BigInt(days.length)) - 1n;
      if (trips !== null && (everyDay || span.anyDay) && article.weekdays.length === 0) {
        const personal = article.ageFrom !== null || article.ageTo !== null || article.statuses.length > 0;
        tickets.push({ article, trips: whole ? trips : 1, travellers, shared: travel.together && !personal });
        break;
      }
      if (trips === null) passes.push({ article, startsOn, endsOn, mask, travellers, trips });
      else passes.push(...onFirstDay({ article, startsOn, mask, travellers, trips: whole ? trips : 1 }, days));
    }
  }
  return { days, passes: eachOnce(passes.filter(({ mask }) => mask !== 0n)), tickets };
}

/** Splits trips that expire before the last travel day into one pass per possible day. */
function onFirstDay({ article, mask, travellers, trips }: Omit<Pass, "endsOn">, days: readonly TravelDay[]): Pass[] {
  return days.flatMap(({ day }, index) =>
    (mask & (1n << BigInt(index))) === 0n
      ? []
      : [{ article, startsOn: day, endsOn: day, mask: 1n << BigInt(index), travellers, trips }],
  );
}

/** Keeps the first of several windows that cover the same days for the same travellers. */
function eachOnce(passes: readonly Pass[]): Pass[] {
  const keyOf = ({ article, mask, travellers, trips }: Pass) => `${article.shopItemId} ${mask} ${travellers} ${trips}`;
  const first = new Map<string, Pass>();
  for (const pass of passes) if (!first.has(keyOf(pass))) first.set(keyOf(pass), pass);
  return [...first.values()];
}

function isAdvised(article: AdvisedArticle, now: string): boolean {
  if (!isShown(article, now) || article.isRenewable || article.isJourney) return false;
  if (article.fields.some(({ required }) => required)) return false;
  if (article.requiredDocuments.length > 0 && article.statuses.length === 0) return false;
  // An article with a minimum quantity, each piece for several persons or trips of a day, is never proposed.
  return article.articleQuantityMin === 1 || (article.persons === 1 && article.trips === null);
}

const isValidIn = ({ fareZones }: AdvisedArticle, fareZone: string | null): boolean =>
  fareZones.length === 0 || (fareZone !== null && fareZones.includes(fareZone));

function suits({ ageFrom, ageTo, statuses }: AdvisedArticle, who: AdvisedTraveller, day: string): boolean {
  if (statuses.length > 0 && !(who.status && statuses.includes(who.status))) return false;
  return suitsAge(who.birthday ? ageOn(who.birthday, day) : (who.age ?? null), { ageFrom, ageTo });
}

function maskOf(days: readonly TravelDay[], { weekdays }: AdvisedArticle, from: string, to: string): bigint {
  return days.reduce((mask, { day }, index) => {
    const accepted = weekdays.length === 0 || weekdays.includes(weekdayOf(day));
    return accepted && from <= day && day <= to ? mask | (1n << BigInt(index)) : mask;
  }, 0n);
}

interface Span {
  startsOn: string;
  endsOn: string;
  /** Reference day for the age (`ageDay`). */
  ageDay: string;
  /** Whether it is valid for whole days; otherwise for some hours of one day. */
  whole: boolean;
  /** Whether it starts with its first use, on any of the days. */
  anyDay: boolean;
}

function spansOf(
  article: AdvisedArticle,
  days: readonly TravelDay[],
  { now, timeZone }: { now: string; timeZone: string },
): Span[] {
  const { validity, pivotType, useWithin } = article;
  const today = dayIn(now, timeZone);
  const terms = { validity, useWithin, pivotType, purchasedAt: now, firstUseAt: null, timeZone, now };
  const fromFirstUse = !("period" in validity) && validity.from === "first-use";
  if (fromFirstUse) {
    const { useBefore } = ticketWindow({ ...terms, startingAt: null });
    const inTime = days.filter(({ day }) => useBefore === null || day < dayIn(useBefore, timeZone));
    const anyDay = inTime.length === days.length && !/^P\d/.test(validity.duration);
    return inTime.map(({ day }) => {
      const until = endOf(startOfDay(day, timeZone), validity.duration, timeZone);
      return { ...lasting(day, until, timeZone), ageDay: today, anyDay };
    });
  }
  const proposed = pivotType === null ? null : proposedStarts({ ...article, pivotType }, now, timeZone);
  const starts = proposed === null ? [null] : proposed.ok ? proposed.value.map((start) => start.startingAt) : [];
  return starts.flatMap((startingAt) => {
    const { validFrom, validUntil } = ticketWindow({ ...terms, startingAt });
    if (validFrom === null || validUntil === null) return [];
    const startsOn = dayIn(validFrom, timeZone);
    const chosen = startingAt === null ? null : dayIn(startingAt, timeZone);
    const judged = ageDay(validity, chosen, today);
    return [{ ...lasting(startsOn, validUntil, timeZone), ageDay: judged, anyDay: false }];
  });
}

/** The days that a window fully covers; a window that ends within a day covers only some hours of it. */
function lasting(startsOn: string, until: string, timeZone: string): Pick<Span, "startsOn" | "endsOn" | "whole"> {
  const last = addDays(dayIn(until, timeZone), -1);
  return last < startsOn ? { startsOn, endsOn: startsOn, whole: false } : { startsOn, endsOn: last, whole: true };
}

/** The first instant of a day in the time zone. */
function startOfDay(day: string, timeZone: string): string {
  const dayBefore = `${addDays(day, -1)}T12:00:00Z`;
  return endOf(dayBefore, dayIn(dayBefore, timeZone) === day ? "P0D" : "P1D", timeZone);
}

/** Price of a piece in minor units. */
export const priceOf = (article: AdvisedArticle): number => unitPrice(article).amount;
