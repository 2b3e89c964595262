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

const calls = [getUser, getNetwork, placeOrder, login, "/Account/getCards.json"];

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

  // covers: a question with one answer is not asked
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
    ["an article that is not sold express", () => {}, {}, "/fr/cart/express?item=youth", "/fr/products/youth"],
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

describe("ordering from the page", () => {
  const form = { key: "key-1", total: "150", email: "lina@demo.example" };

  it("signs the visitor in as a guest with the e-mail alone, and leads to the payment page", async () => {
    says[login] = ok({ user: { ...guest, userToken: "renewed" } });
    says[placeOrder] = ok(paid);
    const answer = await post(page, form);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "https://pay.example/s1"]);
    expect(shop.asked(login)?.values).toMatchObject({ authAsGuest: true, guest: { email: "lina@demo.example" } });
    expect(cookiesOf(answer)).toContain("userTicketToken=renewed");
    expect(cookiesOf(answer)).toContain("invoiceEmail=lina@demo.example");
    const order = shop.asked(placeOrder);
    expect(order?.headers["idempotency-key"]).toMatch(/^key-1-/);
    expect(order?.values).toMatchObject({
      ...{ totalAmount: euros(150), paymentMethod: "CARD", returnUrl: "/fr/cart", invoiceEmail: "lina@demo.example" },
      ...{ termsAccepted: true, over18Accepted: true, consent: "button" },
    });
    expect(order?.values.chargeCard).toBeUndefined();
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
