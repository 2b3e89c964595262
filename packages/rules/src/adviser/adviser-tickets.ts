import { priceOf, type TripTicket } from "./adviser-offers.ts";

/**
 * Finds the cheapest trip tickets for numbers of trips (decision 051). Cost is minor units times `pieceWeight` plus the number of
 * pieces, so that of two equal prices the one with fewer pieces wins.
 */
export const pieceWeight = 100_000;

export const weigh = (price: number, pieces: number): number => pieces * (price * pieceWeight + 1);

/** Travellers whose trips the same tickets can cover. */
export interface TripGroup {
  travellers: readonly number[];
  own: Prices;
}

export interface BoughtTickets {
  ticket: TripTicket;
  quantity: number;
  /** Number of covered trips, and their groups. */
  carried: number;
  groups: readonly number[];
}

export interface TicketPrices {
  groupOf: readonly number[];
  groups: readonly TripGroup[];
  /** Lowest cost of the given trips of each group; infinite where nothing covers them. */
  cost(trips: readonly number[]): number;
  /** Tickets bought at that cost. */
  bought(trips: readonly number[]): BoughtTickets[];
  /** Whether no piece is limited, so that the numbers of trips alone bound the cost of more trips. */
  unlimited: boolean;
}

/** Prices of trip tickets: tickets for anybody are shared; restricted ones belong to a single traveller. */
export function ticketPrices(tickets: readonly TripTicket[], travellers: number, tripsMax: number): TicketPrices {
  const sharedTickets = tickets.filter(({ shared }) => shared);
  const shared = pricesOf(sharedTickets, tripsMax, travellers);
  const groups: TripGroup[] = [];
  const groupOf: number[] = [];
  const none = pricesOf([], tripsMax, 1);
  for (let who = 0; who < travellers; who += 1) {
    const own = tickets.filter((ticket) => !ticket.shared && ticket.travellers.includes(who));
    const known = own.length === 0 ? groups.findIndex((group) => group.own === none) : -1;
    const place = known >= 0 ? known : groups.length;
    groupOf.push(place);
    if (known >= 0) groups[place] = { own: none, travellers: [...(groups[place]?.travellers ?? []), who] };
    else groups.push({ own: own.length === 0 ? none : pricesOf(own, tripsMax, 1), travellers: [who] });
  }
  const kept = new Map<string, Split>();
  const split = (trips: readonly number[]): Split => {
    const key = trips.join();
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = cheapestSplit(trips, groups, shared);
    kept.set(key, made);
    return made;
  };
  return {
    groupOf,
    groups,
    unlimited: tickets.every(({ article }) => article.maxBuyAtOnce === null),
    cost: (trips) => split(trips).cost,
    bought: (trips) => {
      const { onShared, cost } = split(trips);
      if (!Number.isFinite(cost)) return [];
      const total = onShared.reduce((sum, count) => sum + count, 0);
      const sharing = onShared.flatMap((count, place) => (count > 0 ? [place] : []));
      const ofShared = shared.bought(total).map((piece) => ({ ...piece, groups: sharing }));
      const ofOwn = groups.flatMap(({ own }, place) =>
        own.bought((trips[place] ?? 0) - (onShared[place] ?? 0)).map((piece) => ({ ...piece, groups: [place] })),
      );
      return [...ofShared, ...ofOwn];
    },
  };
}

interface Split {
  cost: number;
  onShared: number[];
}

/** Splits the trips of each group between shared and own tickets at the lowest total cost. */
function cheapestSplit(trips: readonly number[], groups: readonly TripGroup[], shared: Prices): Split {
  let reached = new Map<number, Split>([[0, { cost: 0, onShared: [] }]]);
  groups.forEach(({ own }, place) => {
    const next = new Map<number, Split>();
    const count = trips[place] ?? 0;
    for (const [sofar, { cost, onShared }] of reached) {
      for (let moved = own.isNone ? count : 0; moved <= count; moved += 1) {
        const total = cost + own.cost(count - moved);
        if (!Number.isFinite(total) || total >= (next.get(sofar + moved)?.cost ?? Number.POSITIVE_INFINITY)) continue;
        next.set(sofar + moved, { cost: total, onShared: [...onShared, moved] });
      }
    }
    reached = next;
  });
  let best: Split = { cost: Number.POSITIVE_INFINITY, onShared: [] };
  for (const [total, { cost, onShared }] of reached) {
    const whole = cost + shared.cost(total);
    if (whole < best.cost) best = { cost: whole, onShared };
  }
  return best;
}

interface Prices {
  isNone: boolean;
  cost(trips: number): number;
  bought(trips: number): Omit<BoughtTickets, "groups">[];
}

/** Lowest cost of up to `tripsMax` trips: one kind of ticket after the other, none or at least a line's minimum quantity. */
function pricesOf(tickets: readonly TripTicket[], tripsMax: number, holders: number): Prices {
  const infinite = Number.POSITIVE_INFINITY;
  let costs = Array.from({ length: tripsMax + 1 }, (_, trips) => (trips === 0 ? 0 : infinite));
  const chosen: number[][] = [];
  for (const { article, trips: each } of tickets) {
    const before = costs;
    const quantities = new Array<number>(tripsMax + 1).fill(0);
    const most = article.maxBuyAtOnce === null ? infinite : article.maxBuyAtOnce * holders;
    costs = before.map((cost, trips) => {
      let least = cost;
      const enough = Math.max(article.articleQuantityMin, Math.ceil(trips / each));
      for (let quantity = article.articleQuantityMin; quantity <= Math.min(enough, most); quantity += 1) {
        const left = before[Math.max(0, trips - quantity * each)] ?? infinite;
        const total = left + weigh(priceOf(article), quantity);
        if (total >= least) continue;
        least = total;
        quantities[trips] = quantity;
      }
      return least;
    });
    chosen.push(quantities);
  }
  return {
    isNone: tickets.length === 0,
    cost: (trips) => costs[trips] ?? infinite,
    bought: (trips) => {
      const found: Omit<BoughtTickets, "groups">[] = [];
      let left = trips;
      for (let place = tickets.length - 1; place >= 0; place -= 1) {
        const ticket = tickets[place];
        const quantity = chosen[place]?.[left] ?? 0;
        if (ticket === undefined || quantity === 0) continue;
        const carried = Math.min(left, quantity * ticket.trips);
        found.unshift({ ticket, quantity, carried });
        left -= carried;
      }
      return found;
    },
  };
}
