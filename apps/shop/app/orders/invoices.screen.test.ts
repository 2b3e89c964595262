import type { Answer } from "@guichet/client/peer.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { holder } from "../../testing/api-peer.ts";
import { requestsTo } from "../../testing/browser-requests.ts";
import { order } from "../../testing/sample-purchase.ts";
import { running } from "../../testing/sample-subscription.ts";
import { ko, ok, openScriptedShop } from "../../testing/scripted-shop.ts";

/** Ticket API responses for the current test. */
let says: Record<string, Answer> = {};
let shop: Awaited<ReturnType<typeof openScriptedShop>>;
beforeAll(async () => {
  shop = await openScriptedShop(
    [
      "/Order/getOrders.json",
      "/Order/history.json",
      "/Order/readLinked.json",
      "/Order/cancel",
      "/Order/pay.json",
      "/Payment/acknowledge.json",
      "/Subscriptions/list",
      "/Account/getUser.json",
    ],
    () => ({ "/Account/getUser.json": ok({ user: holder, profiles: [] }), ...says }),
  );
});
afterAll(() => shop?.stop());
beforeEach(() => {
  says = { "/Order/getOrders.json": ok({ items: [order] }) };
  shop.seen.length = 0;
});

const signedIn = { cookie: "userTicketToken=good" };
const { get: getWith, post: postWith } = requestsTo(() => shop.server);
const get = (url: string, headers: Record<string, string> = signedIn) => getWith(url, headers);
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = signedIn) =>
  postWith(url, fields, headers);

/** An order as the link of a guest's e-mail opens it. */
const linked = "/fr/account/invoices?order=o1&until=2027-01-01T00%3A00%3A00.000Z&link=signed";
const linkFields = { orderId: "o1", until: "2027-01-01T00:00:00.000Z", linkSignature: "signed" };

describe("receipts", () => {
  it.each([
    ["COMPLETED", "Payée"],
    ["CANCELED", "Annulée"],
    ["ERROR", "Paiement refusé"],
    ["PENDING", "En attente de paiement"],
    ["PROCESSING", "Paiement en cours de vérification"],
    ["REGULARIZATION", "À régulariser"],
  ] as const)("label %s", async (status, words) => {
    says["/Order/history.json"] = ok({ items: [{ ...order, status }] });
    expect((await get("/fr/account/invoices")).body).toContain(words);
  });

  // covers §2: /account/invoices
  it("link to older orders, and to the shop when there are none", async () => {
    says["/Order/history.json"] = ok({ items: [order], nextCursor: "c2" });
    expect((await get("/fr/account/invoices")).body).toContain('href="/fr/account/invoices?after=c2"');
    says["/Order/history.json"] = ok({ items: [] });
    expect((await get("/fr/account/invoices")).body).toContain("Aucune commande pour l’instant");
  });

  // covers §2: /account/invoices
  it("show an order with its lines, documents and history", async () => {
    says["/Order/getOrders.json"] = ok({ items: [{ ...order, creditNoteNumber: "A-2026-1", vouchers: ["MOINS5"] }] });
    const { body } = await get("/fr/account/invoices?order=o1");
    for (const words of ["2026-000042", "Pass 31 jours", "Karim Morel", "MOINS5", "F-2026-7", "A-2026-1"]) {
      expect(body).toContain(words);
    }
    expect(body).toContain("Paiement reçu, commande confirmée");
    expect(body).toContain("/fr/account/invoices/credit-note.pdf?order=o1");
  });

  // covers: an e-mail about a parcel or a collection has the same button for a guest, with a signed link
  it("show a guest's order with the link of an e-mail, without a session and without what needs one", async () => {
    says["/Order/readLinked.json"] = ok({ order });
    const link = "/fr/account/invoices?order=o1&until=2027-01-01T00%3A00%3A00.000Z&link=signed";
    const { statusCode, body } = await get(link, {});
    expect([statusCode, body.includes("2026-000042")]).toEqual([200, true]);
    expect(body).not.toContain("invoice.pdf");
    expect(shop.asked("/Order/readLinked.json")?.values).toMatchObject({
      ...{ orderId: "o1", until: "2027-01-01T00:00:00.000Z", linkSignature: "signed" },
    });
    says = {};
    expect((await get(link, {})).statusCode).toBe(404);
    expect((await get("/fr/account/invoices?order=o1", {})).statusCode).toBe(302);
  });

  // covers: no e-mail to a guest has a link that needs an account
  // covers: a guest pays or cancels an unpaid order with the link of an e-mail, in any browser
  it("offer with the link to pay or cancel an unpaid order, in any browser", async () => {
    for (const [status, words] of [
      ["ERROR", "Payer cette commande"],
      ["PROCESSING", "Reprendre le paiement"],
    ] as const) {
      says["/Order/readLinked.json"] = ok({ order: { ...order, status } });
      const { body } = await get(linked, {});
      expect(body).toMatch(/<button(?=[^>]*name="what")[^>]*value="pay"/);
      expect(body).toContain(words);
      expect(body).toContain("Annuler cette commande");
      expect(body).toContain(`action="${linked.replaceAll("&", "&amp;")}"`);
      expect(body).not.toContain("/cart?order=o1");
    }
  });

  it("lead with the link to the payment page, and bring the browser back to the link without naming it to others", async () => {
    says["/Order/pay.json"] = ok({ orderStatus: "PROCESSING", paymentUrl: "https://pay.example/s" });
    const led = await post(linked, { what: "pay" }, {});
    expect([led.statusCode, led.headers.location]).toEqual([303, "https://pay.example/s"]);
    expect(shop.asked("/Order/pay.json")?.values).toMatchObject(linkFields);
    const kept = [led.headers["set-cookie"]].flat().find((one) => one?.startsWith("orderLink="));
    expect(kept).toMatch(/Max-Age=3600; Path=\/; HttpOnly; SameSite=Strict$/);
    const cookie = kept?.split(";")[0] ?? "";
    const back = await get("/fr/cart?order=o1&left=1", { cookie });
    expect(back.headers.location).toBe(`${linked}&paid=1&left=1`);
    expect((await get("/fr/cart?order=o2", { cookie })).headers.location).toContain("/fr/auth");
    says["/Payment/acknowledge.json"] = ok({ outcome: "CONFIRMED", orderId: "o1" });
    const paid = await get(`${linked}&paid=1`, { cookie });
    expect(paid.headers.location).toBe(linked);
    expect(String(paid.headers["set-cookie"])).toMatch(/orderLink=;[^,]*Max-Age=0/);
    says["/Payment/acknowledge.json"] = ok({ outcome: "CHECKING", orderId: "o1" });
    expect(String((await get(`${linked}&paid=1`, { cookie })).headers["set-cookie"])).not.toContain("orderLink");
    expect(shop.asked("/Payment/acknowledge.json")?.values).toMatchObject(linkFields);
  });

  it.each([
    [ko(409, "TRANSITION_NOT_ALLOWED"), "PAY_OVER", "ne peut plus être payée"],
    [ko(409, "COLLECT_SLOT_FULL"), "PAY_HELD", "n’est plus disponible"],
    [ko(503, "PAYMENT_UNAVAILABLE"), "PART_UNREACHABLE", "Rien n’a été débité"],
    [ko(409, "UNPAID_HOLDS_EXCEEDED"), "UNPAID_HOLDS_EXCEEDED", "Payez-en une ou annulez-la"],
    // What nobody foresaw does not call for another order.
    [ko(409, "IDEMPOTENCY_KEY_REUSED"), "IDEMPOTENCY_KEY_REUSED", "Réessayez"],
    [ko(404, "NOT_FOUND"), "NOT_FOUND", "introuvable"],
  ])("say why an order is not paid (%#)", async (answer, refused, words) => {
    says["/Order/pay.json"] = answer;
    const led = await post(linked, { what: "pay" }, {});
    expect(led.headers.location).toBe(`${linked}&refused=${refused}`);
    says["/Order/readLinked.json"] = ok({ order: { ...order, status: "ERROR" } });
    expect((await get(`${linked}&refused=${refused}`, {})).body).toContain(words);
  });

  it("cancel an unpaid order with the link, and say so", async () => {
    says["/Order/cancel"] = ok({ orderStatus: "CANCELED" });
    expect((await post(linked, { what: "cancel" }, {})).headers.location).toBe(linked);
    expect(shop.asked("/Order/cancel")?.values).toMatchObject(linkFields);
    says["/Order/readLinked.json"] = ok({ order: { ...order, status: "CANCELED", invoiceNumber: null } });
    const { body } = await get(linked, {});
    expect(body).toContain("La commande est annulée et rien n’a été débité.");
    expect(body).not.toContain('value="pay"');
  });

  it("show a paid order that is paid again, and ask nobody to place another", async () => {
    says["/Order/pay.json"] = ok({ orderStatus: "COMPLETED" });
    expect((await post(linked, { what: "pay" }, {})).headers.location).toBe(`${linked}&paid=1`);
  });

  it("say that the payment does not respond when an order cannot be cancelled for that", async () => {
    says["/Order/cancel"] = ko(503, "UNAVAILABLE");
    expect((await post(linked, { what: "cancel" }, {})).headers.location).toBe(`${linked}&refused=PAYMENT_UNAVAILABLE`);
  });

  it("lead the customer of a refused order to another payment page, on any device", async () => {
    says["/Order/pay.json"] = ok({ orderStatus: "PROCESSING", paymentUrl: "https://pay.example/s" });
    says["/Order/getOrders.json"] = ok({ items: [{ ...order, status: "ERROR" }] });
    expect((await get("/fr/account/invoices?order=o1")).body).toContain("Payer cette commande");
    const led = await post("/fr/account/invoices?order=o1", { what: "pay" });
    expect(led.headers.location).toBe("https://pay.example/s");
    expect(String(led.headers["set-cookie"])).not.toContain("orderLink");
  });

  it("show suspended tickets before anything else about the order", async () => {
    says["/Order/getOrders.json"] = ok({
      items: [
        { ...order, status: "REGULARIZATION", suspension: { on: "2026-12-17", since: "2026-12-17T07:00:00.000Z" } },
      ],
    });
    const { periods, ...others } = running;
    says["/Subscriptions/list"] = ok({ subscriptions: [{ ...others, periods: [{ ...periods[0], orderId: "o1" }] }] });
    const { body } = await get("/fr/account/invoices?order=o1");
    expect(body).toContain("Abonnement à renouvellement automatique");
    expect(body.indexOf("Suspendue pour impayé")).toBeLessThan(body.indexOf("Abonnement à renouvellement automatique"));
  });

  it("offer to continue or cancel an unpaid order", async () => {
    says["/Order/getOrders.json"] = ok({
      items: [{ ...order, status: "PROCESSING", paymentUrl: "https://pay.example/s" }],
    });
    const { body } = await get("/fr/account/invoices?order=o1");
    expect(body).toContain('href="https://pay.example/s"');
    expect(body).toContain("Annuler cette commande");
  });
});
