import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { demoLyraKeys } from "@guichet/contract/integrations/lyra.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../../audit/audit.ts";
import { writeOffset } from "../../jobs/clock-store.ts";
import { runOperatorCommand } from "../../testing/operator-command.ts";
import { disputeOfOrder, ledgerOf } from "../../testing/providers/dispute-shop.ts";
import { lyraShop, openShopAt } from "../../testing/providers/provider-shops.ts";
import { type TestPerson, testPerson } from "../../testing/test-people.ts";
import { orderOf, type Shop } from "../../testing/test-purchase.ts";
import { refundableArticles, traces } from "../../testing/test-refunds.ts";
import { type TestStaff, testStaff } from "../../testing/test-staff.ts";
import { planDispute } from "../disputes/book-dispute.ts";
import { importReport, type ReportImport } from "./import-report.ts";

let shop: Shop;
let person: TestPerson;
let accountant: TestStaff;
beforeAll(async () => {
  shop = await openShopAt(lyraShop, refundableArticles);
  shop.api.deps.config = {
    ...shop.api.deps.config,
    lyra: { accounts: { main: { ...demoLyraKeys, url: shop.sandbox.url } } },
  };
  person = await testPerson(shop.api.deps);
  accountant = await testStaff(shop.api, { north: ["accountant"] });
}, 60_000);
afterAll(() => shop.close());

interface Placed {
  orderId: string;
  payment: string;
  paymentUrl: string;
}

/** An order of three single tickets that is not paid. */
async function placed(): Promise<Placed> {
  const line = { productId: "single", quantity: 3 };
  const { body } = await shop.api.call("placeOrder", orderOf(person, 450, line), {
    ...{ token: person.token, idempotencyKey: crypto.randomUUID() },
  });
  const found = await sql<{ id: string }>`select id from payment where order_id = ${body.orderId}`.execute(
    shop.api.deps.db,
  );
  return { orderId: body.orderId, payment: found.rows[0]?.id ?? "", paymentUrl: body.paymentUrl ?? "" };
}

async function pay({ orderId, paymentUrl }: Placed): Promise<void> {
  await shop.pay(paymentUrl, lyraShop.cards.accepted);
  await shop.api.call("acknowledgePayment", { orderId }, { token: person.token });
  expect(await atBank("/remit", { orderId })).toEqual({ remitted: 1 });
}

/** An order of three single tickets, paid and remitted to the bank. */
async function paid(): Promise<Placed> {
  const order = await placed();
  await pay(order);
  return order;
}

async function atBank(path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(new URL(`/payment/lyra${path}`, shop.sandbox.url), {
    ...{ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  });
  expect(response.status).toBe(200);
  return response.json();
}

async function report(kind: "bank" | "neutral", orderId: string): Promise<{ name: string; text: string }> {
  const response = await fetch(new URL(`/payment/lyra/reports/${kind}?orderId=${orderId}`, shop.sandbox.url));
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "report.csv";
  return { name, text: await response.text() };
}

/** Imports a file, and lets the jobs book it. */
async function imported({ name, text }: { name: string; text: string }): Promise<ReportImport> {
  const result = await importReport(shop.api.deps, name, Buffer.from(text));
  await shop.pass(0);
  return result;
}

const { shopId } = demoLyraKeys;
const header = "shop;kind;reference;payment;amount;currency;day;dispute;payout;paid;reason";
const lines = (...rows: string[]) => ({ name: "report.csv", text: [header, ...rows].join("\n") });
const differences = () => audit(shop.api.deps, { grace: 0 });
const ticketsOf = async (orderId: string) => (await traces(shop, orderId)).tickets;
const countOf = async () => {
  const found = await sql<{ count: number }>`select (select count(*) from ledger_entry)::integer
    + (select count(*) from reported_movement)::integer as count`.execute(shop.api.deps.db);
  return found.rows[0]?.count;
};

// covers: Lyra's bank reconciliation report and a neutral file: payments, refunds, fees and chargebacks of the bank, imported once
test("what the bank settled, by Lyra's report or the neutral file with fees, moves from the provider to the bank, once however often it is imported", async () => {
  const [one, other] = [await paid(), await paid()];
  const bank = await report("bank", one.orderId);
  expect(await imported(bank)).toMatchObject({
    outcome: "imported",
    account: "lyra/main",
    added: 1,
    known: 0,
    notes: [],
  });
  expect(await ledgerOf(shop, one.orderId)).toEqual({ sales: -450, bank: 450 });
  const neutral = await report("neutral", other.orderId);
  expect(await imported(neutral)).toMatchObject({ outcome: "imported", added: 1, notes: [] });
  expect(await ledgerOf(shop, other.orderId)).toEqual({ sales: -450, fees: 5, bank: 445 });
  expect(await differences()).toEqual([]);
  const before = await countOf();
  for (const file of [bank, neutral, bank])
    expect(await imported(file)).toMatchObject({ outcome: "imported", added: 0, known: 1 });
  expect(await countOf()).toBe(before);
});

// covers: a chargeback that a bank reports in a file: money withdrawn, tickets by the network's rule, the order flagged, refunds held
test("a chargeback suspends the tickets, is withdrawn in the ledger and holds refunds; what the bank returns restores everything", async () => {
  const { orderId } = await paid();
  const { reference } = await atBank("/chargebacks", { orderId, reason: "not-received" });
  const file = await report("neutral", orderId);
  expect(await imported(file)).toMatchObject({ outcome: "imported", added: 2, notes: [] });
  expect(await ticketsOf(orderId)).toEqual(["blocked", "blocked", "blocked"]);
  expect(await ledgerOf(shop, orderId)).toEqual({ sales: -450, disputed: 450, fees: 5, bank: -5 });
  expect(await disputeOfOrder(shop, orderId)).toMatchObject({ reference });
  const quote = (await shop.api.call("quoteRefund", { orderId }, person)).body;
  expect(quote.tickets.map(({ refusal }) => refusal)).toEqual(["DISPUTED", "DISPUTED", "DISPUTED"]);
  expect(await differences()).toEqual([]);
  expect(await imported(file)).toMatchObject({ added: 0, known: 2 });
  await atBank(`/chargebacks/${reference}/return`, {});
  expect(await imported(await report("neutral", orderId))).toMatchObject({ added: 1, known: 2, notes: [] });
  expect(await ticketsOf(orderId)).toEqual(["pending", "pending", "pending"]);
  expect(await ledgerOf(shop, orderId)).toEqual({ sales: -450, fees: 5, bank: 445 });
  expect(await differences()).toEqual([]);
});

test("a reason that is not known, and a chargeback of another shop's payment, are imported and shown to a person", async () => {
  const { orderId, payment } = await paid();
  const file = lines(
    `${shopId};chargeback;C-1;${payment};450;EUR;2026-11-02;;;;4853`,
    `${shopId};chargeback;C-2;elsewhere-1;900;EUR;2026-11-02;;;;fraudulent`,
  );
  const { notes } = Object.assign({ notes: [] }, await imported(file));
  expect(notes).toMatchObject([
    { line: 2, text: expect.stringContaining("4853") },
    { line: 3, text: expect.stringContaining("elsewhere-1") },
  ]);
  expect(await ticketsOf(orderId)).toEqual(["blocked", "blocked", "blocked"]);
  const found = await sql`select reason from dispute where reference in ('C-1', 'C-2')`.execute(shop.api.deps.db);
  expect(found.rows).toEqual([{ reason: "other" }]);
});

test("a file that is broken, of another shop or mode, contradicts what is stored, or takes more than was paid is refused as a whole", async () => {
  const { orderId, payment } = await paid();
  const good = `${shopId};chargeback;G-1;${payment};100;EUR;2026-11-02;;;;fraudulent`;
  const bank = await report("bank", orderId);
  const changed = (from: RegExp, to: string) => ({ ...bank, text: bank.text.replace(from, to) });
  const refused: [ReturnType<typeof lines>, string | RegExp][] = [
    [{ name: "empty.csv", text: "" }, "empty"],
    [{ name: "report.pdf", text: "%PDF-1.7\0" }, "no text"],
    [{ name: "report.csv", text: "shop;kind;colour\n" }, "unknown or repeated columns: colour"],
    [{ name: "report.csv", text: "shop;kind\n" }, "these columns are missing: reference"],
    [lines(good, `99999999;chargeback;G-2;${payment};100;EUR;2026-11-02;;;;`), "several shops"],
    [lines(good.replace(shopId, "99999999")), "99999999, which is no account of this installation"],
    [lines(good, good.replace(";100;", ";1.00;").replace("G-1", "G-2")), "amount: is no amount in minor units"],
    [lines(good.replace("2026-11-02", "02/11/2026")), /^day: /],
    [lines(good, good), "is that of line 2"],
    [lines(good.replace(";EUR;", ";CHF;")), "is in CHF, its payment in EUR"],
    [lines(good, good.replace("G-1", "G-2").replace(";100;", ";351;")), "is withdrawn than was paid"],
    [
      lines(`${shopId};chargeback-returned;G-3;${payment};100;EUR;2026-11-02;G-0;;;`),
      "G-0, which is returned, is not known",
    ],
    [
      lines(good, `${shopId};chargeback-returned;G-3;${payment};101;EUR;2026-11-02;G-1;;;`),
      "is returned than was withdrawn",
    ],
    [lines(good.replace(";;;;", ";;P-1;;")), "payout and paid are given together"],
    [{ ...bank, name: "bank.csv" }, "no number of a shop"],
    [{ ...bank, name: bank.name.replace("TEST_", "") }, "of the production mode"],
    [{ ...bank, name: bank.name.replace(shopId, "99999999") }, "99999999, which is no account"],
    [changed(/FIN;1;\r\n/, ""), "no record FIN"],
    [changed(/ORDER_ID/, "ORDRE"), "ENTETE lacks ORDER_ID"],
    [changed(/;978;/, ";999;"), "CURRENCY_CODE 999 is not known here"],
    [changed(/;DT;/, ";XX;"), "OPERATION_TYPE XX"],
    [changed(/;450;MATCH_OK/, ";4,50;MATCH_OK"), "BRUT_AMOUNT 4,50"],
    [changed(/TABLE_V1/, "V1;LES IMPAYÉS RAPPROCHÉS DU JOUR"), "only bank reconciliation reports"],
  ];
  const before = await countOf();
  for (const [file, says] of refused) {
    const result = await imported(file);
    const said = result.outcome === "refused" ? result.faults.map(({ text }) => text) : [];
    expect(said, `${says}`).toContainEqual(
      says instanceof RegExp ? expect.stringMatching(says) : expect.stringContaining(says),
    );
  }
  expect(await countOf()).toBe(before);
  expect(await imported(lines(good))).toMatchObject({ outcome: "imported", added: 1 });
  expect(await imported(lines(good.replace(";100;", ";101;")))).toMatchObject({
    outcome: "refused",
    faults: [{ line: 2, text: expect.stringContaining("amount 101 instead of 100") }],
  });
});

// covers: Lyra's bank reconciliation report and a neutral file: payments, refunds, fees and chargebacks of the bank, imported once
test("the command imports files, prints the lines for a person, and ends with 1 for those and for a refused file", async () => {
  const { orderId, payment } = await paid();
  const folder = await mkdtemp(path.join(tmpdir(), "guichet-reports-"));
  // The command has the clock of the installation.
  await writeOffset(shop.api.deps.db, shop.api.clock.offsetMs());
  try {
    const bank = await report("bank", orderId);
    const chargeback = lines(`${shopId};chargeback;CMD-1;${payment};450;EUR;2026-11-02;;;;4853`);
    const files = { [bank.name]: bank.text, "chargebacks.csv": chargeback.text, "broken.csv": "shop\n" };
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    const command = (name: string) =>
      runOperatorCommand("payouts/payouts", ["import", path.join(folder, name)], {
        DATABASE_URL: shop.api.deps.config.databaseUrl,
      });
    expect(await command(bank.name)).toMatchObject({ code: 0, out: expect.stringContaining("1 movements imported") });
    expect(await command(bank.name)).toMatchObject({ code: 0, out: expect.stringContaining("0 movements imported") });
    expect(await command("chargebacks.csv")).toMatchObject({ code: 1, out: expect.stringMatching(/line 2: .*4853/) });
    expect(await command("broken.csv")).toMatchObject({ code: 1, out: expect.stringContaining("REFUSED") });
    await shop.pass(0);
    expect(await ledgerOf(shop, orderId)).toEqual({ sales: -450, disputed: 450, bank: 450, provider: -450 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);

test("several processes that import one file at once store and book it once", async () => {
  const { orderId } = await paid();
  await atBank("/chargebacks", { orderId, amount: 150 });
  const { name, text } = await report("neutral", orderId);
  const all = await Promise.all([1, 2, 3].map(() => importReport(shop.api.deps, name, Buffer.from(text))));
  expect(all.map((result) => (result.outcome === "imported" ? result.added : -1)).toSorted()).toEqual([0, 0, 2]);
  await shop.pass(0);
  expect(await ledgerOf(shop, orderId)).toEqual({ sales: -450, disputed: 150, fees: 5, bank: 295 });
});

test("a chargeback is booked although another account has its reference, and although a job of it is planned already", async () => {
  const { orderId, payment } = await paid();
  const { deps, clock } = shop.api;
  const later = new Date(clock.now().getTime() + 86_400_000);
  for (const account of ["lyra/other", "lyra/main"] as const)
    await planDispute(deps.db, deps, { account, reference: "S-1" }, later);
  await imported(lines(`${shopId};chargeback;S-1;${payment};450;EUR;2026-11-02;;;;`));
  expect(await ticketsOf(orderId)).toEqual(["blocked", "blocked", "blocked"]);
  await sql`delete from due_work where kind = 'dispute'`.execute(deps.db);
});

const staff = () => ({ token: accountant.token });
const today = () => shop.api.clock.iso().slice(0, 10);
const record = async (paymentId: string, more: { reference?: string; amount?: number; withdrawnOn?: string } = {}) => {
  const { reference = `L-${paymentId}`, amount = 450, withdrawnOn = today() } = more;
  const money = { amount, currency: "EUR" };
  const asked = { paymentId, reference, amount: money, withdrawnOn, reason: "fraudulent" as const };
  return (await shop.api.call("recordDispute", asked, staff())).body;
};
const decide = async (disputeId: string, outcome: "won" | "lost") =>
  (await shop.api.call("decideDispute", { disputeId, outcome, reason: "Letter of the bank" }, staff())).body;
const actsOn = async (...things: string[]) => {
  const found = await sql<{
    act: string;
  }>`select act from staff_act where thing = any(${things}) order by at, id`.execute(shop.api.deps.db);
  return found.rows.map(({ act }) => act);
};

// covers: a chargeback that the staff record, and what the bank decided about it, where the payment provider reports none
test("the staff record a chargeback of a bank's letter and what it decides: lost it is a loss, won it is as before, each once", async () => {
  const [lost, won] = [await paid(), await paid()];
  const { order } = (await shop.api.call("officeOrder", { orderId: lost.orderId }, staff())).body;
  expect(order.payments).toMatchObject([{ paymentId: lost.payment, account: "lyra/main", disputesAreRecorded: true }]);
  const { disputeId } = await record(lost.payment);
  expect(await record(lost.payment)).toMatchObject({ disputeId });
  expect(await ticketsOf(lost.orderId)).toEqual(["blocked", "blocked", "blocked"]);
  expect(await ledgerOf(shop, lost.orderId)).toEqual({ sales: -450, disputed: 450 });
  const shown = (await shop.api.call("getDispute", { disputeId: disputeId ?? "" }, staff())).body;
  expect(shown).toMatchObject({ isDecidedHere: true, evidenceRefusal: "EVIDENCE_NOT_AWAITED" });
  expect(await decide(disputeId ?? "", "lost")).toEqual({ status: "ok" });
  expect(await decide(disputeId ?? "", "lost")).toEqual({ status: "ok" });
  expect(await ledgerOf(shop, lost.orderId)).toEqual({ sales: -450, losses: 450 });
  expect(await ticketsOf(lost.orderId)).toEqual(["cancelled", "cancelled", "cancelled"]);
  const other = (await record(won.payment)).disputeId ?? "";
  expect(await decide(other, "won")).toEqual({ status: "ok" });
  expect(await decide(other, "won")).toEqual({ status: "ok" });
  expect(await decide(other, "lost")).toMatchObject({ error: { details: { reason: "decided" } } });
  expect(await ledgerOf(shop, won.orderId)).toEqual({ sales: -450, provider: 450 });
  expect(await ticketsOf(won.orderId)).toEqual(["pending", "pending", "pending"]);
  await shop.pass(0);
  expect(await actsOn(lost.payment, disputeId ?? "")).toEqual(["payment.dispute", "dispute.lost"]);
  expect(await actsOn(won.payment, other)).toEqual(["payment.dispute", "dispute.won"]);
  const disputes = (await differences()).filter(({ kind }) => kind.startsWith("dispute") || kind.startsWith("payout"));
  expect(disputes).toEqual([]);
});

test("a record above what was paid, of tomorrow, or under the reference of another chargeback is refused", async () => {
  const [one, other] = [await paid(), await paid()];
  expect(await record(one.payment, { amount: 451 })).toMatchObject({ error: { details: { field: "amount" } } });
  expect(await record(one.payment, { withdrawnOn: "2099-01-01" })).toMatchObject({
    error: { details: { field: "withdrawnOn" } },
  });
  expect(await record(crypto.randomUUID())).toMatchObject({ error: { code: "NOT_FOUND" } });
  expect(await decide(crypto.randomUUID(), "won")).toMatchObject({ error: { code: "NOT_FOUND" } });
  expect(await record(one.payment, { reference: "L-shared", amount: 100 })).toMatchObject({ status: "ok" });
  expect(await record(other.payment, { reference: "L-shared", amount: 100 })).toMatchObject({
    error: { details: { reason: "reference-known" } },
  });
  expect(await record(one.payment, { reference: "L-more", amount: 351 })).toMatchObject({
    error: { details: { field: "amount" } },
  });
  expect(await ledgerOf(shop, other.orderId)).toEqual({ sales: -450, provider: 450 });
});

test("a chargeback that was imported before its payment was booked is booked when it is imported again, or recorded by hand", async () => {
  const early = async (reference: string, amount: number) => {
    const order = await placed();
    const file = lines(`${shopId};chargeback;${reference};${order.payment};${amount};EUR;${today()};;;;fraudulent`);
    const notes = [{ line: 2, text: expect.stringContaining("none of this installation") }];
    expect(await imported(file)).toMatchObject({ added: 1, notes });
    await pay(order);
    return { ...order, file };
  };
  const [again, byHand, above] = [await early("E-1", 450), await early("E-2", 450), await early("E-3", 451)];
  expect(await imported(again.file)).toMatchObject({ added: 0, known: 1, notes: [] });
  const { disputeId } = await record(byHand.payment, { reference: "E-2" });
  expect(await record(byHand.payment, { reference: "E-2" })).toMatchObject({ disputeId });
  expect(await actsOn(byHand.payment)).toEqual(["payment.dispute"]);
  for (const { orderId } of [again, byHand]) {
    expect(await ticketsOf(orderId)).toEqual(["blocked", "blocked", "blocked"]);
    expect(await ledgerOf(shop, orderId)).toEqual({ sales: -450, disputed: 450 });
  }
  const faults = [{ line: 2, text: expect.stringContaining("is withdrawn than was paid") }];
  expect(await imported(above.file)).toMatchObject({ outcome: "refused", faults });
});

test("a file completes what the staff recorded with its fee and its payout, once however often it is imported", async () => {
  const { orderId, payment } = await paid();
  const { disputeId } = await record(payment, { reference: "H-1" });
  expect(await decide(disputeId ?? "", "won")).toEqual({ status: "ok" });
  // Fees and payouts are read while the bank states none.
  await shop.pass(0);
  const stated = (fee: string, payout: string, paidOn: string) => ({
    name: "report.csv",
    text: [
      "shop;kind;reference;payment;amount;currency;day;dispute;fee;payout;paid",
      `${shopId};chargeback;H-1;${payment};450;EUR;${today()};;${fee};${payout};${paidOn}`,
      `${shopId};chargeback-returned;H-1-R;${payment};450;EUR;2026-11-02;H-1;;${payout};${paidOn}`,
    ].join("\n"),
  });
  const [bare, whole] = [stated("", "", ""), stated("20", "H-P1", "2026-11-03")];
  expect(await imported(bare)).toMatchObject({ outcome: "imported", added: 0, known: 2, notes: [] });
  expect(await ledgerOf(shop, orderId)).toEqual({ sales: -450, provider: 450 });
  for (const file of [whole, whole, bare]) {
    expect(await imported(file)).toMatchObject({ outcome: "imported", added: 0, known: 2, notes: [] });
    expect(await ledgerOf(shop, orderId)).toEqual({ sales: -450, provider: 450, fees: 20, bank: -20 });
  }
  expect(await imported(stated("30", "H-P1", "2026-11-03"))).toMatchObject({
    faults: [{ line: 2, text: expect.stringContaining("fee 30 instead of 20") }],
  });
  const found = await differences();
  expect(found.filter(({ kind }) => kind.startsWith("dispute") || kind.startsWith("payout"))).toEqual([]);
});

test("a dispute that is won, charged back again and won again is booked each time", async () => {
  const { orderId, payment } = await paid();
  const disputeId = (await record(payment, { reference: "W-1" })).disputeId ?? "";
  expect(await decide(disputeId, "won")).toEqual({ status: "ok" });
  await imported(lines(`${shopId};chargeback;W-2;${payment};450;EUR;${today()};W-1;;;`));
  expect(await ticketsOf(orderId)).toEqual(["blocked", "blocked", "blocked"]);
  // The bank's statement of the first return, or of a second one: a person decides.
  const returned = lines(`${shopId};chargeback-returned;W-3;${payment};450;EUR;${today()};W-1;;;`);
  const note = { line: 2, text: expect.stringContaining("W-3 counts as the return of the chargeback W-1") };
  expect(await imported(returned)).toMatchObject({ outcome: "imported", added: 0, known: 1, notes: [note] });
  expect(await ledgerOf(shop, orderId)).toEqual({ sales: -450, disputed: 450 });
  expect(await decide(disputeId, "won")).toEqual({ status: "ok" });
  expect(await ledgerOf(shop, orderId)).toEqual({ sales: -450, provider: 450 });
  expect(await ticketsOf(orderId)).toEqual(["pending", "pending", "pending"]);
  expect(await actsOn(disputeId)).toEqual(["dispute.won", "dispute.won"]);
});
