import { demoValidatorClient } from "@guichet/contract/demo-validator.ts";
import { sign } from "@guichet/contract/signature.ts";
import { check } from "@guichet/ticket-code/ticket-code.ts";
import { decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { saveClient } from "../apps/ticket-api/src/http/client-store.ts";
import { retireSigningKey, rotateKey } from "../apps/ticket-api/src/installation/rotate-keys.ts";
import { linkHolds, signLink } from "../apps/ticket-api/src/link-signature.ts";
import { runOperatorCommand } from "../apps/ticket-api/src/testing/operator-command.ts";
import { testArticle, testPack } from "../apps/ticket-api/src/testing/test-pack.ts";
import { testPerson } from "../apps/ticket-api/src/testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../apps/ticket-api/src/testing/test-purchase.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openTestShop({
    packs: [testPack({ articles: [testArticle({ id: "hour", price: 0, useWithin: "P1Y" })] })],
  });
});
afterAll(() => shop.close());

const minute = 60_000;

const command = (name: string, ...words: string[]) =>
  runOperatorCommand(name, words, { DATABASE_URL: shop.api.deps.config.databaseUrl });

// covers §1: keys of clients, ticket codes, sign-in tokens and links are rotated by command without downtime
test("the key of sign-in tokens is rotated while people are signed in: their tokens are valid until it is retired", async () => {
  const { deps } = shop.api;
  const toolkit = (call: string, body: Record<string, unknown>) =>
    shop.api.send("POST", `/identitytoolkit.googleapis.com/v1/accounts:${call}?key=demo-north`, { body });
  const signUp = async (email: string): Promise<string> =>
    z
      .string()
      .parse((await toolkit("signUp", { email, password: "Bon-voyage-2026", returnSecureToken: true })).body.idToken);
  const kidOf = (token: string) => decodeProtectedHeader(token).kid;
  const before = await signUp("before@people.example");
  const { kid } = await rotateKey(deps, "id-token");
  await deps.keys.reload();
  expect(kidOf(await signUp("meanwhile@people.example"))).toBe(kidOf(before));
  await shop.pass(3 * minute);
  const after = await signUp("after@people.example");
  expect(kidOf(after)).toBe(kid);
  expect((await toolkit("lookup", { idToken: before })).http).toBe(200);
  expect(await retireSigningKey(deps, kid)).toEqual({ outcome: "signs", purpose: "id-token" });
  expect(await retireSigningKey(deps, `${kidOf(before)}`)).toEqual({ outcome: "retired" });
  await deps.keys.reload();
  expect((await toolkit("lookup", { idToken: before })).http).toBe(400);
  expect((await toolkit("lookup", { idToken: after })).http).toBe(200);
});

// covers §1: keys of clients, ticket codes, sign-in tokens and links are rotated by command without downtime
test("sent links stay valid after a rotation, until the key that signed them is retired", async () => {
  const { deps } = shop.api;
  const old = deps.keys.current("link").kid;
  const sent = signLink(deps, "file:1");
  await rotateKey(deps, "link", { now: true });
  await deps.keys.reload();
  const fresh = signLink(deps, "file:1");
  expect([sent, fresh].map((signature) => linkHolds(deps, "file:1", signature))).toEqual([true, true]);
  expect(await retireSigningKey(deps, old)).toEqual({ outcome: "retired" });
  await deps.keys.reload();
  expect([sent, fresh].map((signature) => linkHolds(deps, "file:1", signature))).toEqual([false, true]);
});

// covers §1: keys of clients, ticket codes, sign-in tokens and links are rotated by command without downtime
test("checkers know the next ticket key a day before it signs; the previous one stays while its tickets are in use", async () => {
  const { deps } = shop.api;
  const buyer = await testPerson(deps);
  const buy = async () => {
    const placed = await shop.api.call("placeOrder", orderOf(buyer, 0, { productId: "hour" }), {
      token: buyer.token,
      idempotencyKey: crypto.randomUUID(),
    });
    const { items } = (await shop.api.call("tickets", {}, { token: buyer.token })).body;
    return items.find(({ orderId }) => orderId === placed.body.orderId)?.code ?? "";
  };
  const published = async () =>
    z
      .array(z.object({ kid: z.string() }))
      .parse((await shop.api.send("GET", "/.well-known/guichet-ticket-keys.json")).body.keys);
  const holds = (code: string) =>
    check(code, { keys: deps.keys.ticketKeys(), now: shop.api.clock.iso(), network: "north" }).status;
  const old = deps.keys.current("ticket").kid;
  const before = await buy();
  const { kid } = await rotateKey(deps, "ticket");
  await deps.keys.reload();
  expect((await published()).map((key) => key.kid).sort()).toEqual([old, kid].sort());
  expect(deps.keys.current("ticket").kid).toBe(old);
  await shop.pass(25 * 60 * minute);
  expect(deps.keys.current("ticket").kid).toBe(kid);
  const after = await buy();
  expect([holds(before), holds(after)]).not.toContain("unknown-key");
  expect(await retireSigningKey(deps, old)).toMatchObject({ outcome: "in-use", tickets: 1 });
  expect(await retireSigningKey(deps, old, { force: true })).toEqual({ outcome: "retired" });
  await deps.keys.reload();
  expect((await published()).map((key) => key.kid)).toEqual([kid]);
  expect(holds(before)).not.toBe(holds(after));
});

// covers §1: keys of clients, ticket codes, sign-in tokens and links are rotated by command without downtime
test("a client's two keys are both valid until the old one expires, or is ended", async () => {
  await saveClient(shop.api.deps.db, {
    ...demoValidatorClient,
    id: "kiosk",
    rights: [],
    replayProtection: false,
    networks: ["north"],
  });
  const asked = async (key: string) =>
    (
      await shop.api.send("GET", `/Networks/getNetworks.json?signature=${sign({}, key)}`, {
        headers: { "x-client": "kiosk" },
      })
    ).http;
  const first = demoValidatorClient.key;
  const renewed = await command("client", "renew", "kiosk");
  const second = renewed.out.trim();
  expect(renewed.err).toContain("The previous key is valid until ");
  // The command uses the installation's clock; the test's clock is some days behind.
  await shop.pass(2_100);
  await expect.poll(() => asked(second), { timeout: 10_000 }).toBe(200);
  expect(await asked(first)).toBe(200);
  expect(await asked("neither-of-them")).toBe(401);
  const third = (await command("client", "renew", "kiosk", "--hours", "0")).out.trim();
  await expect.poll(() => asked(third), { timeout: 10_000 }).toBe(200);
  expect(await asked(second)).toBe(401);
});

// covers §1: keys of clients, ticket codes, sign-in tokens and links are rotated by command without downtime
test("the keys command lists, rotates and retires, and refuses what would break something", async () => {
  expect((await command("keys", "rotate", "tickets")).err).toContain("There are keys for ticket, id-token, link");
  const rotated = await command("keys", "rotate", "link", "--now");
  expect(rotated.out).toMatch(/^link link-[0-9a-f]{8} signs from /);
  const kid = rotated.out.split(" ")[1] ?? "";
  expect((await command("keys", "retire", kid)).err).toContain(`${kid} signs now`);
  expect(await command("keys", "retire", "nothing")).toMatchObject({ code: 1 });
  expect((await command("keys", "list")).out).toContain(`link      ${kid}  signs from`);
  expect(await command("keys")).toMatchObject({ code: 2 });
});
