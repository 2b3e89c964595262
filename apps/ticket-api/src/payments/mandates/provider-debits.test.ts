import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { demoStripeKeys, stripeApiVersion } from "@guichet/contract/integrations/stripe.ts";
import { debitReportDays, debitReturnDays } from "@guichet/rules/payments/debit-returns.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../../audit/audit.ts";
import { daysMs } from "../../clock.ts";
import { savePack } from "../../networks/store.ts";
import { eraseAccount } from "../../privacy/erase-account.ts";
import { dispute, ledgerOf } from "../../testing/providers/dispute-shop.ts";
import { openShopAt, stripeShop } from "../../testing/providers/provider-shops.ts";
import { debitNetwork, giveAccount, orderByDebit, signed } from "../../testing/test-debits.ts";
import { testArticle, testPack } from "../../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../../testing/test-people.ts";
import { orderOf, type Shop } from "../../testing/test-purchase.ts";
import { testStaff } from "../../testing/test-staff.ts";
import { renewables } from "../../testing/test-subscriptions.ts";
import { reconcileProviders } from "../payment-jobs.ts";
import { registerMandate } from "./register-mandate.ts";

const byDebit = { paymentMethods: ["TRANSFER" as const] };
const articles = [
  testArticle({ id: "single", price: 150, paymentOptions: [byDebit], refund: { basis: "unused" } }),
  // More than Stripe lets a debit be.
  testArticle({ id: "group", price: 1_000_100, paymentOptions: [byDebit] }),
  testArticle({ id: "weekly", price: 300, paymentOptions: [{ ...byDebit, installments: 3, period: "P7D" }] }),
  testArticle({ id: "month", ...renewables.month, paymentOptions: [{ ...byDebit, allowSubscription: true }] }),
];
/** The identifier of the provider, under which it collects for an account that has set none of its own. */
const providerId = "IE64ZZZ359720";
const network = {
  ...debitNetwork,
  creditor: { ...debitNetwork.creditor, providerId },
  directDebit: "provider" as const,
  debitRetryAfterDays: 14,
  switches: { ...debitNetwork.switches, subscriptions: true },
};
/** Accounts that Stripe publishes for tests. */
const accounts = {
  paid: "DE89370400440532013000",
  failing: "DE62370400440532013001",
  noFunds: "DE65370400440002222227",
};
const inThree = { line: { productId: "weekly" }, total: 300, installments: 3 };

interface Bought {
  person: TestPerson;
  orderId: string;
}
let shop: Shop;
let paid: Bought;
let failing: Bought;
let closed: Bought;
let takenBack: Bought;
let tooLarge: Bought;
let renewing: Bought;
beforeAll(async () => {
  shop = await openShopAt(stripeShop, articles, [{ network }]);
  // The orders of the tests are debited in the same days.
  paid = await bought(accounts.paid, inThree);
  failing = await bought(accounts.failing);
  closed = await bought(testIbans.closed, inThree);
  takenBack = await bought(testIbans["claimed-back"]);
  tooLarge = await bought(accounts.paid, { line: { productId: "group" }, total: 1_000_100 });
  renewing = await bought(accounts.paid, {
    line: { productId: "month", isSubscription: true },
    total: renewables.month.price,
  });
  await days(12);
}, 180_000);
afterAll(() => shop.close());

async function bought(iban: string, more: Record<string, unknown> = {}): Promise<Bought> {
  const person = await testPerson(shop.api.deps);
  const { body } = await orderByDebit(shop.api, person, iban, more);
  expect(body).toMatchObject({ orderStatus: "COMPLETED" });
  return { person, orderId: body.orderId };
}
async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) await shop.pass(daysMs(1));
  await sql`update user_session set expires_at = '2099-01-01', signed_in_at = '2099-01-01'`.execute(shop.api.deps.db);
}
/** Imports the pack again with changes. */
async function change(more: object): Promise<void> {
  const pack = testPack({ articles, network: { payment: { provider: "stripe" }, ...network, ...more } });
  await shop.api.deps.db.transaction().execute((tx) => savePack(tx, pack, shop.api.clock.iso()));
  shop.api.deps.networks.forget();
}
const differences = () => audit(shop.api.deps, { grace: 0 });
async function stateOf({ person, orderId }: Bought) {
  const { body } = await shop.api.call("getOrders", { orderId }, { token: person.token });
  const [order] = body.items;
  return [order?.status, order?.parts.map(({ status }) => status)];
}
const movesOf = async ({ orderId }: Bought) =>
  (await shop.ledger(orderId)).map(({ kind, provider }) => `${kind} ${provider}`);
interface MandateHere {
  id: string;
  atProvider: string;
  method: string;
  shown: string;
  ended: boolean;
  reason: string | null;
}
/** An object at the stand-in, by its path. */
async function atStripe(path: string): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${demoStripeKeys.apiKey}`, "stripe-version": stripeApiVersion };
  return (await fetch(new URL(`/v1/${path}`, shop.sandbox.url), { headers })).json();
}
async function mandateOf({ orderId }: Bought) {
  const found = await sql<MandateHere>`
    select m.id, m.provider_mandate as "atProvider", m.provider_method as method, m.provider_reference as shown, m.revoked_at is not null as ended,
      m.end_reason as reason
    from installment i join mandate m on m.id = i.mandate_id where i.order_id = ${orderId} limit 1`.execute(
    shop.api.deps.db,
  );
  const [mandate] = found.rows;
  if (mandate === undefined) throw new Error(`No mandate of order ${orderId}`);
  return mandate;
}
async function emailsOf({ orderId }: Bought, template: string): Promise<Record<string, unknown>[]> {
  const found = await sql<{ contents: Record<string, unknown> }>`select contents from mail
    where template = ${template} and contents ->> 'orderId' = ${orderId} order by created_at`.execute(shop.api.deps.db);
  return found.rows.map(({ contents }) => contents);
}
const providerSessionOf = async ({ orderId }: Bought): Promise<string> => {
  const found = await sql<{ session: string }>`select provider_session as session from payment
    where order_id = ${orderId} and kind = 'debit' and status = 'captured' limit 1`.execute(shop.api.deps.db);
  return found.rows[0]?.session ?? "";
};
async function endMandateAtProvider(mandate: string): Promise<void> {
  const response = await fetch(new URL(`/payment/stripe/mandates/${mandate}/end`, shop.sandbox.url), {
    method: "POST",
  });
  expect(response.status).toBe(200);
}
const sweep = () =>
  reconcileProviders(shop.api.deps, {
    ...{ id: "", networkId: null, kind: "provider-sweep", key: "", payload: {}, dueAt: "", attempts: 1 },
  });

// covers: SEPA direct debits collected by the payment provider
test("the mandate names the provider, and is sent with the reference that the debtor's bank shows", async () => {
  const totalAmount = { amount: 150, currency: "EUR" };
  const preview = { totalAmount, paymentMethod: "TRANSFER" as const, installments: 1, period: "P1M" as const };
  const { body } = await shop.api.call("previewInstallments", preview, { token: paid.person.token });
  expect(body.mandate).toMatchObject({ referenceFollows: true, creditor: { id: providerId } });
  expect(body.mandate?.wording).toContain("Stripe");
  const mandate = await mandateOf(paid);
  expect(mandate).toMatchObject({ atProvider: expect.stringMatching(/^mandate_/), ended: false });
  const [sent, ...others] = await emailsOf(paid, "mandate-signed");
  expect(sent).toMatchObject({ reference: mandate.shown, creditorId: providerId, debits: [{}, {}, {}] });
  expect(others).toEqual([]);
  const notices = await emailsOf(paid, "debit-notice");
  expect(new Set(notices.map(({ reference, creditorId }) => `${reference} ${creditorId}`))).toEqual(
    new Set([`${mandate.shown} ${providerId}`]),
  );
});

// covers: SEPA direct debits collected by the payment provider
test("a mandate is registered with the browser and the e-mail address with which it was signed, whatever they are later", async () => {
  const person = await testPerson(shop.api.deps);
  const { body } = await orderByDebit(shop.api, person, accounts.paid, {
    ...{ device: "Firefox, Android", invoiceEmail: "signed@example.org" },
  });
  const bought = { person, orderId: body.orderId };
  await sql`update user_session set device = 'Safari, iPhone' where account_id = ${person.accountId}`.execute(
    shop.api.deps.db,
  );
  await sql`update orders set invoice_email = 'later@example.org' where id = ${body.orderId}`.execute(shop.api.deps.db);
  await shop.api.work.drain();
  const { atProvider, method } = await mandateOf(bought);
  expect(await atStripe(`mandates/${atProvider}`)).toMatchObject({
    customer_acceptance: { online: { user_agent: "Firefox, Android", ip_address: expect.stringMatching(/\d/) } },
  });
  expect(await atStripe(`payment_methods/${method}`)).toMatchObject({
    billing_details: { email: "signed@example.org" },
  });
});

// covers: SEPA direct debits collected by the payment provider
test("installments are collected on their days; a failed debit is unpaid, is presented once more, or ends the mandate, as its reason says", async () => {
  // Stripe names no reason: presented once more.
  expect(await stateOf(failing)).toEqual(["COMPLETED", ["planned"]]);
  expect(await emailsOf(failing, "debit-retry")).toMatchObject([{ reason: "MS03" }]);
  expect(await stateOf(closed)).toMatchObject(["REGULARIZATION", ["unpaid", expect.anything(), expect.anything()]]);
  expect(await mandateOf(closed)).toMatchObject({ ended: true, reason: "AC04" });
  expect(await emailsOf(closed, "debit-returned")).toMatchObject([{ reason: "AC04", mandateEnds: "order" }]);
  expect(await movesOf(closed)).toEqual([]);
  expect(await differences()).toEqual([]);
  await days(20);
  expect(await stateOf(paid)).toEqual(["COMPLETED", ["paid", "paid", "paid"]]);
  expect(await movesOf(paid)).toEqual(["debit stripe", "debit stripe", "debit stripe"]);
  expect(await stateOf(failing)).toEqual(["REGULARIZATION", ["unpaid"]]);
  expect(await emailsOf(failing, "debit-retry")).toHaveLength(1);
  expect(await stateOf(closed)).toEqual(["REGULARIZATION", ["unpaid", "unpaid", "unpaid"]]);
  expect(await differences()).toEqual([]);
}, 120_000);

// covers: SEPA direct debits collected by the payment provider
test("a debit that the provider does not take is unpaid with its reason, whatever becomes of the others of its day; its mandate stays", async () => {
  expect(await stateOf(tooLarge)).toEqual(["REGULARIZATION", ["unpaid"]]);
  expect(await emailsOf(tooLarge, "debit-returned")).toMatchObject([{ reason: "amount_too_large" }]);
  expect(await mandateOf(tooLarge)).toMatchObject({ ended: false });
  expect(await movesOf(tooLarge)).toEqual([]);
  const jobs = await sql`select from due_work where kind = 'debit-file' and given_up_at is not null`.execute(
    shop.api.deps.db,
  );
  expect(jobs.rows).toEqual([]);
});

// covers: SEPA direct debits collected by the payment provider
test("a debit that the bank takes back after it was paid is owed again, with its fees, and paid by card", async () => {
  expect(await stateOf(takenBack)).toEqual(["REGULARIZATION", ["unpaid"]]);
  expect(await mandateOf(takenBack)).toMatchObject({ ended: true, reason: "MD06" });
  expect(await emailsOf(takenBack, "debit-returned")).toMatchObject([{ reason: "MD06" }]);
  expect(await movesOf(takenBack)).toEqual(["debit stripe", "dispute stripe", "fee stripe"]);
  const { receivable, fees } = await ledgerOf(shop, takenBack.orderId);
  expect(receivable).toBe(150);
  expect(fees).toBeGreaterThanOrEqual(2_000);
  const asking = { token: takenBack.person.token, idempotencyKey: crypto.randomUUID() };
  const request = { orderId: takenBack.orderId, position: 1, returnUrl: "/account/invoices" };
  const { body } = await shop.api.call("payInstallment", request, asking);
  await shop.pay(body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: takenBack.orderId }, asking);
  expect(await stateOf(takenBack)).toEqual(["COMPLETED", ["paid"]]);
  // Weeks later the debtor of another one has it returned as unauthorised.
  await dispute(shop, await providerSessionOf(paid), { reason: "debit_not_authorized" });
  await expect.poll(async () => (await stateOf(paid))[0]).toBe("REGULARIZATION");
  expect(await mandateOf(paid)).toMatchObject({ ended: true, reason: "MD01" });
  expect(await differences()).toEqual([]);
}, 60_000);

// covers: SEPA direct debits collected by the payment provider
test("a debit that is taken back after its owner was erased is booked like any other, without an e-mail", async () => {
  const { deps } = shop.api;
  const left = await bought(accounts.paid);
  await days(12);
  expect(await stateOf(left)).toEqual(["COMPLETED", ["paid"]]);
  const session = await providerSessionOf(left);
  await deps.db.transaction().execute((tx) => eraseAccount(tx, deps, "north", left.person.accountId));
  await dispute(shop, session, { reason: "debit_not_authorized" });
  await expect.poll(async () => (await ledgerOf(shop, left.orderId)).receivable).toBe(150);
  const { rows } = await sql<{ status: string; part: string }>`select o.status, i.status as part
    from orders o join installment i on i.order_id = o.id where o.id = ${left.orderId}`.execute(deps.db);
  expect(rows).toEqual([{ status: "REGULARIZATION", part: "unpaid" }]);
  expect(await mandateOf(left)).toMatchObject({ ended: true, reason: "MD01" });
  expect(await emailsOf(left, "debit-returned")).toEqual([]);
  expect(await differences()).toEqual([]);
  // Nor is anything written about it later.
  await days(20);
  const sent = await sql`select template from mail where contents ->> 'orderId' = ${left.orderId}`.execute(deps.db);
  expect(sent.rows).toEqual([]);
}, 60_000);

// covers: SEPA direct debits collected by the payment provider
test("an account that its owner removes, or who is erased, is removed at the provider too, however long that is away", async () => {
  const one = await bought(accounts.paid);
  const { token } = one.person;
  const [{ ID: cardId = "" } = {}] = (await shop.api.call("getCards", {}, { token })).body.cards;
  expect((await shop.api.call("unregisterCard", { cardId }, { token })).body.error?.code).toBe("PAYMENT_METHOD_LOCKED");
  await days(12);
  const { method } = await mandateOf(one);
  const ownerOf = async (id: string) => (await atStripe(`payment_methods/${id}`)).customer;
  expect(await ownerOf(method)).toMatch(/^cus_/);
  await shop.behave("down", 3);
  expect((await shop.api.call("unregisterCard", { cardId }, { token })).body.cards).toEqual([]);
  await shop.api.work.drain();
  await shop.behave("down", 0);
  await days(1);
  expect(await ownerOf(method)).toBeNull();
  const other = await bought(accounts.paid);
  await days(12);
  const { deps } = shop.api;
  await deps.db.transaction().execute((tx) => eraseAccount(tx, deps, "north", other.person.accountId));
  await days(1);
  expect(await ownerOf((await mandateOf(other)).method)).toBeNull();
  // What was debited from them stays.
  expect([await stateOf(one), await movesOf(other)]).toEqual([["COMPLETED", ["paid"]], ["debit stripe"]]);
  expect(await differences()).toEqual([]);
}, 60_000);

// covers: SEPA direct debits collected by the payment provider
test("a renewal is collected under the same mandate", async () => {
  await days(30);
  const debits = await sql<{ status: string; mandate: string }>`select p.status, i.mandate_id as mandate
    from payment p join orders o on o.id = p.order_id
      join installment i on i.order_id = o.id and i.position = p.installment
    where o.subscription_id = (select subscription_id from orders where id = ${renewing.orderId}) order by p.created_at`.execute(
    shop.api.deps.db,
  );
  expect(new Set(debits.rows.map(({ mandate }) => mandate)).size).toBe(1);
  expect(debits.rows.slice(0, 2).map(({ status }) => status)).toEqual(["captured", "captured"]);
  expect(await differences()).toEqual([]);
}, 120_000);

// covers: SEPA direct debits collected by the payment provider
test("lost webhooks, lost answers and an outage of the provider lose nothing and debit nothing twice", async () => {
  const one = await bought(accounts.paid);
  await shop.behave("lost-answer", 3);
  await shop.api.work.drain();
  await shop.behave("lost-answer", 0);
  const { id } = await mandateOf(one);
  await Promise.all([1, 2, 3].map(() => registerMandate(shop.api.deps, id)));
  await days(4);
  await shop.behave("lost", 50);
  await shop.behave("lost-answer", 4);
  await days(1);
  await shop.behave("lost-answer", 0);
  await shop.behave("down", 10);
  await days(1);
  await shop.behave("down", 0);
  await days(6);
  await shop.behave("lost", 0);
  expect(await stateOf(one)).toEqual(["COMPLETED", ["paid"]]);
  expect(await movesOf(one)).toEqual(["debit stripe"]);
  // Everything is reported again, from the first.
  await sweep();
  expect(await movesOf(one)).toEqual(["debit stripe"]);
  expect(await differences()).toEqual([]);
}, 120_000);

// covers: SEPA direct debits collected by the payment provider
test("a mandate that the provider ended collects nothing more, whether this was reported or not", async () => {
  const [reported, unreported] = [await bought(accounts.paid, inThree), await bought(accounts.paid, inThree)];
  await days(1);
  await endMandateAtProvider((await mandateOf(reported)).atProvider);
  await expect.poll(async () => (await mandateOf(reported)).reason).toBe("INACTIVE");
  const { atProvider } = await mandateOf(unreported);
  await shop.behave("lost");
  await endMandateAtProvider(atProvider);
  // Until its reconciliation, the provider refuses the debit.
  await sql`update due_work set due_at = '2099-01-01' where kind = 'provider-sweep'`.execute(shop.api.deps.db);
  await days(12);
  expect(await stateOf(reported)).toMatchObject(["REGULARIZATION", ["unpaid", expect.anything(), expect.anything()]]);
  expect(await mandateOf(unreported)).toMatchObject({ ended: true, reason: "MD01" });
  expect(await stateOf(unreported)).toMatchObject(["REGULARIZATION", ["unpaid", expect.anything(), expect.anything()]]);
  expect([await movesOf(reported), await movesOf(unreported)]).toEqual([[], []]);
  await sql`update due_work set due_at = ${shop.api.clock.iso()} where kind = 'provider-sweep'`.execute(
    shop.api.deps.db,
  );
  await days(1);
  expect(await differences()).toEqual([]);
}, 120_000);

// covers: SEPA direct debits collected by the payment provider
test("a mandate stays with who collects under it when the network changes its collector", async () => {
  const atProvider = await bought(accounts.paid);
  await change({ directDebit: "bank" });
  const atBank = await bought(testIbans.good);
  await change({});
  await days(12);
  expect([await stateOf(atProvider), await stateOf(atBank)]).toEqual([
    ["COMPLETED", ["paid"]],
    ["COMPLETED", ["paid"]],
  ]);
  expect([await movesOf(atProvider), await movesOf(atBank)]).toEqual([["debit stripe"], ["debit bank"]]);
  expect(await differences()).toEqual([]);
}, 120_000);

// covers: SEPA direct debits collected by the payment provider
test("tickets are usable as the network chose, and a paid debit is refunded by the provider once it can no longer be returned", async () => {
  await change({ debitTicketsUsable: "settled" });
  const one = await bought(accounts.paid);
  await change({});
  const { person, orderId } = one;
  const holds = async () => {
    const found = await sql<{ event: string }>`select event from order_event
      where order_id = ${orderId} and event in ('tickets-held', 'debit-settled') order by id`.execute(shop.api.deps.db);
    return found.rows.map(({ event }) => event);
  };
  expect(await holds()).toEqual(["tickets-held"]);
  await days(12);
  expect(await holds()).toEqual(["tickets-held", "debit-settled"]);
  const [{ ticketId = "" } = {}] = (await shop.api.call("quoteRefund", { orderId }, { token: person.token })).body
    .tickets;
  const request = { orderId, ticketIds: [ticketId], amount: { amount: 150, currency: "EUR" } };
  const asked = await shop.api.call("requestRefund", request, { token: person.token });
  await days(debitReturnDays + debitReportDays + 2);
  expect(await movesOf(one)).toEqual(["debit stripe"]);
  const { token } = await testStaff(shop.api, { north: ["agent"] });
  await shop.api.call("releaseRefund", { refundId: asked.body.refundId }, { token });
  await days(2);
  expect(await movesOf(one)).toEqual(["debit stripe", "refund stripe"]);
  expect(await differences()).toEqual([]);
}, 120_000);

test("a mandate whose text differs from what was shown is not signed", async () => {
  const person = await testPerson(shop.api.deps);
  const mandate = await signed(shop.api, person);
  const cardId = await giveAccount(shop.api, person, accounts.paid);
  const other = { ...mandate, digest: mandate.digest.split("").reverse().join("") };
  const request = { ...orderOf(person, 150), paymentMethod: "TRANSFER" as const, cardId, mandate: other };
  const { body } = await shop.api.call("placeOrder", request, {
    token: person.token,
    idempotencyKey: crypto.randomUUID(),
  });
  expect(body.error?.code).toBe("MANDATE_NOT_SIGNED");
});
