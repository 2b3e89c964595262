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
import { countsOf, dayOf, isObject, listOf, moneyOf, recordOf, textOf } from "./stored-values.ts";

/** Where home shipping goes (§3). */
export interface CartDelivery {
  fullname: string;
  addressRoute: string;
  addressPostalCode: string;
  addressCity: string;
  addressState: string;
}

/** The agency and time slot of a collection, with the words that show it (§3). */
export interface CartCollect {
  siteId: string;
  slotId: string;
  /** The agency's. */
  label: string;
  /** Instants. */
  startsAt: string;
  endsAt: string;
}

/** A voucher's effect by the last quote; `error`: a refusal code. */
export interface CartDiscount {
  sourceCode: string;
  error: string | null;
}

/** The cart as this browser keeps it, under the key `cart` (§3 "Cart state", §4). */
export interface CartState {
  lines: readonly CartLine[];
  /** What the lines name, as last seen: shown at once, and enough for the cart's own rules. */
  articles: readonly StoredArticle[];
  termsAccepted: boolean;
  over18Accepted: boolean;
  cartVisible: boolean;
  shippingFeeProduct: string | null;
  collect: CartCollect | null;
  delivery: CartDelivery | null;
  vouchers: readonly string[];
  discounts: readonly CartDiscount[];
  /** What a piece of each line cost when the server first said it, in minor units, by line: a change is shown. */
  prices: Readonly<Record<string, number>>;
  /** What the server last said that it costs; null since the last change. */
  verifiedTotalAmount: Money | null;
  /** For placeOrder: new when the content changes and after a final result. */
  idempotencyKey: string;
  /** The order placed of it as it stands, until that has a final result; meanwhile there is no second one. */
  orderId: string | null;
  /** The last order of it as it stands that was refused or given up: it can be paid again in one tap. */
  unpaidOrderId: string | null;
  /** When a visitor or guest was born, given for an article that depends on it; `YYYY-MM-DD`. */
  birthDate: string | null;
  /** The account that it waits for; another one that signs in finds it empty. */
  ownerId: string | null;
}

export const cartKey = "cart";
/** Every line may name an article and an option. */
const articlesMax = 2 * cartLinesMax;
const supports: readonly Support[] = ["SHIPPING", "COLLECT", "MEDIA", "DEMATERIALIZED", "PHYSICAL"];

const empty: CartState = {
  lines: [],
  articles: [],
  termsAccepted: false,
  over18Accepted: false,
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

/** Reads what was stored; what does not parse counts as empty, so that it never stands in the way. */
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

function collectOf(value: Record<string, unknown>): CartCollect | null {
  const [siteId, slotId] = [textOf(value.siteId), textOf(value.slotId)];
  const [startsAt, endsAt] = [textOf(value.startsAt), textOf(value.endsAt)];
  if (siteId === null || slotId === null || startsAt === null || endsAt === null) return null;
  return { siteId, slotId, label: textOf(value.label) ?? "", startsAt, endsAt };
}

function deliveryOf(value: Record<string, unknown>): CartDelivery {
  const text = (name: string) => textOf(value[name]) ?? "";
  return {
    fullname: text("fullname"),
    addressRoute: text("addressRoute"),
    addressPostalCode: text("addressPostalCode"),
    addressCity: text("addressCity"),
    addressState: text("addressState"),
  };
}

function discountOf(value: unknown): CartDiscount | null {
  const sourceCode = isObject(value) ? textOf(value.sourceCode) : null;
  return isObject(value) && sourceCode !== null ? { sourceCode, error: textOf(value.error) } : null;
}

/** What may be paid with in this shop, by the network's switches; the quote decides. */
export const offerOf = (switches: Pick<Switches, "transferPayments" | "multipleInstallments">): PaymentOffer => ({
  methods: ["CARD", "TRANSFER"],
  transferPayments: switches.transferPayments,
  multipleInstallments: switches.multipleInstallments,
  counter: false,
});

let current: CartState | undefined;
let touched = false;
/** Who is signed in as far as this page knows: what is added here is theirs. */
let accountId: string | null = null;
let otherAccount: (() => void) | undefined;
const listeners = new Set<() => void>();

/** The cart now; read once, then kept in step with the storage. Never throws, whatever the storage does. */
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
    // Blocked or full: the cart lives as long as the page.
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

/** A page from the browser's back-forward cache missed a sign-out or a change of account. */
function fromHistory({ persisted }: PageTransitionEvent): void {
  if (!persisted) return;
  current = parseCart(stored());
  for (const listener of listeners) listener();
}

/** Tells a listener of every change, in this tab or another. */
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

/** Its content has changed: what was verified no longer holds, and an order of it is another order. */
const changed = (cart: CartState): CartState => ({
  ...cart,
  ownerId: cart.ownerId ?? accountId,
  verifiedTotalAmount: null,
  idempotencyKey: crypto.randomUUID(),
  orderId: null,
  unpaidOrderId: null,
});

/** Newer knowledge of articles; those that no line names any more go. */
function withArticles(cart: CartState, seen: readonly StoredArticle[]): CartState {
  const named = new Set(cart.lines.flatMap(({ shopItemId, optionId }) => [shopItemId, optionId]));
  const fresh = new Set(seen.map(({ shopItemId }) => shopItemId));
  const older = cart.articles.filter(({ shopItemId }) => !fresh.has(shopItemId));
  return { ...cart, articles: [...seen, ...older].filter(({ shopItemId }) => named.has(shopItemId)) };
}

/** What can be done to the cart; each is stored at once and sent to every tab. */
export const cart = {
  /** Adds a line, or raises an identical one (§4); refuses what could not be ordered together (§5). */
  add(
    line: Omit<CartLine, "id">,
    articles: readonly CartArticle[],
    offer: PaymentOffer,
  ): Result<CartState, AddRefusal> {
    const outcome = addLine(readCart(), { ...line, id: crypto.randomUUID() }, articles, offer);
    if (outcome.ok) write(changed(outcome.value));
    return outcome;
  },
  /** Puts other lines into the cart, with what they name. */
  put: (lines: readonly CartLine[], seen: readonly StoredArticle[]): void =>
    write(changed(withArticles({ ...readCart(), lines }, seen))),
  /** Puts a line in the place of another, whose id it keeps; refuses as `add` does, and then nothing changes. */
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
  /** Keeps what is known of the articles that the lines name. */
  keepArticles: (seen: readonly StoredArticle[]): void => write(withArticles(readCart(), seen)),
  /** Outside what the article allows it is ignored (§5). */
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
  /** Changes a line in place: another traveller, start, support. */
  update(lineId: string, change: Partial<Omit<CartLine, "id" | "quantity">>): void {
    const before = readCart();
    const lines = before.lines.map((line) => (line.id === lineId ? { ...line, ...change } : line));
    write(changed({ ...before, lines }));
  },
  /** With the last line the vouchers go too (§4). */
  remove: (lineId: string): void => write(changed(removeLine(readCart(), lineId))),
  accept: (boxes: Partial<Pick<CartState, "termsAccepted" | "over18Accepted">>): void =>
    write({ ...readCart(), ...boxes }),
  bornOn: (birthDate: string): void => write({ ...readCart(), birthDate }),
  show: (cartVisible: boolean): void => write({ ...readCart(), cartVisible }),
  setVouchers: (vouchers: readonly string[]): void => write(changed({ ...readCart(), vouchers })),
  deliver: (to: Partial<Pick<CartState, "delivery" | "collect" | "shippingFeeProduct">>): void =>
    write(changed({ ...readCart(), ...to })),
  /** Notes what the server quoted for the cart as it stands; ignored when the cart has changed since (`key`). */
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
  /** The customer saw what a piece costs now. */
  notePrice: (lineId: string, price: number): void => {
    const before = readCart();
    write({ ...before, prices: { ...before.prices, [lineId]: price } });
  },
  /** An order was placed of the cart as it stands (`key`); a cart that changed meanwhile is another one. */
  placed(key: string, orderId: string): void {
    const before = readCart();
    if (before.idempotencyKey === key) write({ ...before, orderId });
  },
  /** The order had a final result, or was given up: the next try is another one. */
  renewKey(): void {
    const before = readCart();
    write({ ...changed(before), unpaidOrderId: before.orderId ?? before.unpaidOrderId });
  },
  clear: (): void => write(changed(empty)),
  /** Runs `ask` when a tab of another account changed the cart: the server knows who is signed in. Answers how to end it. */
  whenOtherAccount(ask: () => void): () => void {
    otherAccount = ask;
    return () => {
      otherAccount = undefined;
    };
  },
  /**
   * Who is signed in is told by the server: their lines wait for them; those of another account go (decisions on signing
   * out). Undefined: nobody, or a guest.
   */
  claim(holderId: string | undefined): void {
    if (accountId !== null && accountId !== holderId) current = undefined;
    accountId = holderId ?? null;
    if (holderId === undefined) return;
    const before = readCart();
    if (before.ownerId === holderId) return;
    // What another account could read of its tickets without a network goes as well.
    globalThis.caches?.delete("wallet");
    if (before.ownerId !== null) dropTunnel();
    const next = before.ownerId === null ? takeHolder(before, holderId) : empty;
    write(changed({ ...next, ownerId: holderId }));
  },
};

/** What another account chose in the tunnel goes with its cart; the key is the tunnel's own (`tunnel/tunnel-state.ts`). */
function dropTunnel(): void {
  try {
    localStorage.removeItem("tunnel");
  } catch {
    // Blocked: nothing is kept then.
  }
}

/** The cart, and `touched`: whether it changed since the page was opened, so that a change is read out and a start is not. */
export function useCart(): CartState & { articleCount: number; touched: boolean } {
  const state = useSyncExternalStore(subscribe, readCart, () => empty);
  const articleCount = state.lines.reduce((count, { quantity }) => count + quantity, 0);
  return { ...state, articleCount, touched };
}
