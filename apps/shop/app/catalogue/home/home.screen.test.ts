import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../../server/config.ts";
import type { Pages } from "../../../server/pages.ts";
import { createShop } from "../../../server/server.ts";
import { holder, startApiPeer } from "../../../testing/api-peer.ts";
import { requestsTo } from "../../../testing/browser-requests.ts";
import { buildFolder, builtPages } from "../../../testing/built-pages.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const host = "localhost:3000";
const signedIn = { cookie: "userTicketToken=good" };

const euros = (amount: number) => ({ amount, currency: "EUR" });
const line = { index: 0, option: false, gift: false, shopItemId: "day", productId: "day", name: "Ticket 24 heures" };
const amounts = { quantity: 1, unitPrice: euros(360), discount: euros(0), errors: [], warnings: [] };
const reckoning = {
  status: "ok",
  lines: [
    { ...line, ...amounts, subtotal: euros(360), total: euros(360), errors: [{ code: "START_NOT_PROPOSED" }] },
    {
      ...line,
      ...amounts,
      option: true,
      shopItemId: "bike",
      productId: "bike",
      subtotal: euros(200),
      total: euros(200),
    },
    { ...line, ...amounts, index: 1, gift: true, name: "Ticket offert", subtotal: euros(0), total: euros(0) },
  ],
  discounts: [{ sourceCode: "CADEAU", amount: euros(0), error: null }],
  subtotalAmount: euros(560),
  discountAmount: euros(0),
  shippingFee: null,
  totalAmount: euros(560),
  paymentOptions: [],
  errors: [],
};

let pages: Pages;
let peer: Awaited<ReturnType<typeof startApiPeer>>;
let shop: FastifyInstance;
const shopOver = (API_URL: string) =>
  createShop({ config: readConfig({ API_URL, LOG_LEVEL: "silent" }), buildFolder, pages, now: () => now });

beforeAll(async () => {
  pages = await builtPages();
  peer = await startApiPeer({ "/Order/verify.json": () => reckoning });
  shop = await shopOver(peer.baseUrl);
});
afterAll(async () => {
  await shop?.close();
  await peer?.stop();
});

const { get, post } = requestsTo(() => shop);
const verify = (cart: unknown, headers: Record<string, string> = {}) =>
  post("/fr/cart/verify", { cart: typeof cart === "string" ? cart : JSON.stringify(cart) }, headers);
const names = ["Ticket 1 heure", "Ticket Tribu", "Ticket 24 heures", "Pass sans date", "Pass Jeune"];
const shownIn = (body: string) => names.filter((name) => body.includes(`ticket-name">${name}<`));

test.each([
  ["", names],
  ["?category=passes", ["Ticket 24 heures", "Pass sans date", "Pass Jeune"]],
  ["?support=MEDIA", ["Ticket 24 heures"]],
  ["?q=TRIBU", ["Ticket Tribu"]],
  ["?category=tickets&support=MEDIA", []],
  ["?category=nowhere", []],
])("without script the shop under %s shows %o", async (query, expected) => {
  const { statusCode, body } = await get(`/fr${query}`);
  expect(statusCode).toBe(200);
  expect(shownIn(body)).toEqual(expected);
  expect(body.includes("Aucun titre ne correspond")).toBe(expected.length === 0);
  expect(body).not.toContain("Option vélo");
});

test("a promotion tells the earlier price in words", async () => {
  const { body } = await get("/fr?q=tribu");
  expect(body).toMatch(/5,00.€<\/bdi>.*au lieu de<!-- --> .*<s>.*6,00.€/);
});

test("a shop without articles says so with 503, and the page is not kept", async () => {
  const empty = await startApiPeer({ "/shop/catalog": () => ({ status: "ok", version: "1", categories: [] }) });
  const alone = await shopOver(empty.baseUrl);
  const answer = await alone.inject({ url: "/fr", headers: { host } });
  expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([503, "no-store"]);
  expect(answer.body).toContain("La boutique est vide pour le moment");
  await alone.close();
  await empty.stop();
});

test("the ticket in hand stands above the shop for who is signed in, and a broken wallet does not close the shop", async () => {
  const ticket = {
    ticketId: "t1",
    serial: "1",
    state: "active",
    productId: "pass",
    name: "Pass 31 jours",
    summary: "",
    ink: "pass",
    icon: "calendar",
    figure: null,
    traveller: { userId: "u1", firstName: "Inès", lastName: "Morel" },
    support: "DEMATERIALIZED",
    orderId: "o1",
    orderNumber: "1",
    issuedAt: "2026-11-01T00:00:00Z",
    validFrom: "2026-11-01T00:00:00Z",
    validUntil: "2026-12-01T13:00:00Z",
    useBefore: null,
    tripsLeft: null,
    firstUsedAt: null,
    tripUntil: null,
    blockedFor: [],
    punch: null,
    isTransferable: false,
    trips: null,
    media: null,
    transfer: null,
    code: "signed",
  };
  const owning = await startApiPeer({
    "/wallet/tickets": () => ({ status: "ok", items: [ticket] }),
  });
  const alone = await shopOver(owning.baseUrl);
  const page = await alone.inject({ url: "/fr", headers: { host, ...signedIn } });
  expect(page.body).toContain("Encore 11 jours");
  expect(page.body).toContain('href="/fr/account/wallet?ticket=t1"');
  expect((await alone.inject({ url: "/fr", headers: { host } })).body).not.toContain("Encore 11 jours");
  await alone.close();
  await owning.stop();
  const broken = await startApiPeer({ "/wallet/tickets": (_seen, reply) => reply.code(500).send({}) });
  const open = await shopOver(broken.baseUrl);
  const still = await open.inject({ url: "/fr", headers: { host, ...signedIn } });
  expect([still.statusCode, shownIn(still.body)]).toEqual([200, names]);
  await open.close();
  await broken.stop();
});

test.each(["bike", "counter", "nothing", "%3Cscript%3E"])("the article %s is a 404 with the way back", async (id) => {
  const { statusCode, body } = await get(`/fr/products/${id}`);
  expect(statusCode).toBe(404);
  expect(body).toContain('href="/fr"');
});

test("an article's description is read, never run", async () => {
  const { body } = await get("/fr/products/tribe");
  expect(body).toContain("<strong>cinq</strong>");
  expect(body).not.toContain("<script>alert(1)");
});

test("a visitor chooses no traveller; who is signed in sees whom the article does not suit, and why", async () => {
  expect((await get("/fr/products/youth")).body).not.toContain("Qui voyage");
  const child = { ...holder, userId: "u2", userName: "Inès", userBirthday: "2008-01-01" };
  const family = await startApiPeer({
    "/Account/getUser.json": () => ({ status: "ok", user: holder, profiles: [holder, child] }),
  });
  const alone = await shopOver(family.baseUrl);
  const { body } = await alone.inject({ url: "/fr/products/youth", headers: { host, ...signedIn } });
  expect(body).toMatch(/<input[^>]*disabled=""[^>]*value="u1"|<input[^>]*value="u1"[^>]*disabled=""/);
  expect(body).toContain("36 ans. Ce titre n’est pas pour cet âge.");
  expect(body).toMatch(/<input(?![^>]*disabled)[^>]*value="u2"/);
  await alone.close();
  await family.stop();
});

test("who signs in by the national identity alone cannot choose the phone", async () => {
  const federated = { ...holder, identities: [{ providerId: "franceconnect" }] };
  const federation = {
    ...{ id: "franceconnect", driver: "FRANCECONNECT", isDefault: false },
    ...{ slug: "franceconnect", name: "FranceConnect" },
  };
  const other = await startApiPeer({
    "/Account/getUser.json": () => ({ status: "ok", user: federated, profiles: [federated] }),
    "/Networks/getAuthenticationConfiguration": () => ({
      ...{ status: "ok", emailPassword: true, key: "demo-demo", enumerationProtection: true },
      providers: [federation],
    }),
  });
  const alone = await shopOver(other.baseUrl);
  const { body } = await alone.inject({ url: "/fr/products/ticket", headers: { host, ...signedIn } });
  expect(body).toMatch(/<input[^>]*value="DEMATERIALIZED"[^>]*disabled|<input[^>]*disabled[^>]*value="DEMATERIALIZED"/);
  expect(body).toMatch(/<input[^>]*value="SHIPPING"[^>]*checked|<input[^>]*checked[^>]*value="SHIPPING"/);
  await alone.close();
  await other.stop();
});

test("days and quarters of an hour are those of the network's time zone from now on", async () => {
  const { body } = await get("/fr/products/day");
  expect(body).toContain('<option value="2026-11-20"');
  expect(body).toContain('<option value="2026-11-20T12:00:00.000Z" selected="">13:00</option>');
  const next = await get("/fr/products/day/slots?day=2026-11-21");
  expect(next.json().slots).toHaveLength(96);
  expect(next.json().slots[0]).toEqual({ startingAt: "2026-11-20T23:00:00.000Z", time: "00:00", offset: null });
});

test.each(["2026-11-19", "2026-12-24", "2026-02-30", "", "x"])("the day %s is not offered: 404", async (day) => {
  expect((await get(`/fr/products/day/slots?day=${day}`)).statusCode).toBe(404);
});

test("an article whose start cannot be computed says so instead of offering one", async () => {
  const { statusCode, body } = await get("/fr/products/never");
  expect(statusCode).toBe(200);
  expect(body).toContain("Pas de date possible en ce moment");
});

const wanted = {
  articles: [
    { quantity: 1, productId: "day", support: "MEDIA", optionLines: [{ quantity: 1, productId: "bike" }], fields: {} },
  ],
  vouchers: ["CADEAU"],
};

test("a cart is verified: a line with its option, its errors, the gift apart, the articles in words", async () => {
  const answer = await verify(wanted);
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.json()).toMatchObject({
    lines: [{ subtotal: euros(560), errors: [{ code: "START_NOT_PROPOSED" }] }],
    gifts: ["Ticket offert"],
    total: euros(560),
    discounts: [{ sourceCode: "CADEAU", error: null }],
    travellers: [],
  });
  expect(answer.json().articles.map(({ name }: { name: string }) => name)).toEqual(["Ticket 24 heures", "Option vélo"]);
  const asked = peer.seen.filter(({ path }) => path === "/Order/verify.json").at(-1);
  expect(asked?.values).toMatchObject(wanted);
  expect(asked?.headers.authorization).toBeUndefined();
});

test("who is signed in is verified as such", async () => {
  await verify(wanted, signedIn);
  const asked = peer.seen.filter(({ path }) => path === "/Order/verify.json").at(-1);
  expect(asked?.headers.authorization).toBe("Bearer good");
});

test.each([
  ["no JSON", "{"],
  ["nothing", ""],
  ["a line without article", { articles: [{ quantity: 1, support: "MEDIA" }], vouchers: [] }],
  ["too many lines", { articles: Array.from({ length: 51 }, () => wanted.articles[0]), vouchers: [] }],
])("a cart that is none is refused: %s", async (_what, cart) => {
  const answer = await verify(cart);
  expect([answer.statusCode, answer.json()]).toEqual([400, { code: "FIELD_INVALID" }]);
});

test("another site cannot have a cart verified here", async () => {
  expect((await verify(wanted, { origin: "http://evil.example" })).statusCode).toBe(403);
});

test("without the Ticket API verification fails, and does not pretend", async () => {
  const fragile = await startApiPeer({ "/Order/verify.json": (_seen, reply) => reply.code(503).send("down") });
  const alone = await shopOver(fragile.baseUrl);
  const answer = await alone.inject({
    method: "POST",
    url: "/cart/verify",
    payload: new URLSearchParams({ cart: JSON.stringify(wanted) }).toString(),
    headers: { host, "content-type": "application/x-www-form-urlencoded", origin: "http://localhost:3000" },
  });
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  await alone.close();
  await fragile.stop();
});

test("without script the cart says what it needs, and the page is the same for everybody", async () => {
  const { body } = await get("/fr/cart", { "sec-fetch-site": "none" });
  expect(body).toMatch(/<noscript>.*Le panier a besoin de JavaScript/);
});
