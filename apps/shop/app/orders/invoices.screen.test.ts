import type { Answer } from "@guichet/client/peer.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { holder } from "../../testing/api-peer.ts";
import { requestsTo } from "../../testing/browser-requests.ts";
import { order } from "../../testing/sample-purchase.ts";
import { running } from "../../testing/sample-subscription.ts";
import { ok, openScriptedShop } from "../../testing/scripted-shop.ts";

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
const { get: getWith } = requestsTo(() => shop.server);
const get = (url: string, headers: Record<string, string> = signedIn) => getWith(url, headers);

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
  it("show with the link how to pay an unpaid order, and its payment in the browser of the purchase", async () => {
    const unpaid = { ...order, status: "ERROR" };
    says["/Order/readLinked.json"] = ok({ order: unpaid });
    const link = "/fr/account/invoices?order=o1&until=2027-01-01T00%3A00%3A00.000Z&link=signed";
    const elsewhere = (await get(link, {})).body;
    expect(elsewhere).toContain("ouvrez le lien dans le navigateur de votre achat");
    expect(elsewhere).toContain('href="/fr/products"');
    expect(elsewhere).not.toContain("/cart?order=o1");
    says["/Order/getOrders.json"] = ok({ items: [unpaid] });
    says["/Account/getUser.json"] = ok({ user: { ...holder, authAsGuest: true }, profiles: [] });
    const own = (await get(link)).body;
    expect(own).toContain("/fr/cart?order=o1");
    expect(own).not.toContain("ouvrez le lien dans le navigateur");
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
