import { afterAll, beforeAll, expect, test } from "vitest";
import { runOperatorCommand } from "../apps/ticket-api/src/testing/operator-command.ts";
import { testPack } from "../apps/ticket-api/src/testing/test-pack.ts";
import { openTestShop, type Shop } from "../apps/ticket-api/src/testing/test-purchase.ts";

let shop: Shop;
beforeAll(async () => {
  const paidAt = (id: string, payment: object) => testPack({ id, network: { payment } });
  const packs = [
    paidAt("north", { provider: "stripe" }),
    paidAt("east", { provider: "stripe" }),
    paidAt("west", { provider: "lyra" }),
  ];
  shop = await openTestShop({ packs });
}, 60_000);
afterAll(() => shop.close());

function check(environment: Record<string, string> = {}, words: string[] = []) {
  const { databaseUrl, sandboxUrl, publicUrl } = shop.api.deps.config;
  const settings = { DATABASE_URL: databaseUrl, SANDBOX_URL: sandboxUrl, API_PUBLIC_URL: publicUrl };
  return runOperatorCommand("check-payments", words, { ...settings, ...environment });
}

// covers: a command tests the connection of each payment account
test("each account is listed with its networks and what is wrong: no webhook endpoint, then nothing", async () => {
  const address = `${shop.api.url}/payment/notifications/stripe/main`;
  const sendWebhooks = (url: string) =>
    fetch(new URL("/payment/stripe/webhook-endpoint", shop.sandbox.url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url }),
    });
  await sendWebhooks("http://127.0.0.1:9/another-merchant");
  const without = await check();
  expect(without, without.err).toMatchObject({ code: 1, err: "1 fault." });
  expect(without.out).toMatch(/^stripe\/main \(north, east\): not connected\n {2}No webhook endpoint has/m);
  expect(without.out).toContain("lyra/main (west): connected");
  await sendWebhooks(address);
  const whole = await check();
  expect(whole, whole.err).toMatchObject({ code: 0, err: "" });
  expect(whole.out).toContain(`stripe/main (north, east): connected, webhooks at ${address}`);
}, 120_000);

test("a wrong key, an unreachable provider and an account without a network are reported", async () => {
  const coast = { STRIPE_COAST_SECRET_KEY: "sk_test_wrong", STRIPE_COAST_WEBHOOK_SECRET: "whsec_coast" };
  const wrong = await check({ ...coast, STRIPE_URL: shop.sandbox.url });
  expect(wrong.code).toBe(1);
  expect(wrong.out).toMatch(/^stripe\/coast \(no network\): not connected\n {2}The provider refuses the key\.$/m);
  expect(wrong.out).not.toContain("sk_test_wrong");
  const unreachable = await check({ SANDBOX_URL: "http://127.0.0.1:9" });
  expect(unreachable).toMatchObject({ code: 1, err: "2 faults." });
  expect(unreachable.out.match(/The provider does not answer/g)).toHaveLength(2);
}, 120_000);

test("without a database or with wrong arguments it says so and exits with 2", async () => {
  expect((await check({ DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none" })).code).toBe(2);
  const misused = await check({}, ["--unknown"]);
  expect(misused).toMatchObject({ code: 2, err: expect.stringContaining("npm run check-payments") });
  expect(await check({}, ["--help"])).toMatchObject({ code: 0, out: expect.stringContaining("Exit codes") });
}, 120_000);
