import { startPeer } from "@guichet/client/peer.ts";
import { followClock, systemClock } from "@guichet/web/clock.ts";
import { afterEach, expect, test } from "vitest";
import { startApiPeer } from "../testing/api-peer.ts";
import { buildFolder, builtPages } from "../testing/built-pages.ts";
import { readConfig } from "./config.ts";
import { createShop } from "./server.ts";

const closes: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0)) await close();
});

const start = Date.parse("2026-11-20T12:00:00Z");

async function followed() {
  let reading: object | undefined = { now: new Date(start).toISOString(), real: true };
  const peer = await startPeer({ "/demo/clock": (_seen, reply) => reading ?? reply.code(404).send({}) });
  closes.push(peer.stop);
  let now = start;
  let moves = 0;
  const clock = followClock({
    apiUrl: peer.baseUrl,
    real: () => now,
    moved: () => {
      moves += 1;
    },
  });
  return {
    clock,
    peer,
    says: (next: object | undefined) => {
      reading = next;
    },
    passes: (ms: number) => {
      now += ms;
    },
    moves: () => moves,
  };
}

test("the shop's clock follows the installation's, and returns to the real one", async () => {
  const { clock, says, passes, moves } = await followed();
  await clock.catchUp();
  expect([clock.now(), moves()]).toEqual([start, 0]);
  says({ now: "2027-11-20T12:00:00.000Z", real: false });
  passes(500);
  await clock.catchUp();
  expect(clock.now()).toBe(Date.parse("2027-11-20T12:00:00Z"));
  passes(1_000);
  expect(clock.now()).toBe(Date.parse("2027-11-20T12:00:01Z"));
  says({ now: "2026-11-20T12:00:01.000Z", real: true });
  await clock.catchUp();
  expect([clock.now(), moves()]).toEqual([start + 1_500, 2]);
});

test("concurrent requests read the clock once, and not again within half a second", async () => {
  const { clock, peer, passes } = await followed();
  await Promise.all(Array.from({ length: 50 }, () => clock.catchUp()));
  passes(499);
  await clock.catchUp();
  expect(peer.seen).toHaveLength(1);
  passes(1);
  await clock.catchUp();
  expect(peer.seen).toHaveLength(2);
});

test.each([[undefined], [{ now: "tomorrow", real: false }], [{}]])(
  "without a reading (%o) the clock continues as before",
  async (reading) => {
    const { clock, says, passes } = await followed();
    says({ now: "2027-01-01T00:00:00.000Z", real: false });
    await clock.catchUp();
    says(reading);
    passes(1_000);
    await clock.catchUp();
    expect(clock.now()).toBe(Date.parse("2027-01-01T00:00:01Z"));
    const alone = followClock({ apiUrl: "http://127.0.0.1:9", real: () => start, moved: () => undefined });
    await alone.catchUp();
    expect(alone.now()).toBe(start);
  },
);

// covers §9: the shop follows the installation's clock
test("a session ends when due by the installation's clock; in production by the machine's", async () => {
  const pages = await builtPages();
  let reading = { now: new Date(start).toISOString(), real: true };
  const provider = {
    ...{ id: "own", driver: "KEYCLOAK", isDefault: true, slug: "own", name: "Own" },
    configuration: { url: "http://127.0.0.1:9", client: "shop" },
  };
  const ways = { emailPassword: true, key: "demo-demo", enumerationProtection: true, providers: [provider] };
  const peer = await startApiPeer({
    "/demo/clock": () => reading,
    "/Networks/getAuthenticationConfiguration": () => ({ status: "ok", ...ways }),
  });
  closes.push(peer.stop);
  const later = encodeURIComponent("2099-01-01T00:00:00.000Z");
  const cookie = `userTicketToken=good; userCustomToken=a; userRefreshToken=r; customTokenExpiresIn=${later}; refreshTokenExpiresIn=${later}`;
  const openIn = async (environment: NodeJS.ProcessEnv) => {
    let now = start;
    const config = readConfig({ API_URL: peer.baseUrl, LOG_LEVEL: "silent", ...environment });
    const shop = await createShop({ config, buildFolder, pages, now: () => now });
    closes.push(() => shop.close());
    return async () => {
      now += 1_000;
      const headers = { host: "localhost:3000", "sec-fetch-site": "same-origin", cookie };
      const { headers: answered } = await shop.inject({ method: "GET", url: "/fr/terms-of-use", headers });
      return [answered["set-cookie"] ?? []].flat().some((line) => line.startsWith("userTicketToken=;"));
    };
  };
  const ended = await openIn({});
  const endedInProduction = await openIn({
    NODE_ENV: "production",
    API_CLIENT_KEY: "not-the-demo-key",
    DEFAULT_NETWORK: "demo",
  });
  expect([await ended(), await endedInProduction()]).toEqual([false, false]);
  reading = { now: "2099-01-01T00:00:01.000Z", real: false };
  expect([await ended(), await endedInProduction()]).toEqual([true, false]);
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1_000);
});
