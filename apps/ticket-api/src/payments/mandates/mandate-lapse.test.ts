import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { addDays, addMonths } from "@guichet/rules/dates/days.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { audit } from "../../audit/audit.ts";
import { plan } from "../../jobs/plan-job.ts";
import { type BankFilesShop, bankFilesOf, credited, returnedFor, testIban } from "../../testing/test-bank-files.ts";
import { debitNetwork, orderByDebit, signed } from "../../testing/test-debits.ts";
import { testArticle, testPack } from "../../testing/test-pack.ts";
import { testPerson } from "../../testing/test-people.ts";
import { openTestShop, type Shop } from "../../testing/test-purchase.ts";
import { collectDebits } from "../direct-debit-jobs.ts";
import { endLapsedMandates } from "./mandate-lapse-job.ts";

const weekly = { paymentMethods: ["TRANSFER" as const], installments: 3, period: "P7D" as const };
const articles = [
  testArticle({ id: "weekly", price: 300, paymentOptions: [weekly] }),
  testArticle({ id: "single", price: 150, paymentOptions: [{ paymentMethods: ["TRANSFER"] }] }),
  testArticle({
    id: "yearly",
    price: 900,
    renewalInterval: "P1Y",
    validity: { from: "purchase", duration: "P1Y" },
    paymentOptions: [{ paymentMethods: ["TRANSFER"], allowSubscription: true }],
  }),
];
let shop: Shop;
let folder: string;
let bank: BankFilesShop;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "guichet-bank-"));
  const network = {
    ...debitNetwork,
    switches: { ...debitNetwork.switches, subscriptions: true },
    debitRetryAfterDays: 6,
  };
  shop = await openTestShop({ packs: [testPack({ articles, network })] });
  bank = bankFilesOf(shop, folder);
  bank.connect();
  await plan(shop.api.deps.db, shop.api.deps, { networkId: null, kind: "bank-sweep", key: "bank-sweep" });
}, 60_000);
afterEach(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const today = () => shop.api.clock.iso().slice(0, 10);
const ordered = async (iban: string, more: Record<string, unknown> = {}) => {
  const person = await testPerson(shop.api.deps);
  const { body } = await orderByDebit(shop.api, person, iban, more);
  expect(body).toMatchObject({ orderStatus: "COMPLETED" });
  return { person, orderId: body.orderId };
};
/** The clock jumps to noon of a day; nothing else runs. */
const jumpTo = (day: string) => {
  const { clock } = shop.api;
  clock.setOffset(clock.offsetMs() + Date.parse(`${day}T12:00:00Z`) - clock.now().getTime());
};
const job = {
  id: "",
  networkId: null,
  kind: "mandate-lapse",
  key: "mandate-lapse",
  payload: {},
  dueAt: "",
  attempts: 1,
};
const mandates = async () => {
  const found = await sql<{ reason: string | null; lastDebitOn: string | null }>`select end_reason as reason,
      last_debit_on::text as "lastDebitOn" from mandate order by signed_at`.execute(shop.api.deps.db);
  return found.rows;
};
const sequences = async (orderId: string) => {
  const files = (await bank.sent()).join("\n");
  return (await bank.debitsOf(orderId)).map(({ endToEndId }) => {
    const before = files.slice(0, files.indexOf(`<EndToEndId>${endToEndId}<`));
    return /<SeqTp>(\w+)<\/SeqTp>(?![\s\S]*<SeqTp>)/.exec(before)?.[1];
  });
};

// covers §1: payment by transfer or by direct debit
test("a mandate lapses 36 months after its last debit, or after its signature if there was none, and not a day before", async () => {
  const debited = await ordered(testIban(1));
  for (let day = 0; day < 10 && (await bank.debitsOf(debited.orderId)).length === 0; day += 1) await bank.days(1);
  await ordered(testIban(2));
  const signedOn = today();
  const [{ lastDebitOn } = { lastDebitOn: null }] = await mandates();
  if (lastDebitOn === null) throw new Error("The mandate was not used");
  const ends = [addMonths(signedOn, 36), addMonths(lastDebitOn, 36)] as const;
  expect(ends[0] < ends[1]).toBe(true);
  const reasonsOn = async (day: string) => {
    jumpTo(day);
    await endLapsedMandates(shop.api.deps, job);
    return (await mandates()).map(({ reason }) => reason);
  };
  expect(await reasonsOn(addDays(ends[0], -1))).toEqual([null, null]);
  expect(await reasonsOn(ends[0])).toEqual([null, "UNUSED"]);
  expect(await reasonsOn(addDays(ends[1], -1))).toEqual([null, "UNUSED"]);
  expect(await reasonsOn(ends[1])).toEqual(["UNUSED", "UNUSED"]);
}, 60_000);

test("a debit planned after 36 months is not collected, also when the daily job did not run: it is unpaid", async () => {
  const { person, orderId } = await ordered(testIban(3));
  const kept = await ordered(testIban(4));
  const { db } = shop.api.deps;
  const collectOn = addMonths(today(), 36);
  await sql`update installment set collected_on = ${collectOn}`.execute(db);
  await sql`update mandate set last_debit_on = ${addDays(today(), 1)} where order_id = ${kept.orderId}`.execute(db);
  jumpTo(collectOn);
  const payload = { networkId: "north", collectOn };
  await collectDebits(shop.api.deps, { ...job, networkId: "north", kind: "debit-file", key: "", payload });
  expect((await mandates()).map(({ reason }) => reason)).toEqual([null, null]);
  expect(await bank.debitsOf(orderId)).toEqual([]);
  expect(await bank.debitsOf(kept.orderId)).toHaveLength(1);
  const found = await sql`select status from installment where order_id = ${orderId}`.execute(db);
  expect(found.rows).toEqual([{ status: "unpaid" }]);
  expect(await bank.emailsOf(orderId)).toContain("not-collected");
  expect(person.accountId).not.toBe(kept.person.accountId);
}, 60_000);

test("a subscription whose mandate lapsed asks for another one", async () => {
  const person = await testPerson(shop.api.deps);
  const line = { productId: "yearly", isSubscription: true };
  const { body } = await orderByDebit(shop.api, person, testIban(5), { line, total: 900 });
  expect(body).toMatchObject({ orderStatus: "COMPLETED" });
  const { db } = shop.api.deps;
  await sql`update mandate set signed_at = signed_at - interval '37 months'`.execute(db);
  const needed = async () => {
    const found = await shop.api.call("listSubscriptions", {}, { token: person.token });
    return found.body.subscriptions.map(({ mandateNeeded }) => mandateNeeded);
  };
  expect(await needed()).toEqual([false]);
  await endLapsedMandates(shop.api.deps, job);
  expect(await needed()).toEqual([true]);
  const [{ id = "" } = {}] = (await sql<{ id: string }>`select id from subscription`.execute(db)).rows;
  expect(await signed(shop.api, person, { subscriptionId: id })).toMatchObject({ reference: expect.any(String) });
}, 60_000);

// covers §1: payment by transfer or by direct debit
test("sequence types: one debit is OOFF; of several the first is FRST, then RCUR, and the last FNAL, after which no earlier one is presented again", async () => {
  const once = await ordered(testIban(6));
  const several = await ordered(testIban(7), { line: { productId: "weekly" }, total: 300, installments: 3 });
  const answer = async (count: number) => {
    for (let day = 0; day < 12 && (await bank.debitsOf(several.orderId)).length < count; day += 1) await bank.days(1);
    await bank.bankSays(...(await bank.debitsOf(several.orderId)).slice(count - 1).map(credited));
  };
  await answer(1);
  await answer(2);
  await answer(3);
  expect(await sequences(once.orderId)).toEqual(["OOFF"]);
  expect(await sequences(several.orderId)).toEqual(["FRST", "RCUR", "FNAL"]);
  const [, second, last] = await bank.debitsOf(several.orderId);
  if (second === undefined || last === undefined) throw new Error("Three debits were not submitted");
  await bank.bankSays(returnedFor("AM04", second), returnedFor("AM04", last));
  expect(await bank.orderNow(several.person, several.orderId)).toEqual([
    "REGULARIZATION",
    ["paid", "unpaid", "planned"],
  ]);
  await bank.days(12);
  expect(await sequences(several.orderId)).toEqual(["FRST", "RCUR", "FNAL", "FNAL"]);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
}, 120_000);
