import { beforeAll, describe, expect, test } from "vitest";
import { connectAdapter, paymentAdapters } from "../testing/providers/payment-adapters.ts";
import { saveCard } from "../testing/providers/payment-merchant.ts";
import { type PaymentProvider, type PaymentSession, ProviderRefused, ProviderUnreachable } from "./payment-provider.ts";

describe.each(paymentAdapters)("the payment provider behind the port: $name", (adapter) => {
  const { accepted, declined, strong } = adapter.cards;
  const connected = connectAdapter(adapter);
  let { merchant, provider } = connected;
  beforeAll(() => {
    ({ merchant, provider } = connected);
  });

  const pay = (id: string, card: string, more: object = {}) => merchant.customer(id, "pay", { card, ...more });

  test("a session opened twice with the same reference is one session, also concurrently and after its payment", async () => {
    const wanted = merchant.newSession();
    const answers = await Promise.all(Array.from({ length: 10 }, () => provider.create(wanted)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const [first] = answers;
    expect(first).toMatchObject({ state: "open", amount: wanted.amount, orderId: wanted.orderId, refunds: [] });
    expect(first?.reference).toBe(wanted.reference);
    expect(first?.paymentUrl).toContain(`${merchant.sandbox.url}/payment/pages/`);
    await pay(first?.id ?? "", accepted);
    expect(await provider.create(wanted)).toMatchObject({ id: first?.id, state: "captured" });
    expect(await merchant.ledger(wanted.orderId)).toEqual(["session", "capture"]);
  });

  test("a reference used again for another amount is refused", async () => {
    const wanted = merchant.newSession();
    await provider.create(wanted);
    const other = provider.create({ ...wanted, amount: { amount: 100, currency: "EUR" } });
    await expect(other).rejects.toMatchObject({ code: "reference_reused" });
    await expect(other).rejects.toBeInstanceOf(ProviderRefused);
  });

  test("a session is found by its id, and an unknown id is reported as unknown", async () => {
    const { id } = await provider.create(merchant.newSession());
    expect(await provider.get(id)).toMatchObject({ id, state: "open", captured: { amount: 0, currency: "EUR" } });
    for (const unknown of ["ps_unknown", "cs_test_unknown", "pi_unknown", "0e2bd2b4-0000-4000-8000-000000000000"]) {
      expect(await provider.get(unknown)).toBeUndefined();
    }
  });

  test("a payment by the customer is captured, with the card that paid", async () => {
    const { id, orderId, amount } = await provider.create(merchant.newSession());
    await pay(id, accepted);
    expect(await provider.get(id)).toMatchObject({
      state: "captured",
      captured: amount,
      method: { brand: "VISA", last4: accepted.slice(-4), savedId: undefined, fingerprint: expect.any(String) },
    });
    expect(await merchant.ledger(orderId)).toEqual(["session", "capture"]);
  });

  test("a declined card captures nothing and states the reason", async () => {
    const { id, orderId } = await provider.create(merchant.newSession());
    await pay(id, declined);
    const after = { state: adapter.stateAfterDecline, refusal: adapter.declineCode, captured: { amount: 0 } };
    expect(await provider.get(id)).toMatchObject(after);
    expect(await merchant.ledger(orderId)).toEqual(["session"]);
  });

  test("a payment that waits for the bank's code is open, and is captured after it", async () => {
    const { id } = await provider.create(merchant.newSession());
    await pay(id, strong, { authenticate: false });
    expect(await provider.get(id)).toMatchObject({ state: "open", captured: { amount: 0 } });
    await pay(id, strong);
    expect(await provider.get(id)).toMatchObject({ state: "captured" });
  });

  test("a customer who leaves the page has paid nothing", async () => {
    const { id, orderId } = await provider.create(merchant.newSession());
    await merchant.customer(id, "cancel");
    expect(await provider.get(id)).toMatchObject({ state: adapter.stateAfterLeaving });
    expect(await merchant.ledger(orderId)).toEqual(["session"]);
  });

  test("manual capture stays authorised, and captures once however often it is requested", async () => {
    const { id, orderId, amount } = await provider.create(merchant.newSession({ capture: "manual" }));
    await expect(provider.capture(id)).rejects.toMatchObject({ code: "session_not_authorised" });
    await pay(id, accepted);
    expect(await provider.get(id)).toMatchObject({ state: "authorised", captured: { amount: 0 } });
    const answers = await Promise.all([provider.capture(id), provider.capture(id), provider.capture(id)]);
    expect(answers.map(({ state, captured }) => [state, captured])).toEqual(Array(3).fill(["captured", amount]));
    expect(await merchant.ledger(orderId)).toEqual(["session", "capture"]);
  });

  test("an authorised session that is cancelled captures nothing any more", async () => {
    const { id, orderId } = await provider.create(merchant.newSession({ capture: "manual" }));
    await pay(id, accepted);
    expect(await provider.cancel(id)).toMatchObject({ state: "cancelled", captured: { amount: 0 } });
    await expect(provider.capture(id)).rejects.toBeInstanceOf(ProviderRefused);
    expect(await merchant.ledger(orderId)).toEqual(["session"]);
  });

  test("a cancelled session accepts no payment, and a captured one is returned unchanged", async () => {
    const closed = await provider.create(merchant.newSession());
    expect(await provider.cancel(closed.id)).toMatchObject({ state: adapter.stateAfterCancel });
    expect(await provider.cancel(closed.id)).toMatchObject({ state: adapter.stateAfterCancel });
    expect((await pay(closed.id, accepted)).status).toBe(409);
    expect(await merchant.ledger(closed.orderId)).toEqual(["session"]);
    const paid = await provider.create(merchant.newSession());
    await pay(paid.id, accepted);
    expect(await provider.cancel(paid.id)).toMatchObject({ state: "captured", captured: paid.amount });
  });

  test("a capture after a confirmed cancellation is reported as captured", async () => {
    const { id } = await provider.create(merchant.newSession());
    await provider.cancel(id);
    await merchant.behave("late-capture");
    await pay(id, accepted);
    expect(await provider.get(id)).toMatchObject({ state: "captured" });
    expect(await provider.cancel(id)).toMatchObject({ state: "captured" });
  });

  test("refunds with one reference refund once, partial refunds add up, and never exceed the capture", async () => {
    const { id, orderId } = await provider.create(merchant.newSession());
    const part = { reference: "part", amount: { amount: 1000, currency: "EUR" } };
    await expect(provider.refund(id, part)).rejects.toMatchObject({ code: "session_not_captured" });
    await pay(id, accepted);
    await Promise.all(Array.from({ length: 5 }, () => provider.refund(id, part)));
    expect(await provider.get(id)).toMatchObject({
      state: "captured",
      refunded: { amount: 1000 },
      refunds: [{ reference: "part", amount: part.amount }],
    });
    const changed = provider.refund(id, { reference: "part", amount: { amount: 999, currency: "EUR" } });
    await expect(changed).rejects.toMatchObject({ code: "reference_reused" });
    const above = provider.refund(id, { reference: "above", amount: { amount: 1351, currency: "EUR" } });
    await expect(above).rejects.toMatchObject({ code: "refund_too_high" });
    const last = await provider.refund(id, { reference: "last", amount: { amount: 1350, currency: "EUR" } });
    expect(last.refunded).toEqual({ amount: 2350, currency: "EUR" });
    expect(last.refunds.map(({ reference }) => reference)).toEqual(["part", "last"]);
    const more = provider.refund(id, { reference: "more", amount: { amount: 100, currency: "EUR" } });
    await expect(more).rejects.toMatchObject({ code: "refund_too_high" });
    const foreign = provider.refund(id, { reference: "foreign", amount: { amount: 100, currency: "CHF" } });
    await expect(foreign).rejects.toMatchObject({ code: "currency_differs" });
    expect(await merchant.ledger(orderId)).toEqual(["session", "capture", "refund", "refund"]);
  });

  test("a refund that fails after it was accepted is listed with its reference, counts no more, and is not made again", async () => {
    const reader = connected.connect({ aheadMs: 60_000 });
    const { id, orderId } = await provider.create(merchant.newSession());
    await pay(id, accepted);
    await provider.get(id);
    // Only what Lyra has remitted can be credited, and refused by the bank of its card.
    await merchant.post("/payment/lyra/remit", { orderId });
    const asked = { reference: "later", amount: { amount: 1000, currency: "EUR" } };
    await provider.refund(id, { reference: "kept", amount: { amount: 500, currency: "EUR" } });
    expect(await provider.refund(id, asked)).toMatchObject({ refunded: { amount: 1500 }, failedRefunds: [] });
    const cursor = await endOfList(reader);
    await merchant.post(`/payment/sessions/${id}/fail-refund`, {});
    const failed = { reference: "later", amount: asked.amount, code: adapter.failedRefundCode, id: expect.any(String) };
    const expected = { refunded: { amount: 500 }, refunds: [{ reference: "kept" }], failedRefunds: [failed] };
    expect(await provider.get(id)).toMatchObject(expected);
    expect((await reader.listSince(cursor)).sessions).toMatchObject([{ id, ...expected }]);
    await expect(provider.refund(id, asked)).rejects.toMatchObject({ code: adapter.failedRefundCode });
    expect(await merchant.ledger(orderId)).toEqual(["session", "capture", "refund", "refund", "refund"]);
    const all = { reference: "all", amount: { amount: 1850, currency: "EUR" } };
    expect(await provider.refund(id, all)).toMatchObject({ refunded: { amount: 2350 } });
    const { headers, body } = await merchant.notification(adapter.failedRefundText);
    const hint = provider.parseNotification(headers, body, new Date());
    const session = hint !== undefined && "refundsOf" in hint ? await provider.get(hint.refundsOf) : undefined;
    expect(session?.id).toBe(id);
  });

  test("a refund made at the provider's dashboard has a reference of the provider's", async () => {
    const { id } = await provider.create(merchant.newSession());
    await pay(id, accepted);
    expect(await provider.get(id)).toMatchObject({ state: "captured" });
    await merchant.post(`/payment/sessions/${id}/refund`, { amount: { amount: 500, currency: "EUR" } });
    const found = await provider.get(id);
    expect(found).toMatchObject({ state: "captured", refunded: { amount: 500 } });
    expect(found?.refunds[0]?.reference).toMatch(/^(dashboard:|re_|[0-9a-f]{32}:)/);
  });

  test("changes are listed after a cursor in pages, each session in its current state, after the adapter was away", async () => {
    const reader = connected.connect({ aheadMs: 60_000 });
    const start = await endOfList(reader);
    const opened = await Promise.all(Array.from({ length: 110 }, () => provider.create(merchant.newSession())));
    // More events than a page holds, many of them in one second.
    for (const { id } of opened) await pay(id, accepted);
    await provider.refund(opened[0]?.id ?? "", { reference: "away", amount: { amount: 100, currency: "EUR" } });
    const listed = new Map<string, PaymentSession>();
    let cursor = start;
    let pages = 0;
    for (let more = true; more; pages += 1) {
      const page = await reader.listSince(cursor);
      for (const session of page.sessions) listed.set(session.id, session);
      ({ cursor, more } = page);
    }
    expect(opened.map(({ id }) => listed.get(id)?.state)).toEqual(opened.map(() => "captured"));
    expect(listed.get(opened[0]?.id ?? "")?.refunds).toMatchObject([{ reference: "away" }]);
    expect(listed.size).toBe(110);
    expect(pages).toBeGreaterThan(1);
    expect(await reader.listSince(cursor)).toMatchObject({ sessions: [], more: false });
  }, 60_000);

  test("the first read lists every session, charges included", async () => {
    const method = await saveCard(merchant, provider, accepted, "customer-9");
    const page = await provider.create(merchant.newSession());
    const charge = await provider.chargeSaved(merchant.savedCharge(method, "customer-9"));
    const listed: string[] = [];
    await endOfList(provider, (sessions) => listed.push(...sessions.map(({ id }) => id)));
    expect(listed).toEqual(expect.arrayContaining([page.id, charge.id]));
  }, 60_000);

  test("a provider that is down is unreachable for as many calls as requested", async () => {
    const { id } = await provider.create(merchant.newSession());
    await merchant.behave("down", 2);
    await expect(provider.get(id)).rejects.toBeInstanceOf(ProviderUnreachable);
    await expect(provider.get(id)).rejects.toBeInstanceOf(ProviderUnreachable);
    expect(await provider.get(id)).toMatchObject({ id });
  });

  test("an unreachable provider, a malformed response or a refused key leaves the outcome of the request unknown", async () => {
    const { id } = await provider.create(merchant.newSession());
    const wrongKey = connected.connect({ apiKey: "sk_test_another" });
    await expect(wrongKey.get(id)).rejects.toBeInstanceOf(ProviderUnreachable);
    await expect(connected.connect({ url: "http://127.0.0.1:9" }).get(id)).rejects.toBeInstanceOf(ProviderUnreachable);
    const garbled = connected.connect({ url: new URL(merchant.notifyUrl).origin });
    await expect(garbled.get(id)).rejects.toBeInstanceOf(ProviderUnreachable);
  });

  test("a webhook names the payment; a forged, changed or stale one is ignored", async () => {
    const { id, reference } = await provider.create(merchant.newSession());
    await pay(id, accepted);
    const { headers, body } = await merchant.notification(id);
    const now = new Date();
    expect(provider.parseNotification(headers, body, now)).toEqual({ sessionId: id, reference });
    expect(provider.parseNotification(headers, body.replace(reference, "another"), now)).toBeUndefined();
    const unsigned = adapter.unsigned({ headers, body });
    expect(provider.parseNotification(unsigned.headers, unsigned.body, now)).toBeUndefined();
    expect(provider.parseNotification(headers, body, new Date(now.getTime() + 310_000))).toBeUndefined();
    const other = connected.connect({ webhookSecret: "whsec_b3RoZXI=" });
    expect(other.parseNotification(headers, body, now)).toBeUndefined();
  });

  // covers: a command tests the connection of each payment account
  test("the test of the connection finds nothing wrong, or names a wrong key or an unreachable provider", async () => {
    const { notifyUrl } = merchant;
    expect(await provider.checkConnection?.({ notifyUrl })).toEqual([]);
    const faultsOf = async (tested: PaymentProvider) =>
      (await tested.checkConnection?.({ notifyUrl }))?.map(({ kind }) => kind);
    expect(await faultsOf(connected.connect({ apiKey: "sk_test_wrong_key" }))).toEqual(["key-refused"]);
    expect(await faultsOf(connected.connect({ url: "http://127.0.0.1:9" }))).toEqual(["unreachable"]);
    await merchant.behave("down", 1);
    expect(await faultsOf(provider)).toEqual(["unreachable"]);
  });

  test("an amount without decimals is the same at the provider and here", async () => {
    const amount = { amount: 1200, currency: "JPY" };
    const { id } = await provider.create(merchant.newSession({ amount }));
    await pay(id, accepted);
    expect(await provider.get(id)).toMatchObject({ state: "captured", amount, captured: amount });
    const refunded = await provider.refund(id, { reference: "yen", amount: { amount: 200, currency: "JPY" } });
    expect(refunded.refunded).toEqual({ amount: 200, currency: "JPY" });
  });
});

async function endOfList(
  provider: PaymentProvider,
  seen: (sessions: PaymentSession[]) => void = () => {},
): Promise<string> {
  let page = await provider.listSince(undefined);
  seen(page.sessions);
  while (page.more) {
    page = await provider.listSince(page.cursor);
    seen(page.sessions);
  }
  return page.cursor;
}
