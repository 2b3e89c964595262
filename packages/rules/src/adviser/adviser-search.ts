import { type Offers, type Pass, priceOf } from "./adviser-offers.ts";
import { type TicketPrices, weigh } from "./adviser-tickets.ts";

/** Maximum number of state comparisons for one advice, about one second of work; beyond it the search gives up. */
export const adviceComparisonsMax = 1_000_000;

/** Remaining work of one advice. */
export interface Budget {
  comparisons: number;
}

/** A bought pass with its travellers. */
export interface BoughtPass {
  pass: Pass;
  travellers: readonly number[];
  quantity: number;
}

/** State after some days: covered future days, trips left to trip tickets, and purchases. */
interface State {
  /** Days still covered, by traveller. */
  covered: readonly bigint[];
  /** Trips left to trip tickets, by group. */
  trips: readonly number[];
  /** Number of pieces of limited articles, by article and traveller. */
  counts: readonly number[];
  cost: number;
  /** Lower bound of the cost of future trips that are not covered. */
  rest: number;
  bought: Bought | null;
}

interface Bought extends BoughtPass {
  before: Bought | null;
}

export interface Cheapest {
  cost: number;
  passes: BoughtPass[];
  trips: readonly number[];
}

/**
 * Finds the cheapest passes and trip tickets that cover every trip; the result is exact. It proceeds traveller by traveller and day by
 * day, buys a pass at the first trip that it covers, and drops every state dominated by another. "none": nothing covers
 * the trips; "too-large": more states than the limit.
 */
export function cheapest(
  offers: Offers,
  prices: TicketPrices,
  travellers: number,
  budget: Budget,
): Cheapest | "none" | "too-large" {
  const endless = Number.POSITIVE_INFINITY;
  const quick = search(offers, prices, travellers, { width: 30, bound: endless, budget });
  if (quick === "too-large") return quick;
  // The result of a narrow search bounds the full search.
  return search(offers, prices, travellers, { width: endless, bound: quick === "none" ? endless : quick.cost, budget });
}

function search(
  offers: Offers,
  prices: TicketPrices,
  travellers: number,
  { width, bound, budget }: { width: number; bound: number; budget: Budget },
): Cheapest | "none" | "too-large" {
  const { days, passes } = offers;
  const limited = limitedArticles(passes, days.length);
  const shares = leastShares(offers, travellers);
  let states: State[] = [
    {
      covered: new Array<bigint>(travellers).fill(0n),
      trips: prices.groups.map(() => 0),
      counts: new Array<number>(limited.length * (travellers + 1)).fill(0),
      cost: 0,
      rest: shares.cells.flat().reduce((sum, share) => sum + share, 0),
      bought: null,
    },
  ];
  for (let who = 0; who < travellers; who += 1) {
    for (const [place, { trips }] of days.entries()) {
      const cell = { who, place, trips, passes: furthest(passes, who, place), prices, limited, travellers, shares };
      const bit = 1n << BigInt(place);
      const next = states.flatMap((state) =>
        ((state.covered[who] ?? 0n) & bit) !== 0n
          ? [{ ...state, covered: state.covered.map((mask, index) => (index === who ? mask & ~bit : mask)) }]
          : ways({ ...state, rest: state.rest - (shares.cells[who]?.[place] ?? 0) }, cell),
      );
      const kept = undominated(next, { prices, bound, ticketShare: shares.ticket, budget });
      if (kept === null) return "too-large";
      states = kept.slice(0, width);
    }
    states = states.map((state) => ({
      ...state,
      counts: state.counts.map((count, index) => (index % (travellers + 1) === who ? 0 : count)),
    }));
  }
  return ending(states, prices);
}

interface Shares {
  /** Lower bound of the cost of the trips, by traveller and day. */
  cells: number[][];
  /** Lower bound of the cost of one trip on trip tickets. */
  ticket: number;
}

/** Lower bounds per trip: the cost of each piece divided by the trips that it could cover. */
function leastShares({ days, passes, tickets }: Offers, travellers: number): Shares {
  const priceFor = ({ article }: { article: Pass["article"] }) => weigh(priceOf(article), 1);
  const ticket = Math.min(...tickets.map((one) => priceFor(one) / one.trips));
  const perTrip = passes.map((pass) => {
    const inReach = days.reduce((sum, { trips }, place) => (has(pass.mask, place) ? sum + trips : sum), 0);
    return (
      priceFor(pass) /
      Math.max(1, Math.min(pass.trips ?? inReach, inReach) * Math.min(pass.article.persons, travellers))
    );
  });
  const cells = Array.from({ length: travellers }, (_, who) =>
    days.map(({ trips }, place) => {
      const good = passes.flatMap((pass, index) =>
        has(pass.mask, place) && (pass.article.persons > 1 || pass.travellers.includes(who))
          ? [perTrip[index] ?? 0]
          : [],
      );
      const least = Math.min(ticket, ...good);
      return Number.isFinite(least) ? least * trips : 0;
    }),
  );
  return { cells, ticket: Number.isFinite(ticket) ? ticket : 0 };
}

const has = (mask: bigint, place: number): boolean => ((mask >> BigInt(place)) & 1n) === 1n;

/** Passes valid for a traveller on a day; of an article's windows only those that reach furthest. */
function furthest(passes: readonly Pass[], who: number, place: number): Pass[] {
  const found: Pass[] = [];
  const byArticle = new Map<string, { pass: Pass; ahead: bigint }[]>();
  for (const pass of passes) {
    const { article, mask, travellers } = pass;
    if (!has(mask, place) || (article.persons === 1 && !travellers.includes(who))) continue;
    if (article.persons > 1) {
      found.push(pass);
      continue;
    }
    const ahead = mask >> BigInt(place);
    const before = byArticle.get(article.shopItemId) ?? [];
    if (before.some((other) => (ahead & ~other.ahead) === 0n)) continue;
    byArticle.set(article.shopItemId, [...before.filter((other) => (other.ahead & ~ahead) !== 0n), { pass, ahead }]);
  }
  return [...found, ...[...byArticle.values()].flat().map(({ pass }) => pass)];
}

function ending(states: readonly State[], prices: TicketPrices): Cheapest | "none" {
  let best: { state: State; cost: number } | undefined;
  for (const state of states) {
    const cost = state.cost + prices.cost(state.trips);
    if (Number.isFinite(cost) && (best === undefined || cost < best.cost)) best = { state, cost };
  }
  if (best === undefined) return "none";
  const passes: BoughtPass[] = [];
  for (let at = best.state.bought; at !== null; at = at.before) passes.unshift(at);
  return { cost: best.cost, passes, trips: best.state.trips };
}

interface Cell {
  who: number;
  place: number;
  trips: number;
  passes: readonly Pass[];
  prices: TicketPrices;
  limited: readonly string[];
  travellers: number;
  shares: Shares;
}

/** All possibilities to cover the trips of one traveller on one day. */
function ways(state: State, cell: Cell): State[] {
  const { who, prices, passes } = cell;
  const group = prices.groupOf[who] ?? 0;
  const onTickets = (from: State, left: number): State =>
    left === 0 ? from : { ...from, trips: from.trips.map((count, place) => (place === group ? count + left : count)) };
  const found = dayTickets(state, cell).map(([from, left]) => onTickets(from, left));
  for (const pass of passes) {
    if (pass.trips !== null) continue;
    for (const carried of carriedBy(pass, who, cell.travellers)) {
      const bought = buy(state, { pass, travellers: carried, quantity: pass.article.articleQuantityMin }, cell);
      if (bought === null) continue;
      found.push(cover(bought, pass, carried, cell));
    }
  }
  return found;
}

/** Marks only future days as covered: travellers are processed one after the other, each through all days. */
function cover(state: State, { mask }: Pass, carried: readonly number[], { who, place, shares }: Cell): State {
  let { rest } = state;
  const covered = state.covered.map((before, index) => {
    if (index < who || !carried.includes(index)) return before;
    const from = index === who ? place + 1 : 0;
    const added = ((mask & ~before) >> BigInt(from)) << BigInt(from);
    shares.cells[index]?.forEach((share, day) => {
      if (has(added, day)) rest -= share;
    });
    return before | added;
  });
  return { ...state, covered, rest };
}

/** All combinations of tickets with a number of trips on this day, with the trips that each leaves. */
function dayTickets(state: State, cell: Cell): [State, number][] {
  const { who, trips, passes } = cell;
  let found: [State, number][] = [[state, trips]];
  for (const pass of passes.filter((candidate) => candidate.trips !== null && candidate.travellers.includes(who))) {
    const each = pass.trips ?? 1;
    found = found.flatMap(([from, left]) => {
      const some: [State, number][] = [[from, left]];
      for (let quantity = 1; (quantity - 1) * each < left; quantity += 1) {
        const bought = buy(from, { pass, travellers: [who], quantity }, cell);
        if (bought !== null) some.push([bought, Math.max(0, left - quantity * each)]);
      }
      return some;
    });
  }
  return found;
}

/** Groups of travellers on a ticket for several: always the full number, including this traveller. */
function carriedBy({ article, travellers: suited }: Pass, who: number, all: number): number[][] {
  if (article.persons === 1) return suited.includes(who) ? [[who]] : [];
  const others = Array.from({ length: all }, (_, index) => index).filter((index) => index !== who);
  const size = Math.min(article.persons, all) - 1;
  return subsets(others, size).map((subset) => [who, ...subset].sort((a, b) => a - b));
}

function subsets(from: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return from.flatMap((first, place) => subsets(from.slice(place + 1), size - 1).map((rest) => [first, ...rest]));
}

/** Adds a piece; null if the traveller may not buy it. */
function buy(state: State, piece: BoughtPass, { limited, travellers }: Cell): State | null {
  const { article } = piece.pass;
  const place = limited.indexOf(article.shopItemId);
  const cost = state.cost + weigh(priceOf(article), piece.quantity);
  const bought = { ...piece, before: state.bought };
  if (place < 0) return { ...state, cost, bought };
  // A ticket for several persons may be bought by any eligible one of them.
  const at = place * (travellers + 1) + (article.persons === 1 ? (piece.travellers[0] ?? 0) : travellers);
  const count = (state.counts[at] ?? 0) + piece.quantity;
  const holders = article.persons === 1 ? 1 : piece.pass.travellers.length;
  if (count > (article.maxBuyAtOnce ?? count) * holders) return null;
  return { ...state, cost, bought, counts: state.counts.map((own, index) => (index === at ? count : own)) };
}

/** Articles of which more could be useful than one traveller may buy. */
function limitedArticles(passes: readonly Pass[], days: number): string[] {
  const ids = new Set(passes.flatMap(({ article }) => (article.maxBuyAtOnce === null ? [] : [article.shopItemId])));
  return [...ids].filter((id) => {
    const own = passes.filter(({ article }) => article.shopItemId === id);
    const max = own[0]?.article.maxBuyAtOnce ?? days;
    return own.some(({ trips, article }) => trips !== null || article.persons > 1) || mostUseful(own, days) > max;
  });
}

/** Maximum number of useful pieces of an article, window after window, whatever their start. */
function mostUseful(passes: readonly Pass[], days: number): number {
  let windows = 0;
  for (let place = 0; place < days; ) {
    const bit = 1n << BigInt(place);
    const ends = passes.flatMap(({ mask }) => ((mask & bit) === 0n ? [] : [runEnd(mask, place)]));
    if (ends.length > 0) windows += 1;
    place = ends.length === 0 ? place + 1 : Math.min(...ends) + 1;
  }
  return windows * (passes[0]?.article.articleQuantityMin ?? 1);
}

/** Last day of the run of consecutive days in a mask. */
function runEnd(mask: bigint, from: number): number {
  let place = from;
  while ((mask & (1n << BigInt(place + 1))) !== 0n) place += 1;
  return place;
}

/** States that are not dominated and may end within the bound, lowest bound first; null: the budget is used up. */
function undominated(
  states: readonly State[],
  { prices, bound, ticketShare, budget }: { prices: TicketPrices; bound: number; ticketShare: number; budget: Budget },
): State[] | null {
  budget.comparisons -= states.length;
  const weighed = states.flatMap((state) => {
    const onTickets = prices.cost(state.trips);
    const shared = state.trips.reduce((sum, count) => sum + count, 0) * ticketShare + state.rest;
    const least = state.cost + Math.max(onTickets, shared);
    // Tolerance of half a piece: the shares are not integers.
    return Number.isFinite(onTickets) && least <= bound + 0.5 ? [{ state, least }] : [];
  });
  const kept: State[] = [];
  for (const { state } of weighed.sort((a, b) => a.least - b.least || a.state.cost - b.state.cost)) {
    budget.comparisons -= kept.length + 1;
    if (budget.comparisons < 0) return null;
    if (!kept.some((other) => dominates(other, state, prices))) kept.push(state);
  }
  return kept;
}

/** Whether `a` always ends at most as expensive as `b`, including the trips that `a` leaves to trip tickets. */
function dominates(a: State, b: State, prices: TicketPrices): boolean {
  if (a.counts.some((count, place) => count > (b.counts[place] ?? 0))) return false;
  if (a.covered.some((mask, who) => (~mask & (b.covered[who] ?? 0n)) !== 0n)) return false;
  const more = a.trips.map((count, group) => Math.max(0, count - (b.trips[group] ?? 0)));
  if (more.every((count) => count === 0)) return a.cost <= b.cost;
  return prices.unlimited && a.cost + prices.cost(more) <= b.cost;
}
