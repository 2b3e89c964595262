import { demoPaymentKeys } from "@guichet/contract/integrations/sandbox-payment.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openPaymentMerchant, type PaymentMerchant } from "../testing/providers/payment-merchant.ts";
import { type PaymentProvider, ProviderRefused, ProviderUnreachable } from "./payment-provider.ts";
import { sandboxPayment } from "./sandbox-payment.ts";

const accepted = "4970 1000 0000 0014";
const refused = "4970100000000022";
let merchant: PaymentMerchant;
let provider: PaymentProvider;

beforeAll(async () => {
  merchant = await openPaymentMerchant();
  provider = sandboxPayment({ url: merchant.sandbox.url, ...demoPaymentKeys });
});

afterAll(() => merchant.close());

test("a session opened twice with the same reference is one session, also concurrently", async () => {
  const wanted = merchant.newSession();
  const answers = await Promise.all(Array.from({ length: 20 }, () => provider.create(wanted)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(answers[0]).toMatchObject({ state: "open", amount: wanted.amount, orderId: wanted.orderId });
  expect(answers[0]?.paymentUrl).toBe(`${merchant.sandbox.url}/payment/pages/${answers[0]?.id}`);
  expect(await merchant.ledger(wanted.orderId)).toEqual(["session"]);
});

test("a reference used again for another amount is refused", async () => {
  const wanted = merchant.newSession();
  await provider.create(wanted);
  const other = provider.create({ ...wanted, amount: { amount: 1, currency: "EUR" } });
  await expect(other).rejects.toMatchObject({ code: "reference_reused" });
  await expect(other).rejects.toBeInstanceOf(ProviderRefused);
});

test("a session is found by its id, and an unknown id is reported as unknown", async () => {
  const { id } = await provider.create(merchant.newSession());
  expect(await provider.get(id)).toMatchObject({ id, state: "open" });
  expect(await provider.get("ps_unknown")).toBeUndefined();
});

test("a payment by the customer is captured", async () => {
  const { id, orderId, amount } = await provider.create(merchant.newSession());
  await merchant.customer(id, "pay", { card: accepted });
  expect(await provider.get(id)).toMatchObject({ state: "captured", captured: amount, method: { last4: "0014" } });
  expect(await merchant.ledger(orderId)).toEqual(["session", "capture"]);
});

test("concurrent payments of one session, while others are being written, capture once", async () => {
  const opened = await Promise.all(Array.from({ length: 15 }, () => provider.create(merchant.newSession())));
  // In rounds, so that each session's attempts arrive while other sessions wait for the disk.
  const rounds = Array.from({ length: 5 }, () =>
    opened.map(({ id }) => merchant.customer(id, "pay", { card: accepted })),
  );
  await Promise.all(rounds.flat());
  const ledgers = await Promise.all(opened.map(({ orderId }) => merchant.ledger(orderId)));
  expect(ledgers).toEqual(opened.map(() => ["session", "capture"]));
});

test("a refused card captures nothing and states the reason", async () => {
  const { id, orderId } = await provider.create(merchant.newSession());
  await merchant.customer(id, "pay", { card: refused });
  expect(await provider.get(id)).toMatchObject({ state: "refused", refusal: "card_declined", captured: { amount: 0 } });
  expect(await merchant.ledger(orderId)).toEqual(["session"]);
});

test("a payment that waits for the bank's code is still open", async () => {
  const { id } = await provider.create(merchant.newSession());
  const stopped = await merchant.customer(id, "pay", { card: "4970 1000 0000 0030", authenticate: false });
  expect(stopped.body).toMatchObject({ state: "authenticating" });
  expect(await provider.get(id)).toMatchObject({ state: "open" });
  await merchant.customer(id, "pay", { card: "4970 1000 0000 0030" });
  expect(await provider.get(id)).toMatchObject({ state: "captured" });
});

test("manual capture stays authorised, and captures once however often it is requested", async () => {
  const { id, orderId, amount } = await provider.create(merchant.newSession({ capture: "manual" }));
  await expect(provider.capture(id)).rejects.toMatchObject({ code: "session_not_authorised" });
  await merchant.customer(id, "pay", { card: accepted });
  expect(await provider.get(id)).toMatchObject({ state: "authorised", captured: { amount: 0 } });
  const answers = await Promise.all([provider.capture(id), provider.capture(id), provider.capture(id)]);
  expect(answers.map(({ state, captured }) => [state, captured])).toEqual(Array(3).fill(["captured", amount]));
  expect(await merchant.ledger(orderId)).toEqual(["session", "capture"]);
});

test("a captured session cannot be cancelled, and its state says so", async () => {
  const { id } = await provider.create(merchant.newSession());
  await merchant.customer(id, "pay", { card: accepted });
  expect(await provider.cancel(id)).toMatchObject({ state: "captured" });
});

test("a cancelled session accepts no payment", async () => {
  const { id, orderId } = await provider.create(merchant.newSession());
  expect(await provider.cancel(id)).toMatchObject({ state: "cancelled" });
  expect(await provider.cancel(id)).toMatchObject({ state: "cancelled" });
  expect((await merchant.customer(id, "pay", { card: accepted })).status).toBe(409);
  expect(await merchant.ledger(orderId)).toEqual(["session"]);
});

test("a capture after a confirmed cancellation happens only when a tester requests it", async () => {
  const { id, orderId } = await provider.create(merchant.newSession());
  await provider.cancel(id);
  await merchant.behave("late-capture", 1);
  await merchant.customer(id, "pay", { card: accepted });
  expect(await provider.get(id)).toMatchObject({ state: "captured" });
  expect(await merchant.ledger(orderId)).toEqual(["session", "capture"]);
});

test("a session past its end is expired", async () => {
  const { id } = await provider.create(merchant.newSession({ expiresAt: new Date(Date.now() + 50).toISOString() }));
  await vi.waitFor(async () => expect(await provider.get(id)).toMatchObject({ state: "expired" }), 5_000);
});

test("concurrent refunds with one key refund once, partial refunds add up, and never exceed the capture", async () => {
  const { id, orderId } = await provider.create(merchant.newSession());
  const part = { reference: "part", amount: { amount: 1000, currency: "EUR" } };
  await expect(provider.refund(id, part)).rejects.toMatchObject({ code: "session_not_captured" });
  await merchant.customer(id, "pay", { card: accepted });
  await Promise.all(Array.from({ length: 10 }, () => provider.refund(id, part)));
  expect(await provider.get(id)).toMatchObject({ state: "captured", refunded: { amount: 1000 } });
  const rest = await provider.refund(id, { reference: "rest", amount: { amount: 1350, currency: "EUR" } });
  expect(rest.refunded).toEqual({ amount: 2350, currency: "EUR" });
  const more = provider.refund(id, { reference: "more", amount: { amount: 1, currency: "EUR" } });
  await expect(more).rejects.toMatchObject({ code: "refund_too_high" });
  const foreign = provider.refund(id, { reference: "foreign", amount: { amount: 1, currency: "CHF" } });
  await expect(foreign).rejects.toMatchObject({ code: "currency_differs" });
  expect(await merchant.ledger(orderId)).toEqual(["session", "capture", "refund", "refund"]);
});

test("changes are listed after a cursor, each session once in its current state, until there are no more", async () => {
  const start = await endOfList();
  const first = await provider.create(merchant.newSession());
  const second = await provider.create(merchant.newSession());
  await merchant.customer(first.id, "pay", { card: accepted });
  const page = await provider.listSince(start);
  expect(page.sessions.map(({ id, state }) => [id, state])).toEqual([
    [second.id, "open"],
    [first.id, "captured"],
  ]);
  expect(page.more).toBe(false);
  expect((await provider.listSince(page.cursor)).sessions).toEqual([]);
});

test("a saved method is charged later once per reference, and not after its removal", async () => {
  const method = await savedMethod("4970 1000 0000 0014", "customer-1");
  const charge = merchant.savedCharge(method, "customer-1");
  const charges = await Promise.all(Array.from({ length: 10 }, () => provider.chargeSaved(charge)));
  expect(new Set(charges.map(({ id }) => id)).size).toBe(1);
  expect(charges[0]).toMatchObject({ state: "captured", captured: charge.amount, paymentUrl: undefined });
  expect(await merchant.ledger(charge.orderId)).toEqual(["debit"]);
  const foreign = provider.chargeSaved(merchant.savedCharge(method, "customer-2"));
  await expect(foreign).rejects.toMatchObject({ code: "method_unknown" });
  await provider.removeSavedMethod(method);
  await provider.removeSavedMethod(method);
  await provider.removeSavedMethod("pm_unknown");
  const after = await provider.chargeSaved(merchant.savedCharge(method, "customer-1"));
  expect(after).toMatchObject({ state: "refused", refusal: "method_removed" });
});

test("a later charge that the bank refuses is a result, not an error", async () => {
  const method = await savedMethod("4970 1000 0000 0014", "customer-3");
  await merchant.behave("refuse-charge", 1);
  const charge = merchant.savedCharge(method, "customer-3");
  expect(await provider.chargeSaved(charge)).toMatchObject({ state: "refused", refusal: "insufficient_funds" });
  expect(await merchant.ledger(charge.orderId)).toEqual([]);
});

test("a charge with the customer present captures once per reference, as a payment on the page", async () => {
  const method = await savedMethod("4970 1000 0000 0014", "customer-5");
  const charge = merchant.presentCharge(method, "customer-5");
  const charges = await Promise.all(Array.from({ length: 10 }, () => provider.chargeSaved(charge)));
  expect(new Set(charges.map(({ id, state }) => `${id} ${state}`)).size).toBe(1);
  expect(charges[0]).toMatchObject({ state: "captured", captured: charge.amount, method: { savedId: method } });
  expect(await merchant.ledger(charge.orderId)).toEqual(["session", "capture"]);
  const foreign = provider.chargeSaved(merchant.presentCharge(method, "customer-2"));
  await expect(foreign).rejects.toMatchObject({ code: "method_unknown" });
  const other = provider.chargeSaved({ ...charge, amount: { amount: 1, currency: "EUR" } });
  await expect(other).rejects.toMatchObject({ code: "reference_reused" });
});

test("a charge that needs authentication is open with its page until the customer confirms it", async () => {
  const method = await savedMethod("4970 1000 0000 0030", "customer-6", { authenticate: true });
  const charge = merchant.presentCharge(method, "customer-6");
  const opened = await provider.chargeSaved(charge);
  expect(opened).toMatchObject({ state: "open", paymentUrl: expect.any(String), captured: { amount: 0 } });
  expect(await provider.chargeSaved(charge)).toMatchObject({ id: opened.id, state: "open" });
  await merchant.customer(opened.id, "pay", {});
  expect(await provider.chargeSaved(charge)).toMatchObject({ id: opened.id, state: "captured" });
});

test("a charge that is closed before it arrives charges nothing; one that was captured before stays captured", async () => {
  const method = await savedMethod("4970 1000 0000 0014", "customer-7");
  const never = merchant.presentCharge(method, "customer-7");
  expect(await provider.closeCharge(never)).toMatchObject({ state: "cancelled" });
  expect(await provider.chargeSaved(never)).toMatchObject({ state: "cancelled", captured: { amount: 0 } });
  expect(await merchant.ledger(never.orderId)).not.toContain("capture");
  const before = merchant.presentCharge(method, "customer-7");
  await provider.chargeSaved(before);
  expect(await provider.closeCharge(before)).toMatchObject({ state: "captured", captured: before.amount });
});

test("a charge that arrives after its time charges nothing", async () => {
  const method = await savedMethod("4970 1000 0000 0014", "customer-8");
  const charge = merchant.presentCharge(method, "customer-8", {
    expiresAt: new Date(Date.now() - 1_000).toISOString(),
  });
  expect(await provider.chargeSaved(charge)).toMatchObject({ state: "expired", captured: { amount: 0 } });
});

test("a card that expires next month is refused when charged after it", async () => {
  const method = await savedMethod("4970 1000 0000 0055", "customer-4");
  expect(await provider.chargeSaved(merchant.savedCharge(method, "customer-4"))).toMatchObject({ state: "captured" });
  await merchant.post("/clock", { offsetMs: 70 * 86_400_000 });
  try {
    const late = await provider.chargeSaved(merchant.savedCharge(method, "customer-4"));
    expect(late).toMatchObject({ state: "refused", refusal: "card_expired" });
  } finally {
    await merchant.post("/clock", { offsetMs: 0 });
  }
});

test("a provider that is down is unreachable for as many calls as requested", async () => {
  const { id } = await provider.create(merchant.newSession());
  await merchant.behave("down", 2);
  await expect(provider.get(id)).rejects.toBeInstanceOf(ProviderUnreachable);
  await expect(provider.get(id)).rejects.toBeInstanceOf(ProviderUnreachable);
  expect(await provider.get(id)).toMatchObject({ id });
});

test("a capture whose response is lost has happened, and a retry reports it", async () => {
  const { id, orderId } = await provider.create(merchant.newSession({ capture: "manual" }));
  await merchant.customer(id, "pay", { card: accepted });
  await merchant.behave("lost-answer", 1);
  const lost = await provider.capture(id).catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(ProviderUnreachable);
  // The connection broke: nobody waits for a timeout.
  expect(lost).toMatchObject({ cause: { code: "ECONNRESET" } });
  expect(await provider.capture(id)).toMatchObject({ state: "captured" });
  expect(await merchant.ledger(orderId)).toEqual(["session", "capture"]);
});

test("an unreachable provider, a malformed response or a refused key leaves the outcome of the request unknown", async () => {
  const { id } = await provider.create(merchant.newSession());
  const wrongKey = sandboxPayment({ ...demoPaymentKeys, url: merchant.sandbox.url, apiKey: "another" });
  await expect(wrongKey.get(id)).rejects.toBeInstanceOf(ProviderUnreachable);
  const nobody = sandboxPayment({ ...demoPaymentKeys, url: "http://127.0.0.1:9" });
  await expect(nobody.get(id)).rejects.toBeInstanceOf(ProviderUnreachable);
  const garbled = sandboxPayment({ ...demoPaymentKeys, url: new URL(merchant.notifyUrl).origin });
  await expect(garbled.get(id)).rejects.toBeInstanceOf(ProviderUnreachable);
});

test("a webhook names the payment; a forged, changed or stale one is ignored", async () => {
  const { id, reference } = await provider.create(merchant.newSession());
  await merchant.customer(id, "pay", { card: accepted });
  const { headers, body } = await merchant.notification(id);
  const now = new Date();
  expect(provider.parseNotification(headers, body, now)).toEqual({ sessionId: id, reference });
  expect(provider.parseNotification(headers, body.replace("captured", "refused"), now)).toBeUndefined();
  expect(provider.parseNotification({}, body, now)).toBeUndefined();
  expect(provider.parseNotification(headers, body, new Date(now.getTime() + 310_000))).toBeUndefined();
  const other = sandboxPayment({ ...demoPaymentKeys, url: merchant.sandbox.url, notificationSecret: "whsec_b3RoZXI=" });
  expect(other.parseNotification(headers, body, now)).toBeUndefined();
});

async function savedMethod(card: string, customer: string, more: object = {}): Promise<string> {
  const { id } = await provider.create(merchant.newSession({ saveMethod: true, customer }));
  await merchant.customer(id, "pay", { card, ...more });
  const method = (await provider.get(id))?.method;
  expect(method).toMatchObject({ brand: "VISA", last4: card.slice(-4) });
  return method?.savedId ?? "";
}

async function endOfList(): Promise<string> {
  let page = await provider.listSince(undefined);
  while (page.more) page = await provider.listSince(page.cursor);
  return page.cursor;
}
