import type { Answer } from "@guichet/client/peer.ts";
import type { Order } from "@guichet/contract/orders.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestsTo } from "../../../testing/browser-requests.ts";
import { order, ticket } from "../../../testing/sample-purchase.ts";
import { ko, ok, openScriptedShop } from "../../../testing/scripted-shop.ts";

/** Ticket API responses for the current test. */
let says: Record<string, Answer> = {};
let shop: Awaited<ReturnType<typeof openScriptedShop>>;
beforeAll(async () => {
  shop = await openScriptedShop(
    ["/Order/getOrders.json", "/Order/cancel", "/Payment/acknowledge.json", "/wallet/tickets"],
    () => says,
  );
});
afterAll(() => shop?.stop());
beforeEach(() => {
  says = { "/Order/getOrders.json": ok({ items: [order] }), "/wallet/tickets": ok({ items: [ticket] }) };
  shop.seen.length = 0;
});

const signedIn = { cookie: "userTicketToken=good" };
const { get: getWith, post: postWith } = requestsTo(() => shop.server);
const get = (url: string, headers: Record<string, string> = signedIn) => getWith(url, headers);
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  postWith(url, fields, { ...signedIn, ...headers });

/** The last status request for the payment. */
const asked = () => shop.seen.findLast(({ path }) => path === "/Payment/acknowledge.json")?.values;

describe("the return from the payment page", () => {
  const payment = (outcome: string, change: Partial<Order> = {}) => {
    says["/Payment/acknowledge.json"] = ok({ outcome, orderId: "o1" });
    says["/Order/getOrders.json"] = ok({ items: [{ ...order, ...change }] });
  };

  it("from another site first redirects within the shop, so that the session is known", async () => {
    const answer = await get("/fr/cart?order=o1", { "sec-fetch-site": "cross-site" });
    expect(answer.body).toContain('http-equiv="refresh" content="0"');
    expect(shop.seen.map(({ path }) => path)).not.toContain("/Payment/acknowledge.json");
  });

  it("signed out redirects to the sign-in, and back to the result", async () => {
    const answer = await get("/fr/cart?order=o1", {});
    expect(answer.headers.location).toBe("/fr/auth?next=%2Fcart%3Forder%3Do1");
  });

  // covers §2: payment results: confirmed, refused, cancelled, being checked
  it("CONFIRMED shows number, amount, where the documents were sent, and a link to the ticket", async () => {
    payment("CONFIRMED");
    const { body } = await get("/fr/cart?order=o1");
    expect(body).toContain("Commande confirmée");
    expect(body).toContain("2026-000042");
    expect(body).toContain("karim@demo.example");
    expect(body).toContain('href="/fr/account/wallet?ticket=t1"');
    expect(body).toContain('href="/fr/account/invoices/invoice.pdf?order=o1"');
  });

  // covers §2: payment results: confirmed, refused, cancelled, being checked
  it("REFUSED says that nothing was charged", async () => {
    payment("REFUSED", { status: "ERROR", invoiceNumber: null, ticketCount: 0 });
    const { body } = await get("/fr/cart?order=o1");
    expect(body).toContain("Votre banque a refusé le paiement");
    expect(body).toContain("Rien n’a été débité");
    // Without the cart, as on another device, the order itself is paid.
    expect(body).toMatch(/<form(?=[^>]*action="\/fr\/account\/invoices\?order=o1")[^>]*>.*value="pay"/s);
  });

  // covers §2: payment results: confirmed, refused, cancelled, being checked
  it("CANCELLED says that the order is unpaid", async () => {
    payment("CANCELLED", { status: "CANCELED", invoiceNumber: null, ticketCount: 0 });
    expect((await get("/en/cart?order=o1")).body).toContain("You have not paid this order");
  });

  it("a late payment is shown as refunded", async () => {
    const history = [{ at: order.createdAt, event: "captured-late" }];
    payment("CANCELLED", { status: "CANCELED", invoiceNumber: null, ticketCount: 0, history });
    expect((await get("/en/cart?order=o1")).body).toContain("We are refunding it");
  });

  // covers §2: payment results: confirmed, refused, cancelled, being checked
  it("CHECKING asks not to pay again, and never claims a failure", async () => {
    payment("CHECKING", { status: "PROCESSING", invoiceNumber: null, paymentUrl: "https://pay.example/s1" });
    const { body } = await get("/fr/cart?order=o1");
    expect(body).toContain("Ne payez pas une seconde fois.");
    expect(body).toContain('href="https://pay.example/s1"');
    expect(body).not.toMatch(/refusé|échou|annulé/);
  });

  // covers: a customer who leaves the payment page through its back link sees at once that nothing is paid
  it("UNPAID after the payment page was left says that nothing was charged, without waiting, and offers to pay", async () => {
    payment("UNPAID", {
      status: "PROCESSING",
      invoiceNumber: null,
      ticketCount: 0,
      paymentUrl: "https://pay.example/s1",
    });
    const { body } = await get("/fr/cart?order=o1&left=1");
    expect(asked()).toMatchObject({ orderId: "o1", leftPage: true });
    expect(body).toContain("Vous n’avez pas payé cette commande");
    expect(body).toContain("Paiement non effectué");
    expect(body).toContain("Rien n’a été débité");
    expect(body).not.toMatch(/Nous vérifions|annulée/);
  });

  it.each(["CONFIRMED", "CHECKING"])(
    "the address of a left page changes nothing if the payment is %s",
    async (outcome) => {
      payment(outcome, outcome === "CHECKING" ? { status: "PROCESSING", invoiceNumber: null } : {});
      const { body } = await get("/fr/cart?order=o1&left=1");
      expect(body).toContain(outcome === "CONFIRMED" ? "Commande confirmée" : "Nous vérifions votre paiement");
    },
  );

  it("signed out, the customer who left the payment page returns there after the sign-in", async () => {
    const answer = await get("/fr/cart?order=o1&left=1", {});
    expect(answer.headers.location).toBe("/fr/auth?next=%2Fcart%3Forder%3Do1%26left%3D1");
  });

  it("an error of the Ticket API counts as CHECKING too", async () => {
    says["/Payment/acknowledge.json"] = ko(503, "UNAVAILABLE");
    says["/Order/getOrders.json"] = ko(503, "UNAVAILABLE");
    const answer = await get("/fr/cart?order=o1");
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain("Nous vérifions votre paiement");
  });

  it("another customer's order is not found", async () => {
    says["/Payment/acknowledge.json"] = ko(404, "NOT_FOUND");
    expect((await get("/fr/cart?order=o1")).statusCode).toBe(404);
    expect((await get("/fr/cart?order=../../etc")).statusCode).toBe(404);
  });

  it("a refunded order is listed among the receipts", async () => {
    payment("CONFIRMED", { status: "CANCELED", creditNoteNumber: "A-2026-1" });
    expect((await get("/fr/cart?order=o1")).headers.location).toBe("/fr/account/invoices?order=o1");
  });

  it("polling by script returns only the outcome", async () => {
    payment("CHECKING");
    expect((await get("/cart/payment?order=o1")).json()).toEqual({ outcome: "CHECKING" });
    expect(asked()).not.toHaveProperty("leftPage");
    await get("/cart/payment?order=o1&left=1");
    expect(asked()).toMatchObject({ leftPage: true });
  });

  it.each([
    ["given up", ok({ orderStatus: "CANCELED" }), "/cart?order=o1"],
    ["already paid", ko(409, "TRANSITION_NOT_ALLOWED"), "/cart?order=o1&refused=TRANSITION_NOT_ALLOWED"],
    ["provider silent", ko(503, "PAYMENT_UNAVAILABLE"), "/cart?order=o1&refused=PAYMENT_UNAVAILABLE"],
  ])("cancelling an order: %s", async (_, answer, location) => {
    says["/Order/cancel"] = answer;
    const led = await post("/cart/payment", { order: "o1" });
    expect([led.statusCode, led.headers.location]).toEqual([303, location]);
  });
});
