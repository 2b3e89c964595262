import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { remedies } from "../audit/differences.ts";
import { importPack } from "../networks/import.ts";
import { savePack } from "../networks/store.ts";
import { recordMovement } from "../payment-records/ledger-store.ts";
import { runOperatorCommand } from "../testing/operator-command.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";
import { bought, refundableArticles } from "../testing/test-refunds.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

const yearly = testArticle({
  id: "yearly",
  price: 900,
  paymentOptions: [{ paymentMethods: ["CARD"], installments: 3, period: "P1M" }],
});
const packOf = (accounting?: { accounts: { sales: string } }) =>
  testPack({ articles: [...refundableArticles, yearly], ...(accounting && { network: { accounting } }) });

let shop: Shop;
let person: TestPerson;
let accountant: TestStaff;
/** Three single tickets bought in March, of which one is returned in its last hour. */
let givenBack: string;
/** A single ticket bought in April. */
let ofApril: string;
beforeAll(async () => {
  shop = await openTestShop({ packs: [packOf()] });
  // The last evening of March in Paris, where the clock is two hours ahead of UTC.
  moveTo("2027-03-31T20:30:00.000Z");
  await shop.pass(0);
  person = await testPerson(shop.api.deps);
  ({ orderId: givenBack } = await bought(shop, person, 450, ["single", 3]));
  await bought(shop, person, 200, ["single"], ["parking"]);
  await bought(shop, person, 900, ["yearly"], { installments: 3 });
  const { tickets } = (await shop.api.call("quoteRefund", { orderId: givenBack }, { token: person.token })).body;
  const returned = { orderId: givenBack, ticketIds: [tickets[0]?.ticketId ?? ""], amount: euros(150) };
  await shop.api.call("requestRefund", returned, { token: person.token });
  moveTo("2027-03-31T22:30:00.000Z");
  accountant = await testStaff(shop.api, { north: ["accountant"] }, "Hervé Tanguy");
  await shop.pass(0);
  ({ orderId: ofApril } = await bought(shop, person, 150, ["single"]));
}, 60_000);
afterAll(() => shop.close());

const euros = (amount: number) => ({ amount, currency: "EUR" });
const moveTo = (instant: string) => shop.api.clock.setOffset(Date.parse(instant) - Date.now());
const call: Shop["api"]["call"] = (name, values, asking) =>
  shop.api.call(name, values, { token: accountant.token, ...asking });
const figures = async (month: string) => (await call("getFinanceMonth", { month })).body;
const fecOf = async (month: string) => (await call("downloadFec", { month })).body.bytes ?? new Uint8Array();
const close = async (month: string, more: { differenceCount?: number; reason?: string } = {}) =>
  (await call("closeMonth", { month, differenceCount: 0, ...more })).body;
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
/** Books money for an order as if it were sold once more. */
const book = (movement: string, at: string) =>
  shop.api.deps.db.transaction().execute((tx) =>
    recordMovement(tx, {
      ...{ movement, orderId: ofApril, networkId: "north", to: "provider", from: "sales" },
      ...{ amount: 150, currency: "EUR", at },
    }),
  );

/** The lines of a FEC as its columns. */
const linesOf = (bytes: Uint8Array): string[][] =>
  Buffer.from(bytes)
    .toString("latin1")
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split("\t"));
const cents = (text = "") => Number(text.replace(",", ""));

// covers: a month in the office: VAT by rate, ledger and documents compared to the cent
describe("a month in the office", () => {
  test("has its VAT by rate: invoices less credit notes, to the cent", async () => {
    const { vat, vatTotal, documents } = await figures("2027-03");
    expect(vat.map((row) => [row.rate, row.invoiced.amount, row.credited.amount, row.gross.amount])).toEqual([
      [10, 1500, 150, 1350],
      [20, 50, 0, 50],
    ]);
    for (const { net, vat: tax, gross } of [...vat, vatTotal]) expect(net.amount + tax.amount).toBe(gross.amount);
    expect([vatTotal.gross, vatTotal.vat]).toEqual([euros(1400), euros(131)]);
    expect(documents).toMatchObject([
      { series: "invoice", count: 3 },
      { series: "credit-note", count: 1 },
    ]);
  });

  test("names what is between documents and ledger", async () => {
    const march = await figures("2027-03");
    expect(march.sales).toEqual({
      ...{ sold: euros(1550), takenBack: euros(0), balance: euros(1550) },
      ...{ documents: euros(1400), difference: euros(150) },
    });
    expect(march.toPayBack).toMatchObject({ count: 1, amount: euros(150), amountBefore: euros(0) });
    expect(march.toPayBack.orders).toMatchObject([{ orderId: givenBack, sold: euros(450), invoiced: euros(300) }]);
    const april = await figures("2027-04");
    expect(april.sales).toMatchObject({ balance: euros(0), documents: euros(150), difference: euros(-150) });
    expect(april.toPayBack).toMatchObject({ count: 0, amount: euros(0), amountBefore: euros(150) });
    expect([march.isOver, april.isOver, march.differenceCount]).toEqual([true, false, 0]);
  });
});

describe("the journal of a month", () => {
  test("has balanced entries with 18 columns, numbered without gaps in each journal, that agree with VAT and ledger", async () => {
    const { body } = await call("downloadFec", { month: "2027-03" });
    expect(body.type).toBe("text/plain; charset=iso-8859-15");
    const lines = linesOf(body.bytes ?? new Uint8Array());
    expect(new Set(lines.map((line) => line.length))).toEqual(new Set([18]));
    expect(new Set(lines.map(([, , , date]) => date))).toEqual(new Set(["20270331"]));
    const entries = Map.groupBy(lines, ([, , number]) => number);
    for (const [number, entry] of entries) expect([number, sumOf(entry, 11)]).toEqual([number, sumOf(entry, 12)]);
    for (const [journal, numbers] of Map.groupBy(entries.keys(), (number = "") => number.slice(0, 2)))
      expect(numbers).toEqual(numbers.map((_, index) => `${journal}202703${String(index + 1).padStart(6, "0")}`));
    const balance = (account: string) => {
      const of = lines.filter(([, , , , number]) => number === account);
      return sumOf(of, 11) - sumOf(of, 12);
    };
    const march = await figures("2027-03");
    expect(-balance("445710")).toBe(march.vatTotal.vat.amount);
    expect(-balance("706000")).toBe(march.vatTotal.net.amount);
    // What customers are owed is what is to be paid back.
    expect(-balance("411000")).toBe(march.toPayBack.amount.amount);
    for (const { account, before, after } of march.balances)
      expect([account, balance(account === "receivable" ? "411100" : "517000")]).toEqual([
        account,
        after.amount - before.amount,
      ]);
  });

  test("is the same as CSV, with the name of its month", async () => {
    const { body } = await call("downloadJournal", { month: "2027-03" });
    const text = new TextDecoder().decode(body.bytes);
    expect(text.trimEnd().split("\r\n")).toHaveLength(linesOf(await fecOf("2027-03")).length + 1);
    expect(body.type).toContain("text/csv");
  });

  test("is written into a folder by the command, whole and under the same names", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "journal-"));
    const run = (...words: string[]) =>
      runOperatorCommand("journal/journal", words, { DATABASE_URL: shop.api.deps.config.databaseUrl });
    const files = ["732829320FEC20270331.txt", "journal-north-2027-03.csv"];
    const made = await run("2027-03", "--network", "north", "--to", folder);
    expect(made).toEqual({ code: 0, out: files.map((name) => path.join(folder, name)).join("\n"), err: "" });
    expect((await readdir(folder)).sort()).toEqual(files);
    const fec = await readFile(path.join(folder, files[0] ?? ""));
    expect(fec.equals(Buffer.from(await fecOf("2027-03")))).toBe(true);
    await rm(folder, { recursive: true });
    expect(await run("2027-03", "--network", "north", "--to", folder)).toMatchObject({
      code: 1,
      err: expect.stringContaining("cannot be written"),
    });
    const nowhere = "There is no network nowhere: north.";
    expect(await run("last", "--network", "nowhere", "--to", folder)).toMatchObject({ code: 1, err: nowhere });
    expect(await run("2027-13", "--network", "north", "--to", folder)).toMatchObject({ code: 2 });
    expect(await run("2027-03")).toMatchObject({ code: 2, err: expect.stringContaining("npm run journal") });
  });

  test("is read page by page: movements of one instant are neither lost nor doubled", async () => {
    const { db } = shop.api.deps;
    // More than a page has, at one instant of a month of their own.
    const count = 5_100;
    await sql`insert into ledger_entry (movement, side, network_id, order_id, amount, currency, at)
      select 'many:' || n, side, 'north', ${givenBack}::uuid, amount, 'EUR', '2020-02-29T12:00:00Z'
      from generate_series(1, ${count}) n, (values ('receivable', 1), ('sales', -1)) as written(side, amount)`.execute(
      db,
    );
    const lines = linesOf(await fecOf("2020-02"));
    expect(new Set(lines.map((line) => line[8])).size).toBe(count);
    expect(lines).toHaveLength(2 * count);
    expect(lines.at(-1)?.[2]).toBe("OD202002005100");
    await sql`delete from ledger_entry where movement like 'many:%'`.execute(db);
  });
});

const sumOf = (lines: readonly string[][], column: number) => lines.reduce((sum, line) => sum + cents(line[column]), 0);

// covers: months are closed one after the other, each with the digest of its journal
describe("closing a month", () => {
  test("needs a month that has been over for an hour, and the permission", async () => {
    const notOver = { code: "TRANSITION_NOT_ALLOWED", details: { state: "not-over" } };
    expect((await close("2027-03")).error).toMatchObject(notOver);
    expect((await close("2027-04")).error).toMatchObject(notOver);
    expect(await figures("2027-03")).toMatchObject({ closable: "not-over", firstOpenMonth: null, closing: null });
    moveTo("2027-05-03T08:00:00.000Z");
    const manager = await testStaff(shop.api, { north: ["manager"] });
    accountant = await testStaff(shop.api, { north: ["accountant"] }, "Hervé Tanguy");
    const byManager = await call("closeMonth", { month: "2027-03", differenceCount: 0 }, { token: manager.token });
    expect(byManager.body.error?.code).toBe("ROLE_NOT_ALLOWED");
    expect((await call("verifyMonthClosing", { month: "2027-03" })).body.error?.code).toBe("NOT_FOUND");
  });

  test("stores the digest of the FEC once, whoever closes it at the same time", async () => {
    expect((await close("2027-03", { differenceCount: 1 })).error?.details).toEqual({ state: "changed" });
    const both = await Promise.all([close("2027-03"), close("2027-03")]);
    expect(both.map(({ error }) => error?.details?.state).sort()).toEqual(["closed", undefined]);
    const { closing, closable, firstOpenMonth } = await figures("2027-03");
    const digest = sha256(await fecOf("2027-03"));
    expect(closing).toMatchObject({ digest, chain: sha256(digest), previousMonth: null, closedBy: "Hervé Tanguy" });
    expect([closable, firstOpenMonth]).toEqual(["closed", "2027-04"]);
    expect((await close("2027-02")).error?.details).toEqual({ state: "first-open" });
  });

  test("needs a reason if ledger and documents disagree, which goes into the audit log", async () => {
    await book("capture:late", "2027-04-30T12:00:00.000Z");
    expect((await figures("2027-04")).differences.orders).toMatchObject([{ orderId: ofApril }]);
    expect((await close("2027-04", { differenceCount: 1 })).error).toMatchObject({
      ...{ code: "FIELD_REQUIRED", details: { field: "reason" } },
    });
    const closed = await close("2027-04", { differenceCount: 1, reason: "A developer looks at it" });
    expect(closed.closing).toMatchObject({
      differenceCount: 1,
      reason: "A developer looks at it",
      previousMonth: "2027-03",
    });
    const admin = await testStaff(shop.api, { north: ["admin"] });
    const log = await call("listAuditLog", { kind: "month" }, { token: admin.token });
    expect(log.body.items).toMatchObject([
      { act: "month.close", subject: "2027-04", reason: "A developer looks at it", by: "Hervé Tanguy" },
      { act: "month.close", subject: "2027-03", reason: null },
    ]);
  });

  test("chains each month to the one before, and lists them page by page", async () => {
    const first = (await call("listMonthClosings", { limit: 1 })).body;
    const second = (await call("listMonthClosings", { limit: 1, cursor: first.nextCursor ?? "" })).body;
    const [april, march] = [first.items[0], second.items[0]];
    expect([april?.month, march?.month, second.nextCursor]).toEqual(["2027-04", "2027-03", undefined]);
    expect(april?.chain).toBe(sha256(`${march?.chain}${april?.digest}`));
    expect((await call("listMonthClosings", { cursor: "x" })).body.error?.code).toBe("CURSOR_INVALID");
  });

  test("leaves the journal as it was, byte for byte, when the account numbers of the network change", async () => {
    const { db, clock } = shop.api.deps;
    await db.transaction().execute((tx) => savePack(tx, packOf({ accounts: { sales: "7088" } }), clock.iso()));
    shop.api.deps.networks.forget();
    const march = (await call("verifyMonthClosing", { month: "2027-03" })).body;
    expect(march).toMatchObject({ isSame: true, isChained: true, digest: sha256(await fecOf("2027-03")) });
    expect(linesOf(await fecOf("2027-03")).some((line) => line[4] === "7088")).toBe(false);
    await shop.pass(0);
    await bought(shop, await testPerson(shop.api.deps), 150, ["single"]);
    expect(linesOf(await fecOf("2027-05")).some((line) => line[4] === "7088")).toBe(true);
  });

  test("keeps its time zone in the next pack, because another one would leave a gap before the next month", async () => {
    const { db, clock } = shop.api.deps;
    const moved = testPack({ articles: [...refundableArticles, yearly], network: { timeZone: "Europe/London" } });
    const outcome = await importPack(db, moved, clock.iso());
    expect(outcome).toMatchObject({ ok: false, faults: [{ file: "network.json", path: "timeZone" }] });
  });

  test("is never changed, and what changes a closed month afterwards is found", async () => {
    const { db } = shop.api.deps;
    await expect(sql`update month_closing set reason = 'x'`.execute(db)).rejects.toThrow("is closed");
    await expect(sql`delete from month_closing`.execute(db)).rejects.toThrow("is closed");
    const changes = async () =>
      (await audit(shop.api.deps, { grace: 0 }))
        .filter(({ kind }) => kind === "month-changed")
        .map(({ subject, remedy }) => [subject, remedy]);
    expect(await changes()).toEqual([]);
    await book("capture:too-late", "2027-03-15T12:00:00.000Z");
    const { closing, ...today } = (await call("verifyMonthClosing", { month: "2027-03" })).body;
    expect(today).toMatchObject({ isSame: false, isChained: true, entryCount: closing.entryCount + 1 });
    expect(today.digest).not.toBe(closing.digest);
    expect(await changes()).toEqual([["2027-03", remedies["month-changed"]]]);
    expect((await call("verifyMonthClosing", { month: "2027-04" })).body.isSame).toBe(true);
  });

  // covers: differences between ledger, documents, payouts and counters are listed in the office with their fix
  test("is one of the differences that the office lists, with those of the ledger by order", async () => {
    const { count, items } = (await call("compareBooks", {})).body;
    expect(count).toBe(items.length);
    expect(items.filter(({ kind }) => kind === "month-changed")).toMatchObject([{ subject: "2027-03", orderId: null }]);
    expect(items).toContainEqual(
      expect.objectContaining({ kind: "booked-not-captured", subject: "capture:late", orderId: ofApril }),
    );
  });
});
