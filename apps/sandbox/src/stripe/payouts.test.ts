import { demoStripeKeys, stripeApiVersion } from "@guichet/contract/integrations/stripe.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenSandbox, openSandbox } from "../testing/open-sandbox.ts";

type Body = Record<string, unknown> & { id: string };
const dayMs = 86_400_000;
let sandbox: OpenSandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

// covers: fees and payouts at the stand-in of Stripe
test("a daily payout pays charges less fees and refunds, arrives a day later, and one that fails is paid again", async () => {
  const first = await paid();
  await paid();
  await post("/v1/refunds", { payment_intent: first, amount: "350" });
  // 23.50 costs 0.35 (1.5 %) and 0.25.
  const { data } = await get("/v1/balance_transactions?expand[0]=data.source");
  const charge = { amount: 2350, fee: 60, net: 2290, type: "charge", currency: "eur" };
  expect(data).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        ...charge,
        source: expect.objectContaining({ object: "charge", payment_intent: first }),
      }),
      expect.objectContaining({
        amount: -350,
        fee: 0,
        type: "refund",
        source: expect.objectContaining({ object: "refund" }),
      }),
    ]),
  );
  expect(await payouts()).toEqual([]);

  // The refund alone is not paid out: the charges are available three days after.
  await moveTo(3.01);
  const [payout] = await payouts();
  expect(payout).toMatchObject({ amount: 2 * 2290 - 350, status: "in_transit", automatic: true });
  const paidBy = async (id = "") => (await get(`/v1/balance_transactions?payout=${id}&limit=100`)).data as Body[];
  await moveTo(3.1);
  const [reconciled] = await payouts();
  expect(reconciled).toMatchObject({ id: payout?.id, reconciliation_status: "completed" });
  const entries = await paidBy(payout?.id);
  expect(entries.map(({ type }) => type).sort()).toEqual(["charge", "charge", "payout", "refund"]);
  await moveTo(4.1);
  expect(await payouts()).toMatchObject([{ id: payout?.id, status: "paid" }]);

  const failed = await sandbox.call("POST", `/payment/stripe/payouts/${payout?.id}/fail`, {});
  expect(await failed.json()).toMatchObject({ status: "failed", failure_code: "account_closed" });
  expect((await sandbox.call("POST", `/payment/stripe/payouts/${payout?.id}/fail`, {})).status).toBe(409);
  expect((await sandbox.call("POST", "/payment/stripe/payouts/po_unknown/fail", {})).status).toBe(404);
  await sandbox.restart();
  await moveTo(5.1);
  const [again, before] = await payouts();
  expect(before).toMatchObject({ id: payout?.id, status: "failed" });
  expect(again).toMatchObject({ amount: payout?.amount });
  expect(await paidBy(again?.id)).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ type: "payout_failure" })]),
  );

  const events = (await get("/v1/events?limit=100")).data as { type: string; data: { object: Body } }[];
  const ofPayout = events.filter(({ data: { object } }) => object.id === payout?.id).map(({ type }) => type);
  expect(ofPayout.reverse()).toEqual([
    "payout.created",
    "payout.reconciliation_completed",
    "payout.paid",
    "payout.failed",
  ]);
});

async function paid(): Promise<string> {
  const { id } = await sandbox.open();
  await sandbox.pay(id, "4242424242424242");
  return String((await get(`/v1/checkout/sessions/${id}`)).payment_intent);
}

/** Moves the clock to this many days after the beginning of the real day. */
async function moveTo(days: number): Promise<void> {
  const start = Math.floor(Date.now() / dayMs) * dayMs;
  await sandbox.call("POST", "/clock", { offsetMs: Math.round(start + days * dayMs - Date.now()) });
}

const payouts = async () => (await get("/v1/payouts")).data as Body[];
const headers = { authorization: `Bearer ${demoStripeKeys.apiKey}`, "stripe-version": stripeApiVersion };
const get = async (path: string): Promise<Body> => (await fetch(`${sandbox.url}${path}`, { headers })).json();
const post = async (path: string, params: Record<string, string>): Promise<Body> =>
  (await fetch(`${sandbox.url}${path}`, { method: "POST", headers, body: new URLSearchParams(params) })).json();
