import { beforeAll, describe, expect, test } from "vitest";
import { connectAdapter, paymentAdapters } from "../testing/providers/payment-adapters.ts";
import { saveCard } from "../testing/providers/payment-merchant.ts";
import { type PaymentSession, ProviderRefused, ProviderUnreachable } from "./payment-provider.ts";

describe.each(paymentAdapters)("saved cards behind the port: $name", (adapter) => {
  const { accepted, strong } = adapter.cards;
  const connected = connectAdapter(adapter);
  let { merchant, provider } = connected;
  beforeAll(() => {
    ({ merchant, provider } = connected);
  });

  const pay = (id: string, card: string, more: object = {}) => merchant.customer(id, "pay", { card, ...more });

  test("a card is saved without a payment, and charged later", async () => {
    const saving = merchant.newSession({
      purpose: "save",
      saveMethod: true,
      amount: { amount: 0, currency: "EUR" },
      customer: "customer-save",
    });
    const { id } = await provider.create(saving);
    expect(await provider.get(id)).toMatchObject({ state: "open", amount: { amount: 0, currency: "EUR" } });
    await pay(id, accepted);
    const saved = await provider.create(saving);
    expect(saved).toMatchObject({
      id,
      state: "captured",
      captured: { amount: 0 },
      method: { last4: accepted.slice(-4) },
    });
    const charge = merchant.savedCharge(saved.method?.savedId ?? "", "customer-save");
    expect(await provider.chargeSaved(charge)).toMatchObject({ state: "captured", captured: charge.amount });
  });

  test("a saved card is charged later once per reference, and not after its removal", async () => {
    const method = await saveCard(merchant, provider, accepted, "customer-1");
    const charge = merchant.savedCharge(method, "customer-1");
    const charges = await Promise.all(Array.from({ length: 5 }, () => provider.chargeSaved(charge)));
    expect(new Set(charges.map(({ id }) => id)).size).toBe(1);
    expect(charges[0]).toMatchObject({ state: "captured", captured: charge.amount, paymentUrl: undefined });
    expect(charges[0]).toMatchObject({ reference: charge.reference, orderId: charge.orderId });
    expect(await merchant.ledger(charge.orderId)).toEqual(["debit"]);
    const other = provider.chargeSaved({ ...charge, amount: { amount: 991, currency: "EUR" } });
    await expect(other).rejects.toMatchObject({ code: "reference_reused" });
    await saveCard(merchant, provider, accepted, "customer-2");
    const foreign = provider.chargeSaved(merchant.savedCharge(method, "customer-2"));
    await expect(foreign).rejects.toMatchObject({ code: "method_unknown" });
    await provider.removeSavedMethod(method);
    await provider.removeSavedMethod(method);
    await provider.removeSavedMethod("pm_unknown");
    const after = merchant.savedCharge(method, "customer-1");
    expect(await refusalOf(provider.chargeSaved(after))).toBe("method_removed");
    expect(await merchant.ledger(after.orderId)).not.toContain("debit");
  });

  test("a later charge that the bank refuses is a result, the same however often it is requested", async () => {
    const method = await saveCard(merchant, provider, accepted, "customer-3");
    await merchant.behave("refuse-charge");
    const charge = merchant.savedCharge(method, "customer-3");
    const answer = await provider.chargeSaved(charge);
    expect(answer).toMatchObject({ state: "refused", refusal: "insufficient_funds", captured: { amount: 0 } });
    expect(await provider.chargeSaved(charge)).toMatchObject({ id: answer.id, state: "refused" });
    expect(await provider.get(answer.id)).toMatchObject({ state: "refused" });
    expect(await merchant.ledger(charge.orderId)).not.toContain("debit");
  });

  test("a charge with the customer present captures once per reference", async () => {
    const method = await saveCard(merchant, provider, accepted, "customer-5");
    const charge = merchant.presentCharge(method, "customer-5");
    const charges = await Promise.all(Array.from({ length: 5 }, () => provider.chargeSaved(charge)));
    expect(new Set(charges.map(({ id, state }) => `${id} ${state}`)).size).toBe(1);
    expect(charges[0]).toMatchObject({ state: "captured", captured: charge.amount, method: { savedId: method } });
    expect((await merchant.ledger(charge.orderId)).filter((kind) => kind === "capture")).toEqual(["capture"]);
  });

  test("a charge that needs authentication is open with the bank's page until the customer confirms it", async () => {
    const method = await saveCard(merchant, provider, strong, "customer-6");
    const charge = merchant.presentCharge(method, "customer-6");
    const opened = await provider.chargeSaved(charge);
    expect(opened).toMatchObject({ state: "open", paymentUrl: expect.any(String), captured: { amount: 0 } });
    expect(await provider.chargeSaved(charge)).toMatchObject({ id: opened.id, state: "open" });
    await merchant.customer(opened.id, "pay");
    expect(await provider.chargeSaved(charge)).toMatchObject({ id: opened.id, state: "captured" });
    const given = await provider.chargeSaved(merchant.presentCharge(method, "customer-6"));
    expect(await provider.cancel(given.id)).toMatchObject({ state: "cancelled" });
  });

  test("a charge that is closed before it arrives charges nothing; one that was captured before stays captured", async () => {
    const method = await saveCard(merchant, provider, accepted, "customer-7");
    const never = merchant.presentCharge(method, "customer-7");
    expect(await provider.closeCharge(never)).toMatchObject({ state: "cancelled", reference: never.reference });
    expect(await provider.closeCharge(never)).toMatchObject({ state: "cancelled" });
    expect(await provider.chargeSaved(never)).toMatchObject({ state: "cancelled", captured: { amount: 0 } });
    expect(await merchant.ledger(never.orderId)).not.toContain("capture");
    const before = merchant.presentCharge(method, "customer-7");
    await provider.chargeSaved(before);
    expect(await provider.closeCharge(before)).toMatchObject({ state: "captured", captured: before.amount });
  });

  test("a charge that arrives after its time charges nothing", async () => {
    const method = await saveCard(merchant, provider, accepted, "customer-8");
    const late = { expiresAt: new Date(Date.now() - 1_000).toISOString() };
    const charge = merchant.presentCharge(method, "customer-8", late);
    const answer = await provider.chargeSaved(charge);
    expect(["expired", "cancelled"]).toContain(answer.state);
    expect(await merchant.ledger(charge.orderId)).not.toContain("capture");
  });

  test("a payment whose response is lost has happened, and a retry reports it", async () => {
    const method = await saveCard(merchant, provider, accepted, "customer-10");
    const charge = merchant.savedCharge(method, "customer-10");
    await merchant.behave("lost-answer", adapter.lostAnswers);
    const lost = await provider.chargeSaved(charge).catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(ProviderUnreachable);
    expect(await provider.chargeSaved(charge)).toMatchObject({ state: "captured" });
    expect(await merchant.ledger(charge.orderId)).toEqual(["debit"]);
  });
});

/** The reason why a charge was refused, as a result or as an error. */
async function refusalOf(charging: Promise<PaymentSession>): Promise<string | undefined> {
  return charging.then(
    ({ refusal }) => refusal,
    (error: unknown) => (error instanceof ProviderRefused ? error.code : String(error)),
  );
}
