import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  accountReportXml,
  type DetailSample,
  type EntrySample,
  statusReportXml,
} from "../../testing/providers/bank-samples.ts";
import {
  attentionsOf,
  credit,
  debit,
  debtor,
  detailOf,
  ids,
  now,
  openBankWorld,
  returnOf,
} from "../../testing/providers/bank-world.ts";
import { bankId } from "../debit-message.ts";
import { ProviderRefused } from "../payment-provider.ts";
import { deleteOldEntries, resolveEntry, unresolvedEntries } from "./entry-store.ts";
import { filesToHandOver, listFiles } from "./file-store.ts";
import { download } from "./hand-over.ts";

const { bank, db, importEntries, importXml, stateOf, submitted } = openBankWorld();
const everything = async () =>
  (await sql`select id, state, reason, position from bank_instruction order by id`.execute(db())).rows;

test("a file is stored with its digest and waits; the same file again changes nothing, another content is refused once the bank has it", async () => {
  const one = debit(150);
  const file = await submitted(one);
  await bank().submit(file);
  await download(db(), file.id, { now, write: async () => undefined });
  expect(await listFiles(db(), 10)).toMatchObject([
    {
      id: file.id,
      direction: "outgoing",
      kind: "debits",
      instructions: 1,
      amount: 150,
      handedOverAt: expect.any(String),
    },
  ]);
  expect(await bank().get(one.reference)).toMatchObject({
    reference: one.reference,
    orderId: one.orderId,
    amount: { amount: 150, currency: "EUR" },
    state: "waits",
    sentBack: { amount: 0, currency: "EUR" },
    transfers: [],
  });
  await expect(bank().submit({ ...file, collectOn: "2026-11-30" })).rejects.toThrow(ProviderRefused);
  expect(await bank().get(ids.uuid())).toBeUndefined();
});

test("a booked debit is settled, a returned one is returned with its reason, and both appear among the changes once", async () => {
  const [paid, unpaid] = [debit(150), debit(250)];
  await submitted(paid, unpaid);
  const { cursor } = await bank().listSince(undefined);
  expect(attentionsOf(await importEntries(credit(paid), credit(unpaid)))).toEqual([]);
  expect(await stateOf(paid)).toEqual(["booked", undefined]);
  expect(attentionsOf(await importEntries(returnOf(unpaid, "AM04")))).toEqual([]);
  expect(await stateOf(unpaid)).toEqual(["returned", "AM04"]);
  const changes = await bank().listSince(cursor);
  expect(changes.debits.map(({ reference, state }) => [reference, state])).toEqual([
    [paid.reference, "booked"],
    [unpaid.reference, "returned"],
  ]);
  expect((await bank().listSince(changes.cursor)).debits).toEqual([]);
});

test("the same file twice, and a statement that repeats a notification, change nothing", async () => {
  const one = debit(150);
  await submitted(one);
  const xml = accountReportXml({ entries: [credit(one)] });
  expect(await importXml(xml)).toMatchObject({ outcome: "imported" });
  const before = await everything();
  expect(await importXml(xml)).toEqual({ outcome: "known" });
  const statement = accountReportXml({ format: "camt.053", version: "02", entries: [credit(one)] });
  expect(attentionsOf(await importXml(statement))).toEqual([]);
  expect(await everything()).toEqual(before);
});

test("one file that many import at once is imported once", async () => {
  const one = debit(150);
  await submitted(one);
  const xml = accountReportXml({ entries: [credit(one)] });
  const results = await Promise.all(Array.from({ length: 5 }, () => importXml(xml)));
  expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(["imported", "known", "known", "known", "known"]);
  const entries = await sql<{ n: string }>`select count(*) as n from bank_entry`.execute(db());
  expect(Number(entries.rows[0]?.n)).toBe(1);
});

test("files for another creditor, and broken ones, are refused as a whole", async () => {
  const one = debit(150);
  await submitted(one);
  const before = await everything();
  const foreign = accountReportXml({ iban: "FR7630006000010000000000152", entries: [credit(one)] });
  expect(await importXml(foreign)).toEqual({
    outcome: "refused",
    reason: expect.stringContaining("no creditor's account"),
  });
  const other = statusReportXml({ messageId: "OTHER", groupStatus: "RJCT" });
  expect(await importXml(other)).toEqual({ outcome: "refused", reason: expect.stringContaining("OTHER") });
  const half = accountReportXml({ entries: [credit(one), { amount: "one" }] });
  expect(await importXml(half)).toEqual({ outcome: "refused", reason: expect.stringContaining("not an amount") });
  expect(await everything()).toEqual(before);
});

test("in a file about several accounts, our creditors' accounts are read and others ignored", async () => {
  const [one, two] = [debit(150), debit(250)];
  await submitted(one, two);
  const foreign = accountReportXml({ iban: "FR7630006000010000000000152", entries: [credit(two)] });
  const [report = ""] = /<Ntfctn>.*<\/Ntfctn>/s.exec(foreign) ?? [];
  const both = accountReportXml({ entries: [credit(one)] }).replace("<Ntfctn>", `${report}<Ntfctn>`);
  expect(await importXml(both)).toMatchObject({ outcome: "imported", entries: [{ says: "settled" }] });
  expect(await stateOf(one)).toEqual(["booked", undefined]);
  expect(await stateOf(two)).toEqual(["waits", undefined]);
});

test("a status report rejects the debits that it names, or the whole file", async () => {
  const [good, bad, third] = [debit(150), debit(250), debit(350)];
  const file = await submitted(good, bad);
  const messageId = bankId(file.id);
  const partial = statusReportXml({
    messageId,
    groupStatus: "PART",
    transactions: [
      { endToEndId: bankId(bad.reference), status: "RJCT", code: "AC04", amount: "2.50" },
      { endToEndId: bankId(good.reference), status: "ACSP" },
    ],
  });
  expect(attentionsOf(await importXml(partial))).toEqual([]);
  expect(await stateOf(bad)).toEqual(["rejected", "AC04"]);
  expect(await stateOf(good)).toEqual(["waits", undefined]);
  const whole = await submitted(third);
  await importXml(statusReportXml({ id: "S2", messageId: bankId(whole.id), groupStatus: "RJCT" }));
  expect((await stateOf(third))[0]).toBe("rejected");
  const inOther = statusReportXml({
    id: "S3",
    messageId: bankId(whole.id),
    transactions: [{ endToEndId: bankId(good.reference), status: "RJCT", code: "AC04" }],
  });
  expect(attentionsOf(await importXml(inOther))).toEqual([expect.stringContaining("another file")]);
  expect((await stateOf(good))[0]).toBe("waits");
});

test("one entry for a whole block settles those of its debits that were not rejected, if it equals their sum", async () => {
  const [first, second, rejected] = [debit(150), debit(250), debit(999)];
  const file = await submitted(first, second, rejected);
  const messageId = bankId(file.id);
  const transactions = [{ endToEndId: bankId(rejected.reference), status: "RJCT", code: "AC04" }];
  await importXml(statusReportXml({ messageId, transactions }));
  expect(attentionsOf(await importEntries({ amount: "3.99", batch: { messageId } }))).toEqual([
    expect.stringContaining("our debits in it are 400"),
  ]);
  expect((await stateOf(first))[0]).toBe("waits");
  expect(attentionsOf(await importEntries({ amount: "4.00", batch: { messageId } }))).toEqual([]);
  expect([await stateOf(first), await stateOf(second), await stateOf(rejected)].map(([state]) => state)).toEqual([
    "booked",
    "booked",
    "rejected",
  ]);
});

test("a batch that names only some of its debits settles these, and shows what is left", async () => {
  const [first, second] = [debit(150), debit(250)];
  await submitted(first, second);
  const result = await importEntries({
    amount: "4.00",
    details: [detailOf(first), { endToEndId: "OTHER", amount: "1.00" }],
  });
  expect(attentionsOf(result)).toEqual([
    "matches none of our debits",
    expect.stringContaining("is 150 (minor units) more"),
  ]);
  expect([await stateOf(first), await stateOf(second)].map(([state]) => state)).toEqual(["booked", "waits"]);
});

const odd: [string, Partial<EntrySample>, Partial<DetailSample>, string][] = [
  ["another amount", { amount: "1.51" }, { amount: "1.51" }, "states 151 EUR"],
  ["another currency", { currency: "CHF" }, {}, "CHF"],
  ["a mark that it reverses another", { reversal: true }, {}, "reverses an entry"],
  ["the name of another creditor", {}, { creditorId: "DE98ZZZ09999999999" }, "another creditor"],
  ["a reference of somebody else", {}, { endToEndId: "SOMEBODY" }, "matches none"],
  ["the reason of a return, though it is a credit", {}, { code: "AM04" }, "credits the account"],
];
test.each(odd)("an entry with %s changes nothing and is shown", async (_, entry, detail, shown) => {
  const one = debit(150);
  await submitted(one);
  const result = await importEntries({ ...credit(one), ...entry, details: [detailOf(one, detail)] });
  expect(attentionsOf(result)).toEqual([expect.stringContaining(shown)]);
  expect(await stateOf(one)).toEqual(["waits", undefined]);
  const [open] = await unresolvedEntries(db(), 10);
  expect(open?.attention).toContain(shown);
  expect(await resolveEntry(db(), open?.id ?? "", { resolution: "called the bank", at: now() })).toBe(true);
  expect(await resolveEntry(db(), open?.id ?? "", { resolution: "again", at: now() })).toBe(false);
  expect(await unresolvedEntries(db(), 10)).toEqual([]);
});

test("entries that are not booked, and other payments of the account, are ignored", async () => {
  const one = debit(150);
  await submitted(one);
  const xml = accountReportXml({
    entries: [
      { ...credit(one), status: "PDNG" },
      { amount: "9.00", details: [{ endToEndId: "RENT" }] },
    ],
  });
  const result = await importXml(xml.replaceAll("IDDT", "RCDT"));
  expect(result).toMatchObject({ outcome: "imported", entries: [], ignored: 2 });
  expect((await stateOf(one))[0]).toBe("waits");
});

test("without our reference, mandate and amount find the only matching debit; two matches are shown", async () => {
  const one = debit(150);
  await submitted(one);
  const of = (amount: string): EntrySample => ({ amount, details: [{ mandateId: one.mandate.reference, amount }] });
  await importEntries(of("1.50"));
  expect((await stateOf(one))[0]).toBe("booked");
  const [second, third] = [debit(250, { mandate: one.mandate }), debit(250, { mandate: one.mandate })];
  await submitted(second, third);
  expect(attentionsOf(await importEntries(of("2.50")))).toEqual(["matches several debits of its mandate"]);
  expect((await stateOf(second))[0]).toBe("waits");
});

test.each([
  ["an unknown code", "ZZ99", "ZZ99"],
  ["no code", undefined, "no reason code"],
  ["the death of the debtor", "MD07", "died"],
])("a return for %s is applied, and shown to a person", async (_, code, shown) => {
  const one = debit(150);
  await submitted(one);
  await importEntries(credit(one));
  expect(attentionsOf(await importEntries(returnOf(one, code)))).toEqual([expect.stringContaining(shown)]);
  expect(await stateOf(one)).toEqual(["returned", code]);
});

test("a return with the bank's charge is the return of our amount; one that arrives first stays", async () => {
  const one = debit(150);
  await submitted(one);
  const charged = {
    ...returnOf(one),
    amount: "4.00",
    details: [detailOf(one, { amount: "4.00", charge: "2.50", code: "AM04" })],
  };
  expect(attentionsOf(await importEntries(charged))).toEqual([]);
  expect(attentionsOf(await importEntries(credit(one)))).toEqual([]);
  expect(await stateOf(one)).toEqual(["returned", "AM04"]);
});

test("money for a debit that the bank rejected is a contradiction, which is shown", async () => {
  const one = debit(150);
  const file = await submitted(one);
  await importXml(statusReportXml({ messageId: bankId(file.id), groupStatus: "RJCT" }));
  expect(attentionsOf(await importEntries(credit(one)))).toEqual(["says settled, but it is rejected already"]);
  expect((await stateOf(one))[0]).toBe("rejected");
});

test("a refund is one credit transfer per key, never above the debit, and a rejected one is shown", async () => {
  const one = debit(150);
  await submitted(one);
  const send = (key: string, amount: number) =>
    bank().sendBack(one.reference, { key, amount: { amount, currency: "EUR" } });
  await expect(send("a", 50)).rejects.toThrow("handed-over");
  await importEntries(credit(one));
  const answers = await Promise.all([send("a", 50), send("a", 50), send("a", 50)]);
  for (const { sentBack, transfers } of answers)
    expect([sentBack.amount, transfers.map(({ reference }) => reference)]).toEqual([50, ["a"]]);
  await expect(send("b", 101)).rejects.toThrow(ProviderRefused);
  const [file] = (await filesToHandOver(db(), 10)).filter(({ kind }) => kind === "transfers");
  expect(file?.content).toContain('<InstdAmt Ccy="EUR">0.50</InstdAmt>');
  expect(file?.content).toContain(debtor.iban);
  const rejected = statusReportXml({ messageId: file?.messageId ?? "", groupStatus: "RJCT" });
  expect(attentionsOf(await importXml(rejected))).toEqual([expect.stringContaining("pay it otherwise")]);
  expect((await bank().get(one.reference))?.sentBack.amount).toBe(0);
});

test("old entries are deleted, except those that somebody must still resolve", async () => {
  const one = debit(150);
  await submitted(one);
  await importEntries(credit(one));
  const unknown = debit(150);
  await importEntries(credit(unknown));
  await deleteOldEntries(db(), "2000-01-01T00:00:00.000Z");
  const entriesNow = async () => (await sql`select id from bank_entry`.execute(db())).rows;
  expect(await entriesNow()).toHaveLength(2);
  await deleteOldEntries(db(), "2999-01-01T00:00:00.000Z");
  const [open] = await unresolvedEntries(db(), 10);
  expect(await entriesNow()).toEqual([{ id: open?.id }]);
  await resolveEntry(db(), open?.id ?? "", { resolution: "called the bank", at: now() });
  await deleteOldEntries(db(), "2999-01-01T00:00:00.000Z");
  expect(await entriesNow()).toEqual([]);
});
