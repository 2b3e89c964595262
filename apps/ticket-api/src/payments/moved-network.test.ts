import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { daysMs } from "../clock.ts";
import { importPack } from "../networks/import.ts";
import { openShopAt, stripeShop } from "../testing/providers/provider-shops.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { orderOf, outcomeOf, placeOrderOf, type Shop } from "../testing/test-purchase.ts";

const articles = [
  testArticle({ id: "single", price: 150 }),
  testArticle({
    id: "year",
    price: 3_000,
    validity: { from: "purchase", duration: "P1Y" },
    paymentOptions: [{ paymentMethods: ["CARD"], installments: 3, period: "P1M" }],
  }),
];

let shop: Shop;
beforeAll(async () => {
  shop = await openShopAt(stripeShop, articles);
}, 60_000);
afterAll(() => shop.close());

/** Imports the network again, with another provider. */
async function payAt(provider: "sandbox" | "stripe"): Promise<void> {
  const { db, networks, clock } = shop.api.deps;
  const pack = testPack({ articles, network: { payment: { provider } } });
  expect(await importPack(db, pack, clock.iso())).toMatchObject({ ok: true });
  networks.forget();
}

// covers: a network moves to Stripe; payments and saved cards of before stay where they are
test("a card that was saved before the network moved to Stripe is charged where it is; a new page is Stripe's", async () => {
  const person = await testPerson(shop.api.deps);
  const place = (more: Record<string, unknown>, cents = 150) => placeOrderOf(shop, person, cents, more);
  const yearly = { ...orderOf(person, 3_000, { productId: "year" }), installments: 3, keepCard: true };
  await payAt("sandbox");
  const before = await place(yearly, 3_000);
  await shop.pay(before.body.paymentUrl);
  expect(await outcomeOf(shop, person, before.body.orderId)).toBe("CONFIRMED");
  await payAt("stripe");
  const [card] = (await shop.api.call("getCards", {}, { token: person.token })).body.cards;
  expect((await place({ cardId: card?.ID, chargeCard: true })).body).toMatchObject({ orderStatus: "COMPLETED" });
  const page = await place({ cardId: card?.ID });
  expect(page.body.paymentUrl).toContain("/cs_test_");
  await shop.pay(page.body.paymentUrl, stripeShop.cards.accepted);
  expect(await outcomeOf(shop, person, page.body.orderId)).toBe("CONFIRMED");
  await shop.pass(daysMs(70));
  const captures = (await shop.ledger(before.body.orderId)).filter(
    ({ kind }) => kind === "capture" || kind === "debit",
  );
  expect(captures.map(({ amount }) => amount.amount)).toEqual([1_000, 1_000, 1_000]);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
});
