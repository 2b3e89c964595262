import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { audit } from "../../audit/audit.ts";
import { hoursMs } from "../../clock.ts";
import { decide, dispute, disputeOfOrder, ledgerOf, settleDisputes } from "../../testing/providers/dispute-shop.ts";
import { openShopAt, stripeShop } from "../../testing/providers/provider-shops.ts";
import { debitNetwork } from "../../testing/test-debits.ts";
import { type TestPerson, testPerson } from "../../testing/test-people.ts";
import type { Shop } from "../../testing/test-purchase.ts";
import { bought, failRefund, refundableArticles, traces } from "../../testing/test-refunds.ts";
import { settleRefunds } from "../payment-jobs.ts";

let shop: Shop;
let person: TestPerson;
beforeAll(async () => {
  shop = await openShopAt(stripeShop, refundableArticles, [{ network: debitNetwork }]);
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
});

const differences = async () => (await audit(shop.api.deps, { grace: 0 })).map(({ kind }) => kind);
const seen = async (orderId: string) =>
  (await shop.api.call("readRefundAccount", { orderId }, { token: person.token })).body.refunds;

/** Waits until the refunds that the bank has to decide are tried again; one whose dispute is just being read waits once more. */
const askAgain = () => shop.pass(hoursMs(7));

/** A refund that failed because its payment was disputed meanwhile. */
async function stoppedByDispute() {
  const { orderId, session } = await bought(shop, person, 150, ["single", 1]);
  const { tickets } = (await shop.api.call("quoteRefund", { orderId }, { token: person.token })).body;
  const ticketIds = tickets.map(({ ticketId }) => ticketId);
  const asked = { orderId, ticketIds, amount: { amount: 150, currency: "EUR" } };
  expect((await shop.api.call("requestRefund", asked, { token: person.token })).body.error).toBeUndefined();
  await shop.pass(0);
  await shop.behave("lost", 9);
  await failRefund(shop, session);
  await dispute(shop, session);
  await shop.behave("lost", 0);
  await settleDisputes(shop);
  await settleRefunds(shop.api.deps, "stripe/main", session);
  await shop.pass(0);
  expect(await seen(orderId)).toEqual([]);
  expect(await differences()).toEqual([]);
  return { orderId, reference: (await disputeOfOrder(shop, orderId)).reference };
}

// covers: a refund that a dispute stopped waits for the bank: lost, the customer has the money; won, it is paid otherwise
test("a refund that fails because of a dispute waits for the bank's decision: lost, it is settled; won, the customer is asked for an account", async () => {
  const lost = await stoppedByDispute();
  await decide(shop, lost.reference, "lost");
  await settleDisputes(shop);
  await expect
    .poll(async () => {
      await askAgain();
      const { events } = await traces(shop, lost.orderId);
      return events.filter((event) => event === "refund-failed" || event === "refunded");
    })
    .toEqual(["refunded", "refund-failed", "refunded"]);
  expect(await seen(lost.orderId)).toEqual([]);
  // What the bank withdrew was owed to the customer: it is no loss.
  expect(await ledgerOf(shop, lost.orderId)).not.toHaveProperty("losses");
  expect(await ledgerOf(shop, lost.orderId)).not.toHaveProperty("sales");
  const booked = await sql<{ count: number }>`select count(*)::integer as count from ledger_entry
    where order_id = ${lost.orderId} and starts_with(movement, 'rest-settled:')`.execute(shop.api.deps.db);
  expect(booked.rows).toEqual([{ count: 2 }]);
  expect(await differences()).toEqual([]);
  const won = await stoppedByDispute();
  await decide(shop, won.reference, "won");
  await settleDisputes(shop);
  await expect
    .poll(async () => {
      await askAgain();
      return seen(won.orderId);
    })
    .toMatchObject([{ state: "needs-account" }]);
  expect(await differences()).toEqual([]);
}, 60_000);
