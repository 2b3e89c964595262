import { type Answer, peerKey } from "@guichet/client/peer.ts";
import { createTicketApi } from "@guichet/client/ticket-api.ts";
import { afterEach, expect, test } from "vitest";
import { startApiPeer } from "../testing/api-peer.ts";
import { sampleNetwork } from "../testing/sample-network.ts";
import { createNetworks } from "./networks.ts";

const call = "/Networks/getNetworkConfiguration.json";
const closes: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0)) await close();
});

/** Networks on a Ticket API with the given response; `passes` advances the clock. */
async function networksOn(answer: Answer, defaultNetwork?: string) {
  const peer = await startApiPeer({ [call]: answer });
  closes.push(peer.stop);
  let now = 0;
  const changed: string[] = [];
  const networks = createNetworks({
    api: createTicketApi({ baseUrl: peer.baseUrl, clientId: "shop", key: peerKey }),
    defaultNetwork,
    now: () => now,
    changed: (network) => changed.push(network),
  });
  const passes = (ms: number) => {
    now += ms;
  };
  return { networks, changed, passes, asked: () => peer.seen.filter(({ path }) => path === call) };
}

const unknown: Answer = (_seen, reply) =>
  reply.code(404).send({ status: "ko", error: { code: "NETWORK_UNKNOWN", message: "" } });
const found = (version = "1") => ({ status: "ok", network: { ...sampleNetwork, version } });

test("a host's network is requested once in fifteen seconds, also for concurrent requests", async () => {
  const { networks, asked, passes } = await networksOn(() => found());
  const both = await Promise.all([networks.find("shop.example", "fr"), networks.find("shop.example", "fr")]);
  expect(both.map((network) => network?.id)).toEqual(["demo", "demo"]);
  await networks.find("shop.example", "fr");
  expect(asked()).toHaveLength(1);
  passes(15_000);
  expect(networks.known("shop.example", "fr")).toBeUndefined();
  await networks.find("shop.example", "fr");
  await expect.poll(() => asked().length).toBe(2);
});

test("each language is requested separately", async () => {
  const { networks, asked } = await networksOn(() => found());
  await networks.find("shop.example", "fr");
  await networks.find("shop.example", "ar");
  expect(asked().map(({ values }) => values.lang)).toEqual(["fr", "ar"]);
});

test("an unknown host gets the default network, or none if there is no default", async () => {
  const byId: Answer = (seen, reply, count) => (seen.values.id === "demo" ? found() : unknown(seen, reply, count));
  const withDefault = await networksOn(byId, "demo");
  expect((await withDefault.networks.find("elsewhere.example"))?.id).toBe("demo");
  const without = await networksOn(unknown);
  expect(await without.networks.find("elsewhere.example")).toBeUndefined();
});

test("a network with a new version is reported once as changed, and shown from then on", async () => {
  let version = "1";
  const { networks, changed, passes } = await networksOn(() => found(version));
  await networks.find("shop.example");
  version = "2";
  passes(15_000);
  // The first request gets the stored network while it is renewed.
  expect((await networks.find("shop.example"))?.version).toBe("1");
  await expect.poll(async () => (await networks.find("shop.example"))?.version).toBe("2");
  expect(changed).toEqual(["demo"]);
});

test("a failing Ticket API fails the first request, and later ones use the cached network", async () => {
  let isDown = true;
  const { networks, passes, asked } = await networksOn((_seen, reply) =>
    isDown ? reply.code(400).send({ status: "ko", error: { code: "ERR_INTERNAL", message: "" } }) : found(),
  );
  await expect(networks.find("shop.example")).rejects.toThrow();
  isDown = false;
  expect((await networks.find("shop.example"))?.id).toBe("demo");
  isDown = true;
  passes(15_000);
  const before = asked().length;
  expect((await networks.find("shop.example"))?.id).toBe("demo");
  await expect.poll(() => asked().length).toBeGreaterThan(before);
  expect((await networks.find("shop.example"))?.id).toBe("demo");
});
