import { codeEmailsPerRecipientAndHour } from "@guichet/contract/limits/sign-in-limits.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hoursMs } from "../clock.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";

let shop: Shop;
beforeAll(async () => {
  const articles = [testArticle({ id: "free", price: 0 }), testArticle({ id: "single", price: 150 })];
  shop = await openTestShop({ packs: [testPack({ articles, network: { switches: { guestOrders: true } } })] });
}, 60_000);
afterAll(() => shop.close());

const guest = () => testPerson(shop.api.deps, { guest: true });
const order = (who: TestPerson, more: object = {}, idempotencyKey: string = crypto.randomUUID()) =>
  shop.api.call(
    "placeOrder",
    { ...orderOf(who, 0, { productId: "free" }), over18Accepted: true, ...more },
    { token: who.token, idempotencyKey },
  );
const confirmations = async (to: string) => {
  const found = await sql`select from mail where recipient = ${to} and template = 'order-confirmation'`.execute(
    shop.api.deps.db,
  );
  return found.rows.length;
};

// covers §4: nobody floods another person's mailbox: free orders and notices are limited per address, paid orders are not
test("a mailbox gets ten confirmations of free orders an hour, however many guests enter it; then the orders are refused", async () => {
  const invoiceEmail = "victim@example.org";
  const guests = await Promise.all(Array.from({ length: 14 }, guest));
  const placed = await Promise.all(guests.map((who) => order(who, { invoiceEmail })));
  const codes = placed.map(({ body }) => body.error?.code ?? body.orderStatus);
  expect(codes.filter((code) => code === "COMPLETED")).toHaveLength(codeEmailsPerRecipientAndHour);
  const refused = placed.filter(({ http }) => http === 429);
  expect(refused.map(({ body }) => body.error?.code)).toEqual(Array(4).fill("TOO_MANY_REQUESTS"));
  expect(refused[0]?.body.error?.details?.retryAfterSeconds).toBeGreaterThan(3_000);
  expect(await confirmations(invoiceEmail)).toBe(codeEmailsPerRecipientAndHour);
  // A refused order leaves no trace; another spelling is the same mailbox; another mailbox is unaffected.
  const other = await guest();
  const key = crypto.randomUUID();
  expect((await order(other, { invoiceEmail: "Victim@Example.org" }, key)).http).toBe(429);
  expect((await shop.api.call("getOrders", {}, { token: other.token })).body.items).toEqual([]);
  expect((await order(await guest(), { invoiceEmail: "else@example.org" })).http).toBe(200);
  // An account that enters another mailbox is limited like a guest; its own address is not limited.
  const holder = await testPerson(shop.api.deps);
  expect((await order(holder, { invoiceEmail })).http).toBe(429);
  expect((await order(holder)).http).toBe(200);
  // The same request succeeds later.
  await shop.pass(hoursMs(1));
  expect((await order(other, { invoiceEmail: "Victim@Example.org" }, key)).body.orderStatus).toBe("COMPLETED");
});

// covers §4: nobody floods another person's mailbox: free orders and notices are limited per address, paid orders are not
test("the confirmation of a paid order is always sent, whatever its mailbox received before", async () => {
  const invoiceEmail = "paid@example.org";
  for (let times = 0; times < codeEmailsPerRecipientAndHour; times += 1) await order(await guest(), { invoiceEmail });
  const buyer = await guest();
  expect((await order(buyer, { invoiceEmail })).http).toBe(429);
  const paid = { ...orderOf(buyer, 150), over18Accepted: true, invoiceEmail };
  const asking = { token: buyer.token, idempotencyKey: crypto.randomUUID() };
  const { body } = await shop.api.call("placeOrder", paid, asking);
  await shop.pay(body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: body.orderId }, asking);
  expect(await confirmations(invoiceEmail)).toBe(codeEmailsPerRecipientAndHour + 1);
});
