import { randomUUID } from "node:crypto";
import { demoStripeCreditorId } from "@guichet/contract/integrations/stripe.ts";
import { debitReasons } from "@guichet/rules/payments/debit-reasons.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { connectAdapter, paymentAdapters } from "../../testing/providers/payment-adapters.ts";
import {
  accountRefused,
  type Debit,
  type ProviderDebits,
  type RefusedDebit,
  type RegisteredMandate,
} from "../direct-debit.ts";
import { debitReasonCode } from "./stripe-debit-reasons.ts";

const stripe = paymentAdapters.filter(({ name }) => name === "stripe");

describe.each(stripe)("direct debits at $name", (adapter) => {
  const connected = connectAdapter(adapter);
  let { merchant, provider } = connected;
  let debits: ProviderDebits;
  let offsetMs = 0;
  beforeAll(() => {
    ({ merchant, provider } = connected);
    debits = provider.debits ?? expect.fail("Stripe collects no debits");
  });

  const registrationOf = (iban: string, reference: string = randomUUID()) => ({
    reference,
    customer: `customer-${reference}`,
    debtor: { name: "Ana Silva", email: "ana@example.org", iban },
    signature: { at: "2026-03-02T08:00:00.000Z", address: "192.0.2.1", browser: "Firefox, Android" },
  });
  const debitUnder = (registered: RegisteredMandate): Debit => ({
    ...{ reference: randomUUID(), orderId: randomUUID(), orderNumber: "2026-000001" },
    amount: { amount: 2350, currency: "EUR" },
    mandate: { reference: "GU-23456789ABCDEFGH", signedOn: "2026-03-02" },
    debtor: { name: "Ana Silva", iban: "" },
    ...{ sequence: "RCUR", registered },
  });
  const fileOf = (...of: Debit[]) => ({
    ...{ id: randomUUID(), createdAt: "2026-03-02T08:00:00.000Z", collectOn: "2026-03-09", debits: of },
    creditor: { name: "Regie", id: "FR48ZZZ594823", address: "Amiens", iban: "FR7630006000010000000000928" },
  });
  const refusals: RefusedDebit[] = [];
  const submit = (...of: Debit[]) => debits.submit(fileOf(...of), async (refused) => void refusals.push(refused));
  const placeOf = ({ registered }: Debit) => ({ session: null, registered });
  /** Time passes at the provider. */
  async function pass(ms: number): Promise<void> {
    offsetMs += ms;
    await merchant.post("/clock", { offsetMs });
  }
  async function presented(iban: string): Promise<Debit> {
    const debit = debitUnder(await debits.register(registrationOf(iban)));
    await submit(debit);
    return debit;
  }

  test("a mandate is registered once, with a reference of its own; an account that cannot be debited is refused", async () => {
    const asked = registrationOf("DE89370400440532013000");
    const all = await Promise.all(Array.from({ length: 4 }, () => debits.register(asked)));
    expect(new Set(all.map(({ mandate }) => mandate)).size).toBe(1);
    expect(all[0]).toEqual({
      mandate: expect.stringMatching(/^mandate_/),
      method: expect.stringMatching(/^pm_/),
      customer: expect.stringMatching(/^cus_/),
      reference: expect.any(String),
    });
    // Stripe has forgotten the idempotency key.
    await pass(2 * 86_400_000);
    expect(await debits.register(asked)).toEqual(all[0]);
    await expect(debits.register(registrationOf("DE88370400440532013000"))).rejects.toMatchObject({
      code: accountRefused,
    });
  });

  test("a debit is presented once however often its file is, and waits for its result", async () => {
    const debit = debitUnder(await debits.register(registrationOf("DE89370400440532013000")));
    expect(await debits.get(debit.reference, placeOf(debit))).toBeUndefined();
    await Promise.all([1, 2, 3].map(() => submit(debit)));
    const waiting = await debits.get(debit.reference, placeOf(debit));
    expect(waiting).toMatchObject({ state: "waits", reference: debit.reference, orderId: debit.orderId });
    await pass(2 * 86_400_000);
    await submit(debit);
    const paid = await debits.get(debit.reference, placeOf(debit));
    expect(paid).toMatchObject({ state: "booked", amount: debit.amount, session: waiting?.session, reason: undefined });
    expect(await merchant.ledger(debit.orderId)).toEqual(["debit"]);
    const session = paid?.session ?? "";
    const refunded = await provider.refund(session, { reference: "rest:1", amount: { amount: 350, currency: "EUR" } });
    expect(refunded).toMatchObject({ state: "captured", refunded: { amount: 350 }, debit: { isReturned: false } });
  });

  test.each([
    ["DE08370400440532013003", "waits", "booked", undefined],
    ["DE62370400440532013001", "rejected", "rejected", "MS03"],
    ["DE78370400440532013004", "waits", "rejected", "MS03"],
    ["DE35370400440532013002", "returned", "returned", "MD06"],
    ["DE65370400440002222227", "rejected", "rejected", "AM04"],
    ["DE65370400440000343434", "rejected", "rejected", "charge_exceeds_source_limit"],
  ])("the test account %s: %s after two minutes, then %s (%s)", async (iban, soon, later, reason) => {
    const debit = await presented(iban);
    await pass(120_000);
    expect(await debits.get(debit.reference, placeOf(debit))).toMatchObject({ state: soon });
    await pass(180_000);
    const ended = await debits.get(debit.reference, placeOf(debit));
    expect(ended).toMatchObject({ state: later, reason });
    expect(await debits.get(debit.reference, { session: ended?.session ?? null, registered: undefined })).toEqual(
      ended,
    );
  });

  test("a mandate that ended is reported; a debit under it is refused and says why", async () => {
    await merchant.post("/payment/stripe/webhook-endpoint", { url: merchant.notifyUrl });
    const registered = await debits.register(registrationOf("DE89370400440532013000"));
    expect(await debits.isInForce(registered.mandate)).toBe(true);
    await merchant.post(`/payment/stripe/mandates/${registered.mandate}/end`, {});
    const { headers, body } = await merchant.notification('"mandate.updated"');
    const hint = provider.parseNotification(headers, body, new Date(Date.now() + offsetMs));
    expect(hint).toEqual({ mandateId: registered.mandate });
    expect(await debits.isInForce(registered.mandate)).toBe(false);
    const debit = debitUnder(registered);
    await submit(debit);
    await submit(debit);
    expect(await debits.get(debit.reference, placeOf(debit))).toMatchObject({ state: "rejected", reason: "MD01" });
    expect(await merchant.ledger(debit.orderId)).toEqual([]);
  });

  test("a debit that Stripe does not create is refused with its reason, and again when it is repeated; the others are presented", async () => {
    const registered = await debits.register(registrationOf("DE89370400440532013000"));
    const good = debitUnder(registered);
    const large = { ...debitUnder(registered), amount: { amount: 1_000_001, currency: "EUR" } };
    const orphan = debitUnder({ ...registered, method: "pm_gone" });
    const detached = debitUnder(await debits.register(registrationOf("DE89370400440532013000")));
    await provider.removeSavedMethod(detached.registered?.method ?? "");
    const refused = [
      { reference: large.reference, reason: "amount_too_large" },
      { reference: orphan.reference, reason: "MD01" },
      { reference: detached.reference, reason: "MD01" },
    ];
    for (let round = 0; round < 2; round += 1) {
      refusals.length = 0;
      await submit(large, orphan, detached, good);
      expect(refusals).toEqual(refused);
    }
    expect(await debits.get(large.reference, placeOf(large))).toBeUndefined();
    expect(await debits.get(good.reference, placeOf(good))).toMatchObject({ state: "waits" });
    // That the account takes no debits is the fault of none: all of them wait.
    const later = debitUnder(registered);
    await merchant.post("/payment/stripe/key-permissions", { missing: ["sepa_debit_payments"] });
    refusals.length = 0;
    await expect(submit(later)).rejects.toMatchObject({ code: "payment_method_unactivated" });
    await merchant.post("/payment/stripe/key-permissions", { missing: [] });
    expect(refusals).toEqual([]);
  });

  // covers: a command tests the connection of each payment account
  test("an account that collects debits is tested for the payment method and the permissions that they need", async () => {
    await merchant.post("/payment/stripe/webhook-endpoint", { url: merchant.notifyUrl });
    const wanted = { notifyUrl: merchant.notifyUrl, debits: { creditorIds: [demoStripeCreditorId] } };
    const lacking = [
      ...["rak_setup_intent_read", "rak_mandate_read", "rak_setup_intent_write", "sepa_debit_payments"],
      "rak_accounts_kyc_basic_read",
    ];
    await merchant.post("/payment/stripe/key-permissions", { missing: lacking });
    const faults = await provider.checkConnection?.(wanted);
    const forCards = await provider.checkConnection?.({ notifyUrl: merchant.notifyUrl });
    await merchant.post("/payment/stripe/key-permissions", { missing: [] });
    expect(faults).toEqual([
      { kind: "permission-missing", detail: "SetupIntents (rak_setup_intent_read)" },
      { kind: "permission-missing", detail: "mandates (rak_mandate_read)" },
      { kind: "write-permission-missing", detail: "SetupIntents (rak_setup_intent_write)" },
      { kind: "method-missing", detail: "SEPA Direct Debit" },
      { kind: "permission-missing", detail: "the account (rak_accounts_kyc_basic_read)" },
    ]);
    expect(forCards).toEqual([]);
    expect(await provider.checkConnection?.(wanted)).toEqual([]);
    const others = { creditorIds: ["FR48 ZZZ 594823", "IE64ZZZ359720"] };
    expect(await provider.checkConnection?.({ ...wanted, debits: others })).toEqual([
      { kind: "creditor-differs", detail: `${demoStripeCreditorId} instead of IE64ZZZ359720` },
    ]);
  });
});

test("each failure that Stripe documents has a reason that says what follows, and an unknown one is decided by a person", () => {
  const documented = [
    ...["refer_to_customer", "insufficient_funds", "debit_disputed", "authorization_revoked", "debit_not_authorized"],
    ...["account_closed", "bank_account_restricted", "debit_authorization_not_match", "recipient_deceased"],
    ...[
      "branch_does_not_exist",
      "incorrect_account_holder_name",
      "invalid_account_number",
      "generic_could_not_process",
    ],
  ];
  const codes = documented.map((code) => debitReasonCode(code) ?? "");
  expect(codes.filter((code) => !Object.hasOwn(debitReasons, code))).toEqual([]);
  expect(debitReasonCode("something_new")).toBe("something_new");
  expect([debitReasonCode(null), debitReasonCode("general")]).toEqual([undefined, undefined]);
});
