import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { addDays, addMonths } from "@guichet/rules/dates/days.ts";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { orderByDebit, signed } from "../../testing/test-debits.ts";
import { nowOf, openSubscriptionShop, type SubscriptionShop } from "../../testing/test-subscriptions.ts";

let shop: SubscriptionShop;
beforeAll(async () => {
  shop = await openSubscriptionShop();
}, 60_000);
afterEach(() => shop.endAll());
afterAll(() => shop.close());

const today = () => nowOf(shop).slice(0, 10);

/** The bank's record of each submitted debit. */
const Debit = z.object({
  endToEndId: z.string(),
  mandateId: z.string(),
  collectOn: z.string(),
  amount: z.object({ amount: z.int(), currency: z.string() }),
  sequence: z.enum(["OOFF", "FRST", "RCUR"]),
  signedOn: z.string(),
  creditorId: z.string(),
  debtorIban: z.string(),
});
const Files = z.object({ items: z.array(z.object({ debits: z.array(Debit) })) });
async function bankBook() {
  const answer = await fetch(new URL("/bank/files", shop.sandbox.url));
  return Files.parse(await answer.json()).items.flatMap(({ debits }) => debits);
}

interface Founded {
  reference: string;
  wording: string;
  signedOn: string;
  orderId: string;
  /** The order under which the mandate was signed. */
  signedWith: string;
  renewal: boolean;
  name: string;
  noticed: string[];
}
/** The mandate of a debit as signed, with the order that it pays and the days on which its debtor was notified. */
async function foundedOn(endToEndId: string): Promise<Founded> {
  const found =
    await sql<Founded>`select m.reference, m.wording, m.signed_at::date::text as "signedOn", o.id as "orderId",
      m.evidence ->> 'orderId' as "signedWith", o.id::text <> m.evidence ->> 'orderId' as renewal, l.name,
      array(select n.created_at::date::text from mail n where n.contents ->> 'orderId' = o.id::text
        and n.template in ('debit-notice', 'mandate-signed')) as noticed
    from payment p join orders o on o.id = p.order_id
      join installment i on i.order_id = p.order_id and i.position = p.installment
      join mandate m on m.id = i.mandate_id
      join order_line l on l.order_id = o.id and l.kind = 'article'
    where replace(p.id::text, '-', '') = ${endToEndId}`.execute(shop.api.deps.db);
  const [row] = found.rows;
  if (row === undefined) throw new Error(`Debit ${endToEndId} is nobody's`);
  return row;
}

// covers §3: a mandate covers one order, or a subscription with its renewals; nothing else is debited under it
test("every debit in the bank's book is covered by the text of its mandate, after its signature and five days after its notice", async () => {
  const person = await shop.person();
  await shop.subscribeByDebit(person, "month", testIbans.good);
  await shop.subscribeByDebit(await shop.person(), "week", testIbans.good);
  await shop.subscribeByDebit(await shop.person(), "yearInInstallments", testIbans.good, { installments: 3 });
  const once = await orderByDebit(shop.api, await shop.person(), testIbans.good);
  expect(once.body.error).toBeUndefined();
  await shop.until(addDays(today(), 66));
  const book = (await bankBook()).sort((a, b) => (a.collectOn < b.collectOn ? -1 : 1));
  expect(book.length).toBeGreaterThan(10);
  const seen = new Set<string>();
  for (const debit of book) {
    const founded = await foundedOn(debit.endToEndId);
    expect(debit).toMatchObject({
      mandateId: founded.reference,
      signedOn: founded.signedOn,
      creditorId: "FR48ZZZ594823",
      debtorIban: testIbans.good,
    });
    expect(founded.signedOn <= debit.collectOn).toBe(true);
    expect(founded.noticed.some((day) => day <= addDays(debit.collectOn, -5))).toBe(true);
    // The wordings of a mandate for one order, and for a subscription.
    const isOfOneOrder = founded.wording.includes("pour les seules échéances de cette commande");
    const renews = founded.wording.includes(`l’abonnement «\u00a0${founded.name}\u00a0»`);
    expect([isOfOneOrder, renews]).toEqual(founded.name === "single" ? [true, false] : [false, true]);
    if (isOfOneOrder) expect(founded.orderId).toBe(founded.signedWith);
    const sequence = isOfOneOrder ? "OOFF" : seen.has(debit.mandateId) ? "RCUR" : "FRST";
    expect([founded.name, debit.sequence]).toEqual([founded.name, sequence]);
    seen.add(debit.mandateId);
  }
  await shop.clean();
}, 60_000);

/** A subscription from before subscription mandates: its mandate says "this order only", as every mandate did. */
async function subscribedBefore(article: Parameters<SubscriptionShop["subscribeByDebit"]>[1]) {
  const person = await shop.person();
  const { subscriptionId } = await shop.subscribeByDebit(person, article, testIbans.good);
  await sql`update mandate m set covers = 'ORDER', order_id = (evidence ->> 'orderId')::uuid, subscription_id = null
    from subscription s where s.mandate_id = m.id and s.id = ${subscriptionId}`.execute(shop.api.deps.db);
  await shop.look(subscriptionId);
  return { person, subscriptionId };
}
const debitsOf = async (subscriptionId: string) => {
  const found = await sql<{ id: string }>`select p.id from payment p join orders o on o.id = p.order_id
    where o.subscription_id = ${subscriptionId} and p.kind = 'debit'`.execute(shop.api.deps.db);
  return found.rows.length;
};

// covers §3: a mandate covers one order, or a subscription with its renewals; nothing else is debited under it
test("a subscription with a mandate for one order requests another in time; once signed, its renewals are debited under that", async () => {
  const { person, subscriptionId } = await subscribedBefore("month");
  const beforeSigning = await shop.one(person, subscriptionId);
  expect(beforeSigning).toMatchObject({ mandateNeeded: true, blocked: null });
  await shop.until(addDays(beforeSigning.nextRenewalOn ?? "", -14));
  expect(await shop.emails(person)).toContain("subscription-mandate");
  const mandate = await signed(shop.api, person, { subscriptionId });
  const cardId = beforeSigning.method?.cardId ?? "";
  const changed = await shop.api.call(
    "updateSubscriptionCard",
    { subscriptionId, cardId, mandate },
    { token: person.token },
  );
  expect(changed.body.subscription).toMatchObject({ mandateNeeded: false, method: { cardId } });
  await shop.until(addDays(beforeSigning.nextRenewalOn ?? "", 20));
  expect(await debitsOf(subscriptionId)).toBe(2);
  const debitMandates = await sql<{ reference: string; covers: string }>`select m.reference, m.covers from payment p
      join orders o on o.id = p.order_id join installment i on i.order_id = o.id join mandate m on m.id = i.mandate_id
    where o.subscription_id = ${subscriptionId} order by p.created_at`.execute(shop.api.deps.db);
  expect(debitMandates.rows.map(({ covers }) => covers)).toEqual(["ORDER", "SUBSCRIPTION"]);
  expect(debitMandates.rows[1]?.reference).toBe(mandate.reference);
  const { body } = await shop.api.call("getCards", {}, { token: person.token });
  expect(body.cards[0]?.mandates).toMatchObject([
    { reference: mandate.reference, orderId: null, subscriptionId, name: "month" },
    { subscriptionId: null, orderId: expect.any(String) },
  ]);
  await shop.clean();
}, 60_000);

// covers §3: a mandate covers one order, or a subscription with its renewals; nothing else is debited under it
test("while it is unsigned, nothing is debited for the renewal: the subscription is suspended until the mandate is signed", async () => {
  const { person, subscriptionId } = await subscribedBefore("month");
  const { nextRenewalOn, method } = await shop.one(person, subscriptionId);
  await shop.until(addDays(nextRenewalOn ?? "", 12));
  const blocked = await shop.one(person, subscriptionId);
  expect(blocked.blocked).toMatchObject({ reason: "MANDATE_REQUIRED", nextTryOn: null });
  expect(await debitsOf(subscriptionId)).toBe(1);
  expect(await shop.emails(person)).toContain("subscription-blocked");
  const mandate = await signed(shop.api, person, { subscriptionId });
  const cardId = method?.cardId ?? "";
  const request = { subscriptionId, cardId, mandate };
  const { body } = await shop.api.call("updateSubscriptionCard", request, { token: person.token });
  expect(body.subscription).toMatchObject({ blocked: null, mandateNeeded: false });
  await shop.until(addDays(nextRenewalOn ?? "", 24));
  expect(await debitsOf(subscriptionId)).toBe(2);
  await shop.clean();
}, 60_000);

// covers §3: a mandate covers one order, or a subscription with its renewals; nothing else is debited under it
test("a renewal planned under a mandate for one order is not submitted to the bank: it is paid by card", async () => {
  const person = await shop.person();
  const { subscriptionId, nextRenewalOn } = await shop.subscribeByDebit(person, "month", testIbans.good);
  await shop.until(nextRenewalOn ?? "");
  await sql`update mandate m set covers = 'ORDER', order_id = (evidence ->> 'orderId')::uuid, subscription_id = null
    from subscription s where s.mandate_id = m.id and s.id = ${subscriptionId}`.execute(shop.api.deps.db);
  await shop.until(addDays(nextRenewalOn ?? "", 10));
  expect(await debitsOf(subscriptionId)).toBe(1);
  expect(await shop.emails(person)).toContain("not-collected");
  const { blocked, periods } = await shop.one(person, subscriptionId);
  expect([blocked?.reason, periods[0]?.orderStatus]).toEqual(["MANDATE_REQUIRED", "REGULARIZATION"]);
  await shop.clean();
}, 60_000);

// covers §3: a mandate covers one order, or a subscription with its renewals; nothing else is debited under it
test("a higher price is debited only if it was announced in time, as the mandate says", async () => {
  const person = await shop.person();
  const { subscriptionId, nextRenewalOn } = await shop.subscribeByDebit(person, "month", testIbans.good);
  await shop.until(addDays(nextRenewalOn ?? "", -5));
  // As if the announcement had been missed: the price rose after the day of the notice.
  await sql`update subscription set announced_position = null, announced_amount = null
    where id = ${subscriptionId}`.execute(shop.api.deps.db);
  await shop.change({ month: { price: 3600 } });
  await shop.until(nextRenewalOn ?? "");
  expect((await shop.one(person, subscriptionId)).periods[0]?.amount.amount).toBe(3200);
  await shop.until(addMonths(nextRenewalOn ?? "", 1));
  expect((await shop.one(person, subscriptionId)).periods[0]?.amount.amount).toBe(3600);
  await shop.change({});
  await shop.clean();
}, 60_000);

test("the mandate of another account's subscription, or of an article that does not renew, is not shown", async () => {
  const [person, other] = [await shop.person(), await shop.person()];
  const { subscriptionId } = await shop.subscribeByDebit(person, "month", testIbans.good);
  const ask = async (who: typeof person, covering: Record<string, unknown>, network?: string) => {
    const payment = { totalAmount: { amount: 3200, currency: "EUR" }, paymentMethod: "TRANSFER" as const };
    const preview = { ...payment, installments: 1, period: "P1M" as const, ...covering };
    return (await shop.api.call("previewInstallments", preview, { token: who.token, network })).body;
  };
  expect((await ask(person, { subscriptionId })).mandate?.wording).toContain("«\u00a0month\u00a0»");
  expect((await ask(other, { subscriptionId })).error?.code).toBe("NOT_FOUND");
  expect((await ask(person, { subscriptionId: "none" })).error?.code).toBe("NOT_FOUND");
  expect((await ask(person, { renews: { productId: "single" } })).error?.code).toBe("NOT_FOUND");
  const south = await shop.person({ network: "south" });
  expect((await ask(south, { subscriptionId }, "south")).error?.code).toBe("NOT_FOUND");
}, 60_000);
