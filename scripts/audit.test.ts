import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testArticle, testPack } from "../apps/ticket-api/src/testing/test-pack.ts";
import { testPerson } from "../apps/ticket-api/src/testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../apps/ticket-api/src/testing/test-purchase.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
let shop: Shop;
beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack({ articles: [testArticle({ id: "single", price: 150 })] })] });
});
afterAll(() => shop.close());

function audit(words: string[] = [], environment: Record<string, string> = {}) {
  const { databaseUrl, sandboxUrl } = shop.api.house.config;
  const env = { ...process.env, DATABASE_URL: databaseUrl, SANDBOX_URL: sandboxUrl, ...environment };
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, ["scripts/audit.ts", ...words], { cwd: root, env }, (error, out, err) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err }),
    );
  });
}

test("a clean house leaves with 0; a difference is named with its order and remedy and leaves with 1", async () => {
  const person = await testPerson(shop.api.house);
  const { body } = await shop.api.ask("placeOrder", orderOf(person, 150), { token: person.token });
  await shop.pay(body.paymentUrl);
  await shop.api.ask("acknowledgePayment", { orderId: body.orderId }, { token: person.token });
  const clean = await audit();
  expect(clean, clean.err).toMatchObject({
    code: 0,
    out: "Provider, ledger, orders, invoices, tickets and mail agree.\n",
  });
  await sql`delete from ticket`.execute(shop.api.house.db);
  const found = await audit();
  expect(found.code).toBe(1);
  expect(found.out).toMatch(/^order 2026-\d{6} \(north\)\n {2}tickets-missing: 0 of 1 tickets for single\n/);
  expect(found.out).toMatch(/→ Issue the missing tickets of the line\.\n\n1 difference\.\n$/);
  const { differences } = JSON.parse((await audit(["--json"])).out);
  expect(differences).toMatchObject([{ kind: "tickets-missing", networkId: "north", orderId: body.orderId }]);
});

test("without the provider, without a database or with wrong words it says so and leaves with 2", async () => {
  const alone = await audit([], { SANDBOX_URL: "http://127.0.0.1:9" });
  expect(alone).toMatchObject({ code: 2, err: expect.stringMatching(/^The payment provider does not answer/) });
  expect((await audit([], { DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none" })).code).toBe(2);
  expect((await audit(["--unknown"])).code).toBe(2);
});
