import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { addDays } from "@guichet/rules/dates/days.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../../audit/audit.ts";
import { plan } from "../../jobs/plan-job.ts";
import { savePack } from "../../networks/store.ts";
import { readPayment } from "../../payment-records/payment-store.ts";
import { validatorClient } from "../../testing/test-api.ts";
import { type BankFilesShop, bankFilesOf, credited, returnedFor } from "../../testing/test-bank-files.ts";
import { debitNetwork, orderByDebit } from "../../testing/test-debits.ts";
import { testArticle, testPack } from "../../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../../testing/test-people.ts";
import { openTestShop, type Shop } from "../../testing/test-purchase.ts";
import { settleDebit } from "../settlement/settle-debit.ts";
import { holdUnsettled } from "./settlement-hold.ts";

const provisionalDays = 12;
const packOf = (rule: Record<string, unknown>) => {
  const validity = { from: "purchase" as const, duration: "P1M" };
  const paymentOptions = [{ paymentMethods: ["CARD" as const, "TRANSFER" as const] }];
  const articles = [testArticle({ id: "single", price: 150, validity, paymentOptions })];
  return testPack({ articles, network: { ...debitNetwork, ...rule } });
};
let shop: Shop;
let folder: string;
let bank: BankFilesShop;
beforeAll(async () => {
  // Only the test speaks for the bank.
  folder = await mkdtemp(path.join(tmpdir(), "guichet-bank-"));
  shop = await openTestShop({ packs: [packOf({})] });
  bank = bankFilesOf(shop, folder);
  bank.connect();
  await plan(shop.api.deps.db, shop.api.deps, { networkId: null, kind: "bank-sweep", key: "bank-sweep" });
}, 120_000);
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

async function choose(rule: Record<string, unknown>): Promise<void> {
  const { db, clock, networks } = shop.api.deps;
  await db.transaction().execute((tx) => savePack(tx, packOf(rule), clock.iso()));
  networks.forget();
}
interface Purchase {
  person: TestPerson;
  orderId: string;
}
async function bought(): Promise<Purchase> {
  const person = await testPerson(shop.api.deps);
  const { body } = await orderByDebit(shop.api, person, testIbans.good);
  expect(body).toMatchObject({ orderStatus: "COMPLETED" });
  return { person, orderId: body.orderId };
}
async function previewed() {
  const person = await testPerson(shop.api.deps);
  const asked = { totalAmount: { amount: 150, currency: "EUR" }, installments: 1, period: "P1M" } as const;
  const preview = (paymentMethod: "CARD" | "TRANSFER") =>
    shop.api.call("previewInstallments", { ...asked, paymentMethod }, { token: person.token });
  const { body } = await preview("TRANSFER");
  expect((await preview("CARD")).body.ticketsUsable).toBeNull();
  return { usable: body.ticketsUsable, firstDebitOn: body.installments[0]?.collectedOn };
}
async function orderNow({ person, orderId }: Purchase) {
  const { body } = await shop.api.call("getOrders", { orderId }, { token: person.token });
  const [order] = body.items;
  if (order === undefined) throw new Error("The order is not there");
  return order;
}
async function ticketNow({ person }: Purchase) {
  const { body } = await shop.api.call("tickets", {}, { token: person.token });
  const [ticket] = body.items;
  if (ticket === undefined) throw new Error("The ticket is not there");
  return ticket;
}
async function debitOf({ orderId }: Purchase) {
  const [debit] = await bank.debitsOf(orderId);
  if (debit === undefined) throw new Error("The debit was not submitted");
  return debit;
}
const emailsOf = async ({ orderId }: Purchase) =>
  (await bank.emailsOf(orderId)).filter((template) => template.startsWith("tickets-"));
const eventsOf = async (purchase: Purchase) => {
  const { history } = await orderNow(purchase);
  return history.map(({ event }) => event).filter((event) => ["tickets-held", "debit-settled"].includes(event));
};
const stopped = async () =>
  (await shop.api.call("ticketHotlist", { limit: 100 }, { client: validatorClient })).body.items;
const differences = async () => (await audit(shop.api.deps, { grace: 0 })).map(({ kind }) => kind);
const held = { state: "blocked", blockedFor: ["unsettled"], code: null };
const usable = { state: "active", blockedFor: [] };
const today = () => shop.api.clock.iso().slice(0, 10);

// covers: the network chooses when tickets paid by direct debit are usable: at the signature, provisionally, or after the settlement
test("signed: usable from the signature", async () => {
  expect((await previewed()).usable).toEqual({ from: "signed", on: null });
  const purchase = await bought();
  expect(await ticketNow(purchase)).toMatchObject(usable);
  expect((await orderNow(purchase)).awaitsSettlement).toBeNull();
});

// covers: the network chooses when tickets paid by direct debit are usable: at the signature, provisionally, or after the settlement
test("settled: not usable before the first debit is settled, by itself usable then; a later return is dunned", async () => {
  await choose({ debitTicketsUsable: "settled" });
  const preview = await previewed();
  expect(preview.usable).toEqual({ from: "settled", on: preview.firstDebitOn });
  const [paid, card] = [await bought(), await bought()];
  const ticket = await ticketNow(paid);
  expect(ticket).toMatchObject(held);
  expect((await orderNow(paid)).awaitsSettlement).toEqual({
    provisionalUntil: null,
    heldSince: expect.any(String),
  });
  const mails = await sql<{ usable: unknown }>`select contents -> 'usable' as usable from mail
    where template = 'mandate-signed' and contents ->> 'orderId' = ${paid.orderId}`.execute(shop.api.deps.db);
  expect(mails.rows).toEqual([{ usable: preview.usable }]);
  const punched = await shop.api.call(
    "punchTicket",
    { ticketId: ticket.ticketId },
    { token: paid.person.token, idempotencyKey: crypto.randomUUID() },
  );
  expect(punched.body.error).toMatchObject({ code: "TICKET_UNUSABLE", details: { blockedFor: ["unsettled"] } });
  expect((await stopped()).map(({ ticketId }) => ticketId)).toContain(ticket.ticketId);
  await bank.days(7);
  expect(await ticketNow(paid)).toMatchObject(held);
  // Booked and returned before the statement is read: still held, until it is paid by card.
  const [debit, other] = [await debitOf(paid), await debitOf(card)];
  await bank.bankSays(credited(debit), credited(other), returnedFor("AM04", other));
  expect(await ticketNow(paid)).toMatchObject(usable);
  expect((await orderNow(paid)).awaitsSettlement).toBeNull();
  expect([await emailsOf(paid), await eventsOf(paid)]).toEqual([["tickets-usable"], ["tickets-held", "debit-settled"]]);
  expect((await stopped()).map(({ ticketId }) => ticketId)).not.toContain(ticket.ticketId);
  expect(await ticketNow(card)).toMatchObject(held);
  expect((await orderNow(card)).status).toBe("REGULARIZATION");
  const asking = { token: card.person.token, idempotencyKey: crypto.randomUUID() };
  const page = await shop.api.call(
    "payInstallment",
    { orderId: card.orderId, position: 1, returnUrl: "/account/invoices" },
    asking,
  );
  await shop.pay(page.body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: card.orderId }, asking);
  expect([await ticketNow(card), await emailsOf(card)]).toMatchObject([usable, ["tickets-usable"]]);
  await bank.bankSays(returnedFor("AM04", debit));
  expect(await ticketNow(paid)).toMatchObject(usable);
  expect(await orderNow(paid)).toMatchObject({ status: "REGULARIZATION", awaitsSettlement: null });
  expect(await differences()).toEqual([]);
}, 120_000);

// covers: the network chooses when tickets paid by direct debit are usable: at the signature, provisionally, or after the settlement
test("provisional: suspended on its day only if the debit is not settled by then, and usable again once it is", async () => {
  await choose({ debitTicketsUsable: "provisional", provisionalDays });
  const day = addDays(today(), provisionalDays);
  expect((await previewed()).usable).toEqual({ from: "provisional", on: day });
  const [late, onTime] = [await bought(), await bought()];
  expect(await ticketNow(late)).toMatchObject(usable);
  expect((await orderNow(late)).awaitsSettlement).toEqual({ provisionalUntil: day, heldSince: null });
  await bank.days(8);
  await bank.bankSays(credited(await debitOf(onTime)));
  expect((await orderNow(onTime)).awaitsSettlement).toBeNull();
  await bank.days(4);
  expect([await ticketNow(late), await ticketNow(onTime)]).toMatchObject([held, usable]);
  expect([await emailsOf(late), await emailsOf(onTime)]).toEqual([["tickets-held"], []]);
  await bank.bankSays(credited(await debitOf(late)));
  expect(await ticketNow(late)).toMatchObject(usable);
  expect([await emailsOf(late), await eventsOf(late)]).toEqual([
    ["tickets-held", "tickets-usable"],
    ["tickets-held", "debit-settled"],
  ]);
  expect(await eventsOf(onTime)).toEqual([]);
  expect(await differences()).toEqual([]);
}, 120_000);

/** An order whose debit is in an imported statement, but not settled yet, on the day of its suspension. */
async function settledAtBank(purchases: readonly Purchase[]) {
  const { deps } = shop.api;
  await bank.days(8);
  const debits = await Promise.all(purchases.map(debitOf));
  await sql`delete from due_work where kind = 'settlement-hold'`.execute(deps.db);
  await sql`update due_work set due_at = '2099-01-01' where kind in ('bank-sweep', 'debit-file')`.execute(deps.db);
  await bank.bankSays(...debits.map(credited));
  await deps.debits?.listSince(undefined);
  const job = (orderId: string) => ({
    ...{ id: "", networkId: "north", kind: "settlement-hold", key: orderId, payload: { orderId }, dueAt: "" },
    attempts: 1,
  });
  return {
    hold: ({ orderId }: Purchase) => holdUnsettled(deps, job(orderId)),
    settle: async ({ orderId }: Purchase) => {
      const found = await sql<{ id: string }>`select id from payment where order_id = ${orderId}`.execute(deps.db);
      const payment = await readPayment(deps.db, found.rows[0]?.id ?? "");
      if (payment?.kind !== "debit") throw new Error("The payment is no debit");
      await settleDebit(deps, payment);
    },
  };
}

// covers: the network chooses when tickets paid by direct debit are usable: at the signature, provisionally, or after the settlement
test("a settlement and a suspension at the same moment leave the tickets usable; control: without the guard they stay suspended", async () => {
  await choose({ debitTicketsUsable: "provisional", provisionalDays });
  const purchases = [await bought(), await bought(), await bought(), await bought()];
  const control = await bought();
  const { hold, settle } = await settledAtBank([...purchases, control]);
  await Promise.all(
    purchases.flatMap((purchase, index) =>
      index % 2 === 0 ? [settle(purchase), hold(purchase)] : [hold(purchase), settle(purchase)],
    ),
  );
  for (const purchase of purchases) expect(await ticketNow(purchase)).toMatchObject(usable);
  // The control's debit.
  expect(await differences()).toEqual(["captured-not-booked"]);
  const { db } = shop.api.deps;
  await sql`create function forget_settlement() returns trigger language plpgsql as $$ begin
    new.settled_at := old.settled_at; return new; end $$`.execute(db);
  await sql`create trigger forgets before update on settlement_hold for each row execute function forget_settlement()`.execute(
    db,
  );
  await settle(control);
  await hold(control);
  expect(await ticketNow(control)).toMatchObject(held);
}, 120_000);
