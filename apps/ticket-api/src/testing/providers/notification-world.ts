import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { sql } from "kysely";
import { expect } from "vitest";
import { audit } from "../../audit/audit.ts";
import { minutesMs } from "../../clock.ts";
import { testArticle } from "../test-pack.ts";
import { type TestPerson, testPerson } from "../test-people.ts";
import { cards, orderOf, type Shop } from "../test-purchase.ts";
import { type Notification, notificationsPath, openShopAt, type ShopProvider } from "./provider-shops.ts";
import { sendWebhooksTo } from "./test-sandbox.ts";

/**
 * A shop that is paid by one protocol. What its provider sent was intercepted (`post`), and is delivered at a random time, any number of
 * times, in any order.
 */
export interface World {
  shop: Shop;
  provider: ShopProvider;
  post: Notification[];
  /** How many deliveries the Ticket API has handled. */
  handled: number;
  collector: Server;
}

/** A shop whose notifications are intercepted until they are delivered; `more` of its articles and network. */
export async function openWorld(
  provider: ShopProvider,
  more: { articles?: unknown[]; network?: object } = {},
): Promise<World> {
  const post: Notification[] = [];
  const collector = createServer(async (request, answer) => {
    const headers = Object.fromEntries(provider.headers.map((name) => [name, String(request.headers[name])]));
    post.push({ headers, body: await text(request) });
    answer.writeHead(204).end();
  });
  await new Promise<void>((listening) => collector.listen(0, "127.0.0.1", listening));
  const single = testArticle({ id: "single", price: 150 });
  const { articles = [single, testArticle({ id: "carnet", price: 1200, trips: 10 })], network } = more;
  const vouchers = [{ code: "MINUS50", type: "AMOUNT", amount: 50 }];
  const shop = await openShopAt(provider, articles, [{ vouchers, ...(network && { network }) }]);
  const address = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  // Stripe has one address for the account; Lyra gets it with each request.
  await sendWebhooksTo(address, shop.sandbox);
  shop.api.deps.config.publicUrl = address;
  return { shop, provider, post, handled: 0, collector };
}

export async function closeWorld({ shop, collector }: World): Promise<void> {
  await shop.close();
  collector.close();
  collector.closeAllConnections();
}

/** What may happen next; `who` and `which` are taken modulo the number of customers and webhooks. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant("place" as const),
      who: fc.nat(2),
      key: fc.constantFrom("same", "other"),
      clicks: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant("pay" as const),
      who: fc.nat(2),
      card: fc.constantFrom(cards.accepted, cards.accepted, cards.refused),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom("return" as const, "cancel" as const, "leave" as const, "time-out" as const),
      who: fc.nat(2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("late-capture" as const), who: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom("down" as const, "lost-answer" as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("deliver" as const),
      which: fc.nat(40),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("forge" as const),
      which: fc.nat(40),
      how: fc.constantFrom("body", "signature", "none"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("work" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

class Customer {
  readonly person: TestPerson;
  key = crypto.randomUUID();
  orderId: string | undefined;
  /** Every payment page that this customer was sent to: tabs stay open. */
  pages: string[] = [];
  /** Those on which they paid. */
  readonly paid = new Set<string>();

  constructor(person: TestPerson) {
    this.person = person;
  }
}

/** Plays the steps; some run concurrently with the next. Every response to a customer is one of the expected ones. */
export async function play(world: World, steps: readonly (Step & { alongside: boolean })[]): Promise<void> {
  const { shop, post } = world;
  const customers = await Promise.all([0, 1, 2].map(async () => new Customer(await testPerson(shop.api.deps))));
  post.length = 0;
  let along: Promise<unknown>[] = [];
  for (const { alongside, ...one } of steps) {
    // A returning customer waits for open payments, so that step has the provider for itself.
    if (one.does === "return") await Promise.all(along.splice(0));
    along.push(act(world, customers, one as Step));
    if (!alongside || one.does === "return") {
      await Promise.all(along);
      along = [];
    }
  }
  await Promise.all(along);
  for (const next of ["down", "lost-answer", "late-capture"]) await shop.behave(next, 0);
  await drain(shop);
}

async function act(world: World, customers: readonly Customer[], one: Step): Promise<void> {
  const { shop, post, provider } = world;
  const customer = "who" in one ? customers[one.who] : undefined;
  const asking = { token: customer?.person.token };
  if (one.does === "place" && customer !== undefined) {
    const key = one.key === "same" ? customer.key : crypto.randomUUID();
    const order = { ...orderOf(customer.person, 250, { quantity: 2 }), vouchers: ["MINUS50"] };
    const answers = await Promise.all(
      Array.from({ length: one.clicks }, () => shop.api.call("placeOrder", order, { ...asking, idempotencyKey: key })),
    );
    for (const { http, body } of answers) {
      expect([200, 409, 503], JSON.stringify(body)).toContain(http);
      if (body.orderId !== undefined) customer.orderId = body.orderId;
      if (body.paymentUrl !== undefined) customer.pages.push(body.paymentUrl);
    }
  }
  if (one.does === "pay" && customer !== undefined) {
    for (const page of customer.pages) await payOn(shop, customer, page, one.card);
  }
  if (one.does === "late-capture" && customer !== undefined && customer.pages.length > 0) {
    await shop.behave("late-capture");
    await payOn(shop, customer, customer.pages[0] ?? "", cards.accepted);
    await shop.behave("late-capture", 0);
  }
  // A returning customer waits up to ten seconds for an open page: the job checks it instead.
  if (one.does === "return" && customer?.orderId !== undefined && (await isPaidOrOver(shop, customer))) {
    const { http } = await shop.api.call("acknowledgePayment", { orderId: customer.orderId }, asking);
    expect(http).toBe(200);
  }
  if (one.does === "cancel" && customer?.orderId !== undefined) {
    const { http } = await shop.api.call("cancelOrder", { orderId: customer.orderId }, asking);
    expect([200, 409, 503]).toContain(http);
  }
  if (one.does === "leave" && customer !== undefined) {
    for (const page of customer.pages.slice(-1)) await shop.leavePage(page);
  }
  if (one.does === "time-out" && customer?.orderId !== undefined) await expireOrder(shop, customer.orderId);
  if (one.does === "down" || one.does === "lost-answer") await shop.behave(one.does, 2);
  if (one.does === "work") await shop.api.work.drain();
  const webhook = "which" in one ? post[one.which % Math.max(1, post.length)] : undefined;
  if (one.does === "deliver" && webhook !== undefined) {
    const sent = await Promise.all(Array.from({ length: one.times }, () => deliver(world, webhook)));
    for (const http of sent) expect([200, 503]).toContain(http);
  }
  if (one.does === "forge" && webhook !== undefined)
    expect(await deliver(world, provider.forge(webhook, one.how))).toBe(401);
}

/** Delivers a notification; returns the HTTP status. */
export async function deliver(world: World, { headers, body }: Notification): Promise<number> {
  const { http } = await world.shop.api.send("POST", notificationsPath(world.provider), { body, headers });
  if (http === 200) world.handled += 1;
  return http;
}

/** Pays on a page; an expired one responds with 409. */
async function payOn(shop: Shop, customer: Customer, page: string, card: string): Promise<void> {
  const state = await shop.pay(page, card).then(
    (answer) => answer.state,
    (over) => {
      expect(String(over)).toMatch(/: 409 /);
      return "over";
    },
  );
  if (state === "captured" || state === "authorised") customer.paid.add(page);
}

async function isPaidOrOver(shop: Shop, { orderId, paid }: Customer): Promise<boolean> {
  const open = await sql<{ page: string }>`select pay_url as page from payment
    where order_id = ${orderId} and status in ('begun', 'open')`.execute(shop.api.deps.db);
  const [payment] = open.rows;
  return payment === undefined || paid.has(payment.page);
}

async function expireOrder(shop: Shop, orderId: string): Promise<void> {
  const now = shop.api.deps.clock.iso();
  await sql`update orders set expires_at = ${now} where id = ${orderId}`.execute(shop.api.deps.db);
  await sql`update due_work set due_at = ${now} where kind = 'unpaid-order' and key = ${orderId}`.execute(
    shop.api.deps.db,
  );
}

/** Lets time pass until nothing is open: every job has run, every order has ended. */
async function drain(shop: Shop): Promise<void> {
  const { db, clock } = shop.api.deps;
  for (let turn = 0; turn < 3; turn += 1) {
    // A provider without a list of events is asked again about a closed payment some time later.
    await shop.pass(minutesMs(11));
    await sql`update due_work set due_at = ${clock.iso()} where given_up_at is null and kind <> 'mail'`.execute(db);
    await shop.api.work.drain();
    await sql`update orders set expires_at = ${clock.iso()} where status in ('PENDING', 'PROCESSING', 'ERROR')`.execute(
      db,
    );
  }
}

const opening: Step[] = [
  { does: "place", who: 0, key: "same", clicks: 2 },
  { does: "pay", who: 0, card: cards.accepted },
];

/** Random steps; the first ones pay an order, so that there is a notification to deliver. */
export const steps = fc
  .array(
    fc.tuple(step, fc.boolean()).map(([one, alongside]) => ({ ...one, alongside })),
    { minLength: 8, maxLength: 30 },
  )
  .map((random) => [...opening.map((one) => ({ ...one, alongside: false })), ...random]);

/** Checks the result: nothing is open, everything agrees, and every payer has what they paid for, once. */
export async function expectExactlyOnce(shop: Shop): Promise<void> {
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
  const open = await sql`select id from orders where status in ('PENDING', 'PROCESSING', 'ERROR')`.execute(
    shop.api.deps.db,
  );
  expect(open.rows).toEqual([]);
}
