import { readdir } from "node:fs/promises";
import path from "node:path";
import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { plan } from "../jobs/plan-job.ts";
import { type BankFilesShop, bankFilesOf, testIban } from "../testing/test-bank-files.ts";
import { debitNetwork, orderByDebit } from "../testing/test-debits.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";

const articles = [testArticle({ id: "single", price: 150, paymentOptions: [{ paymentMethods: ["TRANSFER"] }] })];
type Purchase = { person: TestPerson; orderId: string };
let shop: Shop;
let bank: BankFilesShop;
const purchases = new Map<string, Purchase>();
beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack({ articles, network: debitNetwork })] });
  bank = bankFilesOf(shop, shop.bankFolder);
  await plan(shop.api.deps.db, shop.api.deps, { networkId: null, kind: "bank-sweep", key: "bank-sweep" });
  const accounts = { ...testIbans, refunded: testIban(11), answered: testIban(12) };
  for (const [name, iban] of Object.entries(accounts)) {
    const person = await testPerson(shop.api.deps);
    const { body } = await orderByDebit(shop.api, person, iban);
    expect(body).toMatchObject({ orderStatus: "COMPLETED" });
    purchases.set(name, { person, orderId: body.orderId });
  }
  await bank.days(12);
}, 120_000);
afterAll(() => shop.close());

const of = (name: string): Purchase => {
  const purchase = purchases.get(name);
  if (purchase === undefined) throw new Error(`Nothing was bought from ${name}`);
  return purchase;
};
const stateOf = (name: string) => bank.orderNow(of(name).person, of(name).orderId);
const movesOf = async (name: string) => (await shop.ledger(of(name).orderId)).map(({ kind }) => kind);
const control = async (method: "GET" | "POST", address: string, body?: unknown) => {
  const init =
    body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(new URL(address, shop.sandbox.url), { method, ...init });
  return { status: response.status, body: await response.json() };
};
const differences = async () =>
  (await audit(shop.api.deps, { grace: 0 })).filter(({ kind }) => kind !== "bank-entry-open");

// covers §1: payment by transfer or by direct debit
test("by files alone: a debit is collected, rejected or returned as its account does, and both sides agree", async () => {
  expect(await stateOf("good")).toEqual(["COMPLETED", ["paid"]]);
  expect(await stateOf("closed")).toEqual(["REGULARIZATION", ["unpaid"]]);
  expect(await stateOf("no-money")).toEqual(["REGULARIZATION", ["unpaid"]]);
  expect(await stateOf("claimed-back")).toEqual(["COMPLETED", ["paid"]]);
  expect([await movesOf("good"), await movesOf("closed"), await movesOf("no-money")]).toEqual([
    ["debit"],
    [],
    ["debit", "refund"],
  ]);
  expect(await bank.sent()).toEqual([]);
  expect(await differences()).toEqual([]);
  await bank.days(24);
  expect(await stateOf("claimed-back")).toEqual(["REGULARIZATION", ["unpaid"]]);
  const mandates = await sql<{ reason: string }>`select end_reason as reason from mandate where revoked_at is not null
    order by 1`.execute(shop.api.deps.db);
  expect(mandates.rows.map(({ reason }) => reason)).toEqual(["AC04", "MD01"]);
  expect(await differences()).toEqual([]);
  const refused = await readdir(path.join(shop.bankFolder, "incoming", "refused")).catch(() => []);
  expect(refused).toEqual([]);
}, 120_000);

test("the files that the bank took are listed, with their debits", async () => {
  const { body } = await control("GET", "/bank/files");
  const listed = body as { items: { messageId: string; content: string; debits: { state: string }[] }[] };
  expect(listed.items).toHaveLength(1);
  expect(listed.items[0]?.content).toContain("pain.008.001.08");
  expect(listed.items[0]?.debits.map(({ state }) => state).toSorted()).toEqual([
    "booked",
    "booked",
    "booked",
    "rejected",
    "returned",
    "returned",
  ]);
});

test("a tester lets the bank return a debit for any reason, and the Ticket API reads it from the folder", async () => {
  const [debit] = await bank.debitsOf(of("answered").orderId);
  const answer = await control("POST", "/bank/answer", { debit: debit?.endToEndId, reason: "MS02" });
  expect(answer).toMatchObject({ status: 200, body: { messages: [{ format: "camt.054.001.08" }] } });
  await bank.days(1);
  expect(await stateOf("answered")).toEqual(["REGULARIZATION", ["unpaid"]]);
  expect(await control("POST", "/bank/answer", { debit: debit?.endToEndId, reason: "MS02" })).toMatchObject({
    status: 409,
  });
  expect(await control("POST", "/bank/answer", { debit: "unknown", reason: "MS02" })).toMatchObject({ status: 404 });
  expect(await control("POST", "/bank/answer", { debit: "unknown", reason: "no" })).toMatchObject({ status: 400 });
  expect(await differences()).toEqual([]);
}, 60_000);

test("a refund is a transfer by file, which the bank makes once", async () => {
  const [debit] = await bank.debitsOf(of("refunded").orderId);
  const reference = debit?.endToEndId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") ?? "";
  const transfer = { key: "goodwill", amount: { amount: 40, currency: "EUR" } };
  await shop.api.deps.debits?.sendBack(reference, transfer);
  await bank.days(2);
  await shop.api.deps.debits?.sendBack(reference, transfer);
  await bank.days(2);
  expect(await shop.ledger(of("refunded").orderId)).toMatchObject([
    { kind: "debit", amount: { amount: 150 } },
    { kind: "refund", amount: { amount: 40 } },
  ]);
  const transfers = await sql`select state from bank_instruction where kind = 'transfer'`.execute(shop.api.deps.db);
  expect(transfers.rows).toEqual([{ state: "settled" }]);
}, 60_000);
