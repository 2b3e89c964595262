import { connectionTestsPerHour } from "@guichet/contract/limits/payment-limits.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minutesMs } from "../clock.ts";
import { recordWebhook } from "../payments/payment-account-store.ts";
import { as } from "../testing/test-drafts.ts";
import { testPack } from "../testing/test-pack.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let shop: Shop;
let manager: TestStaff;
let agent: TestStaff;
beforeAll(async () => {
  const elsewhere = testPack({ id: "west", network: { payment: { provider: "lyra", account: "unknown" } } });
  shop = await openTestShop({ packs: [testPack({ network: { languages: ["fr", "ar"] } }), elsewhere] });
  manager = await testStaff(shop.api, { north: ["manager"], west: ["manager"] }, "Mia Manager");
  agent = await testStaff(shop.api, { north: ["agent"] });
}, 60_000);
afterAll(() => shop.close());

const account = async (network = "north") =>
  (await shop.api.call("getPaymentAccount", {}, { ...as(manager), network })).body.account;
const testIt = (by = manager, network = "north") => shop.api.call("testPaymentAccount", {}, { ...as(by), network });
const sendWebhooksTo = (url: string) =>
  fetch(new URL("/payment/stripe/webhook-endpoint", shop.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url }),
  });

// covers: staff test the connection of the payment account
test("a test of the connection names what is wrong, and then that nothing is; it is audited, and no secret is answered", async () => {
  expect(await account()).toMatchObject({ provider: "stripe", account: "main", mode: "test", test: null });
  expect((await testIt(agent)).body.error?.code).toBe("ROLE_NOT_ALLOWED");
  await sendWebhooksTo("http://127.0.0.1:9/another-merchant");
  expect((await testIt()).body.account.test?.faults).toMatchObject([{ kind: "webhook-missing" }]);
  await sendWebhooksTo((await account()).notifyUrl);
  const tested = (await testIt()).body.account;
  expect(tested).toMatchObject({ answeredAt: tested.test?.at, webhookAt: null, test: { faults: [] } });
  const keys = Object.values(shop.api.deps.config.stripe.accounts).flatMap(Object.values);
  for (const key of keys) expect(JSON.stringify(tested)).not.toContain(key);
  const admin = await testStaff(shop.api, { north: ["admin"] });
  const log = await shop.api.call("listAuditLog", { kind: "payment-account" }, as(admin));
  expect(log.body.items.map(({ act, reason }) => [act, reason])).toEqual([
    ["payment-account.test", null],
    ["payment-account.test", "webhook-missing"],
  ]);
});

test("an account without keys says so, and its network has none of the other's tests", async () => {
  expect(await account("west")).toMatchObject({ mode: null, test: null });
  expect((await testIt(manager, "west")).body.account.test?.faults).toEqual([{ kind: "not-configured", detail: "" }]);
});

test("tests of a network are limited, and the refusal says when to try again", async () => {
  for (let count = 0; count < connectionTestsPerHour; count += 1) await testIt(manager, "west");
  const refused = (await testIt(manager, "west")).body.error;
  expect(refused).toMatchObject({ code: "TOO_MANY_REQUESTS", details: { retryAfterSeconds: expect.any(Number) } });
});

test("a webhook is recorded once a minute", async () => {
  const { db, clock } = shop.api.deps;
  const first = clock.now().getTime();
  const at = (minutes: number) => new Date(first + minutesMs(minutes)).toISOString();
  for (const minutes of [0, 0.5]) await recordWebhook(db, "stripe/main", at(minutes));
  expect((await account()).webhookAt).toBe(at(0));
  await recordWebhook(db, "stripe/main", at(2));
  expect(await account()).toMatchObject({ webhookAt: at(2), answeredAt: at(2) });
});

// covers: staff see each e-mail with sample values in every language of the network
test("every e-mail is shown in each language of the network as it would be sent, with its logo and nothing from outside", async () => {
  const { emails, languages } = (await shop.api.call("listEmails", { lang: "ar" }, as(agent))).body;
  expect(languages).toEqual(["fr", "ar"]);
  expect(emails.length).toBeGreaterThan(40);
  const shown = async (template: string, language: "fr" | "ar") =>
    (await shop.api.call("showEmail", { template, language }, as(agent))).body;
  const [french, arabic] = [await shown("order-confirmation", "fr"), await shown("order-confirmation", "ar")];
  expect(arabic.html).toContain('dir="rtl"');
  expect(arabic.subject).toBe(emails.find(({ template }) => template === "order-confirmation")?.subject);
  expect(french.html).toContain('src="data:image/png;base64,');
  expect(french.html).not.toMatch(/cid:|<script|src="http/);
  expect(french.text).toContain("2026-004512");
  expect(await shown("no-such-email", "fr")).toMatchObject({ error: { code: "NOT_FOUND" } });
});
