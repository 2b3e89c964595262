import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fetchTimeoutMs } from "@guichet/contract/limits/request-limits.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { holder, startApiPeer } from "../testing/api-peer.ts";
import { buildFolder, builtPages } from "../testing/built-pages.ts";
import { readConfig } from "./config.ts";
import type { Pages } from "./pages.ts";
import { createShop } from "./server.ts";

type Fault = (response: ServerResponse) => void;

const faults: Record<string, Fault> = {
  "cuts the connection": (response) => response.destroy(),
  "answers half": (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
    response.write('{"status":"ok",', () => response.destroy());
  },
  "is a gateway's page": (response) =>
    void response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad Gateway</h1>"),
  "packs rubbish": (response) =>
    void response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end("rubbish"),
  "answers another shape": (response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"status":"ok"}'),
  "says that it is unavailable": (response) =>
    void response
      .writeHead(503, { "content-type": "application/json", "retry-after": "0" })
      .end('{"status":"ko","error":{"code":"UNAVAILABLE","message":"","requestId":"r"}}'),
  "answers nothing": (response) => void response.writeHead(200).end(),
};

let fault: Fault | undefined;
let pages: Pages;
let peer: Awaited<ReturnType<typeof startApiPeer>>;
let rough: Server;
let shop: FastifyInstance;
let flash: ReturnType<typeof vi.spyOn>;

beforeAll(async () => {
  pages = await builtPages();
  peer = await startApiPeer({
    "/Account/introspectToken.json": ({ headers }) => ({
      ...{ status: "ok", active: true, networkId: "demo", authAsGuest: false, expiresAt: "2036-12-31T00:00:00Z" },
      userId: nameOf(headers.authorization),
    }),
    "/Account/getUser.json": async ({ headers }) => {
      await new Promise((resolve) => setTimeout(resolve, 3));
      const userName = nameOf(headers.authorization);
      return { status: "ok", user: { ...holder, userId: userName, userName }, profiles: [] };
    },
  });
  rough = createServer(async (request, response) => {
    if (fault !== undefined) return fault(response);
    const answer = await fetch(`${peer.baseUrl}${request.url}`, { headers: request.headers as Record<string, string> });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(await answer.text());
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => rough.once("listening", resolve));
  shop = await open();
  flash = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterAll(async () => {
  flash?.mockRestore();
  await shop?.close();
  rough?.close();
  rough?.closeAllConnections();
  await peer?.stop();
});
beforeEach(() => {
  fault = undefined;
});

const nameOf = (authorization: string | undefined) => authorization?.replace("Bearer ", "") ?? "nobody";
const open = () => {
  const API_URL = `http://127.0.0.1:${(rough.address() as AddressInfo).port}`;
  return createShop({ config: readConfig({ API_URL, LOG_LEVEL: "silent" }), buildFolder, pages });
};
const host = "localhost:3000";
const page = (url: string, one = shop, headers = {}) => one.inject({ url, headers: { host, ...headers } });

// covers §9: a Ticket API that is slow, disconnected, truncated, wrongly compressed or behind a broken gateway: a designed page in time
test.each(Object.entries(faults))(
  "a Ticket API that %s from the start shows a designed page in both directions",
  async (_how, broken) => {
    fault = broken;
    const cold = await open();
    for (const [path, dir] of [
      ["/fr", "ltr"],
      ["/ar/cart", "rtl"],
    ]) {
      const { statusCode, body } = await page(path ?? "", cold);
      expect(statusCode).toBe(503);
      expect(body).toContain(`dir="${dir}"`);
      expect(body).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
      expect(body).not.toMatch(/Bad Gateway|rubbish|TypeError|\.ts:\d+/);
    }
    await cold.close();
  },
);

// covers §9: a Ticket API that is slow, disconnected, truncated, wrongly compressed or behind a broken gateway: a designed page in time
test.each(Object.entries(faults))(
  "a Ticket API that %s during a request shows header, back link and a reference, and is not cached",
  async (_how, broken) => {
    const fresh = await open();
    await page("/fr/cart", fresh);
    fault = broken;
    const place = "/fr/products/ticket";
    const { statusCode, body, headers } = await page(place, fresh);
    expect([500, 503]).toContain(statusCode);
    expect(body).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
    expect(body).toContain('href="/fr"');
    expect(body).toContain(String(headers["x-request-id"]));
    expect(body).not.toMatch(/Bad Gateway|rubbish|TypeError|\.ts:\d+/);
    fault = undefined;
    expect((await page(place, fresh)).statusCode).toBe(200);
    await fresh.close();
  },
);

// covers §9: a Ticket API that is slow, disconnected, truncated, wrongly compressed or behind a broken gateway: a designed page in time
test("a page without a response from the Ticket API says so in time, and nothing is charged", {
  timeout: 30_000,
}, async () => {
  const fresh = await open();
  await page("/fr/cart", fresh);
  fault = () => undefined;
  const begun = performance.now();
  const { statusCode, body } = await page("/fr/products/ticket", fresh);
  expect(performance.now() - begun).toBeLessThan(fetchTimeoutMs + 2_000);
  expect(statusCode).toBe(503);
  expect(body).toContain("La boutique est momentanément indisponible");
  expect(body).toContain("Rien n’a été débité");
  const cart = await page("/fr/cart", fresh);
  expect(cart.statusCode, "the cart is the browser's and needs no answer").toBe(200);
  await fresh.close();
});

// covers §7: 503 with `Retry-After` while the database or the payment provider is down; the shop says so and signs nobody out
test("while the Ticket API is unavailable every page says so, with Retry-After, and nobody is signed out", async () => {
  const fresh = await open();
  await page("/fr/cart", fresh);
  fault = faults["says that it is unavailable"];
  const cookie = "userTicketToken=customer-1";
  for (const place of ["/fr", "/fr/products/ticket", "/fr/account", "/fr/account/wallet", "/fr/legal-notices"]) {
    const { statusCode, headers, body } = await page(place, fresh, { cookie });
    expect([place, statusCode, headers["retry-after"], headers["set-cookie"]]).toEqual([place, 503, "2", undefined]);
    expect(body).toContain("La boutique est momentanément indisponible");
  }
  fault = undefined;
  expect((await page("/fr/legal-notices", fresh, { cookie })).body).toContain("customer-1");
  await fresh.close();
});

const customers = Array.from({ length: 8 }, (_, index) => `customer-${index}`);
const shownOn = (body: string): string => /customer-\d+/.exec(body)?.[0] ?? "nobody";
const mine = (token?: string, path = "/fr/legal-notices") =>
  page(path, shop, token === undefined ? {} : { cookie: `userTicketToken=${token}` }).then(({ body }) => shownOn(body));

// covers §9: two customers never share a response or a page
test("concurrent users of one address each see their own page, and visitors see nobody's", async () => {
  for (let round = 0; round < 3; round += 1) {
    const everybody = customers.flatMap((customer) => [customer, undefined]);
    const seen = await Promise.all(everybody.map((who) => mine(who)));
    expect(seen).toEqual(everybody.map((who) => who ?? "nobody"));
  }
});

test("control: pages cached by address alone show one customer to another", async () => {
  const kept = new Map<string, Promise<string>>();
  const byAddress = (who: string) => {
    const address = "/fr/legal-notices";
    const known = kept.get(address) ?? mine(who, address);
    kept.set(address, known);
    return known;
  };
  const seen = await Promise.all(customers.map(byAddress));
  expect(seen).not.toEqual(customers);
});
