import { createIdentityToolkit } from "@guichet/client/identity-toolkit.ts";
import { peerKey } from "@guichet/client/peer.ts";
import { renewByToolkit } from "@guichet/client/session.ts";
import { createTicketApi } from "@guichet/client/ticket-api.ts";
import { afterEach, expect, test } from "vitest";
import { startApiPeer } from "../../testing/api-peer.ts";
import { cookiesOf } from "./cookies.server.ts";
import { openSession } from "./session.server.ts";
import { createSessionMemory } from "./session-memory.server.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function installation() {
  const peer = await startApiPeer();
  stops.push(peer.stop);
  let now = 0;
  const api = createTicketApi({ baseUrl: peer.baseUrl, clientId: "shop", key: peerKey });
  const toolkit = createIdentityToolkit({ baseUrl: peer.baseUrl, key: "demo-demo" });
  const settings = { network: "demo" };
  const memory = createSessionMemory(() => now);
  const ctx = (header: string) => {
    const cookies = cookiesOf(header, true);
    return {
      cookies,
      session: openSession({
        api,
        cookies,
        memory,
        settings,
        renew: renewByToolkit(api, toolkit, settings),
        customOf: async () => undefined,
        now: () => now,
      }),
    };
  };
  const count = (path: string) => peer.seen.filter((entry) => entry.path === path).length;
  const wait = (ms: number) => {
    now += ms;
  };
  return { ctx, count, wait, memory };
}

test("a visitor without tokens causes no calls", async () => {
  const { ctx, count } = await installation();
  const { session, cookies } = ctx("theme=dark");
  await session.start();
  expect(session.open).toBe(false);
  expect(await session.account()).toBeUndefined();
  expect(cookies.written()).toEqual([]);
  expect(count("/Account/introspectToken.json")).toBe(0);
});

// covers §4: startup check: the stored token is introspected
test("a valid token is introspected, and cached as valid for ten seconds", async () => {
  const { ctx, count, wait } = await installation();
  for (const ms of [0, 9_999, 1]) {
    wait(ms);
    const { session, cookies } = ctx("userTicketToken=good");
    await session.start();
    expect((await session.holder())?.userName).toBe("Karim");
    expect(cookies.written()).toEqual([]);
  }
  expect(count("/Account/introspectToken.json")).toBe(2);
});

// covers §4: an invalid token is cleared
test("an invalid token that cannot be renewed is cleared, and the visitor is informed", async () => {
  const { ctx } = await installation();
  const { session, cookies } = ctx("userTicketToken=spent; fbToken=x; fbRefreshToken=wrong; theme=dark");
  await session.start();
  expect(session.open).toBe(false);
  expect(session.takeExpired()).toBe(true);
  const cleared = cookies.written().filter((line) => line.includes("Max-Age=0"));
  expect(cleared.map((line) => line.split("=")[0]).sort()).toEqual(["fbRefreshToken", "fbToken", "userTicketToken"]);
});

test.each(["userTicketToken=spent; fbRefreshToken=refresh", "fbRefreshToken=refresh"])(
  "with %s the session is renewed silently, and the new tokens are stored",
  async (header) => {
    const { ctx } = await installation();
    const { session, cookies } = ctx(header);
    await session.start();
    expect(session.expired).toBe(false);
    expect((await session.holder())?.userName).toBe("Karim");
    const written = cookies.written().join("\n");
    expect(written).toContain("userTicketToken=renewed");
    expect(written).toContain("fbToken=identity");
  },
);

test("concurrent requests with one expired session renew it once", async () => {
  const { ctx, count } = await installation();
  const contexts = Array.from({ length: 10 }, () => ctx("userTicketToken=spent; fbRefreshToken=refresh"));
  await Promise.all(contexts.map(({ session }) => session.start()));
  expect(count("/securetoken.googleapis.com/v1/token")).toBe(1);
  expect(contexts.every(({ cookies }) => cookies.get("userTicketToken") === "renewed")).toBe(true);
});

test("a session that ended elsewhere after its check becomes a visitor, who is informed, without an error", async () => {
  const { ctx, memory } = await installation();
  memory.remember("revoked", "demo");
  const { session, cookies } = ctx("userTicketToken=revoked");
  await session.start();
  expect(await session.holder()).toBeUndefined();
  expect(session.open).toBe(false);
  expect(session.takeExpired()).toBe(true);
  expect(cookies.written().join()).toContain("userTicketToken=;");
});

test("signing in stores the tokens, signing out clears them; theme and language remain", async () => {
  const { ctx } = await installation();
  const { session, cookies } = ctx("theme=dark; locale=fr; sessionExpired=1");
  session.enter({ userToken: "good", fbToken: "a", fbRefreshToken: "b" });
  expect((await session.holder())?.userId).toBe("u1");
  expect(session.takeExpired()).toBe(false);
  session.leave();
  expect(session.open).toBe(false);
  expect(await session.holder()).toBeUndefined();
  expect(cookies.get("theme")).toBe("dark");
  expect(cookies.get("userTicketToken")).toBeUndefined();
});
