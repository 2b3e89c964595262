import { demoLyraKeys, lyraPath } from "@guichet/contract/integrations/lyra.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { connect as connectDatabase } from "../../database/connection.ts";
import { testDatabase } from "../../testing/database.ts";
import { type PassingRequests, passingRequests } from "../../testing/providers/passing-requests.ts";
import { openPaymentMerchant, type PaymentMerchant, saveCard } from "../../testing/providers/payment-merchant.ts";
import { type PaymentProvider, ProviderRefused, ProviderUnreachable } from "../payment-provider.ts";
import type { LyraSettings } from "./lyra-client.ts";
import { lyraPayment } from "./lyra-payment.ts";
import { lyraStore } from "./lyra-store.ts";

const accepted = "4970100000000014";
const strong = "4970100000000030";
const alwaysStrong = "4000002760003184";
const hourMs = 3_600_000;
const minuteMs = 60_000;
const euros = (amount: number) => ({ amount, currency: "EUR" });

let merchant: PaymentMerchant;
let passing: PassingRequests;
let connection: ReturnType<typeof connectDatabase>;
let drop: () => Promise<void>;
let provider: PaymentProvider;
let offsetMs: number;

beforeAll(async () => {
  const database = await testDatabase();
  drop = database.drop;
  connection = connectDatabase(database.url, 10, () => undefined);
  merchant = await openPaymentMerchant();
  passing = await passingRequests(merchant.sandbox.url);
});
afterAll(async () => {
  await passing.close();
  await Promise.all([merchant.close(), connection.close()]);
  await drop();
});
beforeEach(() => {
  offsetMs = 0;
  provider = connect();
});
afterEach(async () => {
  passing.pass();
  await fastForward(0);
});

test("a page is requested with the reference, the end and the address of notifications, and waits for validation", async () => {
  const wanted = merchant.newSession({ saveMethod: true, customer: "customer-page", description: "2026-000042" });
  const { paymentUrl } = await provider.create(wanted);
  const shown = await (await fetch(paymentUrl ?? "")).text();
  expect(shown).toContain("2026-000042");
  expect(shown).toContain("Réseau de démonstration");
  expect(passing.last("Charge/CreatePaymentOrder")).toMatchObject({
    orderId: wanted.reference,
    amount: 2350,
    currency: "EUR",
    formAction: "REGISTER_PAY",
    ipnTargetUrl: merchant.notifyUrl,
    returnUrl: wanted.returnUrl,
    locale: "fr_FR",
    customer: { reference: "customer-page", email: "customer-page@customers.invalid" },
    metadata: { orderId: wanted.orderId },
    transactionOptions: { cardOptions: { manualValidation: "YES" } },
  });
  const { expirationDate } = passing.last("Charge/CreatePaymentOrder") as { expirationDate: string };
  expect(Math.abs(Date.parse(expirationDate) - Date.parse(wanted.expiresAt))).toBeLessThan(1_000);
});

test("a page whose answer was lost is replaced; if both are paid, one is captured and the other released", async () => {
  const wanted = merchant.newSession();
  passing.loseAnswers("Charge/CreatePaymentOrder");
  await expect(provider.create(wanted)).rejects.toBeInstanceOf(ProviderUnreachable);
  passing.pass();
  const opened = await provider.create(wanted);
  const pages = pagesOf(wanted.reference);
  expect(pages).toHaveLength(2);
  for (const page of pages) await merchant.customer(page, "pay", { card: accepted });
  expect(await provider.get(opened.id)).toMatchObject({ state: "captured", captured: wanted.amount });
  expect(await merchant.ledger(wanted.orderId)).toEqual(["session", "capture"]);
  expect(await statuses(wanted.reference)).toEqual(["AUTHORISED", "CANCELLED"]);
});

test("a charge that arrives twice is captured once, and the other one released", async () => {
  const method = await saveCard(merchant, provider, accepted, "customer-twice");
  const charge = merchant.savedCharge(method, "customer-twice");
  passing.twice("Charge/CreatePayment");
  await provider.chargeSaved(charge);
  expect(await provider.get(charge.reference)).toMatchObject({ state: "captured", captured: charge.amount });
  expect(await statuses(charge.reference)).toEqual(["AUTHORISED", "CANCELLED"]);
  expect(await merchant.ledger(charge.orderId)).toEqual(["debit"]);
});

test("a charge that arrives after it was closed is released", async () => {
  const method = await saveCard(merchant, provider, accepted, "customer-late");
  const charge = merchant.presentCharge(method, "customer-late");
  passing.lose("Charge/CreatePayment");
  await expect(provider.chargeSaved(charge)).rejects.toBeInstanceOf(ProviderUnreachable);
  const request = passing.last("Charge/CreatePayment");
  expect(await provider.closeCharge(charge)).toMatchObject({ state: "cancelled" });
  passing.pass();
  await ask("Charge/CreatePayment", request);
  expect(await provider.get(charge.reference)).toMatchObject({ state: "cancelled", captured: { amount: 0 } });
  expect(await statuses(charge.reference)).toEqual(["CANCELLED"]);
  expect(await merchant.ledger(charge.orderId)).toEqual([]);
});

test("what is paid on a page after its end is released", async () => {
  const { id, orderId, reference } = await provider.create(merchant.newSession());
  await provider.cancel(id);
  const [page] = pagesOf(reference);
  expect((await merchant.customer(page ?? "", "pay", { card: accepted })).status).toBe(409);
  expect(await provider.get(id)).toMatchObject({ state: "cancelled" });
  expect(await merchant.ledger(orderId)).toEqual(["session"]);
});

test("a page whose end has passed when Lyra reads it is ended by a second request", async () => {
  const { id } = await provider.create(merchant.newSession());
  const endsOf = () => passing.answers("Charge/PaymentOrder/Update").length;
  const before = endsOf();
  provider = connect({ now: () => new Date(Date.now() - (endsOf() === before ? 2_000 : 0)) });
  await provider.cancel(id);
  expect(endsOf()).toBe(before + 2);
  expect((await merchant.customer(id, "pay", { card: accepted })).status).toBe(409);
});

test("after a declined card the customer pays on the same page with another one", async () => {
  const { id, orderId } = await provider.create(merchant.newSession());
  await merchant.customer(id, "pay", { card: "4970100000000022" });
  expect(await provider.get(id)).toMatchObject({ state: "open", refusal: "declined_05" });
  await merchant.customer(id, "pay", { card: accepted });
  expect(await provider.get(id)).toMatchObject({ state: "captured", refusal: undefined });
  expect(await merchant.ledger(orderId)).toEqual(["session", "capture"]);
});

test("a bank that requires authentication gets a customer who is present on a page, and declines one who is not", async () => {
  const method = await saveCard(merchant, provider, strong, "customer-strong");
  const absent = merchant.savedCharge(method, "customer-strong");
  expect(await provider.chargeSaved(absent)).toMatchObject({ state: "captured" });
  const present = merchant.presentCharge(method, "customer-strong");
  const opened = await provider.chargeSaved(present);
  expect(opened).toMatchObject({ state: "open", paymentUrl: expect.any(String) });
  expect(passing.last("Charge/CreatePaymentOrder")).toMatchObject({ paymentMethodToken: method.split(":")[0] });
  const always = await saveCard(merchant, provider, alwaysStrong, "customer-always");
  const declined = await provider.chargeSaved(merchant.savedCharge(always, "customer-always"));
  expect(declined).toMatchObject({ state: "refused", refusal: "authentication_required", captured: { amount: 0 } });
});

test("after the remittance a refund credits the card; one whose answer was lost is recognised and not repeated", async () => {
  const { id, orderId } = await paid();
  await fastForward(13 * hourMs);
  const first = { reference: "first", amount: euros(1000) };
  await merchant.behave("lost-answer");
  await expect(provider.refund(id, first)).rejects.toBeInstanceOf(ProviderUnreachable);
  expect((await provider.refund(id, first)).refunds).toMatchObject([{ reference: "first", amount: euros(1000) }]);
  expect((await provider.refund(id, { reference: "rest", amount: euros(1350) })).refunded).toEqual(euros(2350));
  expect(await merchant.ledger(orderId)).toEqual(["session", "capture", "refund", "refund"]);
});

test("a credit that may still arrive is not sent again for two minutes", async () => {
  const { id, orderId } = await paid();
  await fastForward(13 * hourMs);
  const refund = { reference: "slow", amount: euros(500) };
  passing.lose("Transaction/CancelOrRefund");
  await expect(provider.refund(id, refund)).rejects.toBeInstanceOf(ProviderUnreachable);
  passing.pass();
  await expect(provider.refund(id, refund)).rejects.toMatchObject({ onlyThis: true });
  expect(await merchant.ledger(orderId)).toEqual(["session", "capture"]);
  await fastForward(13 * hourMs + 3 * minuteMs);
  expect((await provider.refund(id, refund)).refunds).toMatchObject([{ reference: "slow" }]);
  expect(await merchant.ledger(orderId)).toEqual(["session", "capture", "refund"]);
});

test("a credit made in the Back Office that failed is never taken for a request whose answer was lost", async () => {
  const { id, orderId } = await paid();
  await fastForward(13 * hourMs);
  const amount = euros(500);
  const failBackOfficeCredit = async () => {
    await backOfficeRefund(id, 500);
    await merchant.post(`/payment/sessions/${id}/fail-refund`, {});
  };
  await failBackOfficeCredit();
  await fastForward(13 * hourMs + minuteMs);
  // It was made, and is not paid again because of the one that failed before it.
  await merchant.behave("lost-answer");
  await expect(provider.refund(id, { reference: "made", amount })).rejects.toBeInstanceOf(ProviderUnreachable);
  expect(await provider.refund(id, { reference: "made", amount })).toMatchObject({
    refunds: [{ reference: "made", amount }],
    failedRefunds: [{ amount }],
  });
  // It never arrived, and is sent again although one of its amount failed before it.
  await failBackOfficeCredit();
  await fastForward(13 * hourMs + 2 * minuteMs);
  passing.lose("Transaction/CancelOrRefund");
  await expect(provider.refund(id, { reference: "lost", amount })).rejects.toBeInstanceOf(ProviderUnreachable);
  passing.pass();
  expect((await provider.get(id))?.failedRefunds.map(({ reference }) => reference)).not.toContain("lost");
  await fastForward(13 * hourMs + 5 * minuteMs);
  expect((await provider.refund(id, { reference: "lost", amount })).refunds.at(-1)).toMatchObject({
    reference: "lost",
  });
  expect((await merchant.ledger(orderId)).filter((kind) => kind === "refund")).toHaveLength(6);
});

test("before the remittance a refund lowers the amount once, and cancels the whole of it", async () => {
  const { id, orderId, reference } = await paid();
  const part = { reference: "part", amount: euros(350) };
  await merchant.behave("lost-answer");
  await expect(provider.refund(id, part)).rejects.toBeInstanceOf(ProviderUnreachable);
  await provider.refund(id, part);
  expect(passing.last("Transaction/Update")).toMatchObject({ cardUpdate: euros(2000) });
  await provider.refund(id, { reference: "rest", amount: euros(2000) });
  expect(await provider.get(id)).toMatchObject({ state: "captured", captured: euros(2350), refunded: euros(2350) });
  expect(await statuses(reference)).toEqual(["CANCELLED"]);
  expect(await merchant.ledger(orderId)).toEqual(["session", "capture", "refund", "refund"]);
});

test("refunds in the Back Office have Lyra's references, the same at every read", async () => {
  const { id } = await paid();
  await backOfficeRefund(id, 300);
  const first = (await provider.get(id))?.refunds;
  await backOfficeRefund(id, 200);
  await fastForward(13 * hourMs);
  await backOfficeRefund(id, 100);
  const refunds = (await provider.get(id))?.refunds ?? [];
  expect(refunds.map(({ amount }) => amount.amount)).toEqual([300, 200, 100]);
  expect(new Set(refunds.map(({ reference }) => reference)).size).toBe(3);
  expect(refunds[0]).toEqual(first?.[0]);
  expect((await provider.get(id))?.refunds).toEqual(refunds);
});

test("a refund in the Back Office is found months later without a notification, and listed once", async () => {
  const { id } = await paid();
  const start = await endOfList();
  await fastForward(60 * 24 * hourMs);
  await merchant.behave("lost");
  await backOfficeRefund(id, 400);
  const listed = await provider.listSince(start);
  expect(listed.sessions.find((each) => each.id === id)?.refunds).toMatchObject([{ amount: euros(400) }]);
  expect((await provider.listSince(listed.cursor)).sessions).toEqual([]);
});

test("reading changes notices that Lyra does not respond, even when nothing is due", async () => {
  const end = await endOfList();
  expect(await provider.listSince(end)).toMatchObject({ sessions: [], more: false });
  await merchant.behave("down");
  await expect(provider.listSince(end)).rejects.toBeInstanceOf(ProviderUnreachable);
});

test("the audit reads everything and changes nothing", async () => {
  const audit = connect({ isReadOnly: true });
  const { id, reference } = await provider.create(merchant.newSession());
  await merchant.customer(id, "pay", { card: accepted });
  expect(await audit.get(id)).toMatchObject({ state: "open", captured: { amount: 0 } });
  expect(await statuses(reference)).toEqual(["AUTHORISED_TO_VALIDATE"]);
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let more = true; more; ) {
    const page = await audit.listSince(cursor);
    seen.push(...page.sessions.map((each) => each.id));
    ({ cursor, more } = page);
  }
  expect(seen).toContain(id);
  expect(await provider.get(id)).toMatchObject({ state: "captured" });
  expect(await audit.get(id)).toMatchObject({ state: "captured", captured: euros(2350) });
});

test("a page that is requested after its end is not created", async () => {
  const late = merchant.newSession({ expiresAt: new Date(Date.now() - minuteMs).toISOString() });
  expect(await provider.create(late)).toMatchObject({ state: "expired", paymentUrl: undefined });
  expect(pagesOf(late.reference)).toEqual([]);
});

test("a currency that Lyra counts with other decimals is refused before any request", async () => {
  const asked = provider.create(merchant.newSession({ amount: { amount: 100, currency: "CNY" } }));
  await expect(asked).rejects.toMatchObject({ code: "currency_unsupported" });
});

test("a request that Lyra refuses has Lyra's code; after too many requests the outcome is unknown", async () => {
  const wrong = provider.create(merchant.newSession({ notifyUrl: "not an address" }));
  await expect(wrong).rejects.toBeInstanceOf(ProviderRefused);
  await merchant.behave("rate-limited");
  await expect(provider.create(merchant.newSession())).rejects.toBeInstanceOf(ProviderUnreachable);
});

test.each([
  ["<html>"],
  ["{}"],
  ['{"status":"SUCCESS","answer":{"transactions":[{"uuid":"a"}]}}'],
  ['{"status":"SUCCESS","answer":[]}'],
  ['{"status":"ERROR","answer":{"errorCode":"PSP_999"}}'],
  ['{"status":"ERROR","answer":{"errorCode":"INT_905"}}'],
  ['{"status":"ERROR","answer":{}}'],
])("a response that is not about the request leaves the outcome unknown: %s", async (text) => {
  const { id } = await provider.create(merchant.newSession());
  passing.answer(text);
  await expect(provider.get(id)).rejects.toBeInstanceOf(ProviderUnreachable);
  await expect(provider.create(merchant.newSession())).rejects.toBeInstanceOf(ProviderUnreachable);
});

function connect(change: Partial<LyraSettings> = {}): PaymentProvider {
  const now = () => new Date(Date.now() + offsetMs);
  return lyraPayment({
    ...demoLyraKeys,
    url: passing.url,
    store: lyraStore(connection.db, "lyra/main"),
    now,
    ...change,
  });
}

async function fastForward(ms: number): Promise<void> {
  offsetMs = ms;
  await merchant.post("/clock", { offsetMs: ms });
}

async function paid() {
  const session = await provider.create(merchant.newSession());
  await merchant.customer(session.id, "pay", { card: accepted });
  expect(await provider.get(session.id)).toMatchObject({ state: "captured" });
  return session;
}

const backOfficeRefund = (id: string, amount: number) =>
  merchant.post(`/payment/sessions/${id}/refund`, { amount: euros(amount) });

async function ask(webService: string, request: unknown): Promise<{ answer: unknown }> {
  const { shopId, password } = demoLyraKeys;
  const response = await fetch(`${merchant.sandbox.url}${lyraPath}/${webService}`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${shopId}:${password}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(request),
  });
  return response.json();
}

/** States of an order's debits at Lyra, in alphabetical order. */
async function statuses(orderId: string): Promise<string[]> {
  const { answer } = await ask("Order/Get", { orderId });
  const { transactions } = answer as { transactions: { detailedStatus: string; operationType: string }[] };
  return transactions.map(({ detailedStatus }) => detailedStatus).sort();
}

/** Ids of the pages of a reference. */
function pagesOf(reference: string): string[] {
  const answers = passing.answers("Charge/CreatePaymentOrder") as {
    answer: { orderId: string; paymentOrderId: string };
  }[];
  return answers.filter(({ answer }) => answer.orderId === reference).map(({ answer }) => answer.paymentOrderId);
}

async function endOfList(): Promise<string> {
  let page = await provider.listSince(undefined);
  while (page.more) page = await provider.listSince(page.cursor);
  return page.cursor;
}
