import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { testProvider } from "../testing/providers/test-provider.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { cards, openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";

let shop: Shop;
beforeAll(async () => {
  const articles = [testArticle({ id: "single", price: 150 })];
  shop = await openTestShop({ packs: [testPack({ articles }), testPack({ id: "south", articles })] });
}, 60_000);
afterAll(() => shop.close());

const savedCards = async (person: TestPerson, network?: string) =>
  (await shop.api.call("getCards", {}, { token: person.token, network })).body.cards;
const place = (person: TestPerson, more: Record<string, unknown> = {}) =>
  shop.api.call(
    "placeOrder",
    { ...orderOf(person, 150), ...more },
    { token: person.token, idempotencyKey: crypto.randomUUID() },
  );
async function buy(person: TestPerson, more: Record<string, unknown>, card?: string): Promise<string> {
  const { body } = await place(person, more);
  await shop.pay(body.paymentUrl, card);
  const { body: end } = await shop.api.call("acknowledgePayment", { orderId: body.orderId }, { token: person.token });
  expect(end.outcome).toBe("CONFIRMED");
  return body.orderId;
}

// covers §3: payment card saved, favourite, locked
test("a card is saved only if the customer asks; a card near its end says so", async () => {
  const person = await testPerson(shop.api.deps);
  await buy(person, {});
  expect(await savedCards(person)).toEqual([]);
  await buy(person, { keepCard: true });
  await buy(person, { keepCard: true }, "4970 1000 0000 0055");
  expect((await savedCards(person)).map(({ EXTRA, state, LOCKED }) => [EXTRA.NUM, state, LOCKED])).toEqual([
    ["0055", "expiring", false],
    ["0014", "good", false],
  ]);
});

test("a guest's card is not saved, and a guest may not list cards", async () => {
  const guest = await testPerson(shop.api.deps, { guest: true });
  await buy(guest, { keepCard: true, invoiceEmail: guest.email });
  const response = await shop.api.call("getCards", {}, { token: guest.token });
  expect(response.body.error?.code).toBe("ACCOUNT_REQUIRED");
  const found = await sql`select 1 from payment_method where account_id = ${guest.accountId}`.execute(shop.api.deps.db);
  expect(found.rows).toEqual([]);
});

// covers §3: payment card saved, favourite, locked
test("a saved card pays again without its number, requires the bank's code where necessary, and stays one card", async () => {
  const person = await testPerson(shop.api.deps);
  await buy(person, { keepCard: true }, cards.strong);
  const [card] = await savedCards(person);
  const { body } = await place(person, { cardId: card?.ID });
  const session = new URL(body.paymentUrl ?? "").pathname.split("/").at(-1);
  const page = await fetch(new URL(`/payment/pages/${session}`, shop.sandbox.url));
  expect(await page.text()).toContain("VISA •••• 0030");
  const door = (more: object) =>
    fetch(new URL(`/payment/sessions/${session}/pay`, shop.sandbox.url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(more),
    });
  expect(await (await door({ authenticate: false })).json()).toMatchObject({ state: "authenticating" });
  expect(await (await door({})).json()).toMatchObject({ state: "captured", card: { last4: "0030" } });
  const end = await shop.api.call("acknowledgePayment", { orderId: body.orderId }, { token: person.token });
  expect(end.body.outcome).toBe("CONFIRMED");
  expect((await savedCards(person)).map(({ ID }) => ID)).toEqual([card?.ID]);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
});

// covers §7: GET Account/getCards.json, POST unregisterCard.json, PUT setCardBookmark, removeCardBookmark, setCardNickname
// covers §8: payment-method refusals
test("a card of another account or network, or a removed one, can neither pay nor be changed", async () => {
  const person = await testPerson(shop.api.deps);
  await buy(person, { keepCard: true });
  const [card] = await savedCards(person);
  const cardId = card?.ID ?? "";
  const stranger = await testPerson(shop.api.deps);
  expect((await place(stranger, { cardId })).body.error?.code).toBe("PAYMENT_METHOD_UNKNOWN");
  const elsewhere = await testPerson(shop.api.deps, { network: "south" });
  const changes = ["unregisterCard", "setCardBookmark", "removeCardBookmark", "setCardNickname"] as const;
  for (const name of changes) {
    const change = { cardId, ...(name === "setCardNickname" ? { nickname: "Mine" } : {}) } as never;
    const response = await shop.api.call(name, change, { token: stranger.token });
    expect(response.body.error?.code).toBe("NOT_FOUND");
    const other = await shop.api.call(name, change, { token: elsewhere.token, network: "south" });
    expect(other.body.error?.code).toBe("NOT_FOUND");
  }
  expect(await savedCards(elsewhere, "south")).toEqual([]);
  const removed = await shop.api.call("unregisterCard", { cardId }, { token: person.token });
  expect(removed.body.cards).toEqual([]);
  expect((await place(person, { cardId })).body.error?.code).toBe("PAYMENT_METHOD_UNKNOWN");
  const again = await shop.api.call("unregisterCard", { cardId }, { token: person.token });
  expect(again.body.error?.code).toBe("NOT_FOUND");
});

test("a removed card is removed at the provider too, once the provider responds", async () => {
  const person = await testPerson(shop.api.deps);
  await buy(person, { keepCard: true });
  const [card] = await savedCards(person);
  const saved = await sql<{ savedId: string }>`select saved_id as "savedId" from payment_method
    where account_id = ${person.accountId}`.execute(shop.api.deps.db);
  await shop.behave("down", 1);
  await shop.api.call("unregisterCard", { cardId: card?.ID ?? "" }, { token: person.token });
  await shop.api.work.drain();
  await shop.behave("down", 0);
  await shop.pass(60_000);
  const money = { amount: 100, currency: "EUR" };
  const charging = testProvider(shop.api.deps).chargeSaved({
    reference: crypto.randomUUID(),
    orderId: crypto.randomUUID(),
    method: saved.rows[0]?.savedId ?? "",
    customer: person.accountId,
    amount: money,
    notifyUrl: "http://127.0.0.1:1/",
  });
  await expect(charging).rejects.toMatchObject({ code: "method_removed" });
});

// covers §3: payment card saved, favourite, locked
// covers §7: GET Account/getCards.json, POST unregisterCard.json, PUT setCardBookmark, removeCardBookmark, setCardNickname
test("one card is the favourite: it comes first, another can replace it, and the mark can be removed", async () => {
  const person = await testPerson(shop.api.deps);
  await buy(person, { keepCard: true });
  await buy(person, { keepCard: true }, cards.strong);
  const marks = (list: Awaited<ReturnType<typeof savedCards>>) =>
    list.map(({ EXTRA, IS_BOOKMARKED }) => `${EXTRA.NUM}${IS_BOOKMARKED ? "*" : ""}`);
  const idOf = async (digits: string) => (await savedCards(person)).find(({ EXTRA }) => EXTRA.NUM === digits)?.ID;
  const mark = async (digits: string) =>
    (await shop.api.call("setCardBookmark", { cardId: (await idOf(digits)) ?? "" }, { token: person.token })).body
      .cards;
  expect(marks(await mark("0014"))).toEqual(["0014*", "0030"]);
  expect(marks(await mark("0030"))).toEqual(["0030*", "0014"]);
  const { body } = await shop.api.call(
    "removeCardBookmark",
    { cardId: (await idOf("0030")) ?? "" },
    { token: person.token },
  );
  expect(marks(body.cards)).toEqual(["0030", "0014"]);
});

// covers §3: payment card saved, favourite, locked
test("a saved card has the customer's nickname until they remove it", async () => {
  const person = await testPerson(shop.api.deps);
  await buy(person, { keepCard: true });
  const [card] = await savedCards(person);
  expect(card?.nickname).toBeNull();
  const call = (nickname: string) =>
    shop.api.call("setCardNickname", { cardId: card?.ID ?? "", nickname }, { token: person.token });
  expect((await call("  Compte joint ")).body.cards[0]?.nickname).toBe("Compte joint");
  expect((await savedCards(person))[0]?.nickname).toBe("Compte joint");
  expect((await call("x".repeat(31))).body.error?.code).toBe("FIELD_INVALID");
  expect((await call(" ")).body.cards[0]?.nickname).toBeNull();
});

test("a card is saved without a payment: the page charges nothing, and the card is in the list when the customer returns", async () => {
  const person = await testPerson(shop.api.deps);
  const register = (returnUrl: string) =>
    shop.api.call("registerCard", { returnUrl }, { token: person.token, idempotencyKey: crypto.randomUUID() });
  expect((await register("https://evil.example/")).body.error?.code).toBe("RETURN_URL_INVALID");
  await shop.behave("down", 1);
  expect((await register("/account/payment-cards")).body.error?.code).toBe("PAYMENT_UNAVAILABLE");
  await shop.behave("down", 0);
  const registration = await register("/account/payment-cards");
  expect(await savedCards(person)).toEqual([]);
  await shop.behave("lost", 1);
  await shop.pay(registration.body.paymentUrl, cards.strong);
  expect((await savedCards(person)).map(({ EXTRA }) => EXTRA.NUM)).toEqual(["0030"]);
  const declined = await register("/account/payment-cards");
  await shop.pay(declined.body.paymentUrl, cards.refused);
  await shop.pass(40 * 60_000);
  expect((await savedCards(person)).map(({ EXTRA }) => EXTRA.NUM)).toEqual(["0030"]);
  const open = await sql`select 1 from card_registration where status = 'begun'`.execute(shop.api.deps.db);
  expect(open.rows).toEqual([]);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
});
