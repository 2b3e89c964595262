import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../../audit/audit.ts";
import { type DifferenceKind, remedies } from "../../audit/differences.ts";
import { monthEnd } from "../../audit/month-end.ts";
import { describeMonthEnd } from "../../audit/month-end-report.ts";
import { daysMs, hoursMs } from "../../clock.ts";
import { ledgerOf } from "../../testing/providers/dispute-shop.ts";
import { openShopAt, stripeShop } from "../../testing/providers/provider-shops.ts";
import { testPerson } from "../../testing/test-people.ts";
import type { Shop } from "../../testing/test-purchase.ts";
import { bought, refundableArticles } from "../../testing/test-refunds.ts";
import { catchUpSettlement, readPayoutAgain } from "./read-again.ts";

let shop: Shop;
let orderId: string;
let payout: string;
let month: string;
beforeAll(async () => {
  shop = await openShopAt(stripeShop, refundableArticles);
  // The second of a month at noon: what follows is in one month, whatever the real day is.
  const now = shop.api.clock.now();
  const second = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 12);
  await shop.pass(second - now.getTime());
  month = shop.api.clock.iso().slice(0, 7);
  const person = await testPerson(shop.api.deps);
  const paid = await bought(shop, person, 450, ["single", 3]);
  orderId = paid.orderId;
  const { tickets } = (await shop.api.call("quoteRefund", { orderId }, { token: person.token })).body;
  const ticketIds = [tickets[0]?.ticketId ?? ""];
  const request = { orderId, ticketIds, amount: { amount: 150, currency: "EUR" } };
  expect((await shop.api.call("requestRefund", request, { token: person.token })).body.error).toBeUndefined();
  await shop.pass(0);
  await bought(shop, person, 1200, ["carnet"]);
  await shop.pass(daysMs(3));
  await shop.pass(daysMs(1));
  // Paid, and not paid out: available in three days.
  await bought(shop, person, 500, ["final"]);
  await shop.pass(hoursMs(2));
  const found = await sql<{ reference: string }>`select reference from payout`.execute(shop.api.deps.db);
  expect(found.rows).toHaveLength(1);
  payout = found.rows[0]?.reference ?? "";
}, 120_000);
afterAll(() => shop.close());

const kinds = async (): Promise<DifferenceKind[]> => (await audit(shop.api.deps, { grace: 0 })).map(({ kind }) => kind);

/** Damage to what is stored of fees and payouts, and the command that the remedy names. */
const harms: [DifferenceKind, () => ReturnType<typeof sql>, "read" | "catch-up"][] = [
  [
    "payout-sum-wrong",
    () => sql`update settlement_entry set amount = amount + 1 where kind = 'payment' and payout = ${payout}`,
    "read",
  ],
  ["payout-sum-wrong", () => sql`update settlement_entry set payout = null where kind = 'refund'`, "read"],
  [
    "payment-not-settled",
    () =>
      sql`update settlement_entry set payout = null, side = 'provider', available_at = available_at - interval '9 days' where kind = 'payment' and fee = 32 and payout = ${payout}`,
    "catch-up",
  ],
  ["payout-differs", () => sql`update payout set state = 'failed', read_at = read_at - interval '9 days'`, "read"],
  [
    "payout-not-booked",
    () => sql`with gone as (delete from payout) update settlement_entry set payout = null, side = 'provider'`,
    "read",
  ],
  [
    "fee-wrong",
    () => sql`delete from ledger_entry where starts_with(movement, 'provider-fee:') and order_id = ${orderId}`,
    "catch-up",
  ],
  [
    "payout-booked-wrong",
    () => sql`delete from ledger_entry where starts_with(movement, 'payout:') and order_id = ${orderId}`,
    "read",
  ],
  ["payout-booked-wrong", () => sql`update settlement_entry set side = 'transit' where payout = ${payout}`, "read"],
];

// covers: fees and payouts: the audit names each difference, and a command corrects it and leaves a trace
test.each(harms)("%s is named and corrected, with a trace", async (kind, harm, command) => {
  const { deps } = shop.api;
  const balances = await ledgerOf(shop, orderId);
  expect(await kinds()).toEqual([]);
  await deps.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await harm().execute(tx);
  });
  expect(await kinds()).toContain(kind);
  expect(remedies[kind]).toContain(`npm run payouts -- ${command}`);
  if (command === "read") await readPayoutAgain(deps, payout, `because of ${kind}`);
  else await catchUpSettlement(deps, 30, `because of ${kind}`);
  expect(await kinds()).toEqual([]);
  expect(await ledgerOf(shop, orderId)).toEqual(balances);
  const traces = await sql<{ reason: string }>`select reason from payout_reading order by id desc limit 1`.execute(
    deps.db,
  );
  expect(traces.rows).toEqual([{ reason: `because of ${kind}` }]);
});

test("a payment that is paid out twice is named, and an unknown payout is not read", async () => {
  const { deps } = shop.api;
  await sql`insert into settlement_entry select (jsonb_populate_record(e, '{"reference": "txn_again", "payout": null}')).*
    from settlement_entry e where kind = 'payment' and fee = 32`.execute(deps.db);
  await sql`update settlement_entry set side = 'provider' where reference = 'txn_again'`.execute(deps.db);
  expect(await kinds()).toContain("payment-settled-twice");
  await sql`delete from settlement_entry where reference = 'txn_again'`.execute(deps.db);
  expect(await readPayoutAgain(deps, "po_unknown", "why")).toBeUndefined();
});

// covers §6: month-end report: settled, fees, and what the provider and the bank still owe
test("the month-end report states what was settled, and what is still at the provider", async () => {
  const report = await monthEnd(shop.api.deps.db, { id: "north", timeZone: "UTC", currency: "EUR" }, month);
  // 4.50 - 1.50 - 0.32 (1.5 % of 4.50 and 0.25) and 12.00 - 0.43 were paid out; 5.00 - 0.33 was not.
  expect(report.settlement).toMatchObject({ fees: 32 + 43 + 33, paidOut: 268 + 1157, inTransit: 0 });
  expect(report.outstanding).toEqual({
    ...{ atProvider: 467, debited: 0 },
    ...{ debits: { count: 0, amount: 0 }, refunds: { count: 0, amount: 0 } },
  });
  const text = describeMonthEnd(report);
  expect(text).toMatch(/EUR 1\.08 {2}fees of the payment provider/);
  expect(text).toMatch(/EUR 14\.25 {2}paid out to the bank account/);
  expect(text).toMatch(/EUR 4\.67 {2}at the payment provider/);
});
