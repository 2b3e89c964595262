import type { Answer } from "@guichet/client/peer.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestsTo } from "../../testing/browser-requests.ts";
import { order, ticket } from "../../testing/sample-purchase.ts";
import { ko, ok, openScriptedShop } from "../../testing/scripted-shop.ts";

/** The response of the Ticket API to each call, set by each test. */
let says: Record<string, Answer> = {};
let shop: Awaited<ReturnType<typeof openScriptedShop>>;
beforeAll(async () => {
  shop = await openScriptedShop(
    [
      "/wallet/tickets",
      "/Wallet/ticketPdf",
      "/Wallet/contractAttestation",
      "/Order/printOrder.json",
      "/Order/getOrders.json",
    ],
    () => says,
  );
});
afterAll(() => shop?.stop());
beforeEach(() => {
  says = { "/Order/getOrders.json": ok({ items: [order] }), "/wallet/tickets": ok({ items: [ticket] }) };
  shop.seen.length = 0;
});

const signedIn = { cookie: "userTicketToken=good" };
const { get: getWith } = requestsTo(() => shop.server);
const get = (url: string, headers: Record<string, string> = signedIn) => getWith(url, headers);
const asked = (path: string) => shop.asked(path);

describe("files of the account", () => {
  const pdf: Answer = (_seen, reply) => reply.type("application/pdf").send(Buffer.from("%PDF-1.7"));

  // covers: documents of the account, served by the shop
  it.each([
    ["/account/wallet/ticket.pdf?ticket=t1", "/Wallet/ticketPdf", { ticketId: "t1" }],
    ["/account/wallet/attestation.pdf?ticket=t1", "/Wallet/contractAttestation", { ticketId: "t1" }],
    ["/account/invoices/invoice.pdf?order=o1", "/Order/printOrder.json", { orderId: "o1", kind: "invoice" }],
    ["/account/invoices/credit-note.pdf?order=o1", "/Order/printOrder.json", { orderId: "o1", kind: "credit-note" }],
  ])("%s is fetched from the Ticket API in the page's language, and not cached", async (url, path, values) => {
    says[path] = pdf;
    const answer = await get(`/ar${url}`);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/pdf"]);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    expect(answer.body).toBe("%PDF-1.7");
    expect(asked(path)?.values).toMatchObject({ ...values, lang: "ar" });
  });

  it("redirect visitors to the sign-in", async () => {
    const answer = await get("/account/wallet/ticket.pdf?ticket=t1", {});
    expect(answer.headers.location).toBe("/auth?next=%2Faccount%2Fwallet%3Fticket%3Dt1");
  });

  it("that are temporarily refused redirect to the ticket with a message", async () => {
    says["/Wallet/contractAttestation"] = ko(409, "TICKET_UNUSABLE", { reason: "not-begun" });
    const answer = await get("/fr/account/wallet/attestation.pdf?ticket=t1");
    expect(answer.headers.location).toBe("/fr/account/wallet?ticket=t1&refused=1");
    expect((await get("/fr/account/wallet?ticket=t1&refused=1")).body).toContain("Ce document n’est pas disponible");
  });

  it("that do not exist are 404", async () => {
    says["/Order/printOrder.json"] = ko(404, "NOT_FOUND");
    expect((await get("/account/invoices/invoice.pdf?order=o1")).statusCode).toBe(404);
    expect((await get("/account/invoices/invoice.pdf")).statusCode).toBe(404);
  });
});
