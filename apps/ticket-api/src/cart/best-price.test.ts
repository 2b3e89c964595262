import { bestPriceDays } from "@guichet/contract/limits/catalogue-limits.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertTraveller } from "../account-records/traveller-store.ts";
import { daysMs, later } from "../clock.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson, travellersSession } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";

let shop: Shop;
beforeAll(async () => {
  const validity = { from: "purchase" as const, duration: "P1M" };
  const articles = [
    testArticle({ id: "single", price: 150 }),
    testArticle({ id: "month", price: 1000, validity }),
    testArticle({ id: "month-child", price: 500, ageTo: 11, validity }),
  ];
  shop = await openTestShop({ packs: [testPack({ articles })] });
}, 60_000);
afterAll(() => shop.close());

const ticketsOf = (person: TestPerson, quantity: number) =>
  orderOf(person, 150 * quantity, { productId: "single", quantity });
const order = async (person: TestPerson, quantity: number) => {
  const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
  const { body } = await shop.api.call("placeOrder", ticketsOf(person, quantity), asking);
  expect(body.error).toBeUndefined();
  return body;
};
const buy = async (person: TestPerson, quantity: number) => {
  const { orderId, paymentUrl } = await order(person, quantity);
  await shop.pay(paymentUrl);
  const { body } = await shop.api.call("acknowledgePayment", { orderId }, { token: person.token });
  expect(body.outcome).toBe("CONFIRMED");
};
const verify = async (person: TestPerson, quantity: number) => {
  const { articles } = ticketsOf(person, quantity);
  return (await shop.api.call("verifyOrder", { articles }, { token: person.token })).body.cheaperPasses;
};
const compare = async (person: TestPerson) =>
  (await shop.api.call("comparePurchases", {}, { token: person.token })).body.cheaperPasses;
const euros = (amount: number) => ({ amount, currency: "EUR" });

// covers: a customer sees which pass would have cost less than what was bought
test("a cart names the pass that costs less than its tickets and those of the last days", async () => {
  const person = await testPerson(shop.api.deps);
  expect(await verify(person, 6)).toEqual([]);
  const named = { travellerId: person.userId, shopItemId: "month", name: expect.any(String), price: euros(1000) };
  expect(await verify(person, 7)).toEqual([{ ...named, firstName: expect.any(String), spent: euros(1050) }]);
  await buy(person, 6);
  expect(await verify(person, 1)).toMatchObject([{ ...named, spent: euros(1050) }]);
});

test("past purchases are compared for as many days as it says; unpaid orders and other accounts do not count", async () => {
  const [person, other] = [await testPerson(shop.api.deps), await testPerson(shop.api.deps)];
  await order(person, 8);
  expect(await compare(person)).toEqual([]);
  await buy(other, 8);
  expect(await compare(other)).toMatchObject([{ shopItemId: "month", spent: euros(1200) }]);
  expect(await compare(person)).toEqual([]);
  const since = later(shop.api.clock.now(), -daysMs(bestPriceDays));
  await sql`update orders set created_at = ${new Date(since.getTime() - 1)} where account_id = ${other.accountId}`.execute(
    shop.api.deps.db,
  );
  expect(await compare(other)).toEqual([]);
});

test("a traveller's own sign-in does not see what the holder paid for them", async () => {
  const person = await testPerson(shop.api.deps);
  const { deps } = shop.api;
  const lou = { id: deps.ids.uuid(), networkId: "north", accountId: person.accountId, isHolder: false };
  const born = { firstName: "Lou", lastName: "Morvan", birthDate: "2000-05-02" };
  await deps.db.transaction().execute((tx) => insertTraveller(tx, { ...lou, ...born }, deps.clock.iso()));
  await buy({ ...person, userId: lou.id }, 8);
  expect(await compare(person)).toMatchObject([{ travellerId: lou.id, firstName: "Lou", spent: euros(1200) }]);
  expect(await compare({ ...person, token: await travellersSession(deps, person, lou.id) })).toEqual([]);
});

test("a visitor gets no comparison", async () => {
  const articles = [{ productId: "single", quantity: 9, support: "DEMATERIALIZED" as const }];
  expect((await shop.api.call("verifyOrder", { articles })).body.cheaperPasses).toEqual([]);
});
