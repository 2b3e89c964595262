import { err, ok, type Result } from "@guichet/contract/result.ts";
import { type AdvisedArticle, type Offers, offersFor, type PlannedTravel, priceOf } from "./adviser-offers.ts";
import { adviceComparisonsMax, type BoughtPass, type Budget, type Cheapest, cheapest } from "./adviser-search.ts";
import { pieceWeight, type TicketPrices, ticketPrices } from "./adviser-tickets.ts";

/** Fare adviser (decision 051): an exact computation. */

export interface AdvisedLine {
  shopItemId: string;
  quantity: number;
  /** Positions in the request of the travellers whose trips it covers. */
  travellers: number[];
  startsOn: string;
  endsOn: string;
  /** Number of trips that it covers. */
  trips: number;
  unitAmount: number;
  amount: number;
}

export interface AdvisedSet {
  amount: number;
  lines: AdvisedLine[];
}

export interface Advice extends AdvisedSet {
  /** Number of trips of all travellers. */
  trips: number;
  /** Price with single tickets only; null where they do not cover every trip. */
  singleTicketsAmount: number | null;
  /** The cheapest set without one of the proposed articles; null: there is none, or it takes too much work. */
  runnerUp: AdvisedSet | null;
}

/**
 * Computes the cheapest set of articles that covers every trip. Of two equal prices it prefers the one with fewer pieces, then the
 * one whose articles come first in the catalogue. TRAVEL_NOT_COVERED: no articles cover all trips; ADVICE_TOO_LARGE: more
 * comparisons than the limit allows.
 */
export function advise(
  travel: PlannedTravel,
  articles: readonly AdvisedArticle[],
  at: { now: string; timeZone: string },
): Result<Advice, "TRAVEL_NOT_COVERED" | "ADVICE_TOO_LARGE"> {
  const offers = offersFor(travel, articles, at);
  const budget = { comparisons: adviceComparisonsMax };
  const found = solve(offers, travel, budget);
  if (found === "none") return err("TRAVEL_NOT_COVERED", uncovered(offers, travel));
  if (found === "too-large") return err("ADVICE_TOO_LARGE", { comparisonsMax: adviceComparisonsMax });
  const trips = tripsOf(offers) * travel.travellers.length;
  return ok({
    ...found,
    trips,
    singleTicketsAmount: singleTickets(offers, travel),
    runnerUp: runnerUp(offers, travel, found, budget),
  });
}

const tripsOf = ({ days }: Offers): number => days.reduce((sum, { trips }) => sum + trips, 0);

function solve(offers: Offers, travel: PlannedTravel, budget: Budget): AdvisedSet | "none" | "too-large" {
  const travellers = travel.travellers.length;
  const prices = ticketPrices(offers.tickets, travellers, tripsOf(offers) * travellers);
  const found = cheapest(offers, prices, travellers, budget);
  if (typeof found === "string") return found;
  const lines = linesOf(found, { offers, prices, travel });
  return { amount: Math.floor(found.cost / pieceWeight), lines };
}

function singleTickets(offers: Offers, travel: PlannedTravel): number | null {
  const tickets = offers.tickets.filter(({ trips }) => trips === 1);
  const found = solve({ days: offers.days, passes: [], tickets }, travel, { comparisons: adviceComparisonsMax });
  return typeof found === "string" ? null : found.amount;
}

function runnerUp(offers: Offers, travel: PlannedTravel, best: AdvisedSet, budget: Budget): AdvisedSet | null {
  let found: AdvisedSet | null = null;
  for (const id of new Set(best.lines.map(({ shopItemId }) => shopItemId))) {
    const without = <T extends { article: AdvisedArticle }>(list: readonly T[]) =>
      list.filter(({ article }) => article.shopItemId !== id);
    const other = solve(
      { ...offers, passes: without(offers.passes), tickets: without(offers.tickets) },
      travel,
      budget,
    );
    // If one of the searches exceeds the limit, there is no runner-up, rather than possibly a wrong one.
    if (other === "too-large") return null;
    if (other !== "none" && (found === null || other.amount < found.amount)) found = other;
  }
  return found;
}

/** The first trip that no article covers, for the error's details. */
function uncovered(
  { days, passes, tickets }: Offers,
  { travellers }: PlannedTravel,
): { day: string; traveller: number } {
  for (const [place, { day }] of days.entries()) {
    for (const traveller of travellers.keys()) {
      const bit = 1n << BigInt(place);
      const suited = passes.some((pass) => (pass.mask & bit) !== 0n && pass.travellers.includes(traveller));
      if (!suited && !tickets.some((ticket) => ticket.travellers.includes(traveller))) return { day, traveller };
    }
  }
  return { day: days[0]?.day ?? "", traveller: 0 };
}

/**
 * Assigns each trip to the first bought pass that is valid for it, then to day tickets, the rest to trip tickets. The search may
 * have left a trip to trip tickets that a pass bought for a later traveller covers as well: it is counted on the pass.
 */
function linesOf(
  { passes }: Pick<Cheapest, "passes">,
  { offers, prices, travel }: { offers: Offers; prices: TicketPrices; travel: PlannedTravel },
): AdvisedLine[] {
  const carried = new Map<BoughtPass, number>(passes.map((bought) => [bought, 0]));
  const leaving = new Set<number>();
  const onTickets = prices.groups.map(() => 0);
  for (const [place, { trips }] of offers.days.entries()) {
    const bit = 1n << BigInt(place);
    for (const who of travel.travellers.keys()) {
      let left = trips;
      const good = passes.filter(({ pass, travellers }) => (pass.mask & bit) !== 0n && travellers.includes(who));
      for (const bought of [...good.filter(isUnlimited), ...good.filter((candidate) => !isUnlimited(candidate))]) {
        const taken = Math.min(left, isUnlimited(bought) ? left : bought.quantity * (bought.pass.trips ?? 1));
        carried.set(bought, (carried.get(bought) ?? 0) + taken);
        left -= taken;
      }
      if (left === 0) continue;
      leaving.add(who);
      const group = prices.groupOf[who] ?? 0;
      onTickets[group] = (onTickets[group] ?? 0) + left;
    }
  }
  const ofPasses = passes.map((bought) => {
    const { startsOn, endsOn, article } = bought.pass;
    return line(article, { ...bought, startsOn, endsOn, trips: carried.get(bought) ?? 0 });
  });
  const [first, last] = [offers.days[0]?.day ?? travel.from, offers.days.at(-1)?.day ?? travel.to];
  const ofTickets = prices.bought(onTickets).map(({ ticket, quantity, carried: trips, groups }) => {
    const travellers = groups
      .flatMap((place) => prices.groups[place]?.travellers ?? [])
      .filter((who) => leaving.has(who));
    return line(ticket.article, { quantity, travellers, startsOn: first, endsOn: last, trips });
  });
  return merged([...ofPasses, ...ofTickets]);
}

const isUnlimited = ({ pass }: BoughtPass): boolean => pass.trips === null;

function line(
  article: AdvisedArticle,
  rest: Pick<AdvisedLine, "quantity" | "startsOn" | "endsOn" | "trips"> & { travellers: readonly number[] },
): AdvisedLine {
  const { quantity, startsOn, endsOn, trips } = rest;
  const unitAmount = priceOf(article);
  const travellers = [...new Set(rest.travellers)].sort((a, b) => a - b);
  return {
    shopItemId: article.shopItemId,
    quantity,
    travellers,
    startsOn,
    endsOn,
    trips,
    unitAmount,
    amount: unitAmount * quantity,
  };
}

/** Merges lines with the same article and days, ordered by day. */
function merged(lines: readonly AdvisedLine[]): AdvisedLine[] {
  const byKey = new Map<string, AdvisedLine>();
  for (const one of lines) {
    const key = `${one.startsOn} ${one.endsOn} ${one.shopItemId}`;
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, one);
    else {
      byKey.set(key, {
        ...known,
        quantity: known.quantity + one.quantity,
        travellers: [...new Set([...known.travellers, ...one.travellers])].sort((a, b) => a - b),
        trips: known.trips + one.trips,
        amount: known.amount + one.amount,
      });
    }
  }
  return [...byKey.values()].sort(
    (a, b) => compare(a.startsOn, b.startsOn) || compare(a.endsOn, b.endsOn) || compare(a.shopItemId, b.shopItemId),
  );
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
