import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertTraveller } from "../account-records/traveller-store.ts";
import { testCard } from "../testing/test-cards.ts";
import { euros, openTestCounter, type TestCounter } from "../testing/test-counter.ts";
import { testPerson } from "../testing/test-people.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";
import { linkCard } from "../transport-card-records/transport-card-store.ts";

let counter: TestCounter;
let agent: TestStaff;
let drawerId: string;
beforeAll(async () => {
  counter = await openTestCounter();
}, 60_000);
afterAll(() => counter.shop.close());
beforeEach(async () => {
  agent = await testStaff(counter.shop.api, { north: ["agent"] });
  drawerId = await counter.open(agent);
});

const call: TestCounter["shop"]["api"]["call"] = (name, values, asking) =>
  counter.shop.api.call(name, values, { token: agent.token, ...asking });
const ticketsOf = async (orderId: string) =>
  (
    await sql<{ product: string; name: string }>`select t.product_id as product, p.first_name as name from ticket t
      join order_line l on l.id = t.order_line_id left join traveller p on p.id = t.traveller_id
      where l.order_id = ${orderId}::uuid order by l.position`.execute(counter.shop.api.deps.db)
  ).rows.map(({ product, name }) => [product, name]);
const born = (birthDate: string, firstName: string) => ({ firstName, lastName: "Morvan", birthDate });

// covers: several travellers in one counter sale, each line by the rules of its own traveller
test("people without an account each have their own line, and the rules of the shop count for each", async () => {
  const articles = [{ productId: "day" }, { productId: "youth" }, { productId: "youth" }];
  const sale = { articles, total: 680, person: born("1990-05-04", "Lou") };
  const sell = (one: string, other: string) =>
    counter.sell(agent, {
      ...sale,
      others: [
        { lines: [1], person: born(one, "Ana") },
        { lines: [2], person: born(other, "Malo") },
      ],
    });
  expect((await sell("2012-05-04", "1980-05-04")).error).toMatchObject({
    ...{ code: "TRAVELLER_NOT_ELIGIBLE", details: { line: 2 } },
  });
  const lines = articles.map((line) => ({ ...line, quantity: 1, support: "DEMATERIALIZED" as const }));
  const quote = (await call("quoteCounterSale", { articles: lines, others: [{ lines: [1, 2] }] })).body;
  expect([quote.personLines, quote.lines.flatMap(({ errors }) => errors)]).toEqual([[1, 2], []]);
  const { orderId } = await sell("2012-05-04", "2014-05-04");
  expect(await ticketsOf(orderId)).toEqual([
    ["day", "Lou"],
    ["youth", "Ana"],
    ["youth", "Malo"],
  ]);
});

// covers: several travellers in one counter sale, each line by the rules of its own traveller
test("a customer's account has its own travellers: the quote lists them with their cards, and no other account's is sold for", async () => {
  const { deps } = counter.shop.api;
  const [person, stranger] = [await testPerson(deps), await testPerson(deps)];
  const child = deps.ids.uuid();
  const of = { networkId: "north", accountId: person.accountId, isHolder: false };
  const noe = { id: child, ...of, firstName: "Noé", lastName: "Haddad", birthDate: "2012-05-02" };
  await deps.db.transaction().execute((tx) => insertTraveller(tx, noe, deps.clock.iso()));
  const card = await testCard(deps);
  const link = { id: card.id, networkId: "north", accountId: person.accountId, travellerId: child };
  await linkCard(deps.db, { ...link, at: deps.clock.iso() });
  const quoted = (await call("quoteCounterSale", { articles: [], travellerId: person.userId })).body;
  expect(quoted.traveller?.others).toMatchObject([
    { travellerId: child, name: "Noé Haddad", cards: [{ cardId: card.id }] },
  ]);

  const pass = { productId: "pass", support: "MEDIA" as const, customerId: child };
  const sale = { travellerId: person.userId, articles: [{ productId: "single" }, pass], total: 3550 };
  expect((await counter.sell(agent, sale)).error?.code).toBe("CARD_REQUIRED");
  const articles = [{ productId: "single" }, { ...pass, mediaId: card.id }];
  const { orderId } = await counter.sell(agent, { ...sale, articles });
  expect(await ticketsOf(orderId)).toEqual([
    ["single", "Amal"],
    ["pass", "Noé"],
  ]);
  const foreign = { travellerId: person.userId, articles: [{ productId: "single", customerId: stranger.userId }] };
  expect((await counter.sell(agent, foreign)).error?.code).toBe("TRAVELLER_UNKNOWN");
});

// covers: vouchers in a counter sale, by the rules and limits of the shop's cart
test("a voucher takes its discount off a counter sale, is used up by it, and is refused in the words of the shop's cart", async () => {
  const lines = [{ productId: "single", quantity: 2, support: "DEMATERIALIZED" as const }];
  const quoteOf = async (...vouchers: string[]) => (await call("quoteCounterSale", { articles: lines, vouchers })).body;
  expect(await quoteOf("minus100")).toMatchObject({
    ...{ totalAmount: euros(200), discountAmount: euros(100), vat: [{ gross: euros(200) }] },
    discounts: [{ sourceCode: "MINUS100", amount: euros(100), error: null }],
  });
  for (const [code, error] of [
    ["NOBODY", "VOUCHER_NOT_FOUND"],
    ["OVER", "VOUCHER_EXPIRED"],
    ["ONCEEACH", "VOUCHER_NEEDS_ACCOUNT"],
  ] as const) {
    expect((await quoteOf(code)).discounts, code).toMatchObject([{ error: { code: error } }]);
    expect((await counter.sell(agent, { articles: lines, vouchers: [code], total: 300 })).error?.code).toBe(error);
  }
  const ends = await Promise.all(
    [1, 2].map(() => counter.sell(agent, { articles: lines, vouchers: ["MINUS100"], total: 200 })),
  );
  expect(ends.map(({ error }) => error?.code).toSorted()).toEqual(["VOUCHER_LIMIT_REACHED", undefined]);
  expect((await counter.drawer(drawerId)).drawer).toMatchObject({ saleCount: 1, salesAmount: euros(200) });
});

test("a subscription is not sold, and the counter says why", async () => {
  const { subscriptions } = (await call("getCounter", {})).body;
  expect(subscriptions.map(({ shopItemId }) => shopItemId)).toEqual(["renewing"]);
  expect((await counter.sell(agent, { articles: [{ productId: "renewing" }], total: 3200 })).error).toMatchObject({
    ...{ code: "ARTICLE_NOT_ON_SALE", details: { reason: "subscription" } },
  });
});
