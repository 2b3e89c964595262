import { type Offers, type Pass, priceOf } from "./adviser-offers.ts";
import { type TicketPrices, weigh } from "./adviser-tickets.ts";

/** How often two states may be compared for one advice, about a second's work; then the search gives up. */
export const adviceComparisonsMax = 1_000_000;

/** What is left of the work that one advice may cost. */
export interface Budget {
  comparisons: number;
}

/** A pass that was bought, for whom. */
export interface BoughtPass {
  pass: Pass;
  travellers: readonly number[];
  quantity: number;
}

/** What stands after some days: what is covered of the days to come, what is left to trip tickets, what was bought. */
interface State {
  /** The days still covered, by traveller. */
  covered: readonly bigint[];
  /** Trips left to trip tickets, by group. */
  trips: readonly number[];
  /** Pieces of the articles that few may be bought of, by article and traveller. */
  counts: readonly number[];
  cost: number;
  /** What the trips to come that are not covered cost at the very least. */
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
 * The cheapest passes and trip tickets that cover every trip, exactly: traveller by traveller and day by day, a pass is bought
 * at the first trip that it carries, and of two states the one that can do no better is dropped. "none": nothing covers
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
  // What a narrow search finds bounds the whole one.
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
  /** By traveller and day: what covering the trips costs at the very least, whatever covers them. */
  cells: number[][];
  /** The same for one trip on trip tickets. */
  ticket: number;
}

/** What each piece costs, shared over all the trips that it could carry, is a least for each of them. */
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

/** The passes that are good for a traveller on a day; of an article's windows those that no other reaches beyond. */
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

/** Every way to cover the trips of one traveller on one day. */
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

/** Only days to come stand as covered: travellers are taken one after the other, each through all the days. */
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

/** Tickets of so many trips on this very day: every mixture of them, with the trips that each leaves. */
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

/** Whom a ticket for several carries: always as many as it takes, and this traveller among them. */
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

/** null: the traveller may not buy so many. */
function buy(state: State, piece: BoughtPass, { limited, travellers }: Cell): State | null {
  const { article } = piece.pass;
  const place = limited.indexOf(article.shopItemId);
  const cost = state.cost + weigh(priceOf(article), piece.quantity);
  const bought = { ...piece, before: state.bought };
  if (place < 0) return { ...state, cost, bought };
  // A ticket for several may be bought by any of those whom it suits.
  const at = place * (travellers + 1) + (article.persons === 1 ? (piece.travellers[0] ?? 0) : travellers);
  const count = (state.counts[at] ?? 0) + piece.quantity;
  const holders = article.persons === 1 ? 1 : piece.pass.travellers.length;
  if (count > (article.maxBuyAtOnce ?? count) * holders) return null;
  return { ...state, cost, bought, counts: state.counts.map((own, index) => (index === at ? count : own)) };
}

/** The articles of which more could be useful than one traveller may buy. */
function limitedArticles(passes: readonly Pass[], days: number): string[] {
  const ids = new Set(passes.flatMap(({ article }) => (article.maxBuyAtOnce === null ? [] : [article.shopItemId])));
  return [...ids].filter((id) => {
    const own = passes.filter(({ article }) => article.shopItemId === id);
    const max = own[0]?.article.maxBuyAtOnce ?? days;
    return own.some(({ trips, article }) => trips !== null || article.persons > 1) || mostUseful(own, days) > max;
  });
}

/** How many pieces of an article are needed at most, window after window, whenever they are begun. */
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

/** The last of the days on end that a mask has from a place on. */
function runEnd(mask: bigint, from: number): number {
  let place = from;
  while ((mask & (1n << BigInt(place + 1))) !== 0n) place += 1;
  return place;
}

/** The states that none of the others makes needless and that may end within the bound, the most hopeful first; null: the budget is used up. */
function undominated(
  states: readonly State[],
  { prices, bound, ticketShare, budget }: { prices: TicketPrices; bound: number; ticketShare: number; budget: Budget },
): State[] | null {
  budget.comparisons -= states.length;
  const weighed = states.flatMap((state) => {
    const onTickets = prices.cost(state.trips);
    const shared = state.trips.reduce((sum, count) => sum + count, 0) * ticketShare + state.rest;
    const least = state.cost + Math.max(onTickets, shared);
    // Half a piece of room: shares are not whole numbers.
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

/** Whatever comes, can `a` end no dearer than `b`? What `a` leaves more to trip tickets is paid for. */
function dominates(a: State, b: State, prices: TicketPrices): boolean {
  if (a.counts.some((count, place) => count > (b.counts[place] ?? 0))) return false;
  if (a.covered.some((mask, who) => (~mask & (b.covered[who] ?? 0n)) !== 0n)) return false;
  const more = a.trips.map((count, group) => Math.max(0, count - (b.trips[group] ?? 0)));
  if (more.every((count) => count === 0)) return a.cost <= b.cost;
  return prices.unlimited && a.cost + prices.cost(more) <= b.cost;
}
