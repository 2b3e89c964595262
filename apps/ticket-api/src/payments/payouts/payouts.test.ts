import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../../audit/audit.ts";
import { daysMs, hoursMs, minutesMs } from "../../clock.ts";
import type { ProviderPayout } from "../../integrations/provider-settlement.ts";
import { dispute, ledgerOf } from "../../testing/providers/dispute-shop.ts";
import { openShopAt, stripeShop } from "../../testing/providers/provider-shops.ts";
import { withoutSettlementSides } from "../../testing/providers/without-guards.ts";
import { type TestPerson, testPerson } from "../../testing/test-people.ts";
import type { Shop } from "../../testing/test-purchase.ts";
import { bought, failRefund, refundableArticles } from "../../testing/test-refunds.ts";
import { bookPayout, settlePayout } from "./book-payout.ts";
import { settlementHours } from "./settlement-sweep.ts";

const account = "stripe/main";
let shop: Shop;
let person: TestPerson;
beforeAll(async () => {
  shop = await openShopAt(stripeShop, refundableArticles);
  // Payouts are made at midnight UTC: from noon on, no hour of the real day changes what a test sees.
  const noon = hoursMs(12) - (shop.api.clock.now().getTime() % daysMs(1));
  await shop.pass(noon > 0 ? noon : noon + daysMs(1));
  person = await testPerson(shop.api.deps);
}, 60_000);
afterAll(() => shop.close());

// covers: fees and payouts of the payment provider in the ledger, by webhook and by catch-up
test("a payment costs its fee, is on its way with its payout, arrives, and comes back when the bank returns the payout", async () => {
  // 4.50 costs 0.07 (1.5 %) and 0.25; 1.50 of it is refunded, for which nothing is charged.
  const { orderId, session } = await bought(shop, person, 450, ["single", 3]);
  await shop.refundAtProvider(session, 150);
  await shop.pass(hoursMs(settlementHours));
  await expect.poll(() => ledgerOf(shop, orderId)).toMatchObject({ fees: 32, provider: 450 - 150 - 32 });
  // A disputed payment of 4.50: its withdrawal and the fee of 20.00 are paid out too, as less money.
  const disputed = await bought(shop, person, 450, ["single", 3]);
  await dispute(shop, disputed.session);
  const rich = await bought(shop, person, 2400, ["carnet", 2]);
  await shop.pass(daysMs(3));
  await expect.poll(async () => (await ledgerOf(shop, orderId)).transit ?? 0).toBe(268);
  expect(await ledgerOf(shop, orderId)).not.toHaveProperty("provider");
  await shop.pass(daysMs(1) + hoursMs(2));
  await expect.poll(async () => (await ledgerOf(shop, orderId)).bank).toBe(268);
  expect(await ledgerOf(shop, disputed.orderId)).toEqual({
    ...{ sales: -450, disputed: 450, fees: 2000 + 32, bank: -2000 - 32 },
  });
  expect(await ledgerOf(shop, rich.orderId)).toEqual({ sales: -2400, fees: 61, bank: 2339 });

  const [first] = await payouts();
  expect(first).toMatchObject({ state: "paid", amount: 268 - 2032 + 2339, itemised: "listed" });
  await fetch(new URL(`/payment/stripe/payouts/${first?.reference}/fail`, shop.sandbox.url), { method: "POST" });
  await expect.poll(async () => (await ledgerOf(shop, rich.orderId)).provider).toBe(2339);
  await shop.pass(daysMs(2) + hoursMs(2));
  await expect.poll(async () => (await ledgerOf(shop, rich.orderId)).bank).toBe(2339);
  expect(await payouts()).toMatchObject([{ state: "failed", failure: "account_closed" }, { state: "paid" }]);
  expect(await ledgerOf(shop, orderId)).toMatchObject({ bank: 268, fees: 32 });
});

test("a refund that fails comes back to the balance, and is paid out with the payment", async () => {
  const { orderId, session } = await bought(shop, person, 450, ["single", 3]);
  await shop.refundAtProvider(session, 150);
  await shop.pass(minutesMs(31));
  await failRefund(shop, session);
  await shop.pass(minutesMs(31));
  expect(await ledgerOf(shop, orderId)).toMatchObject({ sales: -450 });
  await shop.pass(daysMs(4) + hoursMs(2));
  await expect.poll(() => ledgerOf(shop, orderId)).toEqual({ sales: -450, fees: 32, bank: 418 });
  const kinds = (await audit(shop.api.deps, { grace: 0 })).filter((found) => found.orderId === orderId);
  expect(kinds.map(({ kind }) => kind)).toEqual(["payment-discrepancy", "payment-discrepancy"]);
});

test("reports that are repeated, concurrent or late change nothing", async () => {
  const { deps } = shop.api;
  const { orderId, found } = await inTransit();
  const readAt = deps.clock.iso();
  const before = await movements();
  await hearOfArrival(found, readAt);
  expect(await ledgerOf(shop, orderId)).toMatchObject({ bank: 418 });
  expect((await movements()) - before).toBe((await entriesOf(found.id)).length);
  // An answer of before, as of a webhook that was overtaken.
  await bookPayout(deps, account, found, { readAt: new Date(Date.parse(readAt) - 1_000).toISOString() });
  expect(await ledgerOf(shop, orderId)).toMatchObject({ bank: 418 });
  const settled = await movements();
  await sql`update due_work set payload = '{}', due_at = ${deps.clock.iso()} where kind = 'settlement-sweep'`.execute(
    deps.db,
  );
  await shop.pass(hoursMs(25));
  for (const { reference } of await payouts()) await settlePayout(deps, account, reference, { isReadAgain: true });
  expect(await movements()).toBe(settled);
  expect(await settlePayout(deps, account, "po_unknown")).toBe(false);
});

// The last test of this file: the ledger is wrong afterwards.
test("control: where the database forgets where the money of a payout is, an arrival that is heard of three times moves it three times", async () => {
  const { deps } = shop.api;
  const { orderId, found } = await inTransit();
  await withoutSettlementSides(deps.db);
  await hearOfArrival(found, deps.clock.iso());
  expect(await ledgerOf(shop, orderId)).toMatchObject({ bank: 3 * 418, transit: -2 * 418 });
});

/** A payment of 4.50 that is on its way with the latest payout. */
async function inTransit(): Promise<{ orderId: string; found: ProviderPayout }> {
  const { orderId } = await bought(shop, person, 450, ["single", 3]);
  await shop.pass(daysMs(3));
  await expect.poll(async () => (await ledgerOf(shop, orderId)).transit).toBe(418);
  const latest = (await payouts()).at(-1);
  if (latest === undefined) throw new Error("no payout");
  const found = await shop.api.deps.payments.at(account).settlement?.getPayout(latest.reference);
  if (found === undefined) throw new Error("unknown payout");
  return { orderId, found };
}

/** Three processes hear at once that a payout has arrived. */
const hearOfArrival = (found: ProviderPayout, readAt: string) =>
  Promise.all(
    [1, 2, 3].map(() => bookPayout(shop.api.deps, account, { ...found, state: "paid" }, { readAt, isReadAgain: true })),
  );

interface StoredPayout {
  reference: string;
  state: string;
  amount: number;
  failure: string | null;
  itemised: string;
}
const payouts = async (): Promise<StoredPayout[]> =>
  (
    await sql<StoredPayout>`select reference, state, amount::float8 as amount, failure, itemised from payout
      order by created_at`.execute(shop.api.deps.db)
  ).rows;
const entriesOf = async (payout: string) =>
  (
    await sql`select reference from settlement_entry where payout = ${payout} and payment_id is not null`.execute(
      shop.api.deps.db,
    )
  ).rows;
/** How many movements of settlement the ledger has. */
async function movements(): Promise<number> {
  const found = await sql<{ count: number }>`select count(distinct movement)::integer as count from ledger_entry
    where starts_with(movement, 'payout:') or starts_with(movement, 'provider-fee:')`.execute(shop.api.deps.db);
  return found.rows[0]?.count ?? 0;
}
