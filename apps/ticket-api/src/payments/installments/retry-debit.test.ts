import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { addDays } from "@guichet/rules/dates/days.ts";
import { debitRetryDay } from "@guichet/rules/payments/installments.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../../audit/audit.ts";
import { plan } from "../../jobs/plan-job.ts";
import { type BankFilesShop, bankFilesOf, credited, returnedFor, testIban } from "../../testing/test-bank-files.ts";
import { debitNetwork, orderByDebit } from "../../testing/test-debits.ts";
import { testArticle, testPack } from "../../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../../testing/test-people.ts";
import { openTestShop, type Shop } from "../../testing/test-purchase.ts";

const articles = [testArticle({ id: "single", price: 150, paymentOptions: [{ paymentMethods: ["TRANSFER"] }] })];
const afterDays = 14;
type Purchase = { person: TestPerson; orderId: string };
let shop: Shop;
let folder: string;
let bank: BankFilesShop;
/** Orders of which the first debit was returned: the reason, and what follows. */
let paidAtLast: Purchase;
let returnedTwice: Purchase;
let mandateEnds: Purchase;
let accountRemoved: Purchase;
let disputed: Purchase;
let returnedOn: string;

const today = () => shop.api.clock.iso().slice(0, 10);
let account = 0;
const ordered = async (iban?: string): Promise<Purchase> => {
  account += 1;
  const person = await testPerson(shop.api.deps);
  const { body } = await orderByDebit(shop.api, person, iban ?? testIban(account));
  expect(body).toMatchObject({ orderStatus: "COMPLETED" });
  return { person, orderId: body.orderId };
};
const lastDebit = async ({ orderId }: Purchase) => {
  const debit = (await bank.debitsOf(orderId)).at(-1);
  if (debit === undefined) throw new Error("No debit was submitted");
  return debit;
};
const stateOf = ({ person, orderId }: Purchase) => bank.orderNow(person, orderId);
const countOf = async ({ orderId }: Purchase) => (await bank.debitsOf(orderId)).length;
const differences = async () =>
  (await audit(shop.api.deps, { grace: 0 })).filter(({ kind }) => kind !== "bank-entry-open");
const retryEmails = async ({ orderId }: Purchase) => {
  const found = await sql<{
    on: string;
    reason: string;
  }>`select contents ->> 'on' as on, contents ->> 'reason' as reason
    from mail where template = 'debit-retry' and contents ->> 'orderId' = ${orderId}`.execute(shop.api.deps.db);
  return found.rows;
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "guichet-bank-"));
  const network = { ...debitNetwork, debitRetryAfterDays: afterDays };
  shop = await openTestShop({ packs: [testPack({ articles, network })] });
  bank = bankFilesOf(shop, folder);
  bank.connect();
  await plan(shop.api.deps.db, shop.api.deps, { networkId: null, kind: "bank-sweep", key: "bank-sweep" });
  [paidAtLast, returnedTwice, disputed] = [await ordered(), await ordered(), await ordered()];
  [mandateEnds, accountRemoved] = [await ordered(testIban(90)), await ordered()];
  const all = [paidAtLast, returnedTwice, disputed, mandateEnds, accountRemoved];
  for (let day = 0; day < 10 && (await countOf(paidAtLast)) === 0; day += 1) await bank.days(1);
  const debits = await Promise.all(all.map(lastDebit));
  await bank.bankSays(...debits.map(credited));
  const { body } = await shop.api.call("getCards", {}, { token: accountRemoved.person.token });
  const removed = await shop.api.call(
    "unregisterCard",
    { cardId: body.cards[0]?.ID ?? "" },
    { token: accountRemoved.person.token },
  );
  expect(removed.body.error).toBeUndefined();
  const codes = ["AM04", "MS03", "AC01", "AM04", "AM04"];
  await bank.bankSays(...debits.map((debit, index) => returnedFor(codes[index], debit)));
  returnedOn = addDays(today(), -1);
}, 120_000);
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

// covers §1: payment by transfer or by direct debit
test("a debit without funds is planned once more on the network's day, and announced with that day", async () => {
  const [{ on = "", reason } = {}] = await retryEmails(paidAtLast);
  expect(reason).toBe("AM04");
  expect([debitRetryDay(returnedOn, afterDays), debitRetryDay(today(), afterDays)]).toContain(on);
  expect(await stateOf(paidAtLast)).toEqual(["COMPLETED", ["planned"]]);
  expect(await stateOf(returnedTwice)).toEqual(["COMPLETED", ["planned"]]);
  const { body } = await shop.api.call(
    "getOrders",
    { orderId: paidAtLast.orderId },
    { token: paidAtLast.person.token },
  );
  expect(body.items[0]?.parts[0]?.collectedOn).toBe(on);
  expect(await bank.emailsOf(paidAtLast.orderId)).not.toContain("debit-returned");
  expect(await differences()).toEqual([]);
});

test("a final reason, and an account that its customer removed, are unpaid at once", async () => {
  for (const purchase of [disputed, accountRemoved]) {
    expect(await stateOf(purchase)).toEqual(["REGULARIZATION", ["unpaid"]]);
    expect(await retryEmails(purchase)).toEqual([]);
    expect(await bank.emailsOf(purchase.orderId)).toContain("debit-returned");
  }
});

// covers §1: payment by transfer or by direct debit
test("the second debit is the last: collected it pays the order, returned it is unpaid, and never presented a third time", async () => {
  const first = await lastDebit(paidAtLast);
  // The same return in another file of the bank.
  await bank.bankSays(returnedFor("AM04", first));
  const other = await ordered(testIban(90));
  for (let day = 0; day < 10 && (await countOf(other)) === 0; day += 1) await bank.days(1);
  expect([await countOf(paidAtLast), await countOf(mandateEnds)]).toEqual([1, 1]);
  await bank.bankSays(returnedFor("AC04", await lastDebit(other)));
  for (let day = 0; day < 20 && (await countOf(paidAtLast)) < 2; day += 1) await bank.days(1);
  const seconds = [await lastDebit(paidAtLast), await lastDebit(returnedTwice)] as const;
  expect(seconds[0].endToEndId).not.toBe(first.endToEndId);
  expect((await bank.sent()).at(-1)).toContain(`<EndToEndId>${seconds[0].endToEndId}</EndToEndId>`);
  await bank.bankSays(credited(seconds[0]), returnedFor("AM04", seconds[1]));
  expect(await stateOf(paidAtLast)).toEqual(["COMPLETED", ["paid"]]);
  expect(await stateOf(returnedTwice)).toEqual(["REGULARIZATION", ["unpaid"]]);
  const emails = await bank.emailsOf(returnedTwice.orderId);
  expect(emails.filter((name) => name === "debit-retry" || name === "debit-returned")).toEqual([
    "debit-retry",
    "debit-returned",
  ]);
  await bank.days(20);
  expect([await countOf(paidAtLast), await countOf(returnedTwice)]).toEqual([2, 2]);
  // Its mandate ended before its second debit.
  expect([await countOf(mandateEnds), await stateOf(mandateEnds)]).toEqual([1, ["REGULARIZATION", ["unpaid"]]]);
  expect([await countOf(disputed), await countOf(accountRemoved)]).toEqual([1, 1]);
  expect(await differences()).toEqual([]);
}, 120_000);
