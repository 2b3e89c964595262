import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saveAddresses } from "../apps/ticket-api/src/installation/address-store.ts";
import { runOperatorCommand } from "../apps/ticket-api/src/testing/operator-command.ts";
import { testArticle, testPack } from "../apps/ticket-api/src/testing/test-pack.ts";
import { testPerson } from "../apps/ticket-api/src/testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../apps/ticket-api/src/testing/test-purchase.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack({ articles: [testArticle({ id: "single", price: 150 })] })] });
});
afterAll(() => shop.close());

function audit(words: string[] = [], environment: Record<string, string> = {}) {
  const { databaseUrl, sandboxUrl } = shop.api.deps.config;
  return runOperatorCommand("audit", words, { DATABASE_URL: databaseUrl, SANDBOX_URL: sandboxUrl, ...environment });
}

async function bought(): Promise<{ orderId: string; sessionId: string }> {
  const person = await testPerson(shop.api.deps);
  const { body } = await shop.api.call("placeOrder", orderOf(person, 150), { token: person.token });
  await shop.pay(body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: body.orderId }, { token: person.token });
  return { orderId: body.orderId, sessionId: new URL(body.paymentUrl ?? "").pathname.split("/").at(-1) ?? "" };
}

// covers: the audit reports every difference between provider, ledger, orders and documents
test("an installation without differences exits with 0; a difference is listed with its order and remedy and exits with 1", async () => {
  const person = await testPerson(shop.api.deps);
  const { body } = await shop.api.call("placeOrder", orderOf(person, 150), { token: person.token });
  await shop.pay(body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: body.orderId }, { token: person.token });
  const clean = await audit();
  expect(clean, clean.err).toMatchObject({
    code: 0,
    out: "Provider, ledger, orders, invoices, tickets and mail agree.",
  });
  await sql`delete from ticket`.execute(shop.api.deps.db);
  const found = await audit();
  expect(found.code).toBe(1);
  expect(found.out).toMatch(/^order 2026-\d{6} \(north\)\n {2}tickets-missing: 0 of 1 tickets for single\n/);
  expect(found.out).toMatch(/→ Issue the missing tickets of the line\.\n\n1 difference\.$/);
  const { differences } = JSON.parse((await audit(["--json"])).out);
  expect(differences).toMatchObject([{ kind: "tickets-missing", networkId: "north", orderId: body.orderId }]);
}, 120_000);

test("without the provider, without a database or with wrong arguments it says so and exits with 2", async () => {
  const alone = await audit([], { SANDBOX_URL: "http://127.0.0.1:9" });
  expect(alone).toMatchObject({ code: 2, err: expect.stringMatching(/^The payment provider is unreachable/m) });
  expect((await audit([], { DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none" })).code).toBe(2);
  expect((await audit(["--unknown"])).code).toBe(2);
}, 120_000);

// covers §4: staff see discrepancies, and close each with a reason
test("a discrepancy is closed by its id with a reason, once, and is no longer reported", async () => {
  await sql`delete from ticket`.execute(shop.api.deps.db);
  const person = await testPerson(shop.api.deps);
  const { body } = await shop.api.call("placeOrder", orderOf(person, 150), { token: person.token });
  await shop.behave("capture-nothing");
  await shop.pay(body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: body.orderId }, { token: person.token });
  const found = async () => {
    const { rows } = await sql<{ id: string }>`select id from payment_discrepancy
      where order_id = ${body.orderId} and settled_at is null`.execute(shop.api.deps.db);
    return rows.map(({ id }) => id);
  };
  const [id = ""] = await found();
  expect((await audit()).out).toContain(id);
  expect((await audit(["--settle", id])).code).toBe(2);
  const settled = await audit(["--settle", id, "--reason", "nothing was taken"]);
  expect(settled, settled.err).toMatchObject({ code: 0, out: expect.stringMatching(/^Settled/) });
  expect(await found()).toEqual([]);
  expect((await audit(["--settle", id, "--reason", "again"])).code).toBe(2);
}, 120_000);

// covers §4: a refund made in the provider's dashboard is booked; the audit finds its addresses and prints them
test("a refund made at the provider is booked: the order is cancelled with a credit note, and there is no difference any more", async () => {
  const whole = await bought();
  const part = await bought();
  await shop.refundAtProvider(whole.sessionId, 150);
  await shop.refundAtProvider(part.sessionId, 50);
  const run = await audit(["--json"]);
  const { booked, differences } = JSON.parse(run.out);
  expect(booked, run.err).toBe(2);
  const of = (orderId: string) =>
    differences.flatMap((found: { orderId: string; kind: string }) => (found.orderId === orderId ? [found.kind] : []));
  expect(of(whole.orderId)).toEqual([]);
  expect(of(part.orderId)).toEqual(["payment-discrepancy"]);
  const { rows } = await sql<{ status: string; notes: number; tickets: string }>`select o.status,
      (select count(*) from invoice where order_id = o.id and series = 'credit-note')::integer as notes,
      (select min(status) from ticket where order_id = o.id) as tickets
    from orders o where o.id = ${whole.orderId}`.execute(shop.api.deps.db);
  expect(rows).toEqual([{ status: "CANCELED", notes: 1, tickets: "cancelled" }]);
  // A second run books nothing more.
  expect(JSON.parse((await audit(["--json"])).out).booked).toBe(0);
}, 120_000);

// covers §4: a refund made in the provider's dashboard is booked; the audit finds its addresses and prints them
test("without an address it uses the addresses of the Ticket API, and says so", async () => {
  await saveAddresses(shop.api.deps.db, { payment: shop.sandbox.url });
  const { code, err } = await audit([], { SANDBOX_URL: "" });
  expect(code, err).not.toBe(2);
  expect(err).toContain(`Asking the payment provider at ${shop.sandbox.url} (recorded by the Ticket API).`);
  expect((await audit()).err).toContain("(SANDBOX_URL)");
}, 120_000);
