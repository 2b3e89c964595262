/** A line of an order with its price now, and with a draft of the catalogue. Amounts in minor units. */
export interface SoldUnit {
  orderId: string;
  itemId: string;
  quantity: number;
  /** The price of a piece at the time. */
  unitAmount: number;
  /** What was paid, less discounts. */
  totalAmount: number;
  /** The price of a piece in the live catalogue. */
  livePrice: number;
  /** null: the draft does not sell it. */
  draftPrice: number | null;
}

/** What was paid, and what would have been at the prices of the live catalogue and of the draft. */
export interface RepricedSum {
  paid: number;
  live: number;
  draft: number;
}

export interface Simulation {
  orders: number;
  total: RepricedSum;
  /** Orders that cost less with the draft, and the sum of their differences, negative. */
  cheaper: { orders: number; amount: number };
  dearer: { orders: number; amount: number };
  /** What the draft does not sell: in no other figure but what was paid. */
  unsold: { quantity: number; amount: number };
  /** Articles whose sum differs, the largest difference first. */
  articles: (RepricedSum & { itemId: string; quantity: number })[];
  /** Orders that cost less, the largest difference first. */
  cheapest: (RepricedSum & { orderId: string })[];
  dearest: (RepricedSum & { orderId: string })[];
}

/** A repricing that goes on page by page. */
export interface Repricing {
  add(lines: readonly SoldUnit[]): void;
  /** The figures of all lines so far. */
  result(): Simulation;
}

/**
 * Reprices lines of orders (decision 183). The discount of a line keeps its share of the price: a line that was sold for 80 % of its price
 * is repriced to 80 % of the other one.
 */
export function repriceSales(): Repricing {
  const orders = new Map<string, RepricedSum & { orderId: string }>();
  const articles = new Map<string, RepricedSum & { itemId: string; quantity: number }>();
  const total = { paid: 0, live: 0, draft: 0 };
  const unsold = { quantity: 0, amount: 0 };
  const add = (line: SoldUnit) => {
    const { orderId, itemId, quantity, totalAmount: paid } = line;
    const isSold = line.draftPrice !== null;
    const live = isSold ? repriced(line, line.livePrice) : 0;
    const draft = line.draftPrice === null ? 0 : repriced(line, line.draftPrice);
    if (!isSold) {
      unsold.quantity += quantity;
      unsold.amount += paid;
    }
    const article = articles.get(itemId) ?? { itemId, quantity: 0, paid: 0, live: 0, draft: 0 };
    article.quantity += quantity;
    articles.set(itemId, article);
    const order = orders.get(orderId) ?? { orderId, paid: 0, live: 0, draft: 0 };
    orders.set(orderId, order);
    for (const sum of [article, order, total]) {
      sum.paid += paid;
      sum.live += live;
      sum.draft += draft;
    }
  };
  return {
    add: (lines) => lines.forEach(add),
    result: () => {
      const cheapest = differing([...orders.values()]).filter((order) => difference(order) < 0);
      const dearest = differing([...orders.values()]).filter((order) => difference(order) > 0);
      return {
        ...{ orders: orders.size, total, unsold, cheapest, dearest },
        cheaper: { orders: cheapest.length, amount: sumOf(cheapest) },
        dearer: { orders: dearest.length, amount: sumOf(dearest) },
        articles: differing([...articles.values()]),
      };
    },
  };
}

/** The amount of a line at another price of a piece, less the share of its discount, rounded half up. */
function repriced({ quantity, unitAmount, totalAmount }: SoldUnit, price: number): number {
  const before = unitAmount * quantity;
  return before === 0 ? price * quantity : Math.round((price * quantity * totalAmount) / before);
}

const difference = ({ live, draft }: RepricedSum): number => draft - live;

const differing = <Sum extends RepricedSum>(sums: readonly Sum[]): Sum[] =>
  sums
    .filter((sum) => difference(sum) !== 0)
    .sort((one, other) => Math.abs(difference(other)) - Math.abs(difference(one)));

const sumOf = (sums: readonly RepricedSum[]): number => sums.reduce((sofar, sum) => sofar + difference(sum), 0);
