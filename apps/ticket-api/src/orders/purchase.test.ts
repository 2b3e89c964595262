import { demoStripeNotificationsPath } from "@guichet/contract/integrations/stripe.ts";
import { check } from "@guichet/ticket-code/ticket-code.ts";
import { sql } from "kysely";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, placeRefusedOrder, type Shop, webhooksPerPage } from "../testing/test-purchase.ts";

let shop: Shop;
beforeAll(async () => {
  const articles = [
    testArticle({ id: "single", price: 150 }),
    testArticle({ id: "carnet", price: 1200, trips: 10, transferMinutes: 60 }),
    testArticle({ id: "free", price: 0 }),
    testArticle({ id: "child", price: 100, ageTo: 11 }),
    testArticle({ id: "letter", price: 500, supports: ["SHIPPING"] }),
  ];
  const vouchers = [
    { code: "TEN10", type: "RATIO", ratio: 10 },
    { code: "ONCE", type: "AMOUNT", amount: 50, limit: 1 },
  ];
  const packs = ["north", "south"].map((id) =>
    testPack({
      id,
      articles,
      vouchers,
      network: { shippingFee: { productId: "post", name: { fr: "Envoi", ar: "إرسال" }, price: 250 } },
    }),
  );
  shop = await openTestShop({ packs });
});
afterAll(() => shop.close());

const placed = async (
  person: Awaited<ReturnType<typeof testPerson>>,
  order: Record<string, unknown>,
  key: string = crypto.randomUUID(),
) => shop.api.call("placeOrder", order, { token: person.token, idempotencyKey: key });
const acknowledge = (person: { token: string }, orderId: string) =>
  shop.api.call("acknowledgePayment", { orderId }, { token: person.token });

// covers §1: dematerialised tickets held in the account
// covers §7: POST Payment/acknowledge.json
test("a customer buys two tickets, pays, and gets them with an invoice; each ticket's code is valid offline", async () => {
  const person = await testPerson(shop.api.deps);
  const verified = await shop.api.call(
    "verifyOrder",
    { articles: orderOf(person, 0, { quantity: 2 }).articles, vouchers: ["ten10"] },
    { token: person.token },
  );
  expect(verified.body).toMatchObject({ totalAmount: { amount: 270 }, discountAmount: { amount: 30 }, errors: [] });

  const order = await placed(person, { ...orderOf(person, 270, { quantity: 2 }), vouchers: ["ten10"] });
  expect(order.body).toMatchObject({ status: "ok", orderStatus: "PROCESSING", networkId: "north" });
  await shop.pay(order.body.paymentUrl);
  expect((await acknowledge(person, order.body.orderId)).body.outcome).toBe("CONFIRMED");

  const [storedOrder] = (await shop.api.call("getOrders", { orderId: order.body.orderId }, { token: person.token }))
    .body.items;
  expect(storedOrder).toMatchObject({
    status: "COMPLETED",
    amount: { amount: 270 },
    ticketCount: 2,
    vouchers: ["TEN10"],
    paymentUrl: null,
  });
  expect(storedOrder?.invoiceNumber).toMatch(/^F-NORTH-2026-\d{6}$/);
  expect(storedOrder?.history.map((entry) => entry.event)).toEqual(["placed", "payment-begun", "completed"]);

  const wallet = await shop.api.call("tickets", {}, { token: person.token });
  expect(wallet.body.items).toHaveLength(2);
  const keys = (await shop.api.send("GET", "/.well-known/guichet-ticket-keys.json")).body;
  for (const ticket of wallet.body.items) {
    const checked = check(ticket.code ?? "", { keys: keys as never, now: shop.api.clock.iso(), network: "north" });
    expect(checked).toMatchObject({
      status: "valid",
      ticket: { ticketId: ticket.ticketId, traveller: { initials: "AH", birthYear: 1990 } },
    });
  }
  const invoice = await shop.api.call("printOrder", { orderId: order.body.orderId }, { token: person.token });
  expect(invoice.http).toBe(200);
  const bytes = invoice.body.bytes ?? new Uint8Array();
  expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe("%PDF-");
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(bytes)), { mergePages: true });
  expect(text).toContain("Remise (TEN10)");
  const again = await shop.api.call("printOrder", { orderId: order.body.orderId }, { token: person.token });
  expect(again.body.bytes).toEqual(bytes);
  expect((await shop.ledger(order.body.orderId)).filter((entry) => entry.kind === "capture")).toHaveLength(1);
});

// covers §4: one order, one capture, whatever the clicks
test("ten concurrent clicks, with one key or with ten, make one order and one session", async () => {
  for (const keyOf of [() => "the-same-key-for-all", (): string => crypto.randomUUID()]) {
    const person = await testPerson(shop.api.deps);
    const answers = await Promise.all(Array.from({ length: 10 }, () => placed(person, orderOf(person, 150), keyOf())));
    expect(new Set(answers.map((answer) => answer.body.orderId)).size).toBe(1);
    const [first] = answers;
    const sessions = (await shop.ledger(first?.body.orderId ?? "")).filter((entry) => entry.kind === "session");
    expect(sessions).toHaveLength(1);
  }
});

// covers §7: POST Order/placeOrder.json
test("the same key with another body is refused, and nothing is written", async () => {
  const person = await testPerson(shop.api.deps);
  await placed(person, orderOf(person, 150), "key-of-this-cart");
  const other = await placed(person, orderOf(person, 300, { quantity: 2 }), "key-of-this-cart");
  expect(other).toMatchObject({ http: 422, body: { error: { code: "IDEMPOTENCY_KEY_REUSED" } } });
  expect((await placed(person, orderOf(person, 150), "short")).body.error?.code).toBe("IDEMPOTENCY_KEY_INVALID");
  expect((await shop.api.call("orderHistory", {}, { token: person.token })).body.items).toHaveLength(1);
});

// covers §4: payment refused, paid again
test("a refused card leaves the order to be paid again with another, in one order and one capture", async () => {
  const person = await testPerson(shop.api.deps);
  const orderId = await placeRefusedOrder(shop, person);
  expect((await acknowledge(person, orderId)).body.outcome).toBe("REFUSED");
  const second = await placed(person, orderOf(person, 150));
  expect(second.body.orderId).toBe(orderId);
  await shop.pay(second.body.paymentUrl);
  expect((await acknowledge(person, orderId)).body.outcome).toBe("CONFIRMED");
  const captures = (await shop.ledger(orderId)).filter((entry) => entry.kind === "capture");
  expect(captures).toHaveLength(1);
});

test("a payment that nobody acknowledges still completes the order, by its webhook", async () => {
  const person = await testPerson(shop.api.deps);
  const order = await placed(person, orderOf(person, 150));
  await shop.pay(order.body.paymentUrl);
  await expect.poll(() => statusOf(order.body.orderId), { timeout: 5_000 }).toBe("COMPLETED");
});

// covers §4: a lost notification loses nothing
test("if the webhook is lost and the customer does not come back, the job finds the capture", async () => {
  const person = await testPerson(shop.api.deps);
  await shop.behave("lost", webhooksPerPage);
  const order = await placed(person, orderOf(person, 150));
  await shop.pay(order.body.paymentUrl);
  expect(await statusOf(order.body.orderId)).toBe("PROCESSING");
  await shop.pass(60_000);
  expect(await statusOf(order.body.orderId)).toBe("COMPLETED");
});

// covers §4: order states and transitions
test("an order whose page is closed at the provider, or not paid in time, is cancelled and releases its voucher", async () => {
  const person = await testPerson(shop.api.deps);
  const first = await placed(person, { ...orderOf(person, 100), vouchers: ["ONCE"] });
  expect(first.body.orderStatus).toBe("PROCESSING");
  const other = await testPerson(shop.api.deps);
  const refused = await placed(other, { ...orderOf(other, 100), vouchers: ["ONCE"] });
  expect(refused.body.error).toMatchObject({ code: "VOUCHER_LIMIT_REACHED" });
  await shop.closeAtProvider(first.body.paymentUrl);
  expect((await acknowledge(person, first.body.orderId)).body.outcome).toBe("CANCELLED");
  const second = await placed(other, { ...orderOf(other, 100), vouchers: ["ONCE"] });
  expect(second.body.orderStatus).toBe("PROCESSING");
  await shop.pass(31 * 60_000);
  expect(await statusOf(second.body.orderId)).toBe("CANCELED");
  const uses = await sql<{
    uses: number;
  }>`select uses from voucher where code = 'ONCE' and network_id = 'north'`.execute(shop.api.deps.db);
  expect(uses.rows[0]?.uses).toBe(0);
});

// covers §7: POST Order/cancel (ours)
test("the customer may cancel an unpaid order, but not a paid one", async () => {
  const person = await testPerson(shop.api.deps);
  const order = await placed(person, orderOf(person, 150));
  const cancelled = await shop.api.call("cancelOrder", { orderId: order.body.orderId }, { token: person.token });
  expect(cancelled.body.orderStatus).toBe("CANCELED");
  const paid = await placed(person, orderOf(person, 150));
  await shop.pay(paid.body.paymentUrl);
  const lateCancel = await shop.api.call("cancelOrder", { orderId: paid.body.orderId }, { token: person.token });
  expect(lateCancel).toMatchObject({ http: 409, body: { error: { code: "TRANSITION_NOT_ALLOWED" } } });
  expect(await statusOf(paid.body.orderId)).toBe("COMPLETED");
});

// covers §4: a capture after the order was closed is refunded
test("money that is captured after the confirmed close is refunded automatically, once, with an e-mail", async () => {
  const person = await testPerson(shop.api.deps);
  const order = await placed(person, orderOf(person, 150));
  await shop.behave("late-capture");
  await shop.api.call("cancelOrder", { orderId: order.body.orderId }, { token: person.token });
  await shop.pay(order.body.paymentUrl);
  await expect
    .poll(async () => (await shop.ledger(order.body.orderId)).map((entry) => entry.kind), { timeout: 8_000 })
    .toContain("capture");
  await expect
    .poll(
      async () => {
        await shop.api.work.drain();
        return (await shop.ledger(order.body.orderId)).filter((entry) => entry.kind === "refund").length;
      },
      { timeout: 8_000 },
    )
    .toBe(1);
  expect(await statusOf(order.body.orderId)).toBe("CANCELED");
  const mails = await sql<{
    n: number;
  }>`select count(*) as n from mail where template = 'order-refunded' and account_id = ${person.accountId}`.execute(
    shop.api.deps.db,
  );
  expect(mails.rows[0]?.n).toBe(1);
});

// covers §8: payment: provider down
test("while the provider is down nothing is charged, and the next click resumes the same order", async () => {
  const person = await testPerson(shop.api.deps);
  await shop.behave("down", 3);
  const down = await placed(person, orderOf(person, 150), "key-while-down");
  expect(down).toMatchObject({ http: 503, body: { error: { code: "PAYMENT_UNAVAILABLE" } } });
  await shop.behave("down", 0);
  const up = await placed(person, orderOf(person, 150), "key-while-down");
  expect(up.body.orderStatus).toBe("PROCESSING");
  expect((await shop.api.call("orderHistory", {}, { token: person.token })).body.items).toHaveLength(1);
});

test("a free order is completed within placeOrder", async () => {
  const person = await testPerson(shop.api.deps);
  const order = await placed(person, orderOf(person, 0, { productId: "free" }));
  expect(order.body.orderStatus).toBe("COMPLETED");
  expect(order.body.paymentUrl).toBeUndefined();
  expect((await acknowledge(person, order.body.orderId)).body.outcome).toBe("CONFIRMED");
});

// covers §1: delivery at home, with its fee
// covers §1: physical support posted
test("home shipping needs an address and costs one fee, named in the order's language", async () => {
  const person = await testPerson(shop.api.deps);
  const order = orderOf(person, 750, { productId: "letter", support: "SHIPPING" });
  expect((await placed(person, order)).body.error?.code).toBe("DELIVERY_ADDRESS_REQUIRED");
  const delivery = {
    fullname: "Amal Haddad",
    addressRoute: "1 rue de la Gare",
    addressPostalCode: "80000",
    addressCity: "Amiens",
  };
  const sent = await placed(person, { ...order, delivery, locale: "ar" });
  expect(sent.body.orderStatus).toBe("PROCESSING");
  const [storedOrder] = (await shop.api.call("getOrders", { orderId: sent.body.orderId }, { token: person.token })).body
    .items;
  expect(storedOrder?.lines.map((line) => [line.shopItemId, line.total.amount])).toEqual([
    ["letter", 500],
    ["post", 250],
  ]);
  expect(storedOrder?.lines[1]?.name).toBe("إرسال");
});

// covers §5: an order that is not allowed is refused
// covers §6: unverified accounts buy nothing
// covers §7: POST Order/placeOrder.json
// covers §8: payment: refused, cancelled, guest not allowed, guest amount, quantity, payment methods
test("an order that is not allowed is refused with its own error code, and nothing is written", async () => {
  const person = await testPerson(shop.api.deps);
  const child = await testPerson(shop.api.deps, { birthDate: null });
  const cases: [string, Record<string, unknown>][] = [
    ["CART_EMPTY", { ...orderOf(person, 150), articles: [] }],
    ["ARTICLE_UNKNOWN", orderOf(person, 150, { productId: "unknown" })],
    ["QUANTITY_WRONG", orderOf(person, 0, { quantity: 0 })],
    ["QUANTITY_WRONG", orderOf(person, 1500, { quantity: 10 })],
    ["SUPPORT_NOT_OFFERED", orderOf(person, 150, { support: "SHIPPING" })],
    ["TRAVELLER_UNKNOWN", orderOf(person, 150, { customerId: child.userId })],
    ["TRAVELLER_NOT_ELIGIBLE", orderOf(person, 100, { productId: "child" })],
    ["START_NOT_PROPOSED", orderOf(person, 150, { startingAt: "2026-12-01T00:00:00Z" })],
    ["TERMS_NOT_ACCEPTED", { ...orderOf(person, 150), termsAccepted: false }],
    ["ORDER_AMOUNT_CHANGED", orderOf(person, 149)],
    ["PAYMENT_METHOD_NOT_OFFERED", { ...orderOf(person, 150), paymentMethod: "CASH" }],
    ["INSTALLMENTS_NOT_OFFERED", { ...orderOf(person, 150), installments: 3 }],
    ["RETURN_URL_INVALID", { ...orderOf(person, 150), returnUrl: "//evil.example/" }],
    ["VOUCHER_NOT_FOUND", { ...orderOf(person, 150), vouchers: ["NOBODY"] }],
    ["FIELD_INVALID", orderOf(person, 150, { quantity: 1.5 })],
    ["FIELD_UNKNOWN", { ...orderOf(person, 150), price: 1 }],
  ];
  for (const [code, order] of cases) expect((await placed(person, order)).body.error?.code, code).toBe(code);
  expect((await placed(child, orderOf(child, 150))).body.error?.code).toBe("MAJORITY_NOT_CERTIFIED");
  const unverified = await testPerson(shop.api.deps, { verified: false });
  expect((await placed(unverified, orderOf(unverified, 150))).body.error?.code).toBe("ACCOUNT_UNVERIFIED");
  const incomplete = await testPerson(shop.api.deps, { lastName: "" });
  expect((await placed(incomplete, orderOf(incomplete, 150))).body.error?.code).toBe("ACCOUNT_INCOMPLETE");
  const guest = await testPerson(shop.api.deps, { guest: true });
  expect((await placed(guest, orderOf(guest, 150))).body.error?.code).toBe("INVOICE_EMAIL_REQUIRED");
  const much = { ...orderOf(guest, 15_600, { productId: "carnet", quantity: 9 }), invoiceEmail: "g@x.example" };
  const articles = [...much.articles, { ...much.articles[0], quantity: 4, fields: { other: "line" } }];
  const exceeded = await placed(guest, { ...much, articles });
  expect(["GUEST_AMOUNT_EXCEEDED", "ITEM_FIELD_INVALID"]).toContain(exceeded.body.error?.code);
  expect((await shop.api.call("orderHistory", {}, { token: person.token })).body.items).toHaveLength(0);
});

// covers §6: nothing of another account or network
// covers §7: POST Order/printOrder.json, GET history.json, getOrders.json
// covers §8: 'User not connected'
test("nobody sees, prints, cancels or acknowledges another account's order, in this network or another", async () => {
  const owner = await testPerson(shop.api.deps);
  const { body } = await placed(owner, orderOf(owner, 150));
  const stranger = await testPerson(shop.api.deps);
  for (const name of ["getOrders", "printOrder", "cancelOrder", "acknowledgePayment"] as const) {
    expect(
      (await shop.api.call(name, { orderId: body.orderId }, { token: stranger.token })).body.error?.code,
      name,
    ).toBe("NOT_FOUND");
    const elsewhere = await shop.api.call(name, { orderId: body.orderId }, { token: owner.token, network: "south" });
    expect(elsewhere.body.error?.code, name).toBe("AUTHENTICATION_TOKEN_INVALID");
    expect((await shop.api.call(name, { orderId: body.orderId })).body.error?.code, name).toBe("USER_NOT_CONNECTED");
    expect(
      (await shop.api.call(name, { orderId: "no-such-order" }, { token: owner.token })).body.error?.code,
      name,
    ).toBe("NOT_FOUND");
  }
});

// covers §3: order with invoice, history
// covers §7: POST Order/printOrder.json, GET history.json, getOrders.json
test("receipts are paginated, newest first", async () => {
  const person = await testPerson(shop.api.deps);
  for (let i = 0; i < 3; i += 1) {
    await placed(person, orderOf(person, 0, { productId: "free", quantity: i + 1 }));
    shop.api.clock.setOffset(shop.api.clock.offsetMs() + 1_000);
  }
  const first = await shop.api.call("orderHistory", { limit: 2 }, { token: person.token });
  expect(first.body.items).toHaveLength(2);
  const secondPage = await shop.api.call(
    "orderHistory",
    { limit: 2, cursor: first.body.nextCursor },
    { token: person.token },
  );
  expect(secondPage.body.items).toHaveLength(1);
  expect(secondPage.body.nextCursor).toBeUndefined();
  expect((await shop.api.call("orderHistory", { cursor: "x" }, { token: person.token })).body.error?.code).toBe(
    "CURSOR_INVALID",
  );
});

test("a forged webhook is refused and changes nothing", async () => {
  const person = await testPerson(shop.api.deps);
  await shop.behave("lost", webhooksPerPage);
  const order = await placed(person, orderOf(person, 150));
  await shop.pay(order.body.paymentUrl);
  const session = new URL(order.body.paymentUrl ?? "").pathname.split("/").at(-1);
  const forged = await shop.api.send("POST", demoStripeNotificationsPath, {
    body: {
      id: "evt_forged",
      object: "event",
      type: "checkout.session.completed",
      data: { object: { id: session, object: "checkout.session", status: "complete", payment_status: "paid" } },
    },
    headers: { "stripe-signature": `t=${Math.floor(shop.api.clock.now().getTime() / 1000)},v1=00` },
  });
  expect(forged.http).toBe(401);
  expect(await statusOf(order.body.orderId)).toBe("PROCESSING");
});

async function statusOf(orderId: string): Promise<string | undefined> {
  const found = await sql<{ status: string }>`select status from orders where id = ${orderId}`.execute(
    shop.api.deps.db,
  );
  return found.rows[0]?.status;
}

// covers §3: numbers of orders and invoices beyond a million
test("after 999,999 orders and invoices their numbers grow by a digit, and the invoice has its own number", async () => {
  const { db } = shop.api.deps;
  await sql`select setval('order_number', 1000000)`.execute(db);
  await sql`insert into invoice_counter (network_id, series, year, last) values ('north', 'invoice', 2026, 1000000)
    on conflict (network_id, series, year) do update set last = 1000000`.execute(db);
  const numbers: string[] = [];
  for (const _ of [1, 2]) {
    const person = await testPerson(shop.api.deps);
    const { body } = await placed(person, orderOf(person, 0, { productId: "free" }));
    expect(body).toMatchObject({ orderStatus: "COMPLETED" });
    const stored = await sql<{ number: string; invoice: string; said: string }>`
      select o.number, i.number as invoice, i.contents ->> 'number' as said
      from orders o join invoice i on i.order_id = o.id where o.id = ${body.orderId}`.execute(db);
    const [row] = stored.rows;
    expect(row?.said).toBe(row?.invoice);
    numbers.push(row?.number ?? "", row?.invoice ?? "");
  }
  expect(numbers).toEqual(["2026-1000001", "F-NORTH-2026-1000001", "2026-1000002", "F-NORTH-2026-1000002"]);
});
