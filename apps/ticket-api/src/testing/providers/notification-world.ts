import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { demoStripeNotificationsPath } from "@guichet/contract/integrations/stripe.ts";
import type { NetworkPack } from "@guichet/contract/network-pack.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { expect } from "vitest";
import { audit } from "../../audit/audit.ts";
import { planScheduledJobs } from "../../jobs/scheduled-jobs.ts";
import { testArticle, testPack } from "../test-pack.ts";
import { type TestPerson, testPerson } from "../test-people.ts";
import { cards, openTestShop, orderOf, type Shop } from "../test-purchase.ts";
import { sendWebhooksTo } from "./test-sandbox.ts";

/** A webhook that the provider sent; it was intercepted, and is delivered at a random time, any number of times, in any order. */
export interface Intercepted {
  headers: Record<string, string>;
  body: string;
}
export interface World {
  shop: Shop;
  post: Intercepted[];
  collector: Server;
}

/** A shop whose webhooks are intercepted until they are delivered. */
export async function openWorld(packs?: NetworkPack[]): Promise<World> {
  const post: Intercepted[] = [];
  const collector = createServer(async (request, answer) => {
    const signature = { "stripe-signature": String(request.headers["stripe-signature"]) };
    post.push({ headers: signature, body: await text(request) });
    answer.writeHead(204).end();
  });
  await new Promise<void>((listening) => collector.listen(0, "127.0.0.1", listening));
  const articles = [testArticle({ id: "single", price: 150 }), testArticle({ id: "carnet", price: 1200, trips: 10 })];
  const vouchers = [{ code: "MINUS50", type: "AMOUNT", amount: 50 }];
  const shop = await openTestShop({ packs: packs ?? [testPack({ articles, vouchers })] });
  await planScheduledJobs(shop.api.deps);
  await sendWebhooksTo(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`, shop.sandbox);
  return { shop, post, collector };
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

  constructor(person: TestPerson) {
    this.person = person;
  }
}

/** Plays the steps; some run concurrently with the next. Every response to a customer is one of the expected ones. */
export async function play({ shop, post }: World, steps: readonly (Step & { alongside: boolean })[]): Promise<void> {
  const customers = await Promise.all([0, 1, 2].map(async () => new Customer(await testPerson(shop.api.deps))));
  post.length = 0;
  let along: Promise<unknown>[] = [];
  for (const { alongside, ...one } of steps) {
    // A returning customer waits for open payments, so that step has the provider for itself.
    if (one.does === "return") await Promise.all(along.splice(0));
    along.push(act(shop, post, customers, one as Step));
    if (!alongside || one.does === "return") {
      await Promise.all(along);
      along = [];
    }
  }
  await Promise.all(along);
  for (const next of ["down", "lost-answer", "late-capture"]) await shop.behave(next, 0);
  await drain(shop);
}

async function act(shop: Shop, post: readonly Intercepted[], customers: readonly Customer[], one: Step): Promise<void> {
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
    // An expired page responds with 409.
    for (const page of customer.pages)
      await shop.pay(page, one.card).catch((over) => expect(String(over)).toMatch(/: 409 /));
  }
  if (one.does === "late-capture" && customer !== undefined && customer.pages.length > 0) {
    await shop.behave("late-capture");
    await shop.pay(customer.pages[0]).catch((over) => expect(String(over)).toMatch(/: 409 /));
    await shop.behave("late-capture", 0);
  }
  // A returning customer waits up to ten seconds for an open page: the job checks it instead.
  if (one.does === "return" && customer?.orderId !== undefined && (await isPaidOrOver(shop, customer.orderId))) {
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
    const sent = await Promise.all(Array.from({ length: one.times }, () => deliver(shop, webhook)));
    for (const http of sent) expect([200, 503]).toContain(http);
  }
  if (one.does === "forge" && webhook !== undefined) expect(await deliver(shop, forged(webhook, one.how))).toBe(401);
}

export const deliver = async (shop: Shop, { headers, body }: Intercepted): Promise<number> =>
  (await shop.api.send("POST", demoStripeNotificationsPath, { body, headers })).http;

export function forged({ headers, body }: Intercepted, how: "body" | "signature" | "none" | string): Intercepted {
  if (how === "none") return { headers: {}, body };
  if (how === "body") return { headers, body: body.replace(/"status":"[a-z_]+"/, '"status":"complete" ') };
  const seconds = /^t=\d+/.exec(headers["stripe-signature"] ?? "")?.[0];
  return {
    body,
    headers: { "stripe-signature": `${seconds},v1=${createHmac("sha256", "forged").update(body).digest("hex")}` },
  };
}

async function isPaidOrOver(shop: Shop, orderId: string): Promise<boolean> {
  const open = await sql<{ session: string }>`select provider_session as session from payment
    where order_id = ${orderId} and status in ('begun', 'open')`.execute(shop.api.deps.db);
  const [payment] = open.rows;
  if (payment === undefined) return true;
  return (await shop.ledger(orderId)).some(({ kind, session }) => kind === "capture" && session === payment.session);
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
    await sql`update due_work set due_at = ${clock.iso()} where given_up_at is null and kind <> 'mail'`.execute(db);
    await shop.api.work.drain();
    await sql`update orders set expires_at = ${clock.iso()} where status in ('PENDING', 'PROCESSING', 'ERROR')`.execute(
      db,
    );
  }
}

export const steps = fc.array(
  fc.tuple(step, fc.boolean()).map(([one, alongside]) => ({ ...one, alongside })),
  { minLength: 4, maxLength: 30 },
);

/** Checks the result: nothing is open, everything agrees, and every payer has what they paid for, once. */
export async function expectExactlyOnce(shop: Shop): Promise<void> {
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
  const open = await sql`select id from orders where status in ('PENDING', 'PROCESSING', 'ERROR')`.execute(
    shop.api.deps.db,
  );
  expect(open.rows).toEqual([]);
}
