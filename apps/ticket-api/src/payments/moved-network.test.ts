import { demoLyraKeys } from "@guichet/contract/integrations/lyra.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { daysMs } from "../clock.ts";
import { configuredPayments } from "../integrations/configured-payments.ts";
import { importPack } from "../networks/import.ts";
import { lyraShop, openShopAt, type ShopProvider, stripeShop } from "../testing/providers/provider-shops.ts";
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

/** Imports the network again, with another provider. */
async function payAt({ api }: Shop, provider: ShopProvider["name"]): Promise<void> {
  const { db, networks, clock } = api.deps;
  const pack = testPack({ articles, network: { payment: { provider } } });
  expect(await importPack(db, pack, clock.iso())).toMatchObject({ ok: true });
  networks.forget();
}

// covers: a network moves to Stripe or to Lyra; earlier payments and saved cards stay where they are
describe.each([
  { former: lyraShop, next: stripeShop },
  { former: stripeShop, next: lyraShop },
])("a network that moves from $former.name to $next.name", ({ former, next }) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShopAt(former, articles);
    const { deps } = shop.api;
    const lyra = { accounts: { main: { ...demoLyraKeys, url: shop.sandbox.url } } };
    deps.payments = await configuredPayments({ stripe: deps.config.stripe, lyra }, deps);
  }, 60_000);
  afterAll(() => shop.close());

  test("a card that was saved before is charged where it is; a new page is at the new provider", async () => {
    const person = await testPerson(shop.api.deps);
    const place = (more: Record<string, unknown>, cents = 150) => placeOrderOf(shop, person, cents, more);
    const yearly = { ...orderOf(person, 3_000, { productId: "year" }), installments: 3, keepCard: true };
    const before = await place(yearly, 3_000);
    await shop.pay(before.body.paymentUrl, former.cards.accepted);
    expect(await outcomeOf(shop, person, before.body.orderId)).toBe("CONFIRMED");
    await payAt(shop, next.name);
    const [card] = (await shop.api.call("getCards", {}, { token: person.token })).body.cards;
    const charged = (await place({ cardId: card?.ID, chargeCard: true })).body;
    expect(charged).toMatchObject({ orderStatus: "COMPLETED" });
    const page = await place({ cardId: card?.ID });
    await shop.pay(page.body.paymentUrl, next.cards.accepted);
    expect(await outcomeOf(shop, person, page.body.orderId)).toBe("CONFIRMED");
    await shop.pass(daysMs(70));
    const taken = async (orderId: string) =>
      (await shop.ledger(orderId))
        .filter(({ kind }) => kind === "capture" || kind === "debit")
        .map((entry) => `${entry.amount.amount} at ${entry.provider}`);
    expect(await taken(before.body.orderId)).toEqual(Array(3).fill(`1000 at ${former.name}`));
    expect(await taken(charged.orderId)).toEqual([`150 at ${former.name}`]);
    expect(await taken(page.body.orderId)).toEqual([`150 at ${next.name}`]);
    expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
  });
});
