import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { debitReportDays, debitReturnDays } from "@guichet/rules/payments/debit-returns.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { daysMs, later } from "../clock.ts";
import { plan } from "../jobs/plan-job.ts";
import { collectDebits } from "../payments/direct-debit-jobs.ts";
import { debitNetwork, orderByDebit } from "../testing/test-debits.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";
import { traces } from "../testing/test-refunds.ts";
import { testStaff } from "../testing/test-staff.ts";

const paymentMethods: ("CARD" | "TRANSFER")[] = ["CARD", "TRANSFER"];
const refund = { basis: "unused" as const };
const articles = [
  testArticle({ id: "single", price: 150, paymentOptions: [{ paymentMethods }], refund }),
  testArticle({
    ...{ id: "yearly", price: 10_000, refund },
    paymentOptions: [{ paymentMethods, installments: 3, period: "P1M" }],
  }),
];
let shop: Shop;
beforeEach(async () => {
  shop = await openTestShop({ packs: [testPack({ articles, network: debitNetwork })] });
  await plan(shop.api.deps.db, shop.api.deps, { networkId: null, kind: "bank-sweep", key: "bank-sweep" });
}, 60_000);
afterEach(() => shop.close());

const euros = (amount: number) => ({ amount, currency: "EUR" });
const differences = async () => (await audit(shop.api.deps, { grace: 0 })).map(({ kind }) => kind);
const clerkOf = () => testStaff(shop.api, { north: ["agent"] });
async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) await shop.pass(daysMs(1));
  for (const table of ["user_session", "staff_session"])
    await sql`update ${sql.table(table)} set expires_at = '2099-01-01', signed_in_at = '2099-01-01'`
      .execute(shop.api.deps.db)
      .catch(() => undefined);
}
async function bought(iban: string, more: Record<string, unknown> = {}) {
  const person = await testPerson(shop.api.deps);
  const placed = await orderByDebit(shop.api, person, iban, more);
  expect(placed.body).toMatchObject({ orderStatus: "COMPLETED" });
  return { person, orderId: placed.body.orderId };
}
const inThree = { line: { productId: "yearly" }, total: 10_000, installments: 3 };
const twoSingles = { line: { quantity: 2 }, total: 300 };
const quote = async (orderId: string, { token }: TestPerson) =>
  (await shop.api.call("quoteRefund", { orderId }, { token })).body;
async function giveBack(orderId: string, person: TestPerson, amount: number) {
  const [{ ticketId = "" } = {}] = (await quote(orderId, person)).tickets;
  const request = { orderId, ticketIds: [ticketId], amount: euros(amount) };
  return (await shop.api.call("requestRefund", request, { token: person.token })).body;
}
const bankMoves = async (orderId: string) =>
  (await shop.ledger(orderId)).map(({ kind, amount }) => `${kind} ${amount.amount}`);
const balance = async (orderId: string, side: string) => {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount), 0)::integer as sum from ledger_entry
    where order_id = ${orderId} and side = ${side}`.execute(shop.api.deps.db);
  return rows[0]?.sum;
};
const installments = async (orderId: string) => {
  const { rows } = await sql<{ status: string; amount: number }>`select status, amount from installment
    where order_id = ${orderId} order by position`.execute(shop.api.deps.db);
  return rows.map(({ status, amount }) => `${status} ${amount}`);
};

// covers: a debit that is not handed to the bank yet is dropped when its tickets are given back
test("given back before the bank has the debit: it is dropped, nothing is debited and nothing paid back", async () => {
  const { person, orderId } = await bought(testIbans.good);
  expect(await quote(orderId, person)).toMatchObject({ remaining: euros(150), destinations: [] });
  const { order } = (await shop.api.call("officeOrder", { orderId }, { token: (await clerkOf()).token })).body;
  expect(order).toMatchObject({
    ...{ status: "COMPLETED", paymentMethod: "TRANSFER", payments: [], installments: [{ status: "planned" }] },
    balance: { received: euros(0), toCollect: euros(150), refunded: euros(0) },
  });
  expect(await giveBack(orderId, person, 150)).toMatchObject({ paidBack: euros(0), dropped: [{ left: euros(0) }] });
  await days(12);
  expect([await bankMoves(orderId), await installments(orderId)]).toEqual([[], ["withdrawn 150"]]);
  expect(await differences()).toEqual([]);
}, 60_000);

// covers: a settled debit is paid back after the debtor's right to have it returned, once the staff released it
test("a settled debit is paid back by credit transfer after eight weeks and its release, once", async () => {
  const { person, orderId } = await bought(testIbans.good, inThree);
  await days(12);
  const made = await giveBack(orderId, person, 10_000);
  expect(made).toMatchObject({ paidBack: euros(3334), dropped: [{ position: 3 }, { position: 2 }] });
  const clerk = await clerkOf();
  const list = async () =>
    (await shop.api.call("listRefunds", { orderId, toRelease: true }, { token: clerk.token })).body.items;
  const [waiting] = await list();
  const { order } = (await shop.api.call("officeOrder", { orderId }, { token: clerk.token })).body;
  expect(order.payments).toMatchObject([
    { kind: "debit", status: "captured", refunded: euros(3334), reference: expect.stringMatching(/^[0-9a-f]{32}$/) },
  ]);
  expect(order.payments[0]).toMatchObject({ paidWith: expect.stringMatching(/0152$/), mandate: expect.any(String) });
  expect(order.balance).toMatchObject({ received: euros(3334), toCollect: euros(0), refunded: euros(3334) });
  expect(waiting?.transfer).toMatchObject({
    ...{ amount: euros(3334), state: "to-release", account: expect.stringMatching(/0152$/) },
  });
  await days(debitReturnDays + debitReportDays + 2);
  expect(await bankMoves(orderId)).toEqual(["debit 3334"]);
  expect(await differences()).toEqual([]);
  const { token } = await clerkOf();
  const release = () => shop.api.call("releaseRefund", { refundId: made.refundId }, { token });
  const both = await Promise.all([release(), release()]);
  expect(both.map(({ body }) => body.error?.code ?? "released").toSorted()).toEqual([
    "TRANSITION_NOT_ALLOWED",
    "released",
  ]);
  await shop.pass(0);
  const { history } = (await shop.api.call("officeOrder", { orderId }, { token })).body.order;
  expect(history).toContainEqual(expect.objectContaining({ event: "refund-released", by: expect.any(String) }));
  expect(await bankMoves(orderId)).toEqual(["debit 3334", "refund 3334"]);
  expect(await traces(shop, orderId)).toMatchObject({ status: "COMPLETED", notes: [10_000], tickets: ["cancelled"] });
  expect(await differences()).toEqual([]);
}, 120_000);

test("released early, it still waits for the eight weeks", async () => {
  const { person, orderId } = await bought(testIbans.good);
  await days(12);
  const made = await giveBack(orderId, person, 150);
  const clerk = await clerkOf();
  const released = await shop.api.call("releaseRefund", { refundId: made.refundId }, { token: clerk.token });
  expect(released.body.refund.transfer).toMatchObject({ state: "released" });
  await days(debitReturnDays - 10);
  expect(await bankMoves(orderId)).toEqual(["debit 150"]);
  await days(debitReportDays + 12);
  expect(await bankMoves(orderId)).toEqual(["debit 150", "refund 150"]);
  expect(await differences()).toEqual([]);
}, 120_000);

test("a debit that is with the bank waits: refused until it is settled", async () => {
  const { person, orderId } = await bought(testIbans.good);
  for (let day = 0; day < 12 && !(await installments(orderId))[0]?.startsWith("begun"); day += 1) await days(1);
  expect(await installments(orderId)).toEqual(["begun 150"]);
  expect((await quote(orderId, person)).tickets[0]).toMatchObject({ refusal: "INSTALLMENTS", refund: euros(0) });
  expect((await giveBack(orderId, person, 150)).error?.details).toMatchObject({ reason: "INSTALLMENTS" });
  await days(4);
  expect((await quote(orderId, person)).tickets[0]).toMatchObject({ refusal: null, refund: euros(150) });
}, 60_000);

// covers: a debit is never both paid back and returned by the bank: what the bank returned first is not paid back
test("returned by the bank before it is paid back: nothing is sent, and only the other ticket is owed", async () => {
  const { person, orderId } = await bought(testIbans["claimed-back"], twoSingles);
  await days(12);
  const made = await giveBack(orderId, person, 150);
  const clerk = await clerkOf();
  await shop.api.call("releaseRefund", { refundId: made.refundId }, { token: clerk.token });
  await days(debitReturnDays + 10);
  expect(await bankMoves(orderId)).toEqual(["debit 300", "refund 300"]);
  expect([await installments(orderId), await balance(orderId, "receivable")]).toEqual([["unpaid 150"], 150]);
  expect((await traces(shop, orderId)).status).toBe("REGULARIZATION");
  expect(await differences()).toEqual([]);
}, 120_000);

test("returned by the bank when every ticket was given back: nothing is sent, nothing is owed, and the mandate ends", async () => {
  const { person, orderId } = await bought(testIbans["claimed-back"]);
  await days(12);
  await giveBack(orderId, person, 150);
  await days(debitReturnDays + 10);
  expect(await bankMoves(orderId)).toEqual(["debit 150", "refund 150"]);
  expect([await installments(orderId), await balance(orderId, "receivable")]).toEqual([["withdrawn 150"], 0]);
  const mandates = await sql<{ reason: string }>`select end_reason as reason from mandate
    where order_id = ${orderId} and revoked_at is not null`.execute(shop.api.deps.db);
  expect(mandates.rows).toEqual([{ reason: "MD01" }]);
  expect((await traces(shop, orderId)).status).toBe("COMPLETED");
  expect(await differences()).toEqual([]);
}, 120_000);

// covers: a debit that is returned after it was paid back is reported to the staff
test.each([
  ["a cancelled order", { scope: "order" as const }, 150, { suspense: 150, receivable: 0 }],
  ["goodwill", { scope: "goodwill" as const, amount: euros(100) }, 100, { suspense: 0, receivable: 150 }],
])(
  "paid back and then returned (%s): reported, and the books say what is to be claimed",
  async (_case, scope, sent, left) => {
    const { orderId } = await bought(testIbans["claimed-back"]);
    await days(12);
    const clerk = await clerkOf();
    const asked = { orderId, reason: "moved", ...scope };
    expect((await shop.api.call("refundOrder", asked, { token: clerk.token })).body.refund.status).toBe("approved");
    await sql`update refund set send_from = '2020-01-01'`.execute(shop.api.deps.db);
    await sql`update due_work set due_at = '2020-01-01' where kind = 'rest-refund'`.execute(shop.api.deps.db);
    await shop.pass(0);
    expect(await bankMoves(orderId)).toEqual(["debit 150", `refund ${sent}`]);
    await days(25);
    expect(await bankMoves(orderId)).toEqual(["debit 150", `refund ${sent}`, "refund 150"]);
    expect([await balance(orderId, "suspense"), await balance(orderId, "receivable")]).toEqual([
      left.suspense,
      left.receivable,
    ]);
    const { rows } = await sql<{ id: string; detail: unknown }>`select id, detail from payment_discrepancy
    where kind = 'returned-after-refund' and order_id = ${orderId}`.execute(shop.api.deps.db);
    expect(rows).toHaveLength(1);
    expect(await differences()).toEqual(["payment-discrepancy"]);
  },
  120_000,
);

test("an installment that a refund has locked is left out of the file, and taken into the next one", async () => {
  const { orderId } = await bought(testIbans.good);
  const { deps } = shop.api;
  const { rows } = await sql<{ day: string }>`select collected_on::text as day from installment
    where order_id = ${orderId}`.execute(deps.db);
  const collectOn = rows[0]?.day ?? "";
  const job = { payload: { networkId: "north", collectOn } } as never;
  shop.api.clock.setOffset(
    shop.api.clock.offsetMs() + Date.parse(`${collectOn}T08:00:00Z`) - deps.clock.now().getTime(),
  );
  let first: Awaited<ReturnType<typeof collectDebits>>;
  await deps.db.transaction().execute(async (tx) => {
    await sql`select from installment where order_id = ${orderId} for update`.execute(tx);
    first = await collectDebits(deps, job);
  });
  expect(first?.again.getTime()).toBeLessThanOrEqual(later(deps.clock.now(), 60_000).getTime());
  expect(await installments(orderId)).toEqual(["planned 150"]);
  await collectDebits(deps, job);
  expect((await installments(orderId))[0]).not.toBe("planned 150");
}, 60_000);

/** A transfer that the bank made, whose job ended before it was booked; the bank returns the debit afterwards. */
async function transferUnbooked() {
  const { person, orderId } = await bought(testIbans["claimed-back"]);
  await days(12);
  await giveBack(orderId, person, 150);
  const { rows } = await sql<{ id: string; paymentId: string }>`select id, payment_id as "paymentId" from refund
    where order_id = ${orderId}`.execute(shop.api.deps.db);
  const [{ id = "", paymentId = "" } = {}] = rows;
  await shop.api.deps.debits?.sendBack(paymentId, { key: `rest:${id}`, amount: euros(150) });
  await days(25);
  expect(await bankMoves(orderId)).toEqual(["debit 150", "refund 150", "refund 150"]);
  return { orderId, id };
}

test("a transfer that was made but not booked when the debit is returned counts as made", async () => {
  const { orderId } = await transferUnbooked();
  await days(debitReturnDays);
  expect(await balance(orderId, "receivable")).toBe(150);
  expect(await differences()).toEqual(["payment-discrepancy"]);
}, 120_000);

// The control run: what the test above finds where the bank's transfers are not looked at.
test("without the bank's transfers the refund counts as not made, and the books differ from the bank", async () => {
  const { id } = await transferUnbooked();
  const { db } = shop.api.deps;
  await sql`update refund set given_at = null, returned_at = now() where id = ${id}`.execute(db);
  await sql`delete from ledger_entry where movement = ${`rest:${id}`}`.execute(db);
  expect(await differences()).toContain("refund-differs");
}, 120_000);
