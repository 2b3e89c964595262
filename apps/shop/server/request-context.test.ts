import { peerKey } from "@guichet/client/peer.ts";
import { createTicketApi } from "@guichet/client/ticket-api.ts";
import { expect, test } from "vitest";
import { cookiesOf } from "../app/session/cookies.server.ts";
import { createSessionMemory } from "../app/session/session-memory.server.ts";
import { startApiPeer } from "../testing/api-peer.ts";
import { sampleNetwork } from "../testing/sample-network.ts";
import { createRequestContext } from "./request-context.ts";

async function contextWith(cookie: string) {
  const peer = await startApiPeer({
    "/Order/getOrders.json": (_seen, reply) =>
      reply.code(401).send({ status: "ko", error: { code: "AUTHENTICATION_TOKEN_INVALID", message: "" } }),
  });
  const cookies = cookiesOf(cookie, true);
  const ctx = createRequestContext({
    api: createTicketApi({ baseUrl: peer.baseUrl, clientId: "shop", key: peerKey }),
    memory: createSessionMemory(() => 0),
    network: sampleNetwork,
    language: "fr",
    prefix: "/fr",
    url: new URL("https://shop.example/fr/account/invoices.data?page=2&_routes=invoices"),
    path: "/account/invoices",
    requestId: "r1",
    customerAddress: "192.0.2.9",
    now: () => "2026-11-20T12:00:00.000Z",
    site: "own",
    cookies,
  });
  return { ctx, cookies, peer };
}

test("a session that ends during the request redirects to the same page signed out, and the next page says so", async () => {
  const { ctx, cookies, peer } = await contextWith("userTicketToken=good");
  const thrown = await ctx.call("getOrders", {}).catch((cause) => cause);
  expect(thrown).toBeInstanceOf(Response);
  expect(thrown.headers.get("location")).toBe("/account/invoices?page=2");
  expect(cookies.get("userTicketToken")).toBeUndefined();
  expect(cookies.written().join()).toContain("sessionExpired=1");
  await peer.stop();
});

test("calls contain network, language, customer's address and request id; public calls contain no token", async () => {
  const { ctx, peer } = await contextWith("userTicketToken=good");
  await ctx.call("getUser", {});
  await ctx.call("getLegalNotice", {});
  const [user, terms] = peer.seen;
  expect(user?.headers).toMatchObject({
    authorization: "Bearer good",
    "x-forwarded-for": "192.0.2.9",
    "x-request-id": "r1",
  });
  expect(user?.values).toMatchObject({ networkId: "demo", lang: "fr" });
  expect(terms?.headers.authorization).toBeUndefined();
  await peer.stop();
});
