import { beforeEach, expect, test, vi } from "vitest";
import { offerOf, parseCart } from "./cart-state.ts";

const line = { id: "l1", shopItemId: "pass", quantity: 2, support: "DEMATERIALIZED" };
const article = {
  shopItemId: "pass",
  supports: ["DEMATERIALIZED" as const],
  options: [],
  isRenewable: false,
  articleQuantityMin: 1,
  articleQuantityMax: 4,
  maxBuyAtOnce: null,
  paymentOptions: [
    { installments: 1, period: "P1M" as const, paymentMethods: ["CARD" as const], allowSubscription: false },
  ],
};
const added = {
  shopItemId: "pass",
  quantity: 1,
  support: "DEMATERIALIZED" as const,
  profileId: null,
  optionId: null,
  mediaId: null,
  startingAt: null,
  startMonth: null,
  fields: {},
};
const offer = offerOf({ multipleInstallments: false, transferPayments: false });

let storage: Map<string, string>;
beforeEach(() => {
  storage = new Map();
  vi.resetModules();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
});
const fresh = () => import("./cart-state.ts");

// covers §4: cart in local storage
// covers §5: the cart survives storage that is invalid, blocked or full
test.each([
  ["nothing", null],
  ["no JSON", "{broken"],
  ["a list", "[1]"],
  ["a text", '"cart"'],
  ["lines that are none", '{"lines":[1,{"id":"x"},{"id":"a","shopItemId":"b","quantity":"2","support":"MEDIA"}]}'],
  ["a quantity out of bounds", JSON.stringify({ lines: [{ ...line, quantity: 1e9 }] })],
  ["a support that is none", JSON.stringify({ lines: [{ ...line, support: "PIGEON" }] })],
])("%s in storage is read as an empty cart", (_what, stored) => {
  expect(parseCart(stored).lines).toEqual([]);
});

// covers §3: cart state, stored and read back
test("a stored cart is read back unchanged", async () => {
  const { cart, readCart } = await fresh();
  expect(cart.add(added, [article], offer).ok).toBe(true);
  cart.deliver({ collect: { siteId: "s", slotId: "t", label: "Agence Port", startsAt: "a", endsAt: "b" } });
  cart.accept({ termsAccepted: true });
  expect(parseCart(storage.get("cart") ?? null)).toEqual(readCart());
});

test("a change of content creates a new order and clears the verification; a checkbox does not", async () => {
  const { cart, readCart } = await fresh();
  cart.add(added, [article], offer);
  const { idempotencyKey } = readCart();
  cart.noteQuote(idempotencyKey, [], { amount: 100, currency: "EUR" });
  cart.accept({ termsAccepted: true });
  expect(readCart()).toMatchObject({ idempotencyKey, verifiedTotalAmount: { amount: 100 } });
  cart.add(added, [article], offer);
  expect(readCart().idempotencyKey).not.toBe(idempotencyKey);
  expect(readCart()).toMatchObject({ verifiedTotalAmount: null, lines: [{ quantity: 2 }] });
});

// covers §4: a change cancels the pending quote
test("a quote that arrives after the next change is ignored", async () => {
  const { cart, readCart } = await fresh();
  cart.add(added, [article], offer);
  const { idempotencyKey } = readCart();
  cart.add(added, [article], offer);
  cart.noteQuote(idempotencyKey, [], { amount: 100, currency: "EUR" });
  expect(readCart().verifiedTotalAmount).toBeNull();
});

test("the cart is restored for its account, and empty for another", async () => {
  const { cart, readCart } = await fresh();
  cart.add(added, [article], offer);
  cart.claim("ana");
  expect(readCart()).toMatchObject({ ownerId: "ana", lines: [{ profileId: "ana" }] });
  cart.claim("ana");
  expect(readCart().lines).toHaveLength(1);
  cart.claim("bo");
  expect(readCart()).toMatchObject({ ownerId: "bo", lines: [] });
});

test("articles added in an account belong to that account, also after another tab cleared the storage", async () => {
  const { cart, readCart } = await fresh();
  cart.claim("ana");
  cart.clear();
  cart.add(added, [article], offer);
  expect(readCart()).toMatchObject({ ownerId: "ana" });
  cart.claim("bo");
  expect(readCart()).toMatchObject({ ownerId: "bo", lines: [] });
});

// covers §2: signing out by its address clears cart and tunnel in every tab; a cart belongs to its account only
test("a cart left by a tab of another account is not shown, and the server is asked who is signed in", async () => {
  const heard = new Map<string, (event: Partial<StorageEvent>) => void>();
  vi.stubGlobal("addEventListener", (name: string, listen: () => void) => heard.set(name, listen));
  const { cart, readCart, subscribe } = await fresh();
  let asked = 0;
  cart.whenOtherAccount(() => {
    asked += 1;
  });
  subscribe(() => undefined);
  cart.claim("ana");
  cart.add(added, [article], offer);
  const bos = JSON.stringify({ ...readCart(), ownerId: "bo" });
  storage.set("cart", bos);
  heard.get("storage")?.({ key: "cart", newValue: bos });
  expect([readCart().lines, asked]).toEqual([[], 1]);
  cart.claim("bo");
  expect(readCart()).toMatchObject({ ownerId: "bo", lines: [{ shopItemId: "pass" }] });
});

// covers §5: the cart survives storage that is invalid, blocked or full
test("blocked or full storage never throws; the cart lasts as long as the page", async () => {
  const refuse = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  const { cart, readCart } = await fresh();
  expect(cart.add(added, [article], offer).ok).toBe(true);
  expect(readCart().lines).toHaveLength(1);
});

// covers: after a refusal another card is one tap away, on every viewport
test("the unpaid order is remembered until the cart changes, also after a reload", async () => {
  const { cart, readCart } = await fresh();
  cart.add(added, [article], offer);
  cart.placed(readCart().idempotencyKey, "o1");
  cart.renewKey();
  expect(parseCart(storage.get("cart") ?? null)).toMatchObject({ orderId: null, unpaidOrderId: "o1" });
  cart.renewKey();
  expect(readCart().unpaidOrderId).toBe("o1");
  cart.add(added, [article], offer);
  expect(readCart().unpaidOrderId).toBeNull();
});

// covers §5: a price that changed since a line was added is shown until it is seen; a missing document is named on its line
test("the first price of an article is remembered by line until it is seen, changed or removed", async () => {
  const { cart, readCart } = await fresh();
  cart.add(added, [article], offer);
  const [line] = readCart().lines;
  const id = line?.id ?? "";
  const verified = (price: number) =>
    cart.noteQuote(readCart().idempotencyKey, [], { amount: price, currency: "EUR" }, [], { [id]: price });
  verified(150);
  verified(170);
  expect(readCart().prices).toEqual({ [id]: 150 });
  cart.notePrice(id, 170);
  expect(readCart().prices).toEqual({ [id]: 170 });
  cart.remove(id);
  verified(0);
  expect(readCart().prices).toEqual({});
});
