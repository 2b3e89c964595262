import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { audit } from "../../audit/audit.ts";
import { refundsUnsentAt } from "../../audit/month-end-store.ts";
import { minutesMs } from "../../clock.ts";
import { readDiscrepancy } from "../../payment-records/discrepancy-store.ts";
import { readPayment } from "../../payment-records/payment-store.ts";
import { readRefund } from "../../payment-records/refund-store.ts";
import { readRefundTransfer } from "../../payment-records/refund-transfer-store.ts";
import { eraseAccount } from "../../privacy/erase-account.ts";
import { lyraShop, openShopAt, stripeShop } from "../../testing/providers/provider-shops.ts";
import { testIban } from "../../testing/test-bank-files.ts";
import { debitNetwork } from "../../testing/test-debits.ts";
import { type TestPerson, testPerson } from "../../testing/test-people.ts";
import { orderOf, type Shop } from "../../testing/test-purchase.ts";
import { bought, failRefund, refundableArticles, traces } from "../../testing/test-refunds.ts";
import { testStaff } from "../../testing/test-staff.ts";
import { reconcileMinutes, settleRefunds } from "../payment-jobs.ts";
import { bookCardRefund } from "./card-refund.ts";
import { closeDiscrepancy } from "./discrepancies.ts";

describe.each([stripeShop, lyraShop])("refunds that fail after they were accepted, at $name", (provider) => {
  let shop: Shop;
  let person: TestPerson;
  beforeAll(async () => {
    // `south` has no creditor: nothing can be transferred there.
    shop = await openShopAt(provider, refundableArticles, [{ network: debitNetwork }, { id: "south" }]);
  }, 60_000);
  afterAll(() => shop.close());
  beforeEach(async () => {
    person = await testPerson(shop.api.deps);
  });
  afterEach(async () => {
    shop.api.deps.failpoint = () => undefined;
    await shop.behave("lost", 0);
  });

  const euros = (amount: number) => ({ amount, currency: "EUR" });
  const differences = async () => (await audit(shop.api.deps, { grace: 0 })).map(({ kind }) => kind);
  const sweep = () => shop.pass(minutesMs(reconcileMinutes + 1));
  const account = `${provider.name}/main`;
  const buy = async (network = "north") => {
    const buyer = { ...(network === "north" ? person : await testPerson(shop.api.deps, { network })), network };
    const { orderId } = await bought(shop, buyer, 150, ["single", 1]);
    if (provider.name === "lyra") await remitted(orderId);
    const found = await sql<{ session: string }>`select provider_session as session from payment
      where order_id = ${orderId}`.execute(shop.api.deps.db);
    return { orderId, session: found.rows[0]?.session ?? "", buyer };
  };
  /** Lyra's transactions are credited only after their remittance. */
  async function remitted(orderId: string): Promise<void> {
    const headers = { "content-type": "application/json" };
    const url = new URL("/payment/lyra/remit", shop.sandbox.url);
    await fetch(url, { method: "POST", headers, body: JSON.stringify({ orderId }) });
  }
  async function giveBack(orderId: string, { token }: TestPerson, network = "north"): Promise<string> {
    const asking = { token, network };
    const { tickets } = (await shop.api.call("quoteRefund", { orderId }, asking)).body;
    const asked = { orderId, ticketIds: tickets.map(({ ticketId }) => ticketId), amount: euros(150) };
    expect((await shop.api.call("requestRefund", asked, asking)).body.error).toBeUndefined();
    await shop.pass(0);
    const found = await sql<{ id: string }>`select id from refund where order_id = ${orderId}`.execute(
      shop.api.deps.db,
    );
    return found.rows[0]?.id ?? "";
  }
  const unsentAt = async (before: string) =>
    (await refundsUnsentAt(shop.api.deps.db, { networkId: "north", before })).amount;
  const seen = async (orderId: string) =>
    (await shop.api.call("readRefundAccount", { orderId }, { token: person.token })).body.refunds;
  const asksFor = async (orderId: string) => {
    const found = await sql`select from mail where template = 'refund-needs-account'
      and contents ->> 'orderId' = ${orderId}`.execute(shop.api.deps.db);
    return found.rows.length;
  };
  /** Waits until the notification of the provider has arrived. */
  const failureBooked = (orderId: string) =>
    expect.poll(async () => (await traces(shop, orderId)).events, { timeout: 10_000 }).toContain("refund-failed");
  const movements = async (orderId: string) => {
    const found = await sql<{ movement: string; amount: number }>`select split_part(movement, ':', 1) as movement,
        amount::float8 as amount from ledger_entry
      where order_id = ${orderId} and side = 'provider' and not starts_with(movement, 'provider-fee:') order by at, movement`.execute(
      shop.api.deps.db,
    );
    return found.rows.map(({ movement, amount }) => [movement, amount]);
  };
  /** The customer enters an account, the staff approve it, and the money is transferred. */
  async function transferred(orderId: string, refundId: string): Promise<void> {
    const asked = { orderId, holder: "Ana Silva", iban: testIban(4711) };
    await sql`update user_session set reauthenticated_at = ${shop.api.clock.iso()}`.execute(shop.api.deps.db);
    expect((await shop.api.call("enterRefundAccount", asked, { token: person.token })).body.error).toBeUndefined();
    const { token } = await testStaff(shop.api, { north: ["manager"] });
    const { items } = (await shop.api.call("listRefundsByTransfer", { toDecide: true }, { token })).body;
    const enteredAt = items.find(({ transferId }) => transferId === refundId)?.enteredAt ?? "";
    const decision = { transferId: refundId, decision: "approve", enteredAt } as const;
    expect((await shop.api.call("decideRefundByTransfer", decision, { token })).body.error).toBeUndefined();
    await shop.pass(0);
    expect(await seen(orderId)).toMatchObject([{ state: "transferred" }]);
  }

  // covers: a refund that the provider accepted and that fails days later is booked back and paid by transfer
  test("without a notification the reconciliation books it back once; the customer is asked for an account, and gets a transfer", async () => {
    const { orderId, session } = await buy();
    const refundId = await giveBack(orderId, person);
    expect((await traces(shop, orderId)).sent).toEqual([150]);
    expect(await differences()).toEqual([]);
    await shop.pass(minutesMs(1));
    const madeAt = shop.api.clock.iso();
    const unsent = await unsentAt(madeAt);
    await shop.behave("lost", 5);
    await failRefund(shop, session);
    await shop.behave("lost", 0);
    expect(await differences()).toEqual(["refund-differs"]);
    await sweep();
    expect(await differences()).toEqual([]);
    // A report about the time before does not change.
    expect([await unsentAt(madeAt), await unsentAt("2099-01-01")]).toEqual([unsent, unsent + 150]);
    expect(await seen(orderId)).toMatchObject([{ amount: euros(150), state: "needs-account", cause: "card" }]);
    // Everything is reported once more, to several processes at once.
    await sql`update due_work set payload = '{}' where kind = 'provider-sweep'`.execute(shop.api.deps.db);
    await Promise.all([1, 2, 3].map(() => settleRefunds(shop.api.deps, account, session)));
    await sweep();
    const { events, notes } = await traces(shop, orderId);
    expect(events.filter((event) => event.startsWith("refund-"))).toEqual(["refund-failed", "refund-needs-account"]);
    expect([notes, await asksFor(orderId)]).toEqual([[150], 1]);
    expect(await differences()).toEqual([]);
    await transferred(orderId, refundId);
    expect(await movements(orderId)).toEqual([
      ["capture", 150],
      ["rest", -150],
      ["rest-back", 150],
      ["transfer", -150],
    ]);
    expect(await differences()).toEqual([]);
  }, 60_000);

  // covers: a refund that the provider accepted and that fails days later is booked back and paid by transfer
  test("its notification alone books it back; a process that dies in between leaves nothing, and the next one does it once", async () => {
    const { orderId, session } = await buy();
    await giveBack(orderId, person);
    shop.api.deps.failpoint = (point) => {
      if (point === "failed-refund-uncommitted") throw new Error("stopped");
    };
    await shop.behave("lost", 5);
    await failRefund(shop, session);
    await shop.behave("lost", 0);
    await expect(settleRefunds(shop.api.deps, account, session)).rejects.toThrow("stopped");
    expect(await movements(orderId)).toEqual([
      ["capture", 150],
      ["rest", -150],
    ]);
    expect(await seen(orderId)).toEqual([]);
    shop.api.deps.failpoint = () => undefined;
    await Promise.all([1, 2].map(() => settleRefunds(shop.api.deps, account, session)));
    await shop.pass(0);
    expect((await traces(shop, orderId)).events.filter((event) => event === "refund-failed")).toHaveLength(1);
    expect(await differences()).toEqual([]);
    const notified = await buy();
    await giveBack(notified.orderId, person);
    await failRefund(shop, notified.session);
    await failureBooked(notified.orderId);
    await shop.pass(0);
    expect(await seen(notified.orderId)).toMatchObject([{ state: "needs-account" }]);
    expect(await differences()).toEqual([]);
  }, 60_000);

  test("a failure that is known before the refund is booked: nothing is booked, or both, and the customer is asked once", async () => {
    const { deps } = shop.api;
    deps.failpoint = (point) => {
      if (point === "refund-made") throw new Error("stopped");
    };
    const { orderId, session } = await buy();
    const refundId = await giveBack(orderId, person);
    await failRefund(shop, session);
    await settleRefunds(deps, account, session);
    deps.failpoint = () => undefined;
    await shop.pass(minutesMs(5));
    expect(await movements(orderId)).toEqual([["capture", 150]]);
    expect([(await seen(orderId)).length, await asksFor(orderId)]).toEqual([1, 1]);
    expect(await differences()).toEqual([]);
    // The provider's answer to the request was read before the failure, and is booked after it.
    const refund = await readRefund(deps.db, refundId);
    const payment = refund && (await readPayment(deps.db, refund.paymentId));
    if (refund === undefined || payment === undefined) throw new Error("no refund");
    await deps.db.transaction().execute((tx) => bookCardRefund(tx, deps, refund, euros(150), payment));
    await shop.pass(0);
    expect(await movements(orderId)).toEqual([
      ["capture", 150],
      ["rest", -150],
      ["rest-back", 150],
    ]);
    expect((await readRefundTransfer(deps.db, refundId))?.status).toBe("needs-account");
    expect(await differences()).toEqual([]);
    await transferred(orderId, refundId);
    expect(await differences()).toEqual([]);
  }, 60_000);

  test("a refund in the dashboard that cancelled its order and fails is owed and transferred; a partial one is left to the staff", async () => {
    const { db } = shop.api.deps;
    const whole = await buy();
    const partial = await buy();
    await shop.refundAtProvider(whole.session, 150);
    await shop.refundAtProvider(partial.session, 50);
    await sweep();
    for (const { subject } of await audit(shop.api.deps, { grace: 0 }))
      await closeDiscrepancy(shop.api.deps, { id: subject, reason: "goodwill" });
    expect((await traces(shop, whole.orderId)).status).toBe("CANCELED");
    await failRefund(shop, whole.session);
    await failRefund(shop, partial.session);
    for (const { orderId } of [whole, partial]) await failureBooked(orderId);
    await sweep();
    expect(await seen(whole.orderId)).toMatchObject([{ amount: euros(150), state: "needs-account" }]);
    expect(await differences()).toEqual(["payment-discrepancy"]);
    const found = await sql<{ id: string }>`select id from refund where order_id = ${whole.orderId}`.execute(db);
    await transferred(whole.orderId, found.rows[0]?.id ?? "");
    const { token } = await testStaff(shop.api, { north: ["admin"] });
    const { order } = (await shop.api.call("officeOrder", { orderId: partial.orderId }, { token })).body;
    const [discrepancy] = order.discrepancies.filter(({ kind }) => kind === "failed-refund");
    expect(discrepancy?.mismatches).toMatchObject([{ field: "refunded", expected: "50 EUR" }]);
    expect(order.payments).toMatchObject([{ refunded: euros(0) }]);
    await closeDiscrepancy(shop.api.deps, { id: discrepancy?.discrepancyId ?? "", reason: "paid by hand" });
    expect(await differences()).toEqual([]);
    // What was settled hides no later fault of the same payment.
    const later = await giveBack(partial.orderId, person);
    expect(await differences()).toEqual([]);
    await sql`update refund set given_at = null where id = ${later}`.execute(db);
    expect(await differences()).toContain("rest-booked-wrong");
    await sql`update refund set given_at = ${shop.api.clock.iso()} where id = ${later}`.execute(db);
  }, 60_000);

  test("a refund that is made again in the dashboard after it failed is booked, and reported while the transfer is owed", async () => {
    const { orderId, session } = await buy();
    await shop.refundAtProvider(session, 150);
    await sweep();
    await failRefund(shop, session);
    await failureBooked(orderId);
    await sweep();
    expect(await seen(orderId)).toMatchObject([{ state: "needs-account" }]);
    await shop.refundAtProvider(session, 150);
    const booked = [
      ["capture", 150],
      ["refund", -150],
      ["refund-back", 150],
      ["outside-refund", -150],
    ];
    const found = () => sweep().then(() => movements(orderId));
    await expect.poll(found, { timeout: 20_000 }).toEqual(booked);
    await sweep();
    expect(await movements(orderId)).toEqual(booked);
    expect(await differences()).toEqual(["payment-discrepancy"]);
    const [{ subject: id = "" } = {}] = await audit(shop.api.deps, { grace: 0 });
    await closeDiscrepancy(shop.api.deps, { id, reason: "the customer has it" });
    expect(await differences()).toEqual([]);
  }, 60_000);

  test("a refund in the dashboard that fails after its customer was erased is booked back and left to the staff", async () => {
    const { api } = shop;
    const { orderId, session } = await buy();
    await shop.refundAtProvider(session, 150);
    await sweep();
    await api.deps.db.transaction().execute((tx) => eraseAccount(tx, api.deps, "north", person.accountId));
    await failRefund(shop, session);
    for (let read = 0; read < 2; read += 1) await sweep();
    expect(await movements(orderId)).toEqual([
      ["capture", 150],
      ["refund", -150],
      ["refund-back", 150],
    ]);
    expect(await differences()).toEqual(["payment-discrepancy"]);
    const open = await sql<{ id: string; kind: string }>`select id, kind from payment_discrepancy
      where order_id = ${orderId}`.execute(api.deps.db);
    expect(open.rows).toMatchObject([{ kind: "failed-refund" }]);
    const asked = await sql`select from refund_transfer where order_id = ${orderId}`.execute(api.deps.db);
    expect([asked.rows.length, await asksFor(orderId)]).toEqual([0, 0]);
    await closeDiscrepancy(api.deps, { id: open.rows[0]?.id ?? "", reason: "paid by hand" });
    expect(await differences()).toEqual([]);
  }, 60_000);

  test("a refund of an erased customer that its card makes after all, and that fails, is left to the staff", async () => {
    const { deps } = shop.api;
    deps.failpoint = (point) => {
      if (point === "refund-made") throw new Error("stopped");
    };
    const { orderId, session } = await buy();
    const refundId = await giveBack(orderId, person);
    await failRefund(shop, session);
    await settleRefunds(deps, account, session);
    deps.failpoint = () => undefined;
    await shop.pass(minutesMs(5));
    const refund = await readRefund(deps.db, refundId);
    const payment = refund && (await readPayment(deps.db, refund.paymentId));
    if (refund === undefined || payment === undefined) throw new Error("no refund");
    await deps.db.transaction().execute((tx) => eraseAccount(tx, deps, "north", person.accountId));
    await deps.db.transaction().execute((tx) => bookCardRefund(tx, deps, refund, euros(150), payment));
    expect((await readRefundTransfer(deps.db, refundId))?.status).toBe("needs-account");
    const [left, ...others] = await audit(deps, { grace: 0 });
    expect([left?.kind, others]).toEqual(["payment-discrepancy", []]);
    expect((await readDiscrepancy(deps.db, left?.subject ?? ""))?.reference).toBe(`rest:${refundId}`);
    await closeDiscrepancy(deps, { id: left?.subject ?? "", reason: "paid by hand" });
    expect(await differences()).toEqual([]);
  }, 60_000);

  test("a late capture whose refund fails before it is booked is owed to the customer", async () => {
    const { deps } = shop.api;
    const stopAt = (where: string) => {
      deps.failpoint = (point) => {
        if (point === where) throw new Error("stopped");
      };
    };
    const { body } = await shop.api.call("placeOrder", orderOf(person, 150), { token: person.token });
    const { orderId, paymentUrl } = body;
    await shop.behave("late-capture");
    await shop.api.call("cancelOrder", { orderId }, { token: person.token });
    stopAt("refund-requested");
    await shop.pay(paymentUrl);
    await sweep();
    if (provider.name === "lyra") await remitted(orderId);
    stopAt("refund-made");
    await shop.pass(minutesMs(5));
    expect((await traces(shop, orderId)).sent).toEqual([150]);
    await failRefund(shop, new URL(paymentUrl ?? "").pathname.split("/").at(-1) ?? "");
    deps.failpoint = () => undefined;
    await sweep();
    expect(await movements(orderId)).toEqual([
      ["capture", 150],
      ["refund", -150],
      ["refund-back", 150],
    ]);
    expect(await seen(orderId)).toMatchObject([{ amount: euros(150), state: "needs-account" }]);
    expect(await differences()).toEqual([]);
  }, 60_000);

  // covers: a failed refund that cannot be transferred is a task of the staff
  test("where nothing can be transferred, it is left to the staff once, and no job repeats it", async () => {
    const { orderId, session, buyer } = await buy("south");
    const refundId = await giveBack(orderId, buyer, "south");
    await failRefund(shop, session);
    await sweep();
    await sweep();
    expect(await differences()).toEqual(["payment-discrepancy"]);
    const { token } = await testStaff(shop.api, { south: ["admin"] });
    const asked = { open: true };
    const { items } = (await shop.api.call("listDiscrepancies", asked, { token, network: "south" })).body;
    expect(items).toMatchObject([{ kind: "failed-refund", orderId }]);
    const jobs = await sql`select from due_work where payload ->> 'refundId' = ${refundId}`.execute(shop.api.deps.db);
    expect(jobs.rows).toEqual([]);
    await closeDiscrepancy(shop.api.deps, { id: items[0]?.discrepancyId ?? "", reason: "paid by hand" });
    expect(await differences()).toEqual([]);
  }, 60_000);
});
