import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minutesMs } from "../../clock.ts";
import { lastPayment } from "../../payment-records/payment-store.ts";
import { type TestPerson, testPerson } from "../../testing/test-people.ts";
import { cards, openTestShop, orderOf, placeRefusedOrder, type Shop, saveCardOf } from "../../testing/test-purchase.ts";
import { settlePayment } from "../settlement/settle-payment.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
afterAll(() => shop.close());

async function place(person: TestPerson, more: Record<string, unknown> = {}) {
  const order = { ...orderOf(person, 150), ...more };
  const { body } = await shop.api.call("placeOrder", order, {
    token: person.token,
    idempotencyKey: crypto.randomUUID(),
  });
  return body;
}
const acknowledge = (person: TestPerson, orderId: string) =>
  shop.api.call("acknowledgePayment", { orderId }, { token: person.token });
const refused = (person: TestPerson): Promise<string> => placeRefusedOrder(shop, person);
async function emails({ email }: { email: string }): Promise<string[]> {
  await shop.api.work.drain();
  const found = await sql<{
    template: string;
  }>`select template from mail where recipient = ${email} order by created_at`.execute(shop.api.deps.db);
  return found.rows.map(({ template }) => template);
}
const mailbox = async (email: string) => {
  const answer = await fetch(`${shop.sandbox.url}/mailbox/messages?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { items: { subject: string; text: string }[] }).items;
};

// covers: an e-mail notifies the customer of a refused or cancelled payment
test("five minutes after a refused payment an e-mail links to the order; after its time-out another one says that it is cancelled", async () => {
  const person = await testPerson(shop.api.deps);
  const orderId = await refused(person);
  await shop.pass(minutesMs(4));
  expect(await emails(person)).toEqual([]);
  await shop.pass(minutesMs(2));
  expect(await emails(person)).toEqual(["payment-refused"]);
  const [first] = await mailbox(person.email);
  expect(first?.subject).toContain("le paiement a été refusé");
  expect(first?.text).toContain(`/cart?order=${orderId}`);
  await shop.pass(minutesMs(40));
  expect(await emails(person)).toEqual(["payment-refused", "order-cancelled"]);
  const [second] = await mailbox(person.email);
  expect(second?.text).toContain("rien n’a été débité");
  expect(second?.text).toMatch(/\/fr\/products\/single$/m);
  await shop.pass(minutesMs(60));
  expect(await emails(person)).toHaveLength(2);
});

test("an order whose payment is refused twice causes one e-mail", async () => {
  const person = await testPerson(shop.api.deps);
  await refused(person);
  await shop.pass(minutesMs(6));
  await refused(person);
  await shop.pass(minutesMs(6));
  expect(await emails(person)).toEqual(["payment-refused"]);
});

const otherwise = [
  ["has paid in the meantime", async (person: TestPerson, url: string | undefined) => shop.pay(url).then(() => person)],
  ["is about to pay again", async (person: TestPerson) => person],
] as const;
test.each(otherwise)("a customer who %s gets no e-mail about the refusal", async (_, act) => {
  const person = await testPerson(shop.api.deps);
  const orderId = await refused(person);
  const again = await place(person);
  expect(again.orderId).toBe(orderId);
  await act(person, again.paymentUrl);
  await shop.pass(minutesMs(6));
  expect(await emails(person)).not.toContain("payment-refused");
});

// covers: an e-mail notifies the customer of a refused or cancelled payment
test("an order that nobody pays is cancelled by its time-out, with an e-mail at once", async () => {
  const person = await testPerson(shop.api.deps);
  await place(person);
  await shop.pass(minutesMs(31));
  expect(await emails(person)).toEqual(["order-cancelled"]);
});

test("a payment that is cancelled in the provider's dashboard causes an e-mail after five minutes, unless the customer has ordered again", async () => {
  const [gone, back] = [await testPerson(shop.api.deps), await testPerson(shop.api.deps)];
  for (const person of [gone, back]) {
    const cardId = await saveCardOf(shop, person, cards.strong);
    const { orderId, paymentUrl } = await place(person, { cardId, chargeCard: true });
    await shop.closeAtProvider(paymentUrl);
    await acknowledge(person, orderId);
  }
  const { orderId, paymentUrl } = await place(back);
  await shop.pay(paymentUrl);
  await acknowledge(back, orderId);
  expect(await emails(gone)).toEqual([]);
  await shop.pass(minutesMs(6));
  expect(await emails(gone)).toEqual(["order-cancelled"]);
  expect(await emails(back)).toEqual(["order-confirmation"]);
});

test("a customer who cancels the order in the shop, or pays it in another way, gets no e-mail about that", async () => {
  const [cancels, changes] = [await testPerson(shop.api.deps), await testPerson(shop.api.deps)];
  const { orderId } = await place(cancels);
  await shop.api.call("cancelOrder", { orderId }, { token: cancels.token });
  await place(changes);
  const changed = await place(changes, { keepCard: true });
  await shop.pay(changed.paymentUrl);
  await acknowledge(changes, changed.orderId);
  await shop.pass(minutesMs(40));
  expect(await emails(cancels)).toEqual([]);
  expect(await emails(changes)).toEqual(["order-confirmation"]);
});

test("the e-mail is not sent either if the provider reports the closing before it answers it", async () => {
  const person = await testPerson(shop.api.deps);
  const { orderId } = await place(person);
  const { deps } = shop.api;
  const { payments } = deps;
  deps.payments = {
    ...payments,
    at: (account) => {
      const provider = payments.at(account);
      const cancel = async (sessionId: string) => {
        const closed = await provider.cancel(sessionId);
        const payment = await lastPayment(deps.db, orderId);
        await settlePayment(deps, payment?.id ?? "");
        return closed;
      };
      return { ...provider, cancel };
    },
  };
  try {
    const { body } = await shop.api.call("cancelOrder", { orderId }, { token: person.token });
    expect(body.orderStatus).toBe("CANCELED");
  } finally {
    deps.payments = payments;
  }
  await shop.pass(minutesMs(6));
  expect(await emails(person)).toEqual([]);
});

test("a mailbox that is named in many unpaid orders gets a limited number of e-mails", async () => {
  const invoiceEmail = "stranger@example.org";
  for (let count = 0; count < 13; count += 1) await place(await testPerson(shop.api.deps), { invoiceEmail });
  await shop.pass(minutesMs(31));
  expect((await emails({ email: invoiceEmail })).length).toBe(10);
});
