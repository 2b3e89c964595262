import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { plan } from "../jobs/plan-job.ts";
import { adoptDebits } from "../payment-records/adopted-debit-store.ts";
import { freePort, startVictim } from "../testing/crash/victim.ts";
import type { EntrySample } from "../testing/providers/bank-samples.ts";
import { type BankFilesShop, bankFilesOf, credited, returnedFor } from "../testing/test-bank-files.ts";
import { debitNetwork, orderByDebit } from "../testing/test-debits.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";

const articles = [
  testArticle({ id: "single", price: 150, paymentOptions: [{ paymentMethods: ["CARD", "TRANSFER"] }] }),
];
let shop: Shop;
let folder: string;
let bank: BankFilesShop;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "guichet-bank-"));
  shop = await openTestShop({ packs: [testPack({ articles, network: debitNetwork })] });
  bank = bankFilesOf(shop, folder);
  await plan(shop.api.deps.db, shop.api.deps, { networkId: null, kind: "bank-sweep", key: "bank-sweep" });
}, 60_000);
afterEach(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

/** Connects the installation to its bank by files. */
async function connectByFiles(): Promise<void> {
  const { deps } = shop.api;
  await adoptDebits(deps.db);
  bank.connect();
}
const differences = () => audit(shop.api.deps, { grace: 0 });
const days = (count: number) => bank.days(count);
const bought = async () => {
  const person = await testPerson(shop.api.deps);
  const placed = await orderByDebit(shop.api, person, testIbans.good);
  expect(placed.body).toMatchObject({ orderStatus: "COMPLETED" });
  return { person, orderId: placed.body.orderId };
};
const orderNow = (person: TestPerson, orderId: string) => bank.orderNow(person, orderId);
const owed = async (orderId: string) => {
  const found = await sql<{ sum: number }>`select coalesce(sum(amount), 0) as sum from ledger_entry
    where order_id = ${orderId} and side = 'receivable'`.execute(shop.api.deps.db);
  return Number(found.rows[0]?.sum);
};
const sentFiles = () => readdir(path.join(folder, "outgoing"));
const endToEndIdOf = async (orderId: string) => {
  const found = await sql<{ id: string }>`select replace(id::text, '-', '') as id from payment
    where order_id = ${orderId} and kind = 'debit'`.execute(shop.api.deps.db);
  return found.rows[0]?.id ?? "";
};
const bankSays = (...entries: EntrySample[]) => bank.bankSays(...entries);
const submitted = (endToEndId: string) => ({ endToEndId, amount: "1.50", position: 1 });
const credit = (endToEndId: string): EntrySample => credited(submitted(endToEndId));
const returned = (endToEndId: string): EntrySample => returnedFor("AC04", submitted(endToEndId));

/** Stores a debit as an older version did, with the only provider account there was, and upgrades the database. */
async function upgradeFromAnOlderVersion(orderId: string): Promise<void> {
  const { db } = shop.api.deps;
  const upgrade = new URL("../../migrations/0098-debits-of-the-bank.sql", import.meta.url);
  await sql`update payment set provider_account = 'sandbox/main' where order_id = ${orderId}`.execute(db);
  await sql.raw(await readFile(upgrade, "utf8")).execute(db);
}

// covers §1: payment by transfer or by direct debit
test("by files: the debit is in the folder, paid when the bank books it, and owed again when it is returned", async () => {
  await connectByFiles();
  const { person, orderId } = await bought();
  await days(10);
  const [name, ...more] = await sentFiles();
  expect(more).toEqual([]);
  const id = await endToEndIdOf(orderId);
  expect(await readFile(path.join(folder, "outgoing", name ?? ""), "utf8")).toContain(`<EndToEndId>${id}</EndToEndId>`);
  expect(await orderNow(person, orderId)).toEqual(["COMPLETED", ["begun"]]);
  await upgradeFromAnOlderVersion(orderId);
  expect(await differences()).toEqual([]);
  await bankSays(credit(id));
  expect(await orderNow(person, orderId)).toEqual(["COMPLETED", ["paid"]]);
  expect(await owed(orderId)).toBe(0);
  expect(await differences()).toEqual([]);
  await bankSays(returned(id));
  expect(await orderNow(person, orderId)).toEqual(["REGULARIZATION", ["unpaid"]]);
  expect(await owed(orderId)).toBe(150);
  expect(await differences()).toEqual([]);
  expect(await sentFiles()).toEqual([name]);
}, 60_000);

test("debits of an earlier connection are settled and returned by files, none is sent again, and the audit agrees", async () => {
  const paid = await bought();
  await days(12);
  expect(await orderNow(paid.person, paid.orderId)).toEqual(["COMPLETED", ["paid"]]);
  const waiting = await bought();
  let isSent = false;
  for (let day = 0; day < 12 && !isSent; day += 1) {
    await days(1);
    const { rows } = await sql`select from payment where order_id = ${waiting.orderId} and status = 'open'`.execute(
      shop.api.deps.db,
    );
    isSent = rows.length === 1;
  }
  expect(isSent).toBe(true);
  await connectByFiles();
  await connectByFiles();
  await days(4);
  expect(await sentFiles().catch(() => [])).toEqual([]);
  expect(await orderNow(waiting.person, waiting.orderId)).toEqual(["COMPLETED", ["begun"]]);
  expect(await differences()).toEqual([]);
  await bankSays(credit(await endToEndIdOf(waiting.orderId)), returned(await endToEndIdOf(paid.orderId)));
  expect(await orderNow(waiting.person, waiting.orderId)).toEqual(["COMPLETED", ["paid"]]);
  expect(await orderNow(paid.person, paid.orderId)).toEqual(["REGULARIZATION", ["unpaid"]]);
  expect([await owed(waiting.orderId), await owed(paid.orderId)]).toEqual([0, 150]);
  expect(await differences()).toEqual([]);
}, 60_000);

test("an entry that matches nothing is a difference of the audit until a person has resolved it", async () => {
  await connectByFiles();
  await days(1);
  await bankSays(credit("SOMEBODY"));
  const [found] = await differences();
  expect(found).toMatchObject({
    kind: "bank-entry-open",
    found: expect.stringContaining("matches none of our debits"),
  });
  await sql`update bank_entry set resolved_at = now(), resolution = 'called the bank'`.execute(shop.api.deps.db);
  expect(await differences()).toEqual([]);
}, 60_000);

test("the content of a file is deleted 90 days after it was handed over; what is unread stays", async () => {
  await connectByFiles();
  await bought();
  await days(10);
  await bankSays(credit("SOMEBODY"));
  const { db } = shop.api.deps;
  const contents = async () =>
    (
      await sql<{
        has: boolean;
      }>`select content is not null as has from bank_file where direction = 'outgoing'`.execute(db)
    ).rows;
  await plan(db, shop.api.deps, { networkId: null, kind: "retention", key: "retention" });
  await days(80);
  expect(await contents()).toEqual([{ has: true }]);
  await days(15);
  expect(await contents()).toEqual([{ has: false }]);
  const unread = await sql`select from bank_entry where attention is not null`.execute(db);
  expect(unread.rows).toHaveLength(1);
}, 120_000);

test("a Ticket API that starts with a channel adopts the debits of the earlier connection", async () => {
  const { orderId } = await bought();
  await days(12);
  const { databaseUrl } = shop.api.deps.config;
  const settings = { BANK_CHANNEL: "manual", SANDBOX_URL: shop.sandbox.url, DATABASE_POOL: "2", LOG_LEVEL: "silent" };
  const started = await startVictim(databaseUrl, { ...settings, API_PORT: String(await freePort()) });
  try {
    const adopted = await sql`select order_id, state from bank_instruction`.execute(shop.api.deps.db);
    expect(adopted.rows).toEqual([{ order_id: orderId, state: "settled" }]);
  } finally {
    await started.kill();
  }
}, 120_000);
