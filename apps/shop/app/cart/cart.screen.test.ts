import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../server/config.ts";
import type { Pages } from "../../server/pages.ts";
import { createShop } from "../../server/server.ts";
import { startApiPeer } from "../../testing/api-peer.ts";
import { requestsTo } from "../../testing/browser-requests.ts";
import { buildFolder, builtPages } from "../../testing/built-pages.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const host = "localhost:3000";
const signedIn = { cookie: "userTicketToken=good" };

const euros = (amount: number) => ({ amount, currency: "EUR" });
const line = { index: 0, option: false, gift: false, shopItemId: "day", productId: "day", name: "Ticket 24 heures" };
const amounts = { quantity: 1, unitPrice: euros(360), discount: euros(0), errors: [], warnings: [] };
const quote = {
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
  cheaperPasses: [],
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
  peer = await startApiPeer({ "/Order/verify.json": () => quote });
  shop = await shopOver(peer.baseUrl);
});
afterAll(async () => {
  await shop?.close();
  await peer?.stop();
});

const { get, post } = requestsTo(() => shop);
const verify = (cart: unknown, headers: Record<string, string> = {}) =>
  post("/fr/cart/verify", { cart: typeof cart === "string" ? cart : JSON.stringify(cart) }, headers);

const wanted = {
  articles: [
    { quantity: 1, productId: "day", support: "MEDIA", optionLines: [{ quantity: 1, productId: "bike" }], fields: {} },
  ],
  vouchers: ["CADEAU"],
};

// covers §2: /cart
test("a cart is verified: a line with its option and errors, the gift separately, article names as text", async () => {
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

test("the verification uses the signed-in user", async () => {
  await verify(wanted, signedIn);
  const asked = peer.seen.filter(({ path }) => path === "/Order/verify.json").at(-1);
  expect(asked?.headers.authorization).toBe("Bearer good");
});

test.each([
  ["no JSON", "{"],
  ["nothing", ""],
  ["a line without article", { articles: [{ quantity: 1, support: "MEDIA" }], vouchers: [] }],
  ["too many lines", { articles: Array.from({ length: 51 }, () => wanted.articles[0]), vouchers: [] }],
])("an invalid cart is refused: %s", async (_what, cart) => {
  const answer = await verify(cart);
  expect([answer.statusCode, answer.json()]).toEqual([400, { code: "FIELD_INVALID" }]);
});

test("another site cannot verify a cart", async () => {
  expect((await verify(wanted, { origin: "http://evil.example" })).statusCode).toBe(403);
});

test("without the Ticket API verification fails visibly", async () => {
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

test("without script the cart explains that it needs script, and the page is the same for everybody", async () => {
  const { body } = await get("/fr/cart", { "sec-fetch-site": "none" });
  expect(body).toMatch(/<noscript>.*JavaScript est nécessaire pour acheter/);
});
