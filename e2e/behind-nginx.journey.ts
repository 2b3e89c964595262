import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { until } from "@guichet/postgres/waiting.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../scripts/start/ports.ts";
import { proxyOfExample } from "./proxy/nginx.ts";
import { ledgerOf } from "./sandbox.ts";
import { buyCart, choose, shopperAt, signIn } from "./shopper.ts";
import { browserOfTest, openGuichet } from "./stage.ts";
import { wordsIn } from "./words.ts";

const free = () => freePort("127.0.0.1", 0, "a port");
const ports = { http: await free(), https: await free(), shop: await free(), api: await free(), office: await free() };
const proxy = await proxyOfExample(ports);
const guichet = openGuichet({
  SHOP_PORT: String(ports.shop),
  API_PORT: String(ports.api),
  OFFICE_PORT: String(ports.office),
  SHOP_PUBLIC_URL: `https://localhost:${ports.https}`,
  OFFICE_PUBLIC_URL: `https://office.localhost:${ports.https}`,
  API_PUBLIC_URL: `https://127.0.0.1:${ports.https}`,
  API_URL: `http://127.0.0.1:${ports.api}`,
  NODE_EXTRA_CA_CERTS: proxy.certificate,
});
beforeAll(() => proxy.start());
afterAll(() => proxy.stop());

const words = wordsIn("fr");

interface Got {
  status: number | undefined;
  location: string | undefined;
  strict: string | undefined;
}

/** Requests a path from nginx under a host name; undefined: it closed the connection without a response. */
function get(host: string, path: string, port = ports.https): Promise<Got | undefined> {
  const client = port === ports.http ? http : https;
  return new Promise((resolve) => {
    const options = {
      host: "127.0.0.1",
      port,
      path,
      servername: host === "127.0.0.1" ? "" : host,
      headers: { host: `${host}:${port}` },
      ca: readFileSync(proxy.certificate),
    };
    client
      .get(options, (response) => {
        const { location, "strict-transport-security": strict } = response.headers;
        response.resume().once("end", () => resolve({ status: response.statusCode, location, strict: `${strict}` }));
      })
      .once("error", () => resolve(undefined));
  });
}

describe("an installation behind nginx, set up as in the example", () => {
  // covers §1: behind nginx as the example sets it up, over TLS
  it("redirects to TLS, serves shop, office and Ticket API by their host names, and nothing else", async () => {
    expect(await until(10_000, () => get("localhost", "/healthz"))).toMatchObject({ status: 200 });
    expect(await get("localhost", "/fr", ports.http)).toMatchObject({
      status: 301,
      location: `https://localhost:${ports.https}/fr`,
    });
    expect(await get("localhost", "/fr")).toMatchObject({ status: 200, strict: "max-age=31536000; includeSubDomains" });
    expect(await get("office.localhost", "/healthz")).toMatchObject({ status: 200 });
    expect(await get("127.0.0.1", "/.well-known/guichet-ticket-keys.json")).toMatchObject({ status: 200 });
    for (const host of ["localhost", "office.localhost", "127.0.0.1"])
      expect(await get(host, "/metrics")).toMatchObject({ status: 404 });
    expect(await get("nobody.localhost", "/")).toBeUndefined();
  });

  // covers §1: behind nginx as the example sets it up, over TLS
  it("sells a ticket over TLS to a signed-in customer", { timeout: 240_000 }, async () => {
    const browser = await browserOfTest({
      locale: "fr-FR",
      viewport: { width: 360, height: 740 },
      ignoreHTTPSErrors: true,
    });
    const shopper = shopperAt(await browser.context.newPage(), words);
    await shopper.page.goto(guichet.shop);
    expect(new URL(shopper.page.url()).protocol).toBe("https:");
    await signIn(shopper, "holder@demo.example");
    await shopper.page.goto(guichet.shop);
    await choose(shopper, "ticket-1h");
    const orderId = await buyCart(shopper, 130);
    const cookies = await browser.context.cookies(guichet.shop);
    expect(cookies.length).toBeGreaterThan(0);
    expect(cookies.filter(({ httpOnly, secure }) => httpOnly && !secure)).toEqual([]);
    expect((await ledgerOf(guichet, orderId)).filter(({ kind }) => kind === "capture")).toHaveLength(1);
  });
});
