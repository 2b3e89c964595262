import type { Support } from "@guichet/contract/catalogue.ts";
import { cartLineQuantityMax, cartLinesMax, vouchersPerOrderMax } from "@guichet/contract/limits/cart-limits.ts";
import type { Switches } from "@guichet/contract/networks.ts";
import type { Result } from "@guichet/contract/result.ts";
import type { Money } from "@guichet/contract/values.ts";
import {
  type AddRefusal,
  addLine,
  type CartArticle,
  type CartLine,
  removeLine,
  setQuantity,
  takeHolder,
} from "@guichet/rules/cart.ts";
import type { PaymentOffer } from "@guichet/rules/payments/payment-options.ts";
import { useSyncExternalStore } from "react";
import { readStoredArticle, type StoredArticle } from "./stored-article.ts";
import {
  type CartCollect,
  type CartDelivery,
  type CartDiscount,
  collectOf,
  countsOf,
  dayOf,
  deliveryOf,
  discountOf,
  isObject,
  listOf,
  moneyOf,
  recordOf,
  textOf,
} from "./stored-values.ts";

/** State of the cart, stored in this browser under the key `cart` (§3 "Cart state", §4). */
export interface CartState {
  lines: readonly CartLine[];
  /** Articles of the lines, as last seen: rendered without a request, and sufficient for the cart's rules. */
  articles: readonly StoredArticle[];
  termsAccepted: boolean;
  over18Accepted: boolean;
  /** Active subscriptions of travellers for whom the customer wants a second pass anyway, by `duplicateKey`. */
  duplicatesAccepted: readonly string[];
  cartVisible: boolean;
  shippingFeeProduct: string | null;
  collect: CartCollect | null;
  delivery: CartDelivery | null;
  vouchers: readonly string[];
  discounts: readonly CartDiscount[];
  /** Unit price in each line's first quote, in minor units by line id; a different price is shown to the customer. */
  prices: Readonly<Record<string, number>>;
  /** Total of the server's last quote; null after a change of the cart. */
  verifiedTotalAmount: Money | null;
  /** Idempotency key for `placeOrder`; renewed when the content changes and after a final result. */
  idempotencyKey: string;
  /** Order placed for the current content, until it has a final result; it prevents a second order. */
  orderId: string | null;
  /** Last order for the current content that was refused or abandoned; the customer can pay it again in one tap. */
  unpaidOrderId: string | null;
  /** Birth date of a visitor or guest, `YYYY-MM-DD`, entered for an article with an age limit. */
  birthDate: string | null;
  /** Account that owns the cart; when another account signs in, the cart is emptied. */
  ownerId: string | null;
}

export const cartKey = "cart";
/** Maximum number of stored articles: an article and an option per line. */
const articlesMax = 2 * cartLinesMax;
const supports: readonly Support[] = ["SHIPPING", "COLLECT", "MEDIA", "DEMATERIALIZED", "PHYSICAL"];

const empty: CartState = {
  lines: [],
  articles: [],
  termsAccepted: false,
  over18Accepted: false,
  duplicatesAccepted: [],
  cartVisible: false,
  shippingFeeProduct: null,
  collect: null,
  delivery: null,
  vouchers: [],
  discounts: [],
  prices: {},
  verifiedTotalAmount: null,
  idempotencyKey: "",
  orderId: null,
  unpaidOrderId: null,
  birthDate: null,
  ownerId: null,
};

/** Parses the stored cart; a value that does not parse gives an empty cart, so that it never blocks the shop. */
export function parseCart(stored: string | null): CartState {
  if (stored === null) return empty;
  try {
    return cartOf(JSON.parse(stored));
  } catch {
    return empty;
  }
}

function cartOf(value: unknown): CartState {
  if (!isObject(value)) return empty;
  const { collect, delivery } = value;
  return {
    lines: listOf(value.lines, lineOf, cartLinesMax),
    articles: listOf(value.articles, readStoredArticle, articlesMax),
    termsAccepted: value.termsAccepted === true,
    over18Accepted: value.over18Accepted === true,
    duplicatesAccepted: listOf(value.duplicatesAccepted, textOf, cartLinesMax),
    cartVisible: value.cartVisible === true,
    shippingFeeProduct: textOf(value.shippingFeeProduct),
    collect: isObject(collect) ? collectOf(collect) : null,
    delivery: isObject(delivery) ? deliveryOf(delivery) : null,
    vouchers: listOf(value.vouchers, textOf, vouchersPerOrderMax),
    discounts: listOf(value.discounts, discountOf, vouchersPerOrderMax),
    prices: countsOf(value.prices),
    verifiedTotalAmount: moneyOf(value.verifiedTotalAmount),
    idempotencyKey: textOf(value.idempotencyKey) ?? "",
    orderId: textOf(value.orderId),
    unpaidOrderId: textOf(value.unpaidOrderId),
    birthDate: dayOf(value.birthDate),
    ownerId: textOf(value.ownerId),
  };
}

function lineOf(value: unknown): CartLine | null {
  if (!isObject(value)) return null;
  const id = textOf(value.id);
  const shopItemId = textOf(value.shopItemId);
  const support = supports.find((known) => known === value.support);
  const { quantity } = value;
  if (id === null || shopItemId === null || support === undefined) return null;
  if (typeof quantity !== "number" || !Number.isInteger(quantity)) return null;
  if (quantity < 1 || quantity > cartLineQuantityMax) return null;
  return {
    id,
    shopItemId,
    quantity,
    support,
    profileId: textOf(value.profileId),
    optionId: textOf(value.optionId),
    mediaId: textOf(value.mediaId),
    startingAt: textOf(value.startingAt),
    startMonth: textOf(value.startMonth),
    fields: recordOf(value.fields),
  };
}

/** Payment methods of this shop according to the network's switches; the quote is authoritative. */
export const offerOf = (switches: Pick<Switches, "transferPayments" | "multipleInstallments">): PaymentOffer => ({
  methods: ["CARD", "TRANSFER"],
  transferPayments: switches.transferPayments,
  multipleInstallments: switches.multipleInstallments,
  counter: false,
});

let current: CartState | undefined;
let touched = false;
/** Id of the signed-in account as known to this page; the account owns lines added here. */
let accountId: string | null = null;
let otherAccount: (() => void) | undefined;
const listeners = new Set<() => void>();

/** Returns the current cart, read from storage once and then synchronised with it. Never throws, even when the storage fails. */
export function readCart(): CartState {
  current ??= parseCart(stored());
  return current;
}

function stored(): string | null {
  try {
    return localStorage.getItem(cartKey);
  } catch {
    return null;
  }
}

function write(next: CartState): void {
  touched ||= current?.lines !== next.lines;
  current = next;
  try {
    localStorage.setItem(cartKey, JSON.stringify(next));
  } catch {
    // Storage is blocked or full: the cart lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function fromOtherTab(event: StorageEvent): void {
  if (event.key !== cartKey && event.key !== null) return;
  const next = parseCart(event.newValue);
  const isOthers = accountId !== null && next.ownerId !== null && next.ownerId !== accountId;
  current = isOthers ? empty : next;
  for (const listener of listeners) listener();
  if (isOthers) otherAccount?.();
}

/** Reloads the cart of a page restored from the back-forward cache, which may have missed a sign-out or a change of account. */
function fromHistory({ persisted }: PageTransitionEvent): void {
  if (!persisted) return;
  current = parseCart(stored());
  for (const listener of listeners) listener();
}

/** Subscribes a listener to changes in this tab and in others. Returns the unsubscribe function. */
export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener("storage", fromOtherTab);
    addEventListener("pageshow", fromHistory);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener("storage", fromOtherTab);
    removeEventListener("pageshow", fromHistory);
  };
}

/** Resets the verified total, idempotency key and orders after a change of the content. */
const changed = (cart: CartState): CartState => ({
  ...cart,
  ownerId: cart.ownerId ?? accountId,
  verifiedTotalAmount: null,
  idempotencyKey: crypto.randomUUID(),
  orderId: null,
  unpaidOrderId: null,
});

/** Merges newer article data and drops articles that no line refers to. */
function withArticles(cart: CartState, seen: readonly StoredArticle[]): CartState {
  const named = new Set(cart.lines.flatMap(({ shopItemId, optionId }) => [shopItemId, optionId]));
  const fresh = new Set(seen.map(({ shopItemId }) => shopItemId));
  const older = cart.articles.filter(({ shopItemId }) => !fresh.has(shopItemId));
  return { ...cart, articles: [...seen, ...older].filter(({ shopItemId }) => named.has(shopItemId)) };
}

/** Operations on the cart; each writes to the storage immediately, and every tab receives the change. */
export const cart = {
  /** Adds a line, or increases the quantity of an identical one (§4); refuses lines that cannot be ordered together (§5). */
  add(
    line: Omit<CartLine, "id">,
    articles: readonly CartArticle[],
    offer: PaymentOffer,
  ): Result<CartState, AddRefusal> {
    const outcome = addLine(readCart(), { ...line, id: crypto.randomUUID() }, articles, offer);
    if (outcome.ok) write(changed(outcome.value));
    return outcome;
  },
  /** Replaces all lines of the cart, with their articles. */
  put: (lines: readonly CartLine[], seen: readonly StoredArticle[]): void =>
    write(changed(withArticles({ ...readCart(), lines }, seen))),
  /** Replaces a line and keeps its id; refuses in the same cases as `add`, and then leaves the cart unchanged. */
  replace(
    lineId: string,
    line: Omit<CartLine, "id">,
    articles: readonly CartArticle[],
    offer: PaymentOffer,
  ): Result<CartState, AddRefusal> {
    const before = readCart();
    const place = before.lines.findIndex(({ id }) => id === lineId);
    const without = { ...before, lines: before.lines.filter(({ id }) => id !== lineId) };
    const outcome = addLine(without, { ...line, id: lineId }, articles, offer);
    if (!outcome.ok) return outcome;
    const own = outcome.value.lines.filter(({ id }) => id === lineId);
    const others = outcome.value.lines.filter(({ id }) => id !== lineId);
    const lines = place < 0 ? [...others, ...own] : others.toSpliced(place, 0, ...own);
    const { [lineId]: _, ...prices } = before.prices;
    write(changed({ ...outcome.value, lines, prices }));
    return outcome;
  },
  /** Stores newer data of the lines' articles. */
  keepArticles: (seen: readonly StoredArticle[]): void => write(withArticles(readCart(), seen)),
  /** Sets the quantity of a line; a quantity outside the article's limits is ignored (§5). */
  setQuantity(
    lineId: string,
    quantity: number,
    articles: readonly CartArticle[],
  ): Result<CartState, "MAX_BUY_AT_ONCE"> {
    const before = readCart();
    const outcome = setQuantity(before, lineId, quantity, articles);
    if (outcome.ok && outcome.value !== before) write(changed(outcome.value));
    return outcome;
  },
  /** Changes the traveller, start or support of a line in place. */
  update(lineId: string, change: Partial<Omit<CartLine, "id" | "quantity">>): void {
    const before = readCart();
    const lines = before.lines.map((line) => (line.id === lineId ? { ...line, ...change } : line));
    write(changed({ ...before, lines }));
  },
  /** Removes a line, and the traveller's answers; removing the last one also removes the vouchers (§4). */
  remove(lineId: string): void {
    const before = readCart();
    const traveller = before.lines.find(({ id }) => id === lineId)?.profileId;
    const duplicatesAccepted = before.duplicatesAccepted.filter((key) => !traveller || !key.startsWith(traveller));
    write(changed({ ...removeLine(before, lineId), duplicatesAccepted }));
  },
  /** Stores the answer whether a traveller is to have a pass in addition to an active subscription. */
  acceptDuplicate(key: string, accepted: boolean): void {
    const before = readCart();
    const others = before.duplicatesAccepted.filter((one) => one !== key);
    write({ ...before, duplicatesAccepted: accepted ? [...others, key].slice(-cartLinesMax) : others });
  },
  accept: (boxes: Partial<Pick<CartState, "termsAccepted" | "over18Accepted">>): void =>
    write({ ...readCart(), ...boxes }),
  bornOn: (birthDate: string): void => write({ ...readCart(), birthDate }),
  show: (cartVisible: boolean): void => write({ ...readCart(), cartVisible }),
  setVouchers: (vouchers: readonly string[]): void => write(changed({ ...readCart(), vouchers })),
  deliver: (to: Partial<Pick<CartState, "delivery" | "collect" | "shippingFeeProduct">>): void =>
    write(changed({ ...readCart(), ...to })),
  /** Stores the server's quote of the cart; ignored when the cart has changed since (`key`). */
  noteQuote(
    key: string,
    discounts: readonly CartDiscount[],
    verifiedTotalAmount: Money | null,
    seen: readonly StoredArticle[] = [],
    costs: CartState["prices"] = {},
  ): void {
    const before = readCart();
    if (before.idempotencyKey !== key) return;
    const known = { ...costs, ...before.prices };
    const prices = Object.fromEntries(before.lines.flatMap(({ id }) => (id in known ? [[id, known[id] ?? 0]] : [])));
    write(withArticles({ ...before, discounts, prices, verifiedTotalAmount }, seen));
  },
  /** Stores the unit price that the customer has acknowledged. */
  notePrice: (lineId: string, price: number): void => {
    const before = readCart();
    write({ ...before, prices: { ...before.prices, [lineId]: price } });
  },
  /** Stores the order placed for the cart; ignored when the cart has changed since (`key`). */
  placed(key: string, orderId: string): void {
    const before = readCart();
    if (before.idempotencyKey === key) write({ ...before, orderId });
  },
  /** Renews the idempotency key after the order's final result or its abandonment, so that the next attempt is a new order. */
  renewKey(): void {
    const before = readCart();
    write({ ...changed(before), unpaidOrderId: before.orderId ?? before.unpaidOrderId });
  },
  clear: (): void => write(changed(empty)),
  /** Runs `ask` when another account's tab changes the cart, to ask the server who is signed in. Returns the unsubscribe function. */
  whenOtherAccount(ask: () => void): () => void {
    otherAccount = ask;
    return () => {
      otherAccount = undefined;
    };
  },
  /**
   * Assigns the cart to the account that the server reports as signed in, and drops another account's cart (decisions on
   * signing out). Undefined: nobody is signed in, or a guest.
   */
  claim(holderId: string | undefined): void {
    if (accountId !== null && accountId !== holderId) current = undefined;
    accountId = holderId ?? null;
    if (holderId === undefined) return;
    const before = readCart();
    if (before.ownerId === holderId) return;
    // Also drop the other account's tickets that are cached for offline use.
    globalThis.caches?.delete("wallet");
    if (before.ownerId !== null) dropTunnel();
    const next = before.ownerId === null ? takeHolder(before, holderId) : empty;
    write(changed({ ...next, ownerId: holderId }));
  },
};

/** Removes another account's selections in the tunnel; `tunnel/tunnel-state.ts` defines the storage key. */
function dropTunnel(): void {
  try {
    localStorage.removeItem("tunnel");
  } catch {
    // Storage is blocked, so it contains nothing.
  }
}

/** Returns the cart, and in `touched` whether it changed after the page load: screen readers announce changes, not the first state. */
export function useCart(): CartState & { articleCount: number; touched: boolean } {
  const state = useSyncExternalStore(subscribe, readCart, () => empty);
  const articleCount = state.lines.reduce((count, { quantity }) => count + quantity, 0);
  return { ...state, articleCount, touched };
}
