import { financeTimeoutMs } from "@guichet/contract/limits/finance-limits.ts";
import { paymentTimeoutMs } from "@guichet/contract/limits/payment-limits.ts";
import { fetchTimeoutMs } from "@guichet/contract/limits/request-limits.ts";
import { afterEach, expect, test, vi } from "vitest";
import { Breakage, ConnectionFailure, PictureNotFile, SessionOver, TimeoutFailure } from "./failures.ts";
import { type Answer, peerKey, startPeer } from "./peer.ts";
import { createTicketApi, type TicketApi, type TicketApiOptions } from "./ticket-api.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function withPeer(answers: Record<string, Answer>, options: Partial<TicketApiOptions> = {}) {
  const peer = await startPeer(answers);
  stops.push(peer.stop);
  return { peer, api: createTicketApi({ baseUrl: peer.baseUrl, clientId: "shop", key: peerKey, ...options }) };
}

const catalog = { status: "ok", categories: [], version: "1" };
const terms = { status: "ok", title: "T", markdown: "é", language: "fr", updatedOn: "2026-01-01" };
const lines = [{ quantity: 1, productId: "ticket", support: "DEMATERIALIZED" as const }];
const priced = { status: "ok", lines: [], totalAmount: { amount: 170, currency: "EUR" } };
const noContent: Answer = (_seen, reply) => reply.code(502).send("gateway");

test("a query is signed as the text that the server decodes, lists comma-joined", async () => {
  const { peer, api } = await withPeer({
    "/Products/getProducts.json": () => ({ status: "ok", items: [], version: "1" }),
  });
  const outcome = await api.call(
    "getProducts",
    { type: 2, tags: ["été & co", "b"] },
    { network: "demo", language: "ar" },
  );
  expect(outcome).toEqual({ ok: true, value: { items: [], version: "1" } });
  expect(peer.seen[0]).toMatchObject({ method: "GET", signed: true });
  expect(peer.seen[0]?.values).toMatchObject({ type: "2", tags: "été & co,b", networkId: "demo", lang: "ar" });
});

test("a body is signed, and token, client, key and customer's address travel as headers, unsigned", async () => {
  const { peer, api } = await withPeer({ "/Order/computeAmount.json": () => priced });
  const settings = { network: "demo", token: "secret", idempotencyKey: "key-12345", customerAddress: "192.0.2.7" };
  await api.call("computeAmount", { articles: lines }, settings);
  expect(peer.seen[0]).toMatchObject({ method: "POST", signed: true });
  expect(peer.seen[0]?.headers).toMatchObject({
    authorization: "Bearer secret",
    "x-client": "shop",
    "x-forwarded-for": "192.0.2.7",
    "idempotency-key": "key-12345",
  });
  expect(JSON.stringify(peer.seen[0]?.values)).not.toContain("secret");
});

test("the time is signed with the values if the client has replay protection", async () => {
  const clock = () => 1_700_000_000_500;
  const { peer, api } = await withPeer({ "/shop/catalog": () => catalog }, { clock, signTime: true });
  await api.call("catalog", {}, { network: "demo" });
  expect(peer.seen[0]?.headers["x-timestamp"]).toBe("1700000000");
  expect(peer.seen[0]?.signed).toBe(false);
});

// covers §7: 'ko' is a failure; default code
test("'ko' is an error code whatever the HTTP status, with its details; an unknown code is ERR_RESPONSE_ERROR", async () => {
  const ko = (code: string) => ({ status: "ko", error: { code, message: "m", details: { limit: 2 } } });
  const { api } = await withPeer({
    "/Order/computeAmount.json": (_seen, reply, count) =>
      reply.code(200).send(ko(count === 1 ? "QUANTITY_WRONG" : "NEW")),
  });
  const ask = () => api.call("computeAmount", { articles: lines }, { network: "demo" });
  expect(await ask()).toEqual({ ok: false, code: "QUANTITY_WRONG", details: { limit: 2 } });
  expect(await ask()).toMatchObject({ ok: false, code: "ERR_RESPONSE_ERROR" });
});

test.each([408, 409, 425, 429, 500, 502, 503, 504])("a safe call is retried once on %i", async (status) => {
  const { peer, api } = await withPeer({
    "/shop/catalog": (_seen, reply, count) => (count === 1 ? reply.code(status).send({}) : catalog),
  });
  expect(await api.call("catalog", {}, { network: "demo" })).toMatchObject({ ok: true });
  expect(peer.seen).toHaveLength(2);
});

test.each([
  ["seconds", "1"],
  ["a date", () => new Date(Date.now() + 1_500).toUTCString()],
])("a retry waits as long as the server requests in %s", async (_how, after) => {
  const { peer, api } = await withPeer({
    "/shop/catalog": (_seen, reply, count) => {
      const wait = typeof after === "string" ? after : after();
      return count === 1 ? reply.code(503).header("retry-after", wait).send({}) : catalog;
    },
  });
  const begun = performance.now();
  expect(await api.call("catalog", {}, {})).toMatchObject({ ok: true });
  expect(performance.now() - begun).toBeGreaterThan(400);
  expect(peer.seen).toHaveLength(2);
});

// covers §9: a changing call is repeated only with its key; `Retry-After` is respected up to 2 s
test("a wait that is too long ends the retries, and an aborted call is not awaited", async () => {
  const busy: Answer = (seen, reply) =>
    reply
      .code(429)
      .header("retry-after", seen.values.lang === "fr" ? 60 : 2)
      .send({});
  const { peer, api } = await withPeer({ "/shop/catalog": busy });
  const begun = performance.now();
  await expect(api.call("catalog", {}, { language: "fr" })).rejects.toBeInstanceOf(Breakage);
  expect(peer.seen).toHaveLength(1);
  const gone = new AbortController();
  const left = api.call("catalog", {}, { language: "en", signal: gone.signal }).catch((cause) => cause);
  await expect.poll(() => peer.seen.length).toBe(2);
  gone.abort();
  expect((await left).name).toBe("AbortError");
  expect(performance.now() - begun).toBeLessThan(1_500);
  expect(peer.seen).toHaveLength(2);
});

const anOrder = {
  articles: lines,
  paymentMethod: "CARD" as const,
  installments: 1,
  termsAccepted: true,
  over18Accepted: true,
  totalAmount: { amount: 170, currency: "EUR" },
  returnUrl: "/cart",
};

const ordered = { orderId: "o1", networkId: "demo", orderStatus: "PROCESSING", paymentUrl: "https://pay.example/1" };
const cut: Answer = (_seen, reply) => {
  reply.hijack();
  reply.raw.destroy();
};

test.each([408, 425, 429, 502, 503, 504])(
  "a changing call with its key is retried once on %i, with the same key",
  async (status) => {
    const { peer, api } = await withPeer({ "/Order/placeOrder.json": (_seen, reply) => reply.code(status).send({}) });
    const settings = { network: "demo", token: "t", idempotencyKey: "key-1234567890" };
    await expect(api.call("placeOrder", anOrder, settings)).rejects.toBeInstanceOf(Breakage);
    expect(peer.seen.map(({ headers }) => headers["idempotency-key"])).toEqual(["key-1234567890", "key-1234567890"]);
  },
);

// covers §9: a changing call is repeated only with its key; `Retry-After` is respected up to 2 s
test.each([409, 500])("a changing call is sent once on %i, with its key or without", async (status) => {
  const { peer, api } = await withPeer({ "/Order/placeOrder.json": (_seen, reply) => reply.code(status).send({}) });
  await expect(api.call("placeOrder", anOrder, { idempotencyKey: "key-1234567890" })).rejects.toBeInstanceOf(Breakage);
  await expect(api.call("placeOrder", anOrder, {})).rejects.toBeInstanceOf(Breakage);
  expect(peer.seen).toHaveLength(2);
});

// covers §9: a changing call is repeated only with its key; `Retry-After` is respected up to 2 s
test("a broken connection is retried once for a safe or keyed call, never for another", async () => {
  const { peer, api } = await withPeer({ "/shop/catalog": cut, "/Order/placeOrder.json": cut, "/Account/touch": cut });
  const failure = (asked: Promise<unknown>) => expect(asked).rejects.toBeInstanceOf(ConnectionFailure);
  await failure(api.call("catalog", {}, {}));
  expect(peer.seen).toHaveLength(2);
  await failure(api.call("placeOrder", anOrder, { idempotencyKey: "key-1234567890" }));
  expect(peer.seen).toHaveLength(4);
  await failure(api.call("placeOrder", anOrder, {}));
  await failure(api.call("touch", {}, { token: "t", idempotencyKey: "key-1234567890" }));
  expect(peer.seen).toHaveLength(6);
});

test("an order with a lost response is answered at the retry", async () => {
  const { peer, api } = await withPeer({
    "/Order/placeOrder.json": (seen, reply, count) => (count === 1 ? cut(seen, reply, count) : ordered),
  });
  const outcome = await api.call("placeOrder", anOrder, { token: "t", idempotencyKey: "key-1234567890" });
  expect(outcome).toMatchObject({ ok: true, value: { orderId: "o1" } });
  expect(peer.seen).toHaveLength(2);
});

test.each<[string, Answer]>([
  ["a gateway's page", (_seen, reply) => reply.code(502).type("text/html").send("<h1>Bad Gateway</h1>")],
  [
    "half an answer",
    (_seen, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      reply.raw.write('{"status":"ok",', () => reply.raw.destroy());
    },
  ],
  ["rubbish said to be packed", (_seen, reply) => reply.header("content-encoding", "gzip").send("rubbish")],
  ["another shape", () => ({ status: "ok", categories: "none" })],
  ["nothing", (_seen, reply) => reply.code(200).send()],
])("%s is a failure or a broken connection, and is never cached", async (_what, answer) => {
  let isBroken = true;
  const { api } = await withPeer({
    "/shop/catalog": (seen, reply, count) => (isBroken ? answer(seen, reply, count) : catalog),
  });
  const failure = await api.call("catalog", {}, {}).catch((cause) => cause);
  expect(failure instanceof Breakage || failure instanceof ConnectionFailure).toBe(true);
  isBroken = false;
  expect(await api.call("catalog", {}, {})).toMatchObject({ ok: true });
});

// covers §7: safe methods are retried once
test("a call is tried at most twice, and a changing one only once", async () => {
  const { peer, api } = await withPeer({ "/shop/catalog": noContent, "/Order/computeAmount.json": noContent });
  await expect(api.call("catalog", {}, {})).rejects.toBeInstanceOf(Breakage);
  expect(peer.seen).toHaveLength(2);
  await expect(api.call("computeAmount", { articles: lines }, {})).rejects.toBeInstanceOf(Breakage);
  expect(peer.seen).toHaveLength(3);
});

test("a failure contains the server's request id", async () => {
  const broken = { status: "ko", error: { code: "ERR_INTERNAL", message: "Something broke", requestId: "r-7" } };
  const { api } = await withPeer({ "/Order/computeAmount.json": (_seen, reply) => reply.code(500).send(broken) });
  const failure = await api.call("computeAmount", { articles: lines }, {}).catch((cause) => cause);
  expect(failure).toBeInstanceOf(Breakage);
  expect(failure).toMatchObject({ requestId: "r-7", status: 500 });
});

test("a response that violates the contract is a failure that names the field", async () => {
  const { api } = await withPeer({ "/shop/catalog": () => ({ status: "ok", categories: "none", version: "1" }) });
  await expect(api.call("catalog", {}, {})).rejects.toThrow("categories");
});

// covers §8: 'Authentication token invalid'
test("an invalid token is 'Authentication token invalid'", async () => {
  const over = { status: "ko", error: { code: "AUTHENTICATION_TOKEN_INVALID", message: "" } };
  const { api } = await withPeer({ "/Account/touch": (_seen, reply) => reply.code(401).send(over) });
  const failure = await api.call("touch", {}, { token: "t" }).catch((cause) => cause);
  expect(failure).toBeInstanceOf(SessionOver);
  expect(failure.message).toBe("Authentication token invalid");
});

// covers §8: connection failures and time-outs are distinguished
test("no connection, a time-out and an abort are distinguished", async () => {
  const { peer, api } = await withPeer({ "/Account/touch": () => new Promise(() => {}) });
  const abort = new AbortController();
  const aborted = api.call("touch", {}, { signal: abort.signal }).catch((cause) => cause);
  abort.abort();
  expect((await aborted).name).toBe("AbortError");
  const timedOut = createTicketApi({
    baseUrl: peer.baseUrl,
    clientId: "shop",
    key: peerKey,
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(30) }),
  });
  await expect(timedOut.call("touch", {}, {})).rejects.toBeInstanceOf(ConnectionFailure);
  const nobody = createTicketApi({ baseUrl: "http://127.0.0.1:1", clientId: "shop", key: peerKey });
  await expect(nobody.call("touch", {}, {})).rejects.toBeInstanceOf(ConnectionFailure);
});

test("a call that waits for a payment provider, and the download of a whole list, have more time than others", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  stops.push(async () => timeout.mockRestore());
  const refusal = { status: "ko", error: { code: "NOT_FOUND", message: "None" } };
  const fetch = async () => Response.json(refusal, { status: 404 });
  const api = createTicketApi({ baseUrl: "http://localhost", clientId: "office", key: peerKey, fetch });
  const asked: Promise<unknown>[] = [
    api.call("checkPaymentNow", { paymentId: "p" }),
    api.file("downloadAuditLog", {}),
    api.file("downloadCollections", { state: "unpaid" }),
    api.file("downloadVouchers", { batchId: "b" }),
    api.largeFile("downloadFec", { month: "2026-10" }),
    api.call("closeMonth", { month: "2026-10", differenceCount: 0 }),
    api.call("touch", {}),
  ];
  for (const outcome of await Promise.all(asked)) expect(outcome).toMatchObject({ ok: false, code: "NOT_FOUND" });
  const expected = [...Array(4).fill(paymentTimeoutMs), ...Array(2).fill(financeTimeoutMs), fetchTimeoutMs];
  expect(timeout.mock.calls.flat()).toEqual(expected);
});

// covers §9: HTTP cache of 5 minutes for public responses
test("common responses are cached for five minutes, by network, language and values", async () => {
  let now = 0;
  const { peer, api } = await withPeer({ "/Terms/getLegalNotice.json": () => terms }, { clock: () => now });
  const ask = (network: string, language: "fr" | "en", token?: string) =>
    api.call("getLegalNotice", {}, { network, language, ...(token === undefined ? {} : { token }) });
  await ask("demo", "fr");
  await ask("demo", "fr");
  expect(peer.seen).toHaveLength(1);
  await ask("demo", "en");
  await ask("zones", "fr");
  await ask("demo", "fr", "t");
  expect(peer.seen).toHaveLength(4);
  now = 300_000;
  await ask("demo", "fr");
  expect(peer.seen).toHaveLength(5);
});

test("a new version of a network clears its cache, and no other", async () => {
  let version = "1";
  const { peer, api } = await withPeer({
    "/shop/catalog": () => ({ ...catalog, version }),
    "/Terms/getLegalNotice.json": () => terms,
  });
  const notice = (network: string) => api.call("getLegalNotice", {}, { network });
  await api.call("catalog", {}, { network: "demo" });
  await notice("demo");
  await notice("zones");
  version = "2";
  await api.call("catalog", {}, { network: "demo", fresh: true });
  await notice("zones");
  expect(peer.seen).toHaveLength(4);
  await notice("demo");
  expect(peer.seen).toHaveLength(5);
});

test("error codes are never cached", async () => {
  const { peer, api } = await withPeer({
    "/shop/catalog": (_seen, reply, count) =>
      count === 1 ? reply.code(404).send({ status: "ko", error: { code: "NETWORK_UNKNOWN", message: "" } }) : catalog,
  });
  expect(await api.call("catalog", {}, {})).toMatchObject({ code: "NETWORK_UNKNOWN" });
  expect(await api.call("catalog", {}, {})).toMatchObject({ ok: true });
  expect(peer.seen).toHaveLength(2);
});

test("a file is returned as bytes, its error as a code", async () => {
  const pdf = Buffer.from("%PDF-1.7 \u0000\u00ff", "latin1");
  const { api } = await withPeer({
    "/Order/printOrder.json": (_seen, reply, count) =>
      count === 1
        ? reply.type("application/pdf").send(pdf)
        : reply.code(404).send({ status: "ko", error: { code: "NOT_FOUND", message: "" } }),
  });
  const first = await api.file("printOrder", { orderId: "o1" }, { token: "t" });
  expect(first.ok && Buffer.from(first.value.bytes).equals(pdf)).toBe(true);
  expect(await api.file("printOrder", { orderId: "o1" }, { token: "t" })).toMatchObject({ code: "NOT_FOUND" });
});

test("a file is sent in a form, whose other fields are signed as text", async () => {
  const { peer, api } = await withPeer({ "/Media/uploadMedia.json": noContent });
  const file = { bytes: new Uint8Array([1, 2, 3]), name: "été.jpg" };
  const settings = { network: "demo", token: "secret", userId: "t1", file };
  await expect(api.call("uploadMedia", {}, settings)).rejects.toThrow(Breakage);
  expect(peer.seen).toHaveLength(1);
  expect(peer.seen[0]).toMatchObject({ method: "POST", signed: true, values: { userId: "t1", networkId: "demo" } });
  expect(peer.seen[0]?.files).toEqual({ media: { name: "été.jpg", bytes: file.bytes } });
});

// covers §8: 'Picture needs to be of type File'
test("a picture that is not a file is not sent, and throws", async () => {
  const { peer, api } = await withPeer({});
  const failure = await api.call("uploadMedia", {}, { token: "t" }).catch((cause) => cause);
  expect(failure).toBeInstanceOf(PictureNotFile);
  expect(failure.message).toBe("Picture needs to be of type File");
  expect(peer.seen).toEqual([]);
});

// covers §8: 'The profile could not be disabled', 'The media could not be disabled'
test.each([
  [
    "/Account/disableProfile",
    "The profile could not be disabled",
    (api: TicketApi) => api.call("disableProfile", { userId: "u1" }, { token: "t" }),
  ],
  [
    "/Account/unregisterMedia",
    "The media could not be disabled",
    (api: TicketApi) => api.call("unregisterMedia", { mediaId: "m1" }, { token: "t" }),
  ],
])("a failed %s is '%s', and an error code stays one", async (path, message, ask) => {
  const refused = { status: "ko", error: { code: "NOT_FOUND", message: "" } };
  const { peer, api } = await withPeer({
    [path]: (_seen, reply, count) =>
      count === 1 ? reply.code(404).send(refused) : reply.code(500).header("x-request-id", "r-8").send("gateway"),
  });
  expect(await ask(api)).toMatchObject({ ok: false, code: "NOT_FOUND" });
  const failure = await ask(api).catch((cause) => cause);
  expect(failure).toBeInstanceOf(Breakage);
  expect(failure).toMatchObject({ message, status: 500, requestId: "r-8" });
  expect(failure.cause).toBeInstanceOf(Breakage);
  expect(peer.seen).toHaveLength(2);
});

test("a linked file is only fetched from the Ticket API, and is undefined after expiry", async () => {
  const file: Answer = (_seen, reply) => reply.type("image/png").send(Buffer.from([7]));
  const over: Answer = (_seen, reply) => reply.code(410).send();
  const { peer, api } = await withPeer({ "/files/kept/demo/a": file, "/files/kept/demo/b": over });
  const found = await api.linkedFile("https://elsewhere.example/files/kept/demo/a?until=x&signature=y");
  expect(found).toEqual({ bytes: new Uint8Array([7]), mediaType: "image/png" });
  expect(peer.seen[0]?.values).toEqual({ until: "x" });
  expect(await api.linkedFile("https://elsewhere.example/files/kept/demo/b")).toBeUndefined();
  for (const path of ["/metrics", "/files/kept/../../demo/clock", "/files/kept/demo/a/../../../demo"])
    expect(await api.linkedFile(`https://elsewhere.example${path}`)).toBeUndefined();
  expect(peer.seen).toHaveLength(2);
});

// covers §9: fetch time-out
test("an attempt that takes too long is a time-out", async () => {
  const { send } = await import("./transport.ts");
  const { peer } = await withPeer({ "/slow": () => new Promise(() => {}) });
  const sending = {
    repeating: "safe" as const,
    url: `${peer.baseUrl}/slow?secret=1`,
    method: "GET",
    headers: {},
    body: undefined,
    timeoutMs: 20,
  };
  const failure = await send(sending, fetch).catch((cause) => cause);
  expect(failure).toBeInstanceOf(TimeoutFailure);
  expect(failure.message).not.toContain("secret");
});
