import type { Answer } from "@guichet/client/peer.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { readConfig } from "../../server/config.ts";
import { createShop } from "../../server/server.ts";
import { startApiPeer } from "../../testing/api-peer.ts";
import { buildFolder, builtPages } from "../../testing/built-pages.ts";
import { sampleNetwork } from "../../testing/sample-network.ts";

const found = {
  label: "3 Quai des Brumes 76990 Saint-Aubert-sur-Mer",
  kind: "housenumber",
  addressRoute: "3 Quai des Brumes",
  addressPostalCode: "76990",
  addressCity: "Saint-Aubert-sur-Mer",
  country: "FR",
};
const refused =
  (status: number, code: string): Answer =>
  (_seen, reply) =>
    reply.code(status).send({ status: "ko", error: { code, message: "" } });

/** Response of the Ticket API in the current test. */
let says: Answer;
type Shop = { shop: FastifyInstance; peer: Awaited<ReturnType<typeof startApiPeer>> };
let on: Shop;
let off: Shop;
beforeAll(async () => {
  const pages = await builtPages();
  const open = async (addressSearch: boolean): Promise<Shop> => {
    const peer = await startApiPeer({
      "/Networks/getNetworkConfiguration.json": () => ({ status: "ok", network: { ...sampleNetwork, addressSearch } }),
      "/Address/search": (...ask) => says(...ask),
    });
    const config = readConfig({ API_URL: peer.baseUrl, LOG_LEVEL: "silent" });
    return { peer, shop: await createShop({ config, buildFolder, pages }) };
  };
  [on, off] = await Promise.all([open(true), open(false)]);
});
afterAll(async () => {
  for (const { shop, peer } of [on, off]) {
    await shop?.close();
    await peer?.stop();
  }
});
beforeEach(() => {
  says = () => ({ status: "ok", addresses: [found] });
  on.peer.seen.length = 0;
  off.peer.seen.length = 0;
});

const host = "localhost:3000";
const search = ({ shop }: Shop, text: string, headers: Record<string, string> = {}) =>
  shop.inject({
    method: "POST",
    url: "/fr/addresses",
    payload: new URLSearchParams({ text }).toString(),
    remoteAddress: "203.0.113.9",
    headers: { host, origin: `http://${host}`, "content-type": "application/x-www-form-urlencoded", ...headers },
  });
const asked = ({ peer }: Shop) => peer.seen.filter(({ path }) => path === "/Address/search");

describe("the text typed for an address", () => {
  // covers §1: autocomplete of French addresses, where `ADDRESS_SEARCH_URL` is set
  it("is searched by the Ticket API, which counts the customer's address; the response is not cached", async () => {
    const answer = await search(on, " 3 quai des br ");
    expect([answer.statusCode, answer.json()]).toEqual([200, { addresses: [found] }]);
    expect(answer.headers["cache-control"]).toContain("no-store");
    const [sent] = asked(on);
    expect([sent?.method, sent?.values.text]).toEqual(["POST", "3 quai des br"]);
    expect(sent?.headers["x-forwarded-for"]).toBe("203.0.113.9");
  });

  it.each(["", "ru", "r".repeat(201)])("is not searched if it is %j", async (text) => {
    expect((await search(on, text)).statusCode).toBe(400);
    expect(asked(on)).toEqual([]);
  });

  it.each([
    [503, "ADDRESS_SEARCH_UNAVAILABLE"],
    [429, "TOO_MANY_REQUESTS"],
    [403, "FEATURE_DISABLED"],
  ])("returns %i with the code when the Ticket API refuses with %s", async (status, code) => {
    says = refused(status, code);
    const answer = await search(on, "rue des oyats");
    expect([answer.statusCode, answer.json()]).toEqual([status, { code }]);
    expect(asked(on)).toHaveLength(1);
  });

  it("is not searched for other sites, or without a configured directory", async () => {
    expect((await search(on, "rue des oyats", { origin: "https://evil.example" })).statusCode).toBe(403);
    expect((await search(off, "rue des oyats")).statusCode).toBe(404);
    expect([...asked(on), ...asked(off)]).toEqual([]);
  });
});

const signedIn = { host, cookie: "userTicketToken=good" };
const streetIn = (html: string) => /<input[^>]*name="addressRoute"[^>]*>/.exec(html)?.[0] ?? "";

test.each(["/fr/cart/shipping-address", "/fr/account?edit=personal", "/fr/account/new"])(
  "without script %s has plain address fields, whether search is on or off",
  async (url) => {
    for (const { shop } of [on, off]) {
      const page = await shop.inject({ url, headers: signedIn });
      expect(page.statusCode).toBe(200);
      for (const name of ["addressPostalCode", "addressCity", "addressState"]) {
        expect(page.body).toMatch(new RegExp(`<input[^>]*name="${name}"`));
      }
      expect(streetIn(page.body)).toContain('autoComplete="street-address"');
      expect(streetIn(page.body)).not.toMatch(/role=|aria-expanded/);
    }
  },
);
