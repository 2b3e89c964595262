import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { daysMs } from "../clock.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";
import { bought, traces, vatSums } from "../testing/test-refunds.ts";
import { testStaff } from "../testing/test-staff.ts";

let shop: Shop;
beforeAll(async () => {
  const paymentOptions = [{ paymentMethods: ["CARD" as const], installments: 3, period: "P1M" as const }];
  const articles = [testArticle({ id: "yearly", price: 10_000, paymentOptions, refund: { basis: "unused" } })];
  shop = await openTestShop({ packs: [testPack({ articles, network: { refundApprovalAbove: 10_000 } })] });
}, 60_000);
afterAll(() => shop.close());

const euros = (amount: number) => ({ amount, currency: "EUR" });
const inThree = async (quantity = 1) => {
  const person = await testPerson(shop.api.deps);
  return { person, ...(await bought(shop, person, quantity * 10_000, { installments: 3 }, ["yearly", quantity])) };
};
const days = async (count: number) => {
  for (let day = 0; day < count; day += 1) await shop.pass(daysMs(1));
  await sql`update user_session set expires_at = '2099-01-01', signed_in_at = '2099-01-01'`.execute(shop.api.deps.db);
};
const quote = async (orderId: string, { token }: { token: string }) =>
  (await shop.api.call("quoteRefund", { orderId }, { token })).body;
const giveBack = async (orderId: string, { token }: { token: string }, ticketIds: string[], amount: number) =>
  (await shop.api.call("requestRefund", { orderId, ticketIds, amount: euros(amount) }, { token })).body;
type Scope =
  | { scope: "order" }
  | { scope: "goodwill"; amount: { amount: number; currency: string } }
  | { scope: "tickets"; ticketIds: string[]; amount?: { amount: number; currency: string } };
const refund = async (staff: { token: string }, orderId: string, more: Scope = { scope: "order" }) =>
  (await shop.api.call("refundOrder", { orderId, reason: "moved", ...more }, { token: staff.token })).body;
const emailsOf = async (orderId: string) => {
  const { rows } = await sql<{ contents: unknown }>`select contents from mail
    where template = 'refund-made' and contents ->> 'orderId' = ${orderId}`.execute(shop.api.deps.db);
  return rows.map(({ contents }) => contents);
};
const installments = async (orderId: string) => {
  const { rows } = await sql<{ status: string }>`select status from installment where order_id = ${orderId}
    order by position`.execute(shop.api.deps.db);
  return rows.map(({ status }) => status);
};
const owed = async (orderId: string) => {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount), 0)::integer as sum from ledger_entry
    where order_id = ${orderId} and side = 'receivable'`.execute(shop.api.deps.db);
  return rows[0]?.sum;
};

// covers: staff cancel an order with open installments: these are dropped, then what was paid is refunded
test("an order with open installments is cancelled: they are dropped, and what was paid is refunded", async () => {
  const clerk = await testStaff(shop.api, { north: ["agent"] });
  const { orderId } = await inThree();
  expect((await refund(clerk, orderId)).refund).toMatchObject({
    ...{ status: "approved", amount: euros(10_000), paidBack: euros(3334), creditNoteNumber: expect.any(String) },
    dropped: [{ position: 3 }, { position: 2 }],
  });
  await shop.pass(0);
  expect(await traces(shop, orderId)).toMatchObject({
    ...{ status: "CANCELED", tickets: ["cancelled"], notes: [10_000], emails: 1, sent: [3334] },
  });
  expect([await installments(orderId), await owed(orderId)]).toEqual([["withdrawn", "withdrawn", "withdrawn"], 0]);
  expect(await vatSums(shop, orderId, "credit-note")).toEqual(await vatSums(shop, orderId, "invoice"));
  // Nothing is collected on the days of the dropped installments.
  for (let month = 0; month < 3; month += 1) await shop.pass(daysMs(31));
  expect((await shop.ledger(orderId)).map(({ kind }) => kind)).toEqual(["session", "capture", "refund"]);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
}, 60_000);

// covers: what is open and what is paid at the time of the decision is dropped and paid back
test("an installment that is collected before the second person decides is paid back instead of dropped", async () => {
  const { orderId } = await inThree(2);
  await days(32);
  expect(await installments(orderId)).toEqual(["paid", "paid", "planned"]);
  const clerk = await testStaff(shop.api, { north: ["agent"] });
  const waiting = await refund(clerk, orderId);
  expect(waiting.refund).toMatchObject({ status: "awaiting", amount: euros(20_000), dropped: [], paidBack: null });
  await days(32);
  const later = await testStaff(shop.api, { north: ["manager"] }, "Maud Kerbrat");
  const { refundId } = waiting.refund;
  const decided = await shop.api.call("decideRefund", { refundId, decision: "approve" }, { token: later.token });
  expect(decided.body.refund).toMatchObject({ status: "approved", dropped: [], paidBack: euros(20_000) });
  await shop.pass(0);
  expect(await traces(shop, orderId)).toMatchObject({ status: "CANCELED", notes: [20_000], sent: [6666, 6666, 6668] });
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
}, 120_000);

// covers: open installments are reduced by a refund from the last one backwards, then money is paid back
test("a customer gives one of two tickets back: the last installments are dropped, nothing is paid back, the first ones stay", async () => {
  const { person, orderId } = await inThree(2);
  const { tickets, open, remaining } = await quote(orderId, person);
  expect([open.map(({ amount }) => amount.amount), remaining]).toEqual([[6666, 6666], euros(20_000)]);
  const [{ ticketId = "" } = {}] = tickets;
  const made = await giveBack(orderId, person, [ticketId], 10_000);
  expect(made).toMatchObject({
    amount: euros(10_000),
    paidBack: euros(0),
    dropped: [
      { position: 3, dropped: euros(6666), left: euros(0) },
      { position: 2, dropped: euros(3334), left: euros(3332) },
    ],
  });
  const [email] = await emailsOf(orderId);
  expect(email).toMatchObject({ paidBack: euros(0), dropped: [{ left: euros(0) }, { left: euros(3332) }] });
  expect([await installments(orderId), await owed(orderId)]).toEqual([["paid", "planned", "withdrawn"], 3332]);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
  const [order] = (await shop.api.call("getOrders", { orderId }, { token: person.token })).body.items;
  expect(order?.refunds).toMatchObject([
    { amount: euros(0), sentAt: null, dropped: [{ position: 3 }, { position: 2 }] },
  ]);
  // What remained of the second installment is collected, and nothing on the day of the third.
  await days(70);
  expect(await shop.ledger(orderId)).toMatchObject([
    { kind: "session" },
    { kind: "capture", amount: euros(6668) },
    { kind: "debit", amount: euros(3332) },
  ]);
  expect(await traces(shop, orderId)).toMatchObject({ status: "COMPLETED", notes: [10_000], emails: 1, sent: [] });
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
}, 120_000);

test("a customer gives every ticket back: every installment is dropped, the rest is paid back, the saved card is removed", async () => {
  const { person, orderId } = await inThree();
  await days(32);
  const { tickets } = await quote(orderId, person);
  const made = await giveBack(orderId, person, [tickets[0]?.ticketId ?? ""], 10_000);
  expect(made).toMatchObject({ paidBack: euros(6667), dropped: [{ position: 3, left: euros(0) }] });
  await shop.pass(0);
  expect(await traces(shop, orderId)).toMatchObject({ notes: [10_000], sent: [3333, 3334], tickets: ["cancelled"] });
  const { rows } =
    await sql`select from payment_method where removed_at is null and account_id = ${person.accountId}`.execute(
      shop.api.deps.db,
    );
  expect([rows.length, await owed(orderId)]).toEqual([0, 0]);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
}, 120_000);

test("staff refund a part of a ticket and an amount as goodwill: both reduce what is still to be collected", async () => {
  const clerk = await testStaff(shop.api, { north: ["agent"] });
  const { person, orderId } = await inThree();
  const [{ ticketId = "" } = {}] = (await quote(orderId, person)).tickets;
  const goodwill = await refund(clerk, orderId, { scope: "goodwill", amount: euros(100) });
  expect(goodwill.refund).toMatchObject({ paidBack: euros(0), dropped: [{ position: 3, left: euros(3233) }] });
  const some = await refund(clerk, orderId, { scope: "tickets", ticketIds: [ticketId], amount: euros(7000) });
  expect(some.refund).toMatchObject({
    paidBack: euros(434),
    dropped: [
      { position: 3, dropped: euros(3233), left: euros(0) },
      { position: 2, dropped: euros(3333), left: euros(0) },
    ],
  });
  await shop.pass(0);
  expect(await traces(shop, orderId)).toMatchObject({ notes: [100, 7000], sent: [434] });
  const listed = await shop.api.call("listRefunds", { orderId }, { token: clerk.token });
  expect(listed.body.items.map(({ paidBack }) => paidBack)).toEqual([euros(434), euros(0)]);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
}, 60_000);

// covers: what is being collected is neither dropped nor refunded before it is paid
test("while an installment is being collected, more than the others and what is paid is refused, less is refunded", async () => {
  const clerk = await testStaff(shop.api, { north: ["agent"] });
  const { person, orderId } = await inThree();
  const set = (status: string) =>
    sql`update installment set status = ${status} where order_id = ${orderId} and position = 2`.execute(
      shop.api.deps.db,
    );
  await set("begun");
  const { tickets, open, remaining } = await quote(orderId, person);
  expect([tickets[0]?.refusal, open.map(({ position }) => position), remaining]).toEqual([
    "INSTALLMENTS",
    [3],
    euros(6667),
  ]);
  const collecting = { code: "REFUND_REFUSED", details: { reason: "INSTALLMENTS" } };
  expect((await giveBack(orderId, person, [tickets[0]?.ticketId ?? ""], 10_000)).error).toMatchObject(collecting);
  expect((await refund(clerk, orderId)).error).toMatchObject(collecting);
  expect((await refund(clerk, orderId, { scope: "goodwill", amount: euros(6668) })).error).toMatchObject(collecting);
  expect((await refund(clerk, orderId, { scope: "goodwill", amount: euros(6667) })).refund).toMatchObject({
    paidBack: euros(3334),
    dropped: [{ position: 3, left: euros(0) }],
  });
  await set("planned");
}, 60_000);

test("the credit note states what was deducted from installments and what is paid back", async () => {
  const { person, orderId } = await inThree();
  const { tickets } = await quote(orderId, person);
  await giveBack(orderId, person, [tickets[0]?.ticketId ?? ""], 10_000);
  const { rows } = await sql<{ contents: { division: unknown } }>`select contents from invoice
    where order_id = ${orderId} and series = 'credit-note'`.execute(shop.api.deps.db);
  expect(rows[0]?.contents.division).toEqual({ dropped: euros(6666), paidBack: euros(3334) });
}, 60_000);

// covers: a refund leaves no installment that the provider cannot collect
test("an installment is not reduced below the provider's least charge: the difference is paid back, the rest collected", async () => {
  const clerk = await testStaff(shop.api, { north: ["agent"] });
  const { person, orderId } = await inThree();
  expect((await quote(orderId, person)).collectable).toEqual({ minAmount: 50, step: 1 });
  const made = await refund(clerk, orderId, { scope: "goodwill", amount: euros(3323) });
  expect(made.refund).toMatchObject({ paidBack: euros(40), dropped: [{ position: 3, left: euros(50) }] });
  await days(70);
  expect((await shop.ledger(orderId)).map(({ kind, amount }) => `${kind} ${amount.amount}`)).toEqual([
    "session 3334",
    "capture 3334",
    "refund 40",
    "debit 3333",
    "debit 50",
  ]);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
}, 60_000);
