import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testCard } from "../testing/test-cards.ts";
import { euros, openTestCounter, type TestCounter } from "../testing/test-counter.ts";
import { testPerson } from "../testing/test-people.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";
import { linkCard } from "../transport-card-records/transport-card-store.ts";

let counter: TestCounter;
/** An agent of their own for each test, with an open drawer. */
let agent: TestStaff;
let drawerId: string;
beforeAll(async () => {
  counter = await openTestCounter();
}, 60_000);
afterAll(() => counter.shop.close());
beforeEach(async () => {
  agent = await testStaff(counter.shop.api, { north: ["agent"] }, "Yanis Kermarec");
  drawerId = await counter.open(agent);
});

const call: TestCounter["shop"]["api"]["call"] = (name, values, asking) =>
  counter.shop.api.call(name, values, { token: agent.token, ...asking });
const saleOf = async (orderId: string) => (await call("getCounterSale", { orderId })).body;
const orderCount = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from orders`.execute(counter.shop.api.deps.db)).rows[0]?.n;
const accountCount = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from account`.execute(counter.shop.api.deps.db)).rows[0]?.n;
async function ledgerOf(orderId: string) {
  const { rows } = await sql<{ side: string; amount: number }>`select side, sum(amount)::int as amount from ledger_entry
    where order_id = ${orderId}::uuid group by side order by side`.execute(counter.shop.api.deps.db);
  return Object.fromEntries(rows.map(({ side, amount }) => [side, amount]));
}
const mailsTo = async (to: string) =>
  (
    await sql<{ template: string }>`select template from mail where recipient = ${to}`.execute(counter.shop.api.deps.db)
  ).rows.map(({ template }) => template);

// covers: staff sell at an agency's counter, for cash with change or by card at its terminal
describe("a sale to somebody without an account", () => {
  test("in cash has its change, tickets to print, a receipt, the cash in the drawer and the money in the ledger", async () => {
    const articles = [{ productId: "single", quantity: 2 }, { productId: "day" }];
    const { orderId } = await counter.sell(agent, { articles, total: 800, givenAmount: euros(1000) });
    const { sale, lines, tickets, invoiceNumber, sentTo, toPrepare, mayRefund } = await saleOf(orderId);
    expect(sale).toMatchObject({
      ...{ method: "CASH", soldBy: "Yanis Kermarec", agency: "Agence port", reference: null, drawerId },
      ...{ amount: euros(800), givenAmount: euros(1000), changeAmount: euros(200) },
    });
    expect(lines.map(({ name, quantity, total }) => [name, quantity, total.amount])).toEqual([
      ["single", 2, 300],
      ["day", 1, 500],
    ]);
    expect(tickets.map(({ isPrintable }) => isPrintable)).toEqual([true, true, true]);
    expect([invoiceNumber, sentTo, toPrepare, mayRefund]).toEqual([
      expect.stringMatching(/^F-NORTH-2026-\d{6}$/),
      null,
      false,
      true,
    ]);
    expect(await ledgerOf(orderId)).toEqual({ counter: 800, sales: -800 });
    expect((await counter.drawer(drawerId)).drawer).toMatchObject({
      ...{ saleCount: 1, salesAmount: euros(800), expectedAmount: euros(5800) },
    });
    const ticketId = tickets[0]?.ticketId ?? "";
    const printed = await call("printCounterTicket", { orderId, ticketId });
    expect(
      Buffer.from(printed.body.bytes ?? [])
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    const receipt = await call("printOrderDocument", { orderId, number: invoiceNumber });
    expect(
      Buffer.from(receipt.body.bytes ?? [])
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    expect(await mailsTo("")).toEqual([]);
  });

  test("by card records the number of the terminal's slip, in an account of the ledger of its own, without a drawer", async () => {
    const other = await testStaff(counter.shop.api, { north: ["agent"] });
    const sale = { paymentMethod: "CARD" as const, reference: " 004711 ", agencyId: "station" };
    const { orderId } = await counter.sell(other, { ...sale, email: "Lou@Example.org" });
    expect(await saleOf(orderId)).toMatchObject({
      sale: { method: "CARD", reference: "004711", drawerId: null, agency: "Agence station", givenAmount: null },
      sentTo: "lou@example.org",
    });
    expect(await ledgerOf(orderId)).toEqual({ sales: -150, terminal: 150 });
    expect(await mailsTo("lou@example.org")).toEqual(["order-confirmation"]);
    const { order } = (await call("officeOrder", { orderId })).body;
    expect(order.payments).toMatchObject([
      { kind: "counter", method: "CARD", amount: euros(150), reference: "004711" },
    ]);
  });

  test("by deposit is booked with the counter's money", async () => {
    const { orderId } = await counter.sell(agent, { paymentMethod: "DEPOSIT", reference: "D-12" });
    expect(await ledgerOf(orderId)).toEqual({ counter: 150, sales: -150 });
    expect((await counter.drawer(drawerId)).drawer.saleCount).toBe(0);
  });

  test("who states name and birth date gets an article for their age; without them it is refused, and nobody is written", async () => {
    const articles = [{ productId: "youth" }];
    const before = await accountCount();
    const nameless = await counter.sell(agent, { articles, total: 90 });
    expect(nameless.error).toMatchObject({ code: "TRAVELLER_NOT_ELIGIBLE" });
    const adult = { firstName: "Lou", lastName: "Morvan", birthDate: "1990-05-04" };
    expect((await counter.sell(agent, { articles, total: 90, person: adult })).error?.code).toBe(
      "TRAVELLER_NOT_ELIGIBLE",
    );
    expect(await accountCount()).toBe(before);
    const young = await counter.sell(agent, { articles, total: 90, person: { ...adult, birthDate: "2012-05-04" } });
    expect(young.error).toBeUndefined();
    const quote = (
      await call("quoteCounterSale", {
        articles: [{ ...articles[0], quantity: 1, support: "DEMATERIALIZED" }] as never,
      })
    ).body;
    expect([quote.personLines, quote.lines[0]?.errors]).toEqual([[0], []]);
  });

  test("loads a card that is read at the counter", async () => {
    const card = await testCard(counter.shop.api.deps);
    const articles = [{ productId: "pass", support: "MEDIA" as const }];
    expect((await counter.sell(agent, { articles, total: 3400 })).error?.code).toBe("CARD_REQUIRED");
    const { orderId } = await counter.sell(agent, { articles, total: 3400, cardId: card.id });
    const { tickets } = await saleOf(orderId);
    expect(tickets).toMatchObject([{ cardDigits: card.number.slice(-4), isPrintable: false }]);
    const blocked = await testCard(counter.shop.api.deps, { status: "blocked", incident: "lost" });
    expect((await counter.sell(agent, { articles, total: 3400, cardId: blocked.id })).error?.code).toBe(
      "CARD_REQUIRED",
    );
  });
});

describe("a sale to a customer", () => {
  test("is in their account: the ticket in their wallet, the receipt to their address", async () => {
    const person = await testPerson(counter.shop.api.deps);
    const { orderId } = await counter.sell(agent, { travellerId: person.userId });
    const own = (await call("orderHistory", {}, { token: person.token })).body.items;
    expect(own).toMatchObject([{ orderId, origin: "RETAIL", paymentMethod: "CASH", ticketCount: 1 }]);
    expect((await call("tickets", {}, { token: person.token })).body.items).toHaveLength(1);
    expect(await mailsTo(person.email)).toEqual(["order-confirmation"]);
  });

  test("loads a card of theirs, which the quote lists", async () => {
    const person = await testPerson(counter.shop.api.deps);
    const card = await testCard(counter.shop.api.deps);
    const { accountId, userId: travellerId } = person;
    const at = counter.shop.api.deps.clock.iso();
    await linkCard(counter.shop.api.deps.db, { id: card.id, networkId: "north", accountId, travellerId, at });
    const articles = [{ productId: "pass", quantity: 1, support: "MEDIA" as const }];
    const quote = (await call("quoteCounterSale", { articles, travellerId, cardId: card.id })).body;
    expect(quote).toMatchObject({
      traveller: { name: "Amal Haddad", email: person.email, cards: [{ cardId: card.id }] },
      ...{ totalAmount: euros(3400), methods: ["CASH", "CARD", "DEPOSIT"], errors: [] },
      vat: [{ rate: 10, gross: euros(3400) }],
    });
    const { orderId } = await counter.sell(agent, { articles, total: 3400, travellerId, cardId: card.id });
    expect((await saleOf(orderId)).tickets).toHaveLength(1);
  });

  test("whose account is being deleted, or who is unknown, is refused", async () => {
    const person = await testPerson(counter.shop.api.deps);
    await sql`update account set deletion_requested_at = created_at, erases_at = created_at + interval '30 days'
      where id = ${person.accountId}`.execute(counter.shop.api.deps.db);
    expect((await counter.sell(agent, { travellerId: person.userId })).error?.code).toBe("ACCOUNT_DELETION_PENDING");
    expect((await counter.sell(agent, { travellerId: crypto.randomUUID() })).error?.code).toBe("NOT_FOUND");
  });
});

test("a free sale needs no cash, and an article for counters only is sold here", async () => {
  const { orderId } = await counter.sell(agent, { articles: [{ productId: "free" }], total: 0 });
  expect(await saleOf(orderId)).toMatchObject({ sale: { method: null, drawerId: null }, mayRefund: false });
  expect(
    (await counter.sell(agent, { articles: [{ productId: "at-the-counter" }], total: 700 })).error,
  ).toBeUndefined();
  const { articles } = (await call("getCounter", {})).body;
  expect(articles.map(({ shopItemId }) => shopItemId)).toContain("at-the-counter");
});

test("what may not be sold is refused by its own code, and nothing is written or booked", async () => {
  const before = [await orderCount(), await accountCount()];
  const lou = { firstName: "Lou", lastName: "Morvan", birthDate: "2012-05-04" };
  const cases: [string, Parameters<TestCounter["sell"]>[1]][] = [
    ["ORDER_AMOUNT_CHANGED", { total: 149 }],
    ["ORDER_AMOUNT_CHANGED", { total: 91, articles: [{ productId: "youth" }], person: lou }],
    ["ARTICLE_UNKNOWN", { articles: [{ productId: "nothing" }] }],
    ["QUANTITY_WRONG", { articles: [{ productId: "single", quantity: 99 }] }],
    ["PAYMENT_METHOD_NOT_OFFERED", { articles: [{ productId: "card-only" }] }],
    ["FIELD_INVALID", { givenAmount: euros(149) }],
    ["FIELD_INVALID", { givenAmount: { amount: 150, currency: "USD" } }],
    ["FIELD_REQUIRED", { paymentMethod: "CASH" }],
    ["FIELD_REQUIRED", { paymentMethod: "CARD" }],
    ["NAME_TOO_SHORT", { person: { firstName: "L", lastName: "Morvan" } }],
    ["CART_EMPTY", { articles: [], total: 0 }],
  ];
  for (const [code, sale] of cases) expect((await counter.sell(agent, sale)).error?.code, code).toBe(code);
  expect([await orderCount(), await accountCount()]).toEqual(before);
  expect((await counter.drawer(drawerId)).drawer.saleCount).toBe(0);
});

// covers: what the counter does not offer is refused, also in an address that was edited by hand
test("what the counter does not offer is refused by the quote and by the sale, and nobody is written", async () => {
  const before = [await orderCount(), await accountCount()];
  const cases = [
    ["SUPPORT_NOT_OFFERED", { productId: "posted", support: "SHIPPING", quantity: 1 }],
    ["ARTICLE_NOT_ON_SALE", { productId: "posted-only", support: "SHIPPING", quantity: 1 }],
    ["ARTICLE_NOT_ON_SALE", { productId: "renewing", support: "DEMATERIALIZED", quantity: 1 }],
  ] as const;
  const offered = (await call("getCounter", {})).body.articles.map(({ shopItemId }) => shopItemId);
  for (const [code, line] of cases) {
    const sold = await counter.sell(agent, { articles: [line], total: line.productId === "renewing" ? 3200 : 150 });
    expect(sold.error?.code, line.productId).toBe(code);
    const quote = (await call("quoteCounterSale", { articles: [line] })).body;
    expect(
      quote.lines[0]?.errors.map((error) => error.code),
      line.productId,
    ).toContain(code);
    if (code === "ARTICLE_NOT_ON_SALE") expect(offered).not.toContain(line.productId);
  }
  expect([await orderCount(), await accountCount()]).toEqual(before);
  const articles = [{ productId: "posted", support: "PHYSICAL" as const }];
  expect((await counter.sell(agent, { articles })).error).toBeUndefined();
});

// covers: a sale at a counter that is sent twice, or several times at once, is one sale
test("a form that is sent five times at once, and again later with another cart, is one sale, also without an account", async () => {
  const key = crypto.randomUUID();
  const before = (await accountCount()) ?? 0;
  const same = await Promise.all(Array.from({ length: 5 }, () => counter.sell(agent, {}, key)));
  expect(same.filter(({ wasSoldBefore }) => !wasSoldBefore)).toHaveLength(1);
  expect(await accountCount()).toBe(before + 1);
  const later = await counter.sell(agent, { articles: [{ productId: "day" }], total: 500 }, key);
  expect(later).toMatchObject({ orderId: same[0]?.orderId, wasSoldBefore: true });
  expect(new Set(same.map(({ orderId }) => orderId)).size).toBe(1);
  expect((await counter.drawer(drawerId)).drawer).toMatchObject({ saleCount: 1, salesAmount: euros(150) });
});

test("a form that was refused sells once its fault is mended", async () => {
  const key = crypto.randomUUID();
  expect((await counter.sell(agent, { givenAmount: euros(100) }, key)).error?.code).toBe("FIELD_INVALID");
  expect(await counter.sell(agent, { givenAmount: euros(200) }, key)).toMatchObject({ wasSoldBefore: false });
});

test("without the key's guard, the same form sells twice: the race is real", async () => {
  const { db } = counter.shop.api.deps;
  await sql`alter table counter_sale drop constraint counter_sale_network_id_staff_id_sale_key_key`.execute(db);
  await sql`create function own_key() returns trigger language plpgsql as $$ begin
    new.sale_key := new.order_id; return new; end $$`.execute(db);
  await sql`create trigger own_key before insert on counter_sale for each row execute function own_key()`.execute(db);
  await sql`create unique index counter_sale_key on counter_sale (network_id, staff_id, sale_key)`.execute(db);
  const key = crypto.randomUUID();
  const sold = await Promise.all(Array.from({ length: 3 }, () => counter.sell(agent, {}, key)));
  expect(new Set(sold.map(({ orderId }) => orderId)).size).toBe(3);
  await sql`drop trigger own_key on counter_sale`.execute(db);
});

test("a sale is in the audit log, and only the staff of its network see it", async () => {
  const { orderId } = await counter.sell(agent);
  const acts = await sql<{ act: string }>`select act from staff_act where thing = ${orderId}`.execute(
    counter.shop.api.deps.db,
  );
  expect(acts.rows).toEqual([{ act: "order.sell-at-counter" }]);
  expect((await call("getCounterSale", { orderId: crypto.randomUUID() })).body.error?.code).toBe("NOT_FOUND");
  const ticket = (await saleOf(orderId)).tickets[0]?.ticketId ?? "";
  const elsewhere = await counter.sell(agent);
  const wrong = await call("printCounterTicket", { orderId: elsewhere.orderId, ticketId: ticket });
  expect(wrong.body.error?.code).toBe("NOT_FOUND");
});
