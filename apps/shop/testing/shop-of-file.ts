import type { Answer } from "@guichet/client/peer.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { readConfig } from "../server/config.ts";
import { createShop } from "../server/server.ts";
import { startApiPeer } from "./api-peer.ts";
import { requestsTo } from "./browser-requests.ts";
import { buildFolder, builtPages } from "./built-pages.ts";

interface ShopOfFileOptions {
  /** The shop's clock, in milliseconds since the epoch. */
  now?: () => number;
  /** Headers of every request, such as the cookie of a session. */
  always?: Record<string, string>;
}

/**
 * For tests: one shop for all tests of a file, on a Ticket API that adds `answers` to the default responses. `seen`:
 * the test's requests to that Ticket API. `shopOver`: another shop on another Ticket API, which the test closes.
 */
export function shopOfFile(answers: () => Record<string, Answer> = () => ({}), options: ShopOfFileOptions = {}) {
  const { always, ...settings } = options;
  let shop: FastifyInstance | undefined;
  let peer: Awaited<ReturnType<typeof startApiPeer>> | undefined;
  const shopOver = async (API_URL: string) =>
    createShop({
      config: readConfig({ API_URL, LOG_LEVEL: "silent" }),
      buildFolder,
      pages: await builtPages(),
      ...settings,
    });
  const started = () => {
    if (shop === undefined) throw new Error("The shop of this file is not started yet");
    return shop;
  };
  const seen = () => peer?.seen ?? [];

  beforeAll(async () => {
    peer = await startApiPeer(answers());
    shop = await shopOver(peer.baseUrl);
  });
  afterAll(async () => {
    await shop?.close();
    await peer?.stop();
  });
  beforeEach(() => {
    if (peer) peer.seen.length = 0;
  });
  return {
    ...requestsTo(started, always),
    shopOver,
    seen,
    /** The first request of a call. */
    sent: (path: string) => seen().find((request) => request.path === path),
  };
}
