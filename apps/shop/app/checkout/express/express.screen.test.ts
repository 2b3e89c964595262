import type { Answer } from "@guichet/client/peer.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { holder } from "../../../testing/api-peer.ts";
import { cookiesOf, requestsTo } from "../../../testing/browser-requests.ts";
import { sampleNetwork } from "../../../testing/sample-network.ts";
import { euros } from "../../../testing/sample-purchase.ts";
import { ko, ok, openScriptedShop } from "../../../testing/scripted-shop.ts";

const getUser = "/Account/getUser.json";
const getNetwork = "/Networks/getNetworkConfiguration.json";
const placeOrder = "/Order/placeOrder.json";
const login = "/Account/login.json";

const verify = "/Order/verify.json";
const calls = [getUser, getNetwork, placeOrder, login, verify, "/Account/getCards.json"];

/** Ticket API responses for the current test. */
let says: Record<string, Answer> = {};
let shop: Awaited<ReturnType<typeof openScriptedShop>>;
beforeAll(async () => {
  shop = await openScriptedShop(calls, () => says);
});
afterAll(() => shop?.stop());

/** Requests to a shop of its own, whose network has other switches; the shop keeps a network's configuration. */
async function requestsWith(switches: object) {
  const own = { ...says, [getNetwork]: network(switches) };
  const other = await openScriptedShop(calls, () => own);
  onTestFinished(other.stop);
  return { ...requestsTo(() => other.server), asked: other.asked };
}

const child = { ...holder, userId: "u2", userName: "Inès", isParent: false };
const guest = { ...holder, authAsGuest: true, userName: "", userLastname: "", userMail: "lina@demo.example" };
const card = {
  ...{ ID: "card-1", INTERNAL: false, kind: "CARD", country: null, holder: null, brand: "VISA", nickname: null },
  ...{ IS_BOOKMARKED: false, LOCKED: false, neededBy: [], subscriptions: [], mandates: [], state: "good" },
  ...{ EXTRA: { NUM: "0014", EXP: "2030-12" }, createdAt: "2026-11-01T00:00:00.000Z" },
};
const network = (change: object) =>
  ok({ network: { ...sampleNetwork, switches: { ...sampleNetwork.switches, guestOrders: true, ...change } } });

beforeEach(() => {
  says = { [getUser]: ok({ user: holder, profiles: [holder] }), [getNetwork]: network({}) };
  shop.seen.length = 0;
});

const { get, post } = requestsTo(() => shop.server);
const signedIn = { cookie: "userTicketToken=good" };
const page = "/fr/cart/express?item=ticket";
const paid = { orderId: "o1", networkId: "demo", orderStatus: "PROCESSING", paymentUrl: "https://pay.example/s1" };

describe("the sheet as a page", () => {
  // covers: an article is bought in a sheet without script
  it("asks a visitor for the e-mail only, and says what pressing the button accepts", async () => {
    const { statusCode, body } = await get(page);
    expect(statusCode).toBe(200);
    expect(body).toContain("Ticket 1 heure");
    expect(body.match(/<input(?![^>]*type="hidden")/g)).toHaveLength(1);
    expect(body).toMatch(/name="email"[^>]*type="email"|type="email"[^>]*name="email"/);
    expect(body).toContain("En commandant, vous acceptez");
    expect(body).toContain("Commander et payer");
  });

  it("asks for two boxes where the network requires them", async () => {
    const { body } = await (await requestsWith({ consentBoxes: true })).get(page);
    expect(body).toContain('name="terms"');
    expect(body).toContain('name="majority"');
    expect(body).not.toContain("En commandant, vous acceptez");
  });

  // covers: a question with only one answer is not asked
  it("does not ask an account with one traveller who travels, and preselects the only saved card", async () => {
    says["/Account/getCards.json"] = ok({ cards: [card] });
    const { body } = await get(page, signedIn);
    expect(body).not.toContain('name="traveller"');
    expect(body).not.toContain('name="email"');
    expect(body).toMatch(/checked=""[^>]*value="card-1"|value="card-1"[^>]*checked=""/);
    says[getUser] = ok({ user: holder, profiles: [holder, child] });
    expect((await get(page, signedIn)).body.match(/name="traveller"/g)).toHaveLength(2);
  });

  it("shows the price that has changed since the list", async () => {
    expect((await get(`${page}&price=120`)).body).toMatch(/Le prix a changé.: 1,50.€ au lieu de 1,20.€/);
    expect((await get(`${page}&price=150`)).body).not.toContain("Le prix a changé");
  });

  it("remembers the e-mail of a guest", async () => {
    says[getUser] = ok({ user: guest, profiles: [] });
    expect((await get(page, signedIn)).body).toContain('value="lina@demo.example"');
  });

  it.each<[string, () => void, Record<string, string>, string, string]>([
    ["an article without express purchase", () => {}, {}, "/fr/cart/express?item=youth", "/fr/products/youth"],
    [
      "an unverified account",
      () => {
        says[getUser] = ok({ user: { ...holder, isVerified: false }, profiles: [holder] });
      },
      signedIn,
      page,
      "/fr/unverified-account?next=%2Fcart%2Fexpress%3Fitem%3Dticket",
    ],
    [
      "an account whose only identity is national",
      () => {
        says[getUser] = ok({ user: { ...holder, identities: [{ providerId: "card" }] }, profiles: [holder] });
      },
      signedIn,
      page,
      "/fr/products/ticket",
    ],
  ])("leads elsewhere: %s", async (_who, given, headers, url, to) => {
    given();
    expect((await get(url, headers)).headers.location).toBe(to);
  });

  it("leads a visitor to sign in and back where guests buy nothing", async () => {
    const answer = await (await requestsWith({ guestOrders: false })).get(page);
    expect(answer.headers.location).toBe("/fr/auth?next=%2Fcart%2Fexpress%3Fitem%3Dticket");
  });

  it("is not there for an unknown article", async () => {
    expect((await get("/fr/cart/express?item=nothing")).statusCode).toBe(404);
  });

  it("answers a sheet with the same offer, or with the page that comes first", async () => {
    const offer = await get("/cart/checkout/order?item=ticket");
    expect(offer.json()).toMatchObject({ item: { id: "ticket" }, price: euros(150), travellers: null, email: "" });
    expect(offer.headers["cache-control"]).toBe("no-store");
    expect((await get("/cart/checkout/order?item=youth")).json()).toEqual({ to: "/products/youth" });
  });
});

const held = {
  ...{ code: "ALREADY_HELD", subscriptionId: "s1", name: "Abonnement annuel", travellerId: "u1", firstName: "Karim" },
  ...{ startsAt: "2026-09-01T00:00:00.000Z", endsAt: null, renews: true, mustConfirm: true },
};
const cheaper = {
  ...{ travellerId: "u1", firstName: "Karim", shopItemId: "pass-31", name: "Pass 31 jours" },
  ...{ price: euros(3100), spent: euros(3250) },
};
const priced = {
  ...{ index: 0, option: false, gift: false, shopItemId: "ticket", productId: "ticket", name: "Ticket", quantity: 1 },
  ...{ unitPrice: euros(150), subtotal: euros(150), discount: euros(0), total: euros(150), errors: [] },
};
const verified = (warnings: object[], cheaperPasses: object[]) =>
  ok({
    ...{ lines: [{ ...priced, warnings }], discounts: [], errors: [], paymentOptions: [], shippingFee: null },
    ...{ subtotalAmount: euros(150), discountAmount: euros(0), totalAmount: euros(150), cheaperPasses },
  });

describe("what the sheet says of passes", () => {
  // covers: a second pass in addition to an active subscription is confirmed before it is ordered
  it("asks whether to buy in addition to an active subscription, and orders only with the answer", async () => {
    says[verify] = verified([held], []);
    says[placeOrder] = ok(paid);
    const { body } = await get(page, signedIn);
    expect(body).toContain("Abonnement annuel");
    expect(body).toContain('name="duplicate"');
    const form = { key: "key-1", total: "150" };
    const asked = await post(page, form, signedIn);
    expect(asked.statusCode).toBe(422);
    expect(asked.body).toContain('href="#duplicate"');
    expect(shop.asked(placeOrder)).toBeUndefined();
    expect((await post(page, { ...form, duplicate: "on" }, signedIn)).statusCode).toBe(303);
    expect(shop.asked(placeOrder)?.values.duplicateAccepted).toBe(true);
  });

  // covers: a customer whose tickets cost more than a pass sees this before paying
  it("names the pass that costs less than past tickets and those of the sheet together", async () => {
    says[verify] = verified([], [cheaper]);
    const { body } = await get(`${page}&quantity=3`, signedIn);
    expect(body).toContain("avec cet achat");
    expect(body).toContain('href="/fr/products/pass-31"');
    expect(shop.asked(verify)?.values).toMatchObject({ articles: [{ quantity: 3, customerId: "u1" }] });
  });

  it("sells without advice when the purchase cannot be compared", async () => {
    const { statusCode, body } = await get(page, signedIn);
    expect([statusCode, body.includes("Commander et payer")]).toEqual([200, true]);
  });
});

describe("ordering by script", () => {
  const url = "/cart/checkout/order";
  const json = { accept: "application/json" };
  const order = {
    articles: [{ quantity: 1, productId: "ticket", support: "DEMATERIALIZED" }],
    ...{ vouchers: [], delivery: null, termsAccepted: true, over18Accepted: true, idempotencyKey: "key-1-1-another-" },
    ...{ paymentMethod: "CARD", installments: 1, totalAmount: euros(150) },
    ...{ invoiceEmail: "lina@demo.example", guestEmail: "lina@demo.example" },
  };
  const send = (headers: Record<string, string>) =>
    post(url, { order: JSON.stringify(order) }, { ...json, ...headers });

  // covers: a lost response to the first order of a guest leaves no second order
  it("opens the guest's session before the order, so that a retry after a lost response is the same order", async () => {
    says[login] = ok({ user: { ...guest, userToken: "renewed" } });
    says[placeOrder] = ok(paid);
    const entered = await post(url, { guest: "lina@demo.example" }, json);
    expect(entered.json()).toEqual({ entered: true });
    expect(cookiesOf(entered)).toContain("userTicketToken=renewed");
    expect(shop.asked(placeOrder)).toBeUndefined();

    says[getUser] = ok({ user: guest, profiles: [] });
    // The response to the first order is lost: the browser sends it again, in the same session and under the same key.
    for (const attempt of [1, 2]) {
      expect([attempt, (await send({ cookie: "userTicketToken=renewed" })).json().orderId]).toEqual([attempt, "o1"]);
    }
    const orders = shop.seen.filter(({ path }) => path === placeOrder);
    expect(orders.map(({ headers }) => headers["idempotency-key"])).toEqual(["key-1-1-another-", "key-1-1-another-"]);
    expect(shop.seen.filter(({ path }) => path === login)).toHaveLength(1);
  });

  it("opens no session for an invalid address", async () => {
    expect((await post(url, { guest: "lina@" }, json)).json()).toEqual({ code: "FIELD_INVALID" });
    expect(shop.asked(login)).toBeUndefined();
  });
});

describe("ordering from the page", () => {
  const form = { key: "key-1", total: "150", email: "lina@demo.example" };

  it("signs the visitor in as a guest with the e-mail alone, and leads to the payment page", async () => {
    says[login] = ok({ user: { ...guest, userToken: "renewed" } });
    says[placeOrder] = ok(paid);
    const entered = await post(page, form);
    expect(entered.statusCode).toBe(307);
    expect(shop.asked(login)?.values).toMatchObject({ authAsGuest: true, guest: { email: "lina@demo.example" } });
    expect(cookiesOf(entered)).toContain("userTicketToken=renewed");
    expect(cookiesOf(entered)).toContain("invoiceEmail=lina@demo.example");
    expect(shop.asked(placeOrder)).toBeUndefined();
    // The browser sends the same form again, with the session.
    says[getUser] = ok({ user: { ...guest, userBirthday: null }, profiles: [] });
    const again = String(entered.headers.location);
    expect(again.startsWith(`${page}&`)).toBe(true);
    const answer = await post(again, form, signedIn);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "https://pay.example/s1"]);
    const order = shop.asked(placeOrder);
    expect(order?.headers["idempotency-key"]).toMatch(/^key-1-/);
    expect(order?.values).toMatchObject({
      ...{ totalAmount: euros(150), paymentMethod: "CARD", returnUrl: "/fr/cart", invoiceEmail: "lina@demo.example" },
      ...{ termsAccepted: true, over18Accepted: true, consent: "button" },
    });
    expect(order?.values.chargeCard).toBeUndefined();
  });

  // covers: a lost response to the first order of a guest leaves no second order
  it("without script too: whichever answer is lost, the form sent again is one order of one session", async () => {
    says[login] = ok({ user: { ...guest, userToken: "renewed" } });
    says[placeOrder] = ok(paid);
    // The answer that opened the session is lost, and the form is sent again: nothing was ordered.
    for (let sent = 0; sent < 2; sent += 1) expect((await post(page, form)).statusCode).toBe(307);
    expect(shop.asked(placeOrder)).toBeUndefined();
    says[getUser] = ok({ user: guest, profiles: [] });
    // The answer with the order is lost: the same session and the same key.
    for (let sent = 0; sent < 2; sent += 1) expect((await post(page, form, signedIn)).statusCode).toBe(303);
    const orders = shop.seen.filter(({ path }) => path === placeOrder);
    expect(orders).toHaveLength(2);
    expect(new Set(orders.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(new Set(orders.map(({ headers }) => headers.authorization)).size).toBe(1);
  });

  it("orders in one request for a browser that stores no cookies, instead of redirecting it in a loop", async () => {
    says[login] = ok({ user: { ...guest, userToken: "renewed" } });
    says[placeOrder] = ok(paid);
    const again = String((await post(page, form)).headers.location);
    expect((await post(again, form)).headers.location).toBe("https://pay.example/s1");
  });

  it("charges a saved card, and leads to the result", async () => {
    says["/Account/getCards.json"] = ok({ cards: [card] });
    says[placeOrder] = ok({ orderId: "o1", networkId: "demo", orderStatus: "COMPLETED" });
    const answer = await post(page, { key: "key-1", total: "150", card: "card-1" }, signedIn);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/fr/cart?order=o1"]);
    expect(shop.asked(placeOrder)?.values).toMatchObject({ cardId: "card-1", chargeCard: true });
    expect(shop.asked(login)).toBeUndefined();
  });

  it("reports all errors at once, and places nothing", async () => {
    const other = await requestsWith({ consentBoxes: true });
    const { statusCode, body } = await other.post(page, { key: "key-1", total: "150", email: "" });
    expect(statusCode).toBe(422);
    for (const field of ["email", "terms", "majority"]) expect(body).toContain(`href="#${field}"`);
    expect(other.asked(placeOrder)).toBeUndefined();
  });

  it.each([
    ["ORDER_AMOUNT_CHANGED", 409, "Le total a changé"],
    ["GUEST_AMOUNT_EXCEEDED", 409, "dépasse le montant autorisé sans compte"],
    ["PAYMENT_UNAVAILABLE", 503, "Il y a un problème"],
  ])("returns the form when the order is refused with %s", async (code, status, words) => {
    says[getUser] = ok({ user: guest, profiles: [] });
    says[placeOrder] = ko(status, code);
    const answer = await post(page, form, signedIn);
    expect([answer.statusCode, answer.body.includes(words)]).toEqual([409, true]);
    // The same sheet: the next press is the same order.
    expect(answer.body).toContain('value="key-1"');
  });

  it.each([
    ["name-missing", "Ce billet est nominatif, et votre nom manque"],
    ["age", "L’âge ou le statut de ce voyageur"],
  ])("says of a traveller who is not eligible because of %s what is missing", async (reason, words) => {
    says[getUser] = ok({ user: guest, profiles: [] });
    says[placeOrder] = ko(409, "TRAVELLER_NOT_ELIGIBLE", { reason });
    const { body } = await post(page, form, signedIn);
    expect(body).toContain(words);
    const others = ["Ce billet est nominatif", "L’âge ou le statut"].filter((one) => !words.startsWith(one));
    for (const other of others) expect(body).not.toContain(other);
  });
});
