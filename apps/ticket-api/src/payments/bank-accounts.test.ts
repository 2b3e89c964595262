import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { debitNetwork, giveAccount, orderByDebit } from "../testing/test-debits.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";

let shop: Shop;
beforeAll(async () => {
  const articles = [
    testArticle({ id: "single", price: 150, paymentOptions: [{ paymentMethods: ["CARD", "TRANSFER"] }] }),
  ];
  shop = await openTestShop({ packs: [testPack({ articles, network: debitNetwork })] });
}, 60_000);
afterAll(() => shop.close());

const register = (person: TestPerson, iban: string, holder = "Ana Silva") =>
  shop.api.call("registerBankAccount", { iban, holder }, { token: person.token });
const savedMethods = async (person: TestPerson, methods?: ("CARD" | "TRANSFER")[]) =>
  (await shop.api.call("getCards", methods === undefined ? {} : { methods }, { token: person.token })).body.cards;

// covers §3: bank account (IBAN)
test("an IBAN is saved once in whatever format it is entered, and shown by its country and last characters only", async () => {
  const person = await testPerson(shop.api.deps);
  const first = await register(person, "fr76 3000 6000 0100 0000 0000 152");
  const again = await register(person, testIbans.good, "Ana M. Silva");
  expect(again.body.card.ID).toBe(first.body.card.ID);
  const cards = await savedMethods(person);
  expect(cards).toEqual([
    expect.objectContaining({
      kind: "IBAN",
      INTERNAL: true,
      country: "FR",
      holder: "Ana M. Silva",
      EXTRA: { EXP: null, NUM: "0152" },
      LOCKED: false,
      state: "good",
    }),
  ]);
  expect(JSON.stringify(cards)).not.toContain(testIbans.good.slice(4, -4));
  expect(await savedMethods(person, ["CARD"])).toEqual([]);
  expect(await savedMethods(person, ["TRANSFER"])).toHaveLength(1);
});

// covers §8: payment-method refusals
test.each([
  ["FR7630006000010000000000153", "IBAN_INVALID"],
  ["", "IBAN_INVALID"],
  ["SA0380000000608010167519", "IBAN_COUNTRY_NOT_COLLECTED"],
])("%j is refused with %s, and nothing is saved", async (iban, code) => {
  const person = await testPerson(shop.api.deps);
  expect((await register(person, iban)).body.error?.code).toBe(code);
  expect(await savedMethods(person)).toEqual([]);
});

// covers §3: bank account (IBAN)
test("a favourite, an unknown account, and one that a debit still needs; removed once the debit was collected", async () => {
  const person = await testPerson(shop.api.deps);
  const account = await giveAccount(shop.api, person, testIbans.good);
  const { token } = person;
  const marked = await shop.api.call("setCardBookmark", { cardId: account }, { token });
  expect(marked.body.cards[0]?.IS_BOOKMARKED).toBe(true);
  const stranger = await testPerson(shop.api.deps);
  const theirs = await shop.api.call("unregisterCard", { cardId: account }, { token: stranger.token });
  expect(theirs.body.error?.code).toBe("NOT_FOUND");
  const { body: placed } = await orderByDebit(shop.api, person, testIbans.good);
  const locked = await shop.api.call("unregisterCard", { cardId: account }, { token });
  expect(locked.body.error?.code).toBe("PAYMENT_METHOD_LOCKED");
  const [needed] = await savedMethods(person);
  const { body: orders } = await shop.api.call("getOrders", { orderId: placed.orderId }, { token });
  const [order] = orders.items;
  const orderRef = { orderId: placed.orderId, orderNumber: order?.number };
  expect(needed).toMatchObject({ LOCKED: true, neededBy: [{ ...orderRef, until: order?.parts[0]?.collectedOn }] });
  expect(needed?.mandates).toEqual([
    {
      ...orderRef,
      subscriptionId: null,
      name: null,
      reference: expect.stringMatching(/^GU-/),
      signedAt: expect.stringMatching(/Z$/),
    },
  ]);
  await shop.pass(10 * 86_400_000);
  await shop.pass(3 * 86_400_000);
  const removed = await shop.api.call("unregisterCard", { cardId: account }, { token });
  expect(removed.body.cards).toEqual([]);
});

test("guests cannot save a bank account", async () => {
  const guest = await testPerson(shop.api.deps, { guest: true });
  expect((await register(guest, testIbans.good)).body.status).toBe("ko");
});
