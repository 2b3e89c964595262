import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { audit } from "../audit/audit.ts";
import { lastPayment } from "../payment-records/payment-store.ts";
import { settlePayment } from "../payments/settlement/settle-payment.ts";
import { replaceProvider } from "../testing/providers/test-provider.ts";
import { withoutGuardedMoves, withoutIdempotency, withoutOneOrderRule } from "../testing/providers/without-guards.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop, webhooksPerPage } from "../testing/test-purchase.ts";

/*
 * Control runs of the crash test: each removes one guard from outside and shows that the audit then reports the damage,
 * so a clean audit proves something. A kill is a failpoint that throws once: what was committed before stays, what
 * comes after never happens, and an open transaction is rolled back.
 */

let shop: Shop;
let person: TestPerson;
beforeEach(async () => {
  shop = await openTestShop({ packs: [testPack({ articles: [testArticle({ id: "single", price: 150 })] })] });
  person = await testPerson(shop.api.deps);
});
afterEach(() => shop.close());

const place = () =>
  shop.api.call("placeOrder", orderOf(person, 150), { token: person.token, idempotencyKey: crypto.randomUUID() });
const kinds = async () => new Set((await audit(shop.api.deps, { grace: 0 })).map(({ kind }) => kind));

function endsOnceAt(point: string): void {
  let left = 1;
  shop.api.deps.failpoint = (passed) => {
    if (passed === point && left-- > 0) throw new Error(`ended at ${point}`);
  };
}

async function killedAtSessionCreated(): Promise<string> {
  endsOnceAt("session-created");
  expect((await place()).http).toBe(500);
  const { body } = await place();
  await shop.pay(body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: body.orderId }, { token: person.token });
  return body.orderId;
}

// covers: the guards of a purchase work, and control runs without them fail
test("killed after the session was created: one session; control: a provider without references has two", async () => {
  const first = await killedAtSessionCreated();
  expect((await shop.ledger(first)).map(({ kind }) => kind)).toEqual(["session", "capture"]);
  expect(await kinds()).toEqual(new Set());

  replaceProvider(shop.api.deps, withoutIdempotency);
  const second = await killedAtSessionCreated();
  expect((await shop.ledger(second)).map(({ kind }) => kind)).toEqual(["session", "session", "capture"]);
  expect(await kinds()).toEqual(new Set(["session-twice"]));
});

test("concurrent clicks make one order; control: without the rule of one unresolved order they make several", async () => {
  const clicks = async () => {
    const { db } = shop.api.deps;
    // All requests look for an order of this cart before any of them may write one.
    const answers = await db.transaction().execute(async (tx) => {
      await sql`lock table orders in share row exclusive mode`.execute(tx);
      const clicking = Array.from({ length: 6 }, place);
      await vi.waitFor(async () => {
        const waiting = await sql`select 1 from pg_locks where relation = 'orders'::regclass and not granted`.execute(
          tx,
        );
        expect(waiting.rows).toHaveLength(6);
      }, 20_000);
      return { clicking };
    });
    return new Set((await Promise.all(answers.clicking)).map(({ body }) => body.orderId)).size;
  };
  expect(await clicks()).toBe(1);
  expect(await kinds()).toEqual(new Set());
  person = await testPerson(shop.api.deps);
  await withoutOneOrderRule(shop.api.deps.db);
  expect(await clicks()).toBeGreaterThan(1);
  expect(await kinds()).toEqual(new Set(["cart-ordered-twice"]));
});

test("a payment that is settled again changes nothing; control: without the guarded transitions everything is issued twice", async () => {
  const settledTwice = async () => {
    await shop.behave("lost", webhooksPerPage);
    const { body } = await place();
    await shop.pay(body.paymentUrl);
    const payment = await lastPayment(shop.api.deps.db, body.orderId);
    for (const _ of [1, 2]) await settlePayment(shop.api.deps, payment?.id ?? "");
  };
  await settledTwice();
  expect(await kinds()).toEqual(new Set());
  await withoutGuardedMoves(shop.api.deps.db);
  await settledTwice();
  const found = await kinds();
  for (const kind of ["movement-unbalanced", "booked-twice", "invoice-number-twice", "tickets-too-many"] as const)
    expect(found).toContain(kind);
});
