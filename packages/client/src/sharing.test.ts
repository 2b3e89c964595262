import type { CallName } from "@guichet/contract/calls.ts";
import { afterEach, expect, test } from "vitest";
import { createAnswerCache } from "./answer-cache.ts";
import { type Answer, peerKey, startPeer } from "./peer.ts";
import { createTicketApi } from "./ticket-api.ts";

let stop: () => Promise<unknown> = async () => undefined;
afterEach(() => stop());

const customers = Array.from({ length: 40 }, (_, index) => `customer-${index}`);
const rounds = 3;

/** Returns a personal response after a delay, so that all requests are concurrent. */
const personal: Answer = async ({ headers, values }) => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  const who = headers.authorization?.replace("Bearer ", "") ?? values.userToken ?? "nobody";
  return { status: "ok", title: who, markdown: "", language: "fr", updatedOn: "2026-01-01" };
};

async function world() {
  const peer = await startPeer({ "/Terms/getLegalNotice.json": personal });
  stop = peer.stop;
  const api = createTicketApi({ baseUrl: peer.baseUrl, clientId: "shop", key: peerKey });
  const titleFor = async (token?: string) => {
    const outcome = await api.call(
      "getLegalNotice",
      {},
      { network: "demo", ...(token === undefined ? {} : { token }) },
    );
    return outcome.ok ? outcome.value.title : outcome.code;
  };
  return { peer, api, titleFor };
}

/** Returns the customers who got another's response in repeated concurrent requests. */
async function mixedUp(ask: (token: string) => Promise<string>): Promise<string[]> {
  const wrong: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all(customers.map(ask));
    wrong.push(...customers.filter((customer, index) => answers[index] !== customer));
  }
  return wrong;
}

// covers §9: two customers never share a response or a page
test("of forty concurrent customers none gets another's response, nor does a visitor", async () => {
  const { titleFor } = await world();
  expect(await titleFor()).toBe("nobody");
  expect(await mixedUp(titleFor)).toEqual([]);
  expect(await titleFor()).toBe("nobody");
});

// covers §9: two customers never share a response or a page
test("control: a cache by URL alone, without the customer, mixes responses up", async () => {
  const { titleFor } = await world();
  const cache = createAnswerCache<string>({ now: Date.now, lifeMs: 60_000, limit: 100 });
  const byAddress = async (token: string) => {
    const kept = cache.get("/Terms/getLegalNotice.json");
    if (kept !== undefined) return kept;
    const title = await titleFor(token);
    cache.put("/Terms/getLegalNotice.json", "demo", title);
    return title;
  };
  expect((await mixedUp(byAddress)).length).toBeGreaterThan(0);
});

// covers §9: HTTP cache of 5 minutes for public responses
test("a request in a user's name is not cached, however the user is given", async () => {
  const { peer, api } = await world();
  const ask = (values: object, settings: object) =>
    api.call("getLegalNotice" satisfies CallName, values as Record<string, never>, { network: "demo", ...settings });
  for (const [values, settings] of [
    [{}, { token: "t" }],
    [{}, { userId: "u1" }],
    [{ userToken: "t" }, {}],
    [{ userId: "u1" }, {}],
  ] as const) {
    const before = peer.seen.length;
    await ask(values, settings);
    await ask(values, settings);
    expect(peer.seen.length - before, JSON.stringify([values, settings])).toBe(2);
  }
});

// covers: what a preview of a draft shows reaches nobody else, and nobody can buy at its prices
test("a preview is asked for each time, and changes nothing that is cached", async () => {
  const peer = await startPeer({
    "/shop/catalog": ({ values }) => ({
      ...{ status: "ok", categories: [] },
      version: values.preview === undefined ? "1" : "draft",
    }),
  });
  stop = peer.stop;
  const api = createTicketApi({ baseUrl: peer.baseUrl, clientId: "shop", key: peerKey });
  const versionOf = async (preview?: string) => {
    const answer = await api.call("catalog", {}, { network: "demo", ...(preview === undefined ? {} : { preview }) });
    return answer.ok && answer.value.version;
  };
  expect([await versionOf(), await versionOf("token"), await versionOf(), await versionOf("token")]).toEqual([
    ...["1", "draft", "1", "draft"],
  ]);
  expect(peer.seen.map(({ values, signed }) => [values.preview, signed])).toEqual([
    ...[
      [undefined, true],
      ["token", true],
      ["token", true],
    ],
  ]);
});
