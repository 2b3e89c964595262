import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { expect } from "vitest";
import { audit } from "../../audit/audit.ts";
import { daysMs } from "../../clock.ts";
import type { DirectDebits } from "../../integrations/direct-debit.ts";
import { debitNetwork, orderByDebit } from "../test-debits.ts";
import { testArticle } from "../test-pack.ts";
import { type TestPerson, testPerson } from "../test-people.ts";
import { orderOf, type Shop } from "../test-purchase.ts";
import { dispute } from "./dispute-shop.ts";
import { deliver, openWorld, type World } from "./notification-world.ts";
import type { ShopProvider } from "./provider-shops.ts";

const total = 300;
const parts = 3;
const methods: ("CARD" | "TRANSFER")[] = ["CARD", "TRANSFER"];

/** A shop whose orders are paid in three weekly installments; the bank reports its debits twice and in reverse order. `network`: more of it. */
export async function openInstallmentWorld(provider: ShopProvider, network: object = {}): Promise<World> {
  const weekly = { paymentMethods: methods, installments: parts, period: "P7D" as const };
  const articles = [testArticle({ id: "weekly", price: total, paymentOptions: [weekly] })];
  const world = await openWorld(provider, { articles, network: { ...debitNetwork, ...network } });
  const { deps } = world.shop.api;
  if (deps.debits !== undefined) deps.debits = reportingTwiceReversed(deps.debits);
  return world;
}

function reportingTwiceReversed(bank: DirectDebits): DirectDebits {
  return {
    ...bank,
    listSince: async (cursor) => {
      const page = await bank.listSince(cursor);
      return { ...page, debits: [...page.debits, ...page.debits].reverse() };
    },
  };
}

const who = fc.nat(2);
/** What may happen to every kind of installment. */
const commonSteps = [
  { weight: 6, arbitrary: fc.record({ does: fc.constant("pass" as const), days: fc.integer({ min: 1, max: 9 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("deliver" as const),
      which: fc.nat(8),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant("forge" as const),
      which: fc.nat(8),
      how: fc.constantFrom("body", "signature", "none"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("misbehave" as const),
      next: fc.constantFrom("refuse-charge" as const, "down" as const, "lost-answer" as const),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom("again" as const, "from-the-start" as const) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("pay-installment" as const),
      who,
      position: fc.integer({ min: 1, max: parts }),
      clicks: fc.integer({ min: 1, max: 2 }),
      end: fc.constantFrom("pay" as const, "leave" as const, "late-capture" as const),
    }),
  },
] as const;
const step = fc.oneof(...commonSteps, {
  weight: 2,
  arbitrary: fc.record({
    does: fc.constant("misbehave-bank" as const),
    next: fc.constantFrom("return" as const, "cut" as const),
    count: fc.integer({ min: 1, max: 2 }),
  }),
});
export type InstallmentStep = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The purchases, and what happens while their installments fall due. */
export const installmentSteps = fc.record({
  iban: fc.constantFrom(...Object.values(testIbans)),
  steps: fc.array(step, { minLength: 4, maxLength: 12 }),
});
type Played = typeof installmentSteps extends fc.Arbitrary<infer Value> ? Value : never;

/** The same for debits that the provider collects: it may take back one that is paid, or end a mandate. */
const providerDebitStep = fc.oneof(
  ...commonSteps,
  { weight: 2, arbitrary: fc.record({ does: fc.constant("take-back" as const), who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("end-mandate" as const), who }) },
);

/** Accounts that Stripe publishes for tests: paid at once or after minutes, failing, and taken back. */
const providerIbans = [
  ...["DE89370400440532013000", "DE08370400440532013003", "DE62370400440532013001", "DE78370400440532013004"],
  ...["DE35370400440532013002", "DE65370400440002222227"],
];
export const providerDebitSteps = fc.record({
  ibans: fc.tuple(fc.constantFrom(...providerIbans), fc.constantFrom(...providerIbans)),
  steps: fc.array(providerDebitStep, { minLength: 4, maxLength: 12 }),
});
type PlayedDebits = typeof providerDebitSteps extends fc.Arbitrary<infer Value> ? Value : never;

export interface Customer {
  person: TestPerson;
  orderId: string;
}

/** Plays the steps on three orders, two by card and one by debit, then lets everything finish. */
export async function playInstallments(world: World, { iban, steps }: Played): Promise<Customer[]> {
  const { shop, post } = world;
  const customers = [await buyByCard(shop), await buyByCard(shop), await buyByDebit(shop, iban)];
  post.length = 0;
  for (const one of steps) await act(world, customers, one);
  await finish(shop);
  return customers;
}

/** The same on three orders whose debits the provider collects; one account is always good. */
export async function playProviderDebits(world: World, { ibans, steps }: PlayedDebits): Promise<Customer[]> {
  const { shop, post } = world;
  const customers: Customer[] = [];
  for (const iban of ["DE89370400440532013000", ...ibans]) customers.push(await buyByDebit(shop, iban));
  post.length = 0;
  for (const one of steps) {
    if (one.does === "take-back" || one.does === "end-mandate") await actOfBank(shop, customers[one.who], one.does);
    else await act(world, customers, one);
  }
  // A result comes a turn after its debit, and a second debit 14 days after it.
  await finish(shop, 8);
  return customers;
}

/** Lets everything finish, in so many turns of 11 days. */
async function finish(shop: Shop, turns = 5): Promise<void> {
  await settleAll(shop);
  for (let turn = 0; turn < turns; turn += 1) await advanceDays(shop, 11);
}

/** The debtor's bank takes the latest paid debit back, or ends the mandate; nothing, if there is none. */
async function actOfBank(shop: Shop, customer: Customer | undefined, does: "take-back" | "end-mandate"): Promise<void> {
  const { db } = shop.api.deps;
  const orderId = customer?.orderId ?? null;
  const found = await sql<{ session: string | null; mandate: string | null }>`select m.provider_mandate as mandate,
      (select p.provider_session from payment p where p.order_id = ${orderId} and p.kind = 'debit' and p.status = 'captured'
        order by p.sequence desc limit 1) as session
    from installment i join mandate m on m.id = i.mandate_id where i.order_id = ${orderId} limit 1`.execute(db);
  const { session, mandate } = found.rows[0] ?? { session: null, mandate: null };
  if (does === "take-back" && session !== null) await dispute(shop, session, { reason: "customer_initiated" });
  if (does === "end-mandate" && mandate !== null)
    await fetch(new URL(`/payment/stripe/mandates/${mandate}/end`, shop.sandbox.url), { method: "POST" });
}

async function buyByCard(shop: Shop): Promise<Customer> {
  const person = await testPerson(shop.api.deps);
  const order = { ...orderOf(person, total, { productId: "weekly" }), installments: parts };
  const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
  const { body } = await shop.api.call("placeOrder", order, asking);
  await shop.pay(body.paymentUrl);
  const { body: back } = await shop.api.call("acknowledgePayment", { orderId: body.orderId }, asking);
  expect(back.outcome).toBe("CONFIRMED");
  return { person, orderId: body.orderId };
}

async function buyByDebit(shop: Shop, iban: string): Promise<Customer> {
  const person = await testPerson(shop.api.deps);
  const line = { productId: "weekly" };
  const { body } = await orderByDebit(shop.api, person, iban, { line, total, installments: parts });
  expect(body.orderStatus).toBe("COMPLETED");
  return { person, orderId: body.orderId };
}

async function act(world: World, customers: readonly Customer[], one: InstallmentStep): Promise<void> {
  const { shop, post, provider } = world;
  const customer = "who" in one ? customers[one.who] : undefined;
  if (one.does === "pass") {
    await advanceDays(shop, one.days);
    await shop.cutBank(false);
  }
  if (one.does === "misbehave") await shop.behave(one.next, one.count);
  if (one.does === "misbehave-bank" && one.next === "return") await shop.behaveBank(one.next, one.count);
  if (one.does === "misbehave-bank" && one.next === "cut") await shop.cutBank(true);
  if (one.does === "again" || one.does === "from-the-start") await rescheduleJob(shop, one.does === "from-the-start");
  if (one.does === "pay-installment" && customer !== undefined) await payOneInstallment(shop, customer, one);
  const webhook = "which" in one ? post[post.length - 1 - (one.which % Math.max(1, post.length))] : undefined;
  if (one.does === "deliver" && webhook !== undefined) {
    const sent = await Promise.all(Array.from({ length: one.times }, () => deliver(world, webhook)));
    // A webhook that arrives days late is refused as stale: the payment is found by polling.
    for (const http of sent) expect([200, 401, 503]).toContain(http);
  }
  if (one.does === "forge" && webhook !== undefined)
    expect(await deliver(world, provider.forge(webhook, one.how))).toBe(401);
}

/** Lets days pass with their due jobs; sessions stay signed in. */
async function advanceDays(shop: Shop, days: number): Promise<void> {
  await shop.pass(daysMs(days));
  await sql`update user_session set expires_at = '2099-01-01', signed_in_at = '2099-01-01'`.execute(shop.api.deps.db);
}

/** Runs all jobs of installments again, twice concurrently; `all`: provider and bank report everything from the first on. */
async function rescheduleJob(shop: Shop, all: boolean): Promise<void> {
  const { db, clock } = shop.api.deps;
  const kinds = ["installment", "debit-file", "debit", "payment", "refund", "provider-sweep", "bank-sweep"];
  await sql`update due_work set due_at = ${clock.iso()}, leased_until = null,
      payload = case when ${all} and kind in ('provider-sweep', 'bank-sweep') then '{}' else payload end
    where given_up_at is null and kind = any(${kinds})`.execute(db);
  await Promise.all([shop.api.work.drain(), shop.api.work.drain()]);
}

async function payOneInstallment(
  shop: Shop,
  { person, orderId }: Customer,
  { position, clicks, end }: Extract<InstallmentStep, { does: "pay-installment" }>,
): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: clicks }, () =>
      shop.api.call(
        "payInstallment",
        { orderId, position, returnUrl: "/account/invoices" },
        { token: person.token, idempotencyKey: crypto.randomUUID() },
      ),
    ),
  );
  for (const { http, body } of answers) expect([200, 409, 503], JSON.stringify(body)).toContain(http);
  const pages = new Set(answers.flatMap(({ body }) => (body.paymentUrl === undefined ? [] : [body.paymentUrl])));
  for (const page of pages) {
    if (end === "late-capture") {
      await shop.pass(40 * 60_000);
      await shop.behave("late-capture");
    }
    // An expired page responds with 409.
    if (end !== "leave") await shop.pay(page).catch((over) => expect(String(over)).toMatch(/: 409 /));
    await shop.behave("late-capture", 0);
  }
}

async function settleAll(shop: Shop): Promise<void> {
  for (const next of ["refuse-charge", "down", "lost-answer", "late-capture"]) await shop.behave(next, 0);
  await shop.behaveBank("return", 0);
  await shop.cutBank(false);
}

/** Checks that every installment was captured once or is unpaid, by the books and by the provider's and bank's records. */
export async function expectInstallmentsOnce(shop: Shop, customers: readonly Customer[]): Promise<void> {
  expect(await audit(shop.api.deps, { grace: 0 }), "what does not agree").toEqual([]);
  for (const { person, orderId } of customers) {
    const { body } = await shop.api.call("getOrders", { orderId }, { token: person.token });
    const [order] = body.items;
    const states = order?.parts.map(({ status }) => status) ?? [];
    expect(states.every((status) => status === "paid" || status === "unpaid")).toBe(true);
    expect(order?.status).toBe(states.includes("unpaid") ? "REGULARIZATION" : "COMPLETED");
    const paid = order?.parts.filter(({ status }) => status === "paid").map(({ amount }) => amount.amount) ?? [];
    const moves = await shop.ledger(orderId);
    const sum = (...kinds: string[]) =>
      moves.filter(({ kind }) => kinds.includes(kind)).reduce((so, { amount }) => so + amount.amount, 0);
    const taken = sum("capture", "debit") - sum("refund", "dispute");
    expect(taken, `taken for order ${order?.number}`).toBe(paid.reduce((so, amount) => so + amount, 0));
  }
}
