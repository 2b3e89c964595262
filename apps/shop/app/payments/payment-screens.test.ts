import type { Answer } from "@guichet/client/peer.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { requestsTo } from "../../testing/browser-requests.ts";
import { euros, order } from "../../testing/sample-purchase.ts";
import { ko, ok, openScriptedShop } from "../../testing/scripted-shop.ts";

let says: Record<string, Answer> = {};
const paths = [
  ...["/Account/getCards.json", "/Account/registerCard", "/Account/unregisterCard.json", "/account/setCardBookmark"],
  ...[
    "/account/removeCardBookmark",
    "/account/setCardNickname",
    "/Order/getOrders.json",
    "/Order/verify.json",
    "/Payment/payInstallment",
  ],
  ...[
    "/Payment/previewInstallments",
    "/Payment/acknowledge.json",
    "/Order/placeOrder.json",
    "/wallet/tickets",
    "/Order/history.json",
  ],
  ...["/Account/registerBankAccount"],
];

let shop: Awaited<ReturnType<typeof openScriptedShop>>;
beforeAll(async () => {
  shop = await openScriptedShop(paths, () => says);
});
afterAll(() => shop?.stop());
beforeEach(() => {
  says = { "/Account/getCards.json": ok({ cards: [card, needed] }), "/wallet/tickets": ok({ items: [] }) };
  shop.seen.length = 0;
});

const card = {
  ID: "c1",
  INTERNAL: false,
  kind: "CARD",
  country: null,
  holder: null,
  brand: "VISA",
  EXTRA: { EXP: "2026-12", NUM: "0055" },
  nickname: null,
  neededBy: [],
  subscriptions: [],
  mandates: [],
  IS_BOOKMARKED: true,
  LOCKED: false,
  state: "expiring",
  createdAt: "2026-11-20T09:00:00.000Z",
};
const neededBy = [{ orderId: "o7", orderNumber: "2026-000007", until: "2029-02-20" }];
const later = { EXP: "2028-12", NUM: "0014" };
const needed = {
  ...card,
  ID: "c2",
  EXTRA: later,
  IS_BOOKMARKED: false,
  LOCKED: true,
  neededBy,
  nickname: "Compte joint",
};
const account = {
  ...{
    ...card,
    ID: "c3",
    INTERNAL: true,
    kind: "IBAN",
    country: "FR",
    holder: "Ana Silva",
    brand: null,
    state: "good",
  },
  EXTRA: { EXP: null, NUM: "0152" },
  mandates: [
    {
      reference: "GU-7KQM2RT4WXYZ23AB",
      referenceFollows: false,
      signedAt: "2026-11-20T09:00:00.000Z",
      subscriptionId: null,
      name: null,
      orderId: "o8",
      orderNumber: "2026-000008",
    },
  ],
};
const signedIn = { cookie: "userTicketToken=good" };
const { get, post } = requestsTo(() => shop.server, signedIn);
const asked = (path: string) => shop.seen.find((seen) => seen.path === path);
const change = (fields: Record<string, string>) => post("/fr/account/payment-cards/change", fields);

// covers §2: /account/payment-cards
it("saved cards are listed where the network has them, each with its actions", async () => {
  const led = await get("/fr/account/payment-cards");
  expect(led.headers.location).toBe("/fr/account#payment-methods");
  const { body } = await get("/fr/account");
  expect(body).toContain("VISA •••• 0055");
  expect(body).toContain("Expire bientôt");
  expect(body).toContain("Supprimer, VISA •••• 0055");
  expect(body).not.toContain("Supprimer, VISA •••• 0014");
});

// covers §3: payment card saved, favourite, locked
it("a required card shows its order, its deadline and that it expires before; a bank account shows its mandate", async () => {
  says["/Account/getCards.json"] = ok({ cards: [needed, account] });
  const { body } = await get("/fr/account");
  const text = body.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  expect(text).toMatch(/Commande 2026-000007 ?, jusqu’au [^<]*20 février 2029/);
  expect(body).toContain('href="/fr/account/invoices?order=o7"');
  expect(text).toContain("Cette carte expire avant la dernière échéance");
  expect(text).toContain("Compte joint");
  expect(text).toContain("1 mandat signé");
  expect(text).toContain("GU-7KQM2RT4WXYZ23AB");
  expect(text).toMatch(/Commande 2026-000008 ?, signé le [^<]*20 novembre/);
});

it("a card is removed, made the favourite, or no longer, or named, and the account confirms it", async () => {
  for (const [what, path, flash] of [
    ["remove", "/Account/unregisterCard.json", "removed"],
    ["favourite", "/account/setCardBookmark", "favourite"],
    ["plain", "/account/removeCardBookmark", "plain"],
  ] as const) {
    says[path] = ok({ cards: [] });
    const led = await change({ what, card: "c1" });
    expect(led.headers.location).toBe(`/fr/account?card=${flash}#payment-methods`);
    expect(asked(path)?.values).toMatchObject({ cardId: "c1" });
  }
  says["/account/setCardNickname"] = ok({ cards: [] });
  const named = await change({ what: "named", card: "c1", nickname: "Compte joint" });
  expect(named.headers.location).toBe("/fr/account?card=named#payment-methods");
  expect(asked("/account/setCardNickname")?.values).toMatchObject({ cardId: "c1", nickname: "Compte joint" });
  says["/Account/unregisterCard.json"] = ko(409, "PAYMENT_METHOD_LOCKED");
  expect((await change({ what: "remove", card: "c2" })).headers.location).toContain("card=locked");
});

it("a card is saved on the provider's page, and an unavailable provider is reported", async () => {
  says["/Account/registerCard"] = ok({ paymentUrl: "http://127.0.0.1:3003/payment/pages/ps_1" });
  const led = await change({ what: "add" });
  expect(led.headers.location).toBe("http://127.0.0.1:3003/payment/pages/ps_1");
  expect(asked("/Account/registerCard")?.values).toMatchObject({ returnUrl: "/fr/account/payment-cards" });
  says["/Account/registerCard"] = ko(503, "PAYMENT_UNAVAILABLE");
  expect((await change({ what: "add" })).headers.location).toContain("card=unreachable");
});

const part = (position: number, status: string) => ({
  position,
  amount: euros(2350),
  dueOn: `2026-1${position}-20`,
  collectedOn: `2026-1${position}-20`,
  status,
});

it("an order shows its installments, and links to the page where an unpaid one is paid", async () => {
  const parts = [part(0, "paid"), part(1, "unpaid"), part(2, "planned")].map((one, place) => ({
    ...one,
    position: place + 1,
  }));
  const owing = { ...order, status: "REGULARIZATION", installments: 3, parts };
  says["/Order/getOrders.json"] = ok({ items: [owing] });
  const { body } = await get(`/fr/account/invoices?order=${order.orderId}`);
  expect(body).toContain("Échéance 2 sur 3");
  expect(body.match(/Payer maintenant/g)).toHaveLength(1);
  says["/Payment/payInstallment"] = ok({ paymentUrl: "http://127.0.0.1:3003/payment/pages/ps_2" });
  const pay = () => post("/fr/account/invoices", { order: order.orderId, position: "2" });
  expect((await pay()).headers.location).toBe("http://127.0.0.1:3003/payment/pages/ps_2");
  expect(asked("/Payment/payInstallment")?.values).toMatchObject({ position: 2 });
  says["/Payment/payInstallment"] = ko(409, "TRANSITION_NOT_ALLOWED");
  expect((await pay()).headers.location).toContain("refused=PART_OVER");
  says["/Payment/payInstallment"] = ko(503, "PAYMENT_UNAVAILABLE");
  expect((await pay()).headers.location).toContain("refused=PART_UNREACHABLE");
});

// covers §2: /account/invoices
it("an order awaiting its debit shows the date in the receipts and as result, and is not called paid", async () => {
  const parts = [{ ...part(0, "planned"), position: 1 }];
  const debited = { ...order, status: "COMPLETED", paymentMethod: "TRANSFER", installments: 1, parts };
  says["/Order/getOrders.json"] = ok({ items: [debited] });
  says["/Order/history.json"] = ok({ items: [debited] });
  says["/Payment/acknowledge.json"] = ok({ outcome: "CONFIRMED", orderId: order.orderId });
  const list = (await get("/fr/account/invoices")).body;
  const one = (await get(`/fr/account/invoices?order=${order.orderId}`)).body;
  const result = (await get(`/fr/cart?order=${order.orderId}`)).body;
  for (const body of [list, one, result]) {
    expect(body).toMatch(/Prélèvement le [^<]*20 octobre/);
    expect(body).not.toMatch(/>Payée<|Paiement accepté|Paiement reçu/);
  }
  expect(result).toContain("Rien n’est débité aujourd’hui");
});

// covers §1: payment in several installments by card
it("an order in installments by card shows the collected amount and the date of the next one", async () => {
  const parts = [part(0, "paid"), part(1, "planned")].map((one, place) => ({ ...one, position: place + 1 }));
  const begun = { ...order, status: "COMPLETED", amount: euros(4700), installments: 2, parts };
  says["/Order/getOrders.json"] = ok({ items: [begun] });
  says["/Payment/acknowledge.json"] = ok({ outcome: "CONFIRMED", orderId: order.orderId });
  expect((await get(`/fr/account/invoices?order=${order.orderId}`)).body).toMatch(/Échéance le [^<]*20 novembre/);
  const result = (await get(`/fr/cart?order=${order.orderId}`)).body;
  expect(result).toMatch(/Prochaine échéance le [^<]*20 novembre/);
  expect(result).not.toContain("47,00");
});

it("a customer who returns from paying an installment sees the order's status once the provider has been asked", async () => {
  says["/Payment/acknowledge.json"] = ok({ outcome: "CONFIRMED", orderId: order.orderId });
  const led = await get(`/fr/account/invoices?paid=1&order=${order.orderId}`);
  expect(led.headers.location).toBe(`/fr/account/invoices?order=${order.orderId}`);
  expect(asked("/Payment/acknowledge.json")).toBeDefined();
});

it("checkout shows the schedule of the installments and the eligible cards, and sends the chosen ones", async () => {
  const option = { installments: 3, period: "P1M", paymentMethods: ["CARD"], allowSubscription: false };
  says["/Order/verify.json"] = ok({
    lines: [],
    discounts: [],
    shippingFee: null,
    cheaperPasses: [],
    subtotalAmount: euros(7050),
    discountAmount: euros(0),
    totalAmount: euros(7050),
    paymentOptions: [option],
    errors: [],
  });
  says["/Payment/previewInstallments"] = ok({ installments: [part(0, "planned")], mandate: null, ticketsUsable: null });
  const article = { quantity: 1, productId: "year", customerId: "u1", support: "DEMATERIALIZED" };
  const content = { articles: [article], vouchers: [] };
  const flash = await post("/fr/cart/checkout/verify", { cart: JSON.stringify(content) });
  expect(flash.json()).toMatchObject({
    calendars: [{ installments: 3, parts: [{ amount: euros(2350) }] }],
    cards: [{ ID: "c1" }, { ID: "c2" }],
  });
  says["/Order/placeOrder.json"] = ok({
    orderId: "o1",
    networkId: "demo",
    orderStatus: "PROCESSING",
    paymentUrl: "http://x/",
  });
  const placing = {
    ...content,
    delivery: null,
    termsAccepted: true,
    over18Accepted: false,
    idempotencyKey: "key-12345",
    paymentMethod: "CARD",
    installments: 3,
    totalAmount: euros(7050),
    invoiceEmail: null,
    keepCard: false,
    cardId: "c1",
  };
  await post("/fr/cart/checkout/order", { order: JSON.stringify(placing) });
  expect(asked("/Order/placeOrder.json")?.values).toMatchObject({ installments: 3, cardId: "c1" });
  expect(asked("/Order/placeOrder.json")?.values).not.toHaveProperty("renewalAccepted");
});

// covers §8: the Ticket API requires every consent, and the order stores the consents
it("the checkbox for renewals is sent as ticked, and the Ticket API's refusal without it is shown", async () => {
  const order = (box: object) => ({ ...placingByDebit, mandate: null, paymentMethod: "CARD", keepCard: true, ...box });
  says["/Order/placeOrder.json"] = ko(400, "RENEWAL_NOT_ACCEPTED");
  const without = await post("/fr/cart/checkout/order", { order: JSON.stringify(order({ renewalAccepted: false })) });
  expect([without.statusCode, without.json()]).toEqual([409, { code: "RENEWAL_NOT_ACCEPTED" }]);
  expect(asked("/Order/placeOrder.json")?.values).not.toHaveProperty("renewalAccepted");
  shop.seen.length = 0;
  says["/Order/placeOrder.json"] = ok({ orderId: "o1", networkId: "demo", orderStatus: "PROCESSING", paymentUrl: "/" });
  await post("/fr/cart/checkout/order", { order: JSON.stringify(order({ renewalAccepted: true })) });
  expect(asked("/Order/placeOrder.json")?.values).toMatchObject({ renewalAccepted: true });
});

const mandate = {
  reference: "GU-7KQM2RT4WXYZ23AB",
  referenceFollows: false,
  creditor: { name: "Rivage", id: "FR48ZZZ594823", address: "2 place de la Gare" },
  wording: "Ce que je signe",
  digest: "digest",
};
const byDebit = {
  articles: [{ quantity: 1, productId: "year", customerId: "u1", support: "DEMATERIALIZED" }],
  vouchers: [],
};
const placingByDebit = {
  ...byDebit,
  delivery: null,
  termsAccepted: true,
  over18Accepted: false,
  idempotencyKey: "key-12345",
  paymentMethod: "TRANSFER",
  installments: 1,
  totalAmount: euros(7050),
  invoiceEmail: null,
  mandate: { reference: mandate.reference, digest: mandate.digest },
};

it("checkout shows the mandate of a debit and its schedule, identical for the same cart", async () => {
  says["/Order/verify.json"] = ok({
    lines: [],
    discounts: [],
    shippingFee: null,
    cheaperPasses: [],
    subtotalAmount: euros(7050),
    discountAmount: euros(0),
    totalAmount: euros(7050),
    paymentOptions: [
      { installments: 1, period: "P1M", paymentMethods: ["CARD", "TRANSFER"], allowSubscription: false },
    ],
    errors: [],
  });
  const ticketsUsable = { from: "settled", on: "2026-12-01" };
  says["/Payment/previewInstallments"] = ok({ installments: [part(0, "planned")], mandate, ticketsUsable });
  const flash = await post("/fr/cart/checkout/verify", { cart: JSON.stringify({ ...byDebit, key: "cart-key" }) });
  expect(flash.json().calendars).toEqual([
    expect.objectContaining({ method: "TRANSFER", installments: 1, mandate, ticketsUsable }),
  ]);
  expect(asked("/Payment/previewInstallments")?.values).toMatchObject({ paymentMethod: "TRANSFER", key: "cart-key" });
});

it("an entered bank account is saved, then debited by the signed mandate; an invalid one is reported and nothing is ordered", async () => {
  says["/Account/registerBankAccount"] = ko(400, "IBAN_INVALID");
  const account = { iban: "FR76 0000", holder: "Karim Morel" };
  const wrong = await post("/fr/cart/checkout/order", { order: JSON.stringify({ ...placingByDebit, account }) });
  expect(wrong.json()).toEqual({ code: "IBAN_INVALID" });
  expect(asked("/Order/placeOrder.json")).toBeUndefined();
  says["/Account/registerBankAccount"] = ok({ card: { ...card, ID: "i1", kind: "IBAN", country: "FR" } });
  says["/Order/placeOrder.json"] = ok({ orderId: "o1", networkId: "demo", orderStatus: "COMPLETED" });
  await post("/fr/cart/checkout/order", { order: JSON.stringify({ ...placingByDebit, account }) });
  expect(asked("/Order/placeOrder.json")?.values).toMatchObject({
    paymentMethod: "TRANSFER",
    cardId: "i1",
    mandate: { reference: mandate.reference, digest: "digest" },
  });
  expect(asked("/Order/placeOrder.json")?.values).not.toHaveProperty("account");
});
