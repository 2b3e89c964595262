import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../../audit/audit.ts";
import { plan } from "../../jobs/plan-job.ts";
import { endMandates } from "../../payment-records/mandate-end-store.ts";
import {
  type BankFilesShop,
  bankFilesOf,
  credited,
  returnedFor,
  type SubmittedDebit,
  testIban,
} from "../../testing/test-bank-files.ts";
import { debitNetwork, orderByDebit } from "../../testing/test-debits.ts";
import { testArticle, testPack } from "../../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../../testing/test-people.ts";
import { openTestShop, type Shop } from "../../testing/test-purchase.ts";
import { collectDebits } from "../direct-debit-jobs.ts";

const weekly = { paymentMethods: ["TRANSFER" as const], installments: 3, period: "P7D" as const };
const articles = [
  testArticle({ id: "weekly", price: 300, paymentOptions: [weekly] }),
  testArticle({ id: "single", price: 150, paymentOptions: [{ paymentMethods: ["TRANSFER"] }] }),
];
const ending = ["AC01", "AC04", "MD01", "MD06", "MD07", "MS02", "SL01"];
const staying = ["AC03", "AM05", "RR04", "ZZ99", "none"];
const inThree = { line: { productId: "weekly" }, total: 300, installments: 3 };
let shop: Shop;
let folder: string;
let bank: BankFilesShop;
/** An order in three installments for each reason, the first of which was collected, returned for it, and then paid by card. */
const orders = new Map<string, { person: TestPerson; orderId: string }>();
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "guichet-bank-"));
  shop = await openTestShop({ packs: [testPack({ articles, network: debitNetwork })] });
  bank = bankFilesOf(shop, folder);
  bank.connect();
  await plan(shop.api.deps.db, shop.api.deps, { networkId: null, kind: "bank-sweep", key: "bank-sweep" });
  const codes = [...ending, ...staying];
  for (const [index, code] of codes.entries()) orders.set(code, await ordered(testIban(index + 1), inThree));
  const firsts = new Map<string, SubmittedDebit>();
  for (const code of codes) firsts.set(code, await untilSubmitted(orderFor(code).orderId, 1));
  await bank.bankSays(...[...firsts.values()].map(credited));
  await bank.bankSays(...[...firsts].map(([code, debit]) => returnedFor(code === "none" ? undefined : code, debit)));
}, 180_000);
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

function orderFor(code: string) {
  const order = orders.get(code);
  if (order === undefined) throw new Error(`No order for ${code}`);
  return order;
}
const ordered = async (iban: string, more: Record<string, unknown> = {}) => {
  const person = await testPerson(shop.api.deps);
  const { body } = await orderByDebit(shop.api, person, iban, more);
  expect(body).toMatchObject({ orderStatus: "COMPLETED" });
  return { person, orderId: body.orderId };
};
const mandateOf = async (orderId: string) => {
  const found = await sql<{ reference: string; ended: boolean; reason: string | null }>`select reference,
      revoked_at is not null as ended, end_reason as reason from mandate where order_id = ${orderId}`.execute(
    shop.api.deps.db,
  );
  return found.rows[0];
};
const differences = async () =>
  (await audit(shop.api.deps, { grace: 0 })).filter(({ kind }) => kind !== "bank-entry-open");
const payByCard = async (person: TestPerson, orderId: string, position: number) => {
  const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
  const request = { orderId, position, returnUrl: "/account/invoices" };
  const { body } = await shop.api.call("payInstallment", request, asking);
  await shop.pay(body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId }, asking);
};
/** Days pass until the debits of an order are so many, and the bank books the last one. */
const untilSubmitted = async (orderId: string, count: number) => {
  for (let day = 0; day < 20 && (await bank.debitsOf(orderId)).length < count; day += 1) await bank.days(1);
  const debit = (await bank.debitsOf(orderId))[count - 1];
  if (debit === undefined) throw new Error(`Debit ${count} was not submitted`);
  return debit;
};

test("a reason that ends the mandate: the customer learns it, and the audit finds nothing wrong", async () => {
  for (const code of ending) {
    const { person, orderId } = orderFor(code);
    expect(await mandateOf(orderId)).toMatchObject({ ended: true, reason: code });
    expect(await bank.orderNow(person, orderId)).toEqual(["REGULARIZATION", ["unpaid", "planned", "planned"]]);
    const stated = await sql<{ reason: string; ends: string }>`select contents ->> 'reason' as reason,
        contents ->> 'mandateEnds' as ends from mail
      where template = 'debit-returned' and contents ->> 'orderId' = ${orderId}`.execute(shop.api.deps.db);
    expect(stated.rows).toEqual([{ reason: code, ends: "order" }]);
  }
  expect(await differences()).toEqual([]);
});

test("any other reason leaves the mandate in force, and a person reads the entry", async () => {
  for (const code of staying) {
    const { person, orderId } = orderFor(code);
    expect(await mandateOf(orderId)).toMatchObject({ ended: false, reason: null });
    expect(await bank.orderNow(person, orderId)).toEqual(["REGULARIZATION", ["unpaid", "planned", "planned"]]);
  }
  const open = (await audit(shop.api.deps, { grace: 0 })).filter(({ kind }) => kind === "bank-entry-open");
  // MD07 ends the mandate, and is decided by a person.
  expect(open).toHaveLength(staying.length + 1);
});

test("nothing is collected or announced under an ended mandate: each installment is unpaid on its day, and paid by card", async () => {
  for (const { person, orderId } of orders.values()) await payByCard(person, orderId, 1);
  await bank.days(18);
  for (const code of ending) {
    const { person, orderId } = orderFor(code);
    expect(await bank.debitsOf(orderId)).toHaveLength(1);
    expect(await bank.orderNow(person, orderId)).toEqual(["REGULARIZATION", ["paid", "unpaid", "unpaid"]]);
    const emails = await bank.emailsOf(orderId);
    expect(emails.filter((name) => name === "not-collected")).toHaveLength(2);
  }
  // The second installment may have been announced before the first was returned; the third never.
  const announced = await sql<{ position: number }>`select distinct (contents ->> 'position')::int as position from mail
    where template = 'debit-notice' and contents ->> 'orderId' = any(${ending.map((code) => orderFor(code).orderId)})
    order by 1`.execute(shop.api.deps.db);
  expect(announced.rows.map(({ position }) => position)).not.toContain(3);
  for (const code of staying) {
    const { orderId } = orderFor(code);
    expect((await bank.debitsOf(orderId)).map(({ position }) => position)).toEqual([1, 2, 3]);
  }
  expect(await differences()).toEqual([]);
  const { person, orderId } = orderFor("AC04");
  await payByCard(person, orderId, 2);
  await payByCard(person, orderId, 3);
  expect(await bank.orderNow(person, orderId)).toEqual(["COMPLETED", ["paid", "paid", "paid"]]);
}, 120_000);

test("a closed account ends the mandates of other orders for it, a refusal only its own", async () => {
  const iban = testIban(99);
  const [refused, closed, other] = [await ordered(iban), await ordered(iban), await ordered(iban)];
  const elsewhere = await ordered(testIban(98));
  const debits = [await untilSubmitted(refused.orderId, 1), await untilSubmitted(closed.orderId, 1)] as const;
  const later = await ordered(iban);
  await bank.bankSays(returnedFor("MS02", debits[0]));
  expect([await mandateOf(refused.orderId), await mandateOf(closed.orderId)]).toMatchObject([
    { ended: true },
    { ended: false },
  ]);
  await bank.bankSays(returnedFor("AC04", debits[1]));
  const reasons = [refused, closed, other, later, elsewhere].map(
    async ({ orderId }) => (await mandateOf(orderId))?.reason,
  );
  expect(await Promise.all(reasons)).toEqual(["MS02", "AC04", "AC04", "AC04", null]);
  await bank.days(8);
  expect(await bank.debitsOf(later.orderId)).toEqual([]);
  expect(await bank.orderNow(later.person, later.orderId)).toEqual(["REGULARIZATION", ["unpaid"]]);
  expect(await differences()).toEqual([]);
}, 120_000);

/** The job of an order's first debit, run while another transaction holds its mandate until `release`. */
async function collectWhileEnding(orderId: string, ends: boolean): Promise<void> {
  const { deps, clock } = shop.api;
  const reference = (await mandateOf(orderId))?.reference ?? "";
  const [due] = (
    await sql<{ networkId: string; collectOn: string }>`select network_id as "networkId",
      collected_on as "collectOn" from installment where order_id = ${orderId}`.execute(deps.db)
  ).rows;
  if (due === undefined) throw new Error("Nothing is due");
  clock.setOffset(clock.offsetMs() + Date.parse(`${due.collectOn}T07:30:00Z`) - clock.now().getTime());
  const job = { id: "", networkId: due.networkId, kind: "debit-file", key: "", payload: due, dueAt: "", attempts: 1 };
  let collected: Promise<unknown> = Promise.resolve();
  await deps.db.transaction().execute(async (tx) => {
    await sql`select from mandate where reference = ${reference} for update`.execute(tx);
    collected = collectDebits(deps, job);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const end = { networkId: due.networkId, reference, ofAccount: false, at: clock.iso(), reason: "AC04" };
    if (ends) await endMandates(tx, end);
  });
  await collected;
}

test("a mandate that ends while the file is being written: its debit is not in the file, and unpaid", async () => {
  const { person, orderId } = await ordered(testIban(50));
  const before = await bank.sent();
  await collectWhileEnding(orderId, true);
  expect(await bank.debitsOf(orderId)).toEqual([]);
  expect(await bank.sent()).toEqual(before);
  expect(await bank.orderNow(person, orderId)).toEqual(["REGULARIZATION", ["unpaid"]]);
  expect(await differences()).toEqual([]);
}, 60_000);

test("control run: the same with a mandate that stays in force is in the file", async () => {
  const { orderId } = await ordered(testIban(51));
  const before = await bank.sent();
  await collectWhileEnding(orderId, false);
  expect(await bank.debitsOf(orderId)).toHaveLength(1);
  expect(await bank.sent()).toHaveLength(before.length + 1);
}, 60_000);
