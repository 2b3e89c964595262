import type { Answer } from "@guichet/client/peer.ts";
import type { Ticket } from "@guichet/contract/wallet.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestsTo } from "../../../testing/browser-requests.ts";
import { ticket } from "../../../testing/sample-purchase.ts";
import { ok, openScriptedShop } from "../../../testing/scripted-shop.ts";

let says: Record<string, Answer> = {};
let shop: Awaited<ReturnType<typeof openScriptedShop>>;
beforeAll(async () => {
  shop = await openScriptedShop(["/wallet/tickets", "/Account/getWallet"], () => says);
});
afterAll(() => shop?.stop());

const { get: getWith } = requestsTo(() => shop.server);
const get = (url: string, headers: Record<string, string> = { cookie: "userTicketToken=good" }) =>
  getWith(url, headers);

const { productId, name, summary, ink, icon, figure } = ticket;
const model = { productId, name, summary, ink, icon, figure, useWithin: null, trips: null, transferMinutes: null };
const blueprint = { ...model, validity: { from: "purchase", duration: "P31D" } };
const lou = { userId: "u2", firstName: "Lou", lastName: "Morvan" };
const now = Date.now();
const running: Partial<Ticket> = {
  ticketId: "t2",
  traveller: lou,
  tripsLeft: 6,
  trips: 10,
  tripUntil: new Date(now + 30 * 60_000).toISOString(),
};

const hold = (...changes: Partial<Ticket>[]) => {
  const tickets = changes.map((change) => ({ ...ticket, code: "ABCDEFGH", ...change }));
  says["/Account/getWallet"] = ok({ stacks: [{ blueprint, count: tickets.length, tickets }] });
};
beforeEach(() => {
  says = { "/wallet/tickets": ok({ items: [] }) };
  hold({}, running, { ticketId: "t3", state: "blocked", blockedFor: ["unpaid"], code: null });
});

describe("the wallet stored for use without a network", () => {
  it("looks like the shop: its style sheet, its brand, its tab bar; it can run one script and fetch nothing", async () => {
    const { body, headers, statusCode } = await get("/fr/account/wallet/offline");
    expect(statusCode).toBe(200);
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'self' 'sha256-[^']+'; script-src 'sha256-[^']+'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(body).toMatch(/<link rel="stylesheet" href="\/assets\/[\w-]+\.css"\/>/);
    expect(body).toMatch(/class="brand"[^>]*>.*\/network\/logo\.svg/);
    expect(body).toMatch(/<nav class="tab-bar"/);
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(body).not.toMatch(/<script src|modulepreload/);
  });

  it("says that there is no network, when it was refreshed, and what needs one", async () => {
    const { body } = await get("/fr/account/wallet/offline");
    expect(body).toContain("Vous êtes hors connexion.");
    expect(body).toMatch(/Mis à jour\s: \w+ \d+/);
    expect(body).toContain("Connectez-vous à Internet pour valider ou transférer un billet.");
  });

  it("lists the running ride first, and has each ticket that can be presented on the full screen", async () => {
    const { body } = await get("/fr/account/wallet/offline");
    expect(body.indexOf('href="#ticket-t2"')).toBeLessThan(body.indexOf('href="#ticket-t1"'));
    expect([...body.matchAll(/<section[^>]* id="(ticket-\w+)"/g)].map(([, id]) => id)).toEqual([
      "ticket-t2",
      "ticket-t1",
    ]);
    expect(body.match(/<svg [^>]*role="img"/g)).toHaveLength(2);
    expect(body).toMatch(/class="ride-pill-target" href="#ticket-t2"/);
    expect(body).toContain(`data-countdown="${Date.parse(running.tripUntil ?? "")}"`);
    expect(body).toContain("Lou Morvan");
  });

  it("has no personal data but what is on the tickets", async () => {
    const { body } = await get("/fr/account/wallet/offline");
    expect(body).not.toMatch(/\w@\w|userTicketToken|2026-000042/);
  });

  it("is not for somebody who has signed out", async () => {
    expect((await get("/fr/account/wallet/offline", {})).statusCode).not.toBe(200);
  });
});

describe("the page stored in place of any other", () => {
  it("is the same for everybody, leads to the tickets and tries again, in the page's direction", async () => {
    const { body, headers, statusCode } = await get("/ar/account/wallet/offline-shop", {});
    expect(statusCode).toBe(200);
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(headers["content-security-policy"]).toContain("script-src 'none'");
    expect(body).toMatch(/^<!doctype html><html lang="ar" dir="rtl"/);
    expect(body).toContain('href="/ar/account/wallet"');
    expect(body).toMatch(/<a href=""[^>]*class="button"|<a class="button" href=""/);
    expect(body).toMatch(/class="brand"/);
    const signedIn = await get("/ar/account/wallet/offline-shop");
    expect(signedIn.body).toBe(body);
  });
});

describe("the service worker", () => {
  it("is new with each build and keeps the shop's pages, styles, fonts and pictures apart", async () => {
    const worker = await get("/wallet-worker.js");
    expect(worker.headers["cache-control"]).toBe("no-cache");
    expect(worker.headers["content-type"]).toContain("text/javascript");
    expect(worker.body).toMatch(/^\/\/ \d+\n/);
    const [, kept = ""] = /const kept = \/(.+)\/;/.exec(worker.body) ?? [];
    const isKept = (path: string) => new RegExp(kept).test(path);
    expect(["/assets/root-a1.css", "/assets/inter-b2.woff2", "/network/logo.svg"].every(isKept)).toBe(true);
    expect(["/assets/home-c3.js", "/account/wallet", "/account/pictures/picture", "/assetsx.css"].some(isKept)).toBe(
      false,
    );
    const [, prefixes = ""] = /const prefixes = \/(.+)\/;/.exec(worker.body) ?? [];
    const prefixOf = (path: string) => new RegExp(prefixes).exec(path)?.[0];
    expect(["/fr", "/ar/cart", "/french", "/cart"].map(prefixOf)).toEqual(["/fr", "/ar", undefined, undefined]);
  });
});
