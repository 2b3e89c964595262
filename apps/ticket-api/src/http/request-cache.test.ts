import { sign } from "@guichet/contract/signature.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { openTestApi, shopClient, type TestApi } from "../testing/test-api.ts";
import { testPack } from "../testing/test-pack.ts";
import type { Client } from "./client-store.ts";
import { RequestCache } from "./request-cache.ts";

const north = testPack();
north.terms = { "legal-notice": { fr: "# Nord\n\nNord.\n", en: "# North\n\nNorth.\n" } };

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ packs: [north] });
});
afterAll(() => api.close());

const path = "/Terms/getLegalNotice.json";
const signed = (values: Record<string, string>, key = shopClient.key) =>
  `${path}?${new URLSearchParams({ ...values, signature: sign(values, key) })}`;
const ask = (url: string, client = "shop") => api.send("GET", url, { headers: { "x-client": client } });

// covers §9: two customers never share a response or a page
test("an identical request gets the same response; any difference is checked again", async () => {
  const url = signed({ networkId: "north", lang: "fr" });
  const first = await ask(url);
  expect(first).toMatchObject({ http: 200, body: { status: "ok", title: "Nord" } });
  expect(await ask(url)).toEqual(first);
  const code = async (other: string, client?: string) => (await ask(other, client)).body.error;
  expect(await code(url.replace("lang=fr", "lang=en"))).toMatchObject({ code: "SIGNATURE_INVALID" });
  expect(await code(`${url}&lang=fr`)).toMatchObject({ code: "SIGNATURE_INVALID" });
  expect(await code(url, "counter")).toMatchObject({ code: "SIGNATURE_INVALID" });
  expect(await code(url, "nobody")).toMatchObject({ code: "CLIENT_UNKNOWN" });
  expect(await code(signed({ networkId: "north", lang: "fr" }, "another-key-altogether"))).toMatchObject({
    code: "SIGNATURE_INVALID",
  });
});

const shop: Client = {
  id: "shop",
  key: "first-key",
  previousKey: null,
  previousKeyUntil: null,
  rights: [],
  replayProtection: false,
  networks: ["north"],
};
const request = (url: string, client = "shop") => ({ url, headers: { "x-client": client } });

/** Requests checked for a client and a network, both as they were then; the test sets what they are now. */
async function checkedOf(client: Client) {
  const network = (await api.deps.networks.get("north")) as LoadedNetwork;
  const now = { client: client as Client | undefined, network: network as LoadedNetwork | undefined };
  const networks = { ...api.deps.networks, get: vi.fn(async () => now.network) };
  const requests = new RequestCache({ networks }, async () => now.client);
  requests.keep(request("/a"), { client, network, key: "kept under" });
  return { requests, now, network };
}

test("a cached request is valid as long as its client and the version of its network", async () => {
  const { requests, now, network } = await checkedOf(shop);
  expect(await requests.find(request("/a"))).toBe("kept under");
  expect(await requests.find(request("/b"))).toBeUndefined();
  expect(await requests.find(request("/a", "counter"))).toBeUndefined();
  now.client = { ...shop, key: "second-key" };
  expect(await requests.find(request("/a"))).toBeUndefined();
  now.client = undefined;
  expect(await requests.find(request("/a"))).toBeUndefined();
  now.client = shop;
  now.network = { ...network, version: "imported since" };
  expect(await requests.find(request("/a"))).toBeUndefined();
  now.network = undefined;
  expect(await requests.find(request("/a"))).toBeUndefined();
});

test("a client with replay protection is checked each time", async () => {
  const { requests } = await checkedOf({ ...shop, replayProtection: true });
  expect(await requests.find(request("/a"))).toBeUndefined();
});

test("every response states its content type, a refusal too", async () => {
  const urls = [signed({ networkId: "north", lang: "fr" }), path, "/no-such-call"];
  for (const url of urls) {
    const { headers } = await fetch(new URL(url, api.url));
    expect(Object.fromEntries(headers)).toMatchObject({
      "strict-transport-security": expect.stringMatching(/max-age=\d{8}/),
      "x-content-type-options": "nosniff",
      "x-frame-options": "SAMEORIGIN",
      "referrer-policy": "no-referrer",
    });
  }
});
