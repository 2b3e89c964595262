import { startPeer } from "@guichet/client/peer.ts";
import type { CartLine } from "@guichet/rules/cart.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchCartQuote } from "./fetch-cart-quote.ts";

let peer: Awaited<ReturnType<typeof startPeer>>;
beforeAll(async () => {
  peer = await startPeer({
    "/quoted": () => ({ total: { amount: 1740, currency: "EUR" } }),
    "/refused": (_seen, reply) => reply.code(400).send({ code: "FIELD_INVALID" }),
    "/elsewhere": (_seen, reply) => reply.redirect("/quoted", 303),
  });
});
afterAll(() => peer.stop());

const line: CartLine = {
  ...{ id: "l1", shopItemId: "pass", quantity: 2, support: "MEDIA", profileId: "u1", optionId: "insurance" },
  ...{ mediaId: "c1", startingAt: null, startMonth: "2026-12", fields: {} },
};
const cart = {
  lines: [line],
  articles: [],
  vouchers: ["MOINS5"],
};
const { signal } = new AbortController();

test("a cart is quoted by its order lines, vouchers and key", async () => {
  const quote = await fetchCartQuote({ ...cart, idempotencyKey: "key-1" }, `${peer.baseUrl}/quoted`, signal);
  expect(quote).toEqual({ total: { amount: 1740, currency: "EUR" } });
  const sent = peer.seen.at(-1)?.values.cart;
  expect(JSON.parse(String(sent))).toEqual({
    articles: [expect.objectContaining({ productId: "pass", quantity: 2, mediaId: "c1", startMonth: "2026-12" })],
    vouchers: ["MOINS5"],
    key: "key-1",
  });
  expect(JSON.parse(String(sent)).articles[0].optionLines).toEqual([{ quantity: 2, productId: "insurance" }]);
});

test.each(["/refused", "/elsewhere"])("the response %s is not a quote", async (path) => {
  await expect(fetchCartQuote(cart, peer.baseUrl + path, signal)).rejects.toThrow("could not be quoted");
});

test("an aborted quote is not awaited", async () => {
  await expect(fetchCartQuote(cart, `${peer.baseUrl}/quoted`, AbortSignal.abort())).rejects.toThrow();
});
