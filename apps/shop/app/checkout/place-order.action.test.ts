import type { Answer } from "@guichet/client/peer.ts";
import type { Order } from "@guichet/contract/orders.ts";
import type { Ticket } from "@guichet/contract/wallet.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../server/config.ts";
import { createShop } from "../../server/server.ts";
import { startApiPeer } from "../../testing/api-peer.ts";
import { requestsTo } from "../../testing/browser-requests.ts";
import { buildFolder, builtPages } from "../../testing/built-pages.ts";
import { euros, order, ticket } from "../../testing/sample-purchase.ts";

const ko = (status: number, code: string, details?: object): Answer => {
  return (_seen, reply) => reply.code(status).send({ status: "ko", error: { code, message: "", details } });
};
const ok =
  (answer: object): Answer =>
  () => ({ status: "ok", ...answer });
/** What the Ticket API answers in the test under way. */
let says: Record<string, Answer> = {};
const paths = [
  ...["/Order/placeOrder.json", "/Order/verify.json", "/Order/getOrders.json", "/Order/history.json", "/Order/cancel"],
  ...["/Payment/acknowledge.json", "/wallet/tickets", "/Account/getWallet", "/Wallet/ticketPdf"],
  ...["/Wallet/contractAttestation", "/Order/printOrder.json", "/Networks/collectSites"],
];

let shop: FastifyInstance;
let peer: Awaited<ReturnType<typeof startApiPeer>>;
beforeAll(async () => {
  const pages = await builtPages();
  const unsaid = ko(404, "NOT_FOUND");
  peer = await startApiPeer(
    Object.fromEntries(paths.map((path): [string, Answer] => [path, (...ask) => (says[path] ?? unsaid)(...ask)])),
  );
  const config = readConfig({ API_URL: peer.baseUrl, LOG_LEVEL: "silent" });
  shop = await createShop({ config, buildFolder, pages });
});
afterAll(async () => {
  await shop?.close();
  await peer?.stop();
});
beforeEach(() => {
  says = { "/Order/getOrders.json": ok({ items: [order] }), "/wallet/tickets": ok({ items: [ticket] }) };
  peer.seen.length = 0;
});

const signedIn = { cookie: "userTicketToken=good" };
const { get: getWith, post: postWith } = requestsTo(() => shop);
const get = (url: string, headers: Record<string, string> = signedIn) => getWith(url, headers);
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  postWith(url, fields, { ...signedIn, ...headers });
const asked = (path: string) => peer.seen.find((seen) => seen.path === path);

const article = { quantity: 1, productId: "pass-31", customerId: "u1", support: "DEMATERIALIZED" };
const content = { articles: [article], vouchers: ["MOINS5"] };
const placing = {
  ...content,
  delivery: null,
  termsAccepted: true,
  over18Accepted: false,
  idempotencyKey: "key-of-this-cart",
  paymentMethod: "CARD",
  installments: 1,
  totalAmount: euros(4200),
  invoiceEmail: null,
};
const place = (url = "/fr/cart/checkout/order", headers: Record<string, string> = {}, change: object = {}) =>
  post(url, { order: JSON.stringify({ ...placing, ...change }) }, headers);
const json = { accept: "application/json" };

describe("placing an order", () => {
  const paid = { orderId: "o1", networkId: "demo", orderStatus: "PROCESSING", paymentUrl: "https://pay.example/s1" };

  it("leads to the payment page, and back under the page's language", async () => {
    says["/Order/placeOrder.json"] = ok(paid);
    const answer = await place();
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "https://pay.example/s1"]);
    const seen = asked("/Order/placeOrder.json");
    expect(seen?.values).toMatchObject({ returnUrl: "/fr/cart", totalAmount: euros(4200), vouchers: ["MOINS5"] });
    expect(seen?.headers["idempotency-key"]).toBe("key-of-this-cart");
  });

  it("tells a page that places it by script which order it is, to keep it with the cart", async () => {
    says["/Order/placeOrder.json"] = ok(paid);
    const answer = await place("/cart/checkout/order", json);
    expect(answer.json()).toEqual({ orderId: "o1", paymentUrl: "https://pay.example/s1" });
    expect(asked("/Order/placeOrder.json")?.values.returnUrl).toBe("/cart");
  });

  it("goes straight to the result when nothing is due", async () => {
    says["/Order/placeOrder.json"] = ok({ orderId: "o1", networkId: "demo", orderStatus: "COMPLETED" });
    const answer = await place("/ar/cart/checkout/order");
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/ar/cart?order=o1"]);
  });

  it.each([
    ["ORDER_AMOUNT_CHANGED", 409, euros(4500)],
    ["PAYMENT_UNAVAILABLE", 503, undefined],
    ["TERMS_NOT_ACCEPTED", 400, undefined],
    ["MAX_BUY_AT_ONCE", 409, { line: 0 }],
    ["IN_PROGRESS", 409, undefined],
  ])("hands on the refusal %s with what words need", async (code, status, details) => {
    says["/Order/placeOrder.json"] = ko(status, code, details);
    const answer = await place("/cart/checkout/order", json);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual({ code, ...(details ? { details } : {}) });
  });

  it("sends the address only with what is shipped", async () => {
    says["/Order/placeOrder.json"] = ok(paid);
    const delivery = {
      fullname: "K M",
      addressRoute: "1 q",
      addressPostalCode: "17000",
      addressCity: "L",
      addressState: "",
    };
    await place("/cart/checkout/order", json, { delivery });
    expect(asked("/Order/placeOrder.json")?.values.delivery).toBeUndefined();
    peer.seen.length = 0;
    await place("/cart/checkout/order", json, { delivery, articles: [{ ...article, support: "SHIPPING" }] });
    expect(asked("/Order/placeOrder.json")?.values.delivery).toEqual(delivery);
  });

  it("sends agency and slot only with what is collected", async () => {
    says["/Order/placeOrder.json"] = ok(paid);
    const collect = { siteId: "gare", slotId: "20261124T130000Z" };
    await place("/cart/checkout/order", json, { collect });
    expect(asked("/Order/placeOrder.json")?.values.collect).toBeUndefined();
    peer.seen.length = 0;
    await place("/cart/checkout/order", json, { collect, articles: [{ ...article, support: "COLLECT" }] });
    expect(asked("/Order/placeOrder.json")?.values.collect).toEqual(collect);
  });

  it("refuses what is no order, and what another site sends", async () => {
    expect((await post("/cart/checkout/order", { order: "{" }, json)).json()).toEqual({ code: "FIELD_INVALID" });
    expect((await place("/cart/checkout/order", { origin: "https://evil.example" })).statusCode).toBe(403);
    expect(asked("/Order/placeOrder.json")).toBeUndefined();
  });
});

it("what a cart comes to is the server's quote, never kept", async () => {
  const quote = {
    ...{ lines: [], discounts: [], subtotalAmount: euros(4700), discountAmount: euros(500), shippingFee: null },
    ...{ totalAmount: euros(4200), paymentOptions: [], errors: [] },
  };
  says["/Order/verify.json"] = ok(quote);
  const answer = await post("/cart/checkout/verify", { cart: JSON.stringify(content) });
  expect(answer.json()).toEqual({ ...quote, calendars: [], cards: [] });
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect((await post("/cart/checkout/verify", { cart: "[]" })).statusCode).toBe(400);
});

describe("coming back from the payment page", () => {
  const payment = (outcome: string, change: Partial<Order> = {}) => {
    says["/Payment/acknowledge.json"] = ok({ outcome, orderId: "o1" });
    says["/Order/getOrders.json"] = ok({ items: [{ ...order, ...change }] });
  };

  it("from another site goes on within the shop first, so that the session is known", async () => {
    const answer = await get("/fr/cart?order=o1", { "sec-fetch-site": "cross-site" });
    expect(answer.body).toContain('http-equiv="refresh" content="0"');
    expect(peer.seen.map(({ path }) => path)).not.toContain("/Payment/acknowledge.json");
  });

  it("signed out leads to sign in, and back to the result", async () => {
    const answer = await get("/fr/cart?order=o1", {});
    expect(answer.headers.location).toBe("/fr/auth?next=%2Fcart%3Forder%3Do1");
  });

  it("CONFIRMED shows number, amount, where the papers went, and the ticket one tap away", async () => {
    payment("CONFIRMED");
    const { body } = await get("/fr/cart?order=o1");
    expect(body).toContain("Commande confirmée");
    expect(body).toContain("2026-000042");
    expect(body).toContain("karim@demo.example");
    expect(body).toContain('href="/fr/account/wallet?ticket=t1"');
    expect(body).toContain('href="/fr/account/invoices/invoice.pdf?order=o1"');
  });

  it("REFUSED says that nothing was charged", async () => {
    payment("REFUSED", { status: "ERROR", invoiceNumber: null, ticketCount: 0 });
    const { body } = await get("/fr/cart?order=o1");
    expect(body).toContain("La banque a refusé ce paiement");
    expect(body).toContain("Rien n’a été débité");
  });

  it("CANCELLED says that the order is not paid", async () => {
    payment("CANCELLED", { status: "CANCELED", invoiceNumber: null, ticketCount: 0 });
    expect((await get("/en/cart?order=o1")).body).toContain("You have not paid this order");
  });

  it("money that came too late is told as given back", async () => {
    const history = [{ at: order.createdAt, event: "captured-late" }];
    payment("CANCELLED", { status: "CANCELED", invoiceNumber: null, ticketCount: 0, history });
    expect((await get("/en/cart?order=o1")).body).toContain("it is being refunded to you");
  });

  it("CHECKING asks not to pay again, and never says that it failed", async () => {
    payment("CHECKING", { status: "PROCESSING", invoiceNumber: null, paymentUrl: "https://pay.example/s1" });
    const { body } = await get("/fr/cart?order=o1");
    expect(body).toContain("Ne payez pas une seconde fois.");
    expect(body).toContain('href="https://pay.example/s1"');
    expect(body).not.toMatch(/refusé|échou|annulé/);
  });

  it("a Ticket API that breaks is CHECKING too", async () => {
    says["/Payment/acknowledge.json"] = ko(503, "UNAVAILABLE");
    says["/Order/getOrders.json"] = ko(503, "UNAVAILABLE");
    const answer = await get("/fr/cart?order=o1");
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain("Nous vérifions votre paiement");
  });

  it("somebody else's order is not there", async () => {
    says["/Payment/acknowledge.json"] = ko(404, "NOT_FOUND");
    expect((await get("/fr/cart?order=o1")).statusCode).toBe(404);
    expect((await get("/fr/cart?order=../../etc")).statusCode).toBe(404);
  });

  it("an order that was paid back stands in the receipts", async () => {
    payment("CONFIRMED", { status: "CANCELED", creditNoteNumber: "A-2026-1" });
    expect((await get("/fr/cart?order=o1")).headers.location).toBe("/fr/account/invoices?order=o1");
  });

  it("asking on by script answers the outcome alone", async () => {
    payment("CHECKING");
    expect((await get("/cart/payment?order=o1")).json()).toEqual({ outcome: "CHECKING" });
  });

  it.each([
    ["given up", ok({ orderStatus: "CANCELED" }), "/cart?order=o1"],
    ["already paid", ko(409, "TRANSITION_NOT_ALLOWED"), "/cart?order=o1&refused=TRANSITION_NOT_ALLOWED"],
    ["provider silent", ko(503, "PAYMENT_UNAVAILABLE"), "/cart?order=o1&refused=PAYMENT_UNAVAILABLE"],
  ])("giving up an order: %s", async (_, answer, location) => {
    says["/Order/cancel"] = answer;
    const led = await post("/cart/payment", { order: "o1" });
    expect([led.statusCode, led.headers.location]).toEqual([303, location]);
  });
});

describe("receipts", () => {
  it.each([
    ["COMPLETED", "Payée"],
    ["CANCELED", "Annulée"],
    ["ERROR", "Paiement refusé"],
    ["PENDING", "En attente de paiement"],
    ["PROCESSING", "Paiement en vérification"],
    ["REGULARIZATION", "À régulariser"],
  ] as const)("word %s", async (status, words) => {
    says["/Order/history.json"] = ok({ items: [{ ...order, status }] });
    expect((await get("/fr/account/invoices")).body).toContain(words);
  });

  it("lead on to older orders, and to the shop when there are none", async () => {
    says["/Order/history.json"] = ok({ items: [order], nextCursor: "c2" });
    expect((await get("/fr/account/invoices")).body).toContain('href="/fr/account/invoices?after=c2"');
    says["/Order/history.json"] = ok({ items: [] });
    expect((await get("/fr/account/invoices")).body).toContain("Aucune commande pour l’instant");
  });

  it("show an order with its lines, papers and history", async () => {
    says["/Order/getOrders.json"] = ok({ items: [{ ...order, creditNoteNumber: "A-2026-1", vouchers: ["MOINS5"] }] });
    const { body } = await get("/fr/account/invoices?order=o1");
    for (const words of ["2026-000042", "Pass 31 jours", "Karim Morel", "MOINS5", "F-2026-7", "A-2026-1"]) {
      expect(body).toContain(words);
    }
    expect(body).toContain("Paiement reçu, commande confirmée");
    expect(body).toContain("/fr/account/invoices/credit-note.pdf?order=o1");
  });

  it("offer to go on with an order that is not paid, or to give it up", async () => {
    says["/Order/getOrders.json"] = ok({
      items: [{ ...order, status: "PROCESSING", paymentUrl: "https://pay.example/s" }],
    });
    const { body } = await get("/fr/account/invoices?order=o1");
    expect(body).toContain('href="https://pay.example/s"');
    expect(body).toContain("Annuler cette commande");
  });
});

describe("the wallet", () => {
  const stack = (change: Partial<Ticket>, count = 1) => {
    const { productId, name, summary, ink, icon, figure } = ticket;
    const model = { productId, name, summary, ink, icon, figure, useWithin: null, trips: null, transferMinutes: null };
    const validity = { from: "purchase", duration: "P31D" };
    return { blueprint: { ...model, validity }, count, tickets: [{ ...ticket, ...change }] };
  };

  it("shows usable tickets first, stacked, and never their codes", async () => {
    const later = stack({ ticketId: "t2", state: "pending", name: "Plus tard", validFrom: "2098-01-01T00:00:00.000Z" });
    says["/Account/getWallet"] = ok({ stacks: [later, stack({}, 3)] });
    const { body } = await get("/fr/account/wallet");
    expect(body.indexOf("ticket=t1")).toBeLessThan(body.indexOf("ticket=t2"));
    expect(body).toContain("3 titres identiques");
    expect(body).not.toContain("GT1.SIGNED");
  });

  it("asks for past tickets, and for each alone", async () => {
    says["/Account/getWallet"] = ok({ stacks: [] });
    await get("/fr/account/wallet?show=past&each=1");
    expect(asked("/Account/getWallet")?.values).toMatchObject({ type: "past", unstack: "true" });
    expect((await get("/fr/account/wallet")).body).toContain("Vos titres attendront ici");
  });

  it("presents a ticket with its code, whose name says product, traveller and validity", async () => {
    const { body } = await get("/fr/account/wallet?ticket=t1");
    expect(body).toMatch(
      /<svg viewBox="0 0 \d+ \d+" role="img" aria-label="Code à scanner\s: Pass 31 jours, Karim Morel\. Valable jusqu’au/,
    );
    expect(body).toContain("7K4 902 318");
    expect(body).toContain("/fr/account/wallet/attestation.pdf?ticket=t1");
  });

  it("a ticket that can no longer be shown has no code", async () => {
    says["/wallet/tickets"] = ok({ items: [{ ...ticket, state: "cancelled", code: null }] });
    const { body } = await get("/fr/account/wallet?ticket=t1");
    expect(body).not.toContain('role="img"');
    expect(body).toContain("Ce titre ne peut plus être présenté");
  });

  it("somebody else's ticket is not there", async () => {
    says["/wallet/tickets"] = ko(404, "NOT_FOUND");
    expect((await get("/fr/account/wallet?ticket=t9")).statusCode).toBe(404);
  });
});

describe("files of the account", () => {
  const pdf: Answer = (_seen, reply) => reply.type("application/pdf").send(Buffer.from("%PDF-1.7"));

  it.each([
    ["/account/wallet/ticket.pdf?ticket=t1", "/Wallet/ticketPdf", { ticketId: "t1" }],
    ["/account/wallet/attestation.pdf?ticket=t1", "/Wallet/contractAttestation", { ticketId: "t1" }],
    ["/account/invoices/invoice.pdf?order=o1", "/Order/printOrder.json", { orderId: "o1", kind: "invoice" }],
    ["/account/invoices/credit-note.pdf?order=o1", "/Order/printOrder.json", { orderId: "o1", kind: "credit-note" }],
  ])("%s comes from the Ticket API in the page's language, and is not kept", async (url, path, values) => {
    says[path] = pdf;
    const answer = await get(`/ar${url}`);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/pdf"]);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    expect(answer.body).toBe("%PDF-1.7");
    expect(asked(path)?.values).toMatchObject({ ...values, lang: "ar" });
  });

  it("lead a visitor to sign in", async () => {
    const answer = await get("/account/wallet/ticket.pdf?ticket=t1", {});
    expect(answer.headers.location).toBe("/auth?next=%2Faccount%2Fwallet%3Fticket%3Dt1");
  });

  it("one refused for now leads to the ticket, which says so", async () => {
    says["/Wallet/contractAttestation"] = ko(409, "TICKET_UNUSABLE", { reason: "not-begun" });
    const answer = await get("/fr/account/wallet/attestation.pdf?ticket=t1");
    expect(answer.headers.location).toBe("/fr/account/wallet?ticket=t1&refused=1");
    expect((await get("/fr/account/wallet?ticket=t1&refused=1")).body).toContain("Ce document n’est pas disponible");
  });

  it("one that there is none of is 404", async () => {
    says["/Order/printOrder.json"] = ko(404, "NOT_FOUND");
    expect((await get("/account/invoices/invoice.pdf?order=o1")).statusCode).toBe(404);
    expect((await get("/account/invoices/invoice.pdf")).statusCode).toBe(404);
  });
});
