import { isLuhnNumber } from "@guichet/rules/transport-cards.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { daysMs } from "../clock.ts";
import { openCardShop, transportCardCalls } from "../testing/test-card-shop.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import type { Shop } from "../testing/test-purchase.ts";
import { ownCardRegister } from "../transport-card-records/own-card-register.ts";

let shop: Shop;
let cardCalls: ReturnType<typeof transportCardCalls>;
let person: TestPerson;
beforeAll(async () => {
  shop = await openCardShop();
  cardCalls = transportCardCalls(shop);
});
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
});
afterAll(async () => {
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
  await shop.close();
});

const card = (customerId: string, more: Record<string, unknown> = {}) => ({
  ...{ productId: "card", support: "SHIPPING", customerId },
  ...more,
});
const onNewCard = (customerId: string, productId = "year") => ({
  ...{ productId, support: "MEDIA", mediaId: "new", customerId },
});

// covers §4: cards are made when their order is fulfilled, with the tickets bought for them
test("a family buys cards with passes: paid they wait for their card, fulfilled they are on it", async () => {
  const [lou, noe] = [await cardCalls.child(person, "Lou"), await cardCalls.child(person, "Noé")];
  const order = await cardCalls.place(person, [
    card(lou),
    onNewCard(lou),
    card(noe),
    onNewCard(noe),
    onNewCard(noe, "trips"),
  ]);
  expect(order.body).toMatchObject({ orderStatus: "COMPLETED" });
  const { orderId } = order.body;
  expect((await cardCalls.tickets(person.token)).map(({ state, media, code }) => [state, media, code])).toEqual(
    Array.from({ length: 3 }, () => ["active", null, null]),
  );
  const before = await cardCalls.cards(person.token);
  expect(before.medias).toEqual([]);
  expect(before.ordered.map(({ traveller, processStatus }) => [traveller.firstName, processStatus])).toEqual([
    ["Lou", "TO_PROCESS"],
    ["Noé", "TO_PROCESS"],
  ]);

  await cardCalls.prepare(orderId);
  const { medias, ordered } = await cardCalls.cards(person.token);
  expect(ordered).toEqual([]);
  expect(medias.map(({ traveller }) => traveller?.userId).sort()).toEqual([lou, noe].sort());
  for (const media of medias) {
    expect(isLuhnNumber(media.number)).toBe(true);
    expect(media).toMatchObject({ state: "active", made_by: { orderId, processStatus: "PROCESSING" } });
  }
  const stands = (await cardCalls.tickets(person.token)).map(({ traveller, media }) => [
    traveller?.userId,
    medias.find(({ id }) => id === media?.mediaId)?.traveller?.userId,
  ]);
  for (const [bearer, onCardOf] of stands) expect(onCardOf).toBe(bearer);
  const loading = await sql<{ count: number }>`select count(*) as count from ticket
    where account_id = ${person.accountId} and load_asked_at is not null`.execute(shop.api.deps.db);
  expect(loading.rows[0]?.count).toBe(3);
  const emails = await cardCalls.emails(person.email);
  expect(emails.filter(({ subject }) => subject.includes("nouvelle carte"))).toHaveLength(2);
});

test.each([
  ["no card is bought with it", (id: string) => [onNewCard(id)]],
  ["the card bought with it is another traveller's", (id: string, other: string) => [card(other), onNewCard(id)]],
  ["two cards of the traveller are", (id: string) => [card(id), card(id, { support: "PHYSICAL" }), onNewCard(id)]],
])("a pass for a new card is refused when %s", async (_when, lines) => {
  const other = await cardCalls.child(person);
  const refused = await cardCalls.place(person, lines(person.userId, other));
  expect(refused.body.error).toMatchObject({ code: "CARD_REQUIRED", details: { reason: "new-card" } });
  const articles = lines(person.userId, other).map((line) => ({ quantity: 1, ...line }));
  const verified = await shop.api.call("verifyOrder", { articles } as never, { token: person.token });
  expect(verified.body.lines.flatMap(({ errors }) => errors.map(({ code }) => code))).toContain("CARD_REQUIRED");
});

test("a new card has no card number, one per line, and a person with a birth date", async () => {
  const own = await cardCalls.ownCard(person);
  const named = await cardCalls.place(person, [card(person.userId, { mediaId: own.id })]);
  expect(named.body.error?.code).toBe("CARD_REQUIRED");
  const two = await cardCalls.place(person, [card(person.userId, { quantity: 2 })]);
  expect(two.body.error?.code).toBe("QUANTITY_WRONG");
  const unborn = await testPerson(shop.api.deps, { birthDate: null });
  const refused = await cardCalls.place(unborn, [card(unborn.userId)], 0, { over18Accepted: true });
  expect(refused.body.error).toMatchObject({
    code: "TRAVELLER_NOT_ELIGIBLE",
    details: { reason: "birth-date-missing" },
  });
});

// covers §4: cards are made when their order is fulfilled, with the tickets bought for them
test("an order is fulfilled once, so its cards are made once", async () => {
  const { orderId } = (await cardCalls.place(person, [card(person.userId), onNewCard(person.userId)])).body;
  const preparing = await Promise.allSettled([1, 2, 3].map(() => cardCalls.prepare(orderId)));
  expect(preparing.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await cardCalls.cards(person.token)).medias).toHaveLength(1);
});

test("only the fulfilled delivery is made: a card that is collected is made when the collection is prepared", async () => {
  const child = await cardCalls.child(person);
  const lines = [card(person.userId), card(child, { support: "PHYSICAL" })];
  const { orderId } = (await cardCalls.place(person, lines)).body;
  await cardCalls.prepare(orderId);
  expect((await cardCalls.cards(person.token)).medias.map(({ traveller }) => traveller?.userId)).toEqual([
    person.userId,
  ]);
  await cardCalls.prepare(orderId, "beginFulfilment", "PHYSICAL");
  expect((await cardCalls.cards(person.token)).medias).toHaveLength(2);
});

test("a guest's new card is in no account, and may be linked by number and birth date", async () => {
  const guest = await testPerson(shop.api.deps, { guest: true });
  const { orderId } = (
    await cardCalls.place(guest, [card(guest.userId), onNewCard(guest.userId)], 0, { invoiceEmail: guest.email })
  ).body;
  await cardCalls.prepare(orderId);
  const made = await sql<{ number: string; id: string }>`select c.number, c.id from order_line l
    join transport_card c on c.id = l.made_card_id where l.order_id = ${orderId}`.execute(shop.api.deps.db);
  const linked = await shop.api.call(
    "registerMedia",
    { mediaNumber: made.rows[0]?.number, mediaCustomerBirthDate: "1990-05-04" },
    { token: person.token },
  );
  expect(linked.body.media).toMatchObject({ id: made.rows[0]?.id });
  expect((await cardCalls.kept(guest)).map(({ cardId }) => cardId)).toEqual([made.rows[0]?.id]);
});

// covers §4: an expired card is renewed, and its valid tickets move to the new one
test("an expired card is renewed by a new one: valid tickets move to it, expired ones stay", async () => {
  const expiresAt = new Date(shop.api.clock.now().getTime() + daysMs(10)).toISOString();
  const old = await cardCalls.ownCard(person, { expiresAt });
  await cardCalls.load(person, old.id);
  await cardCalls.load(person, old.id, "today");
  await shop.pass(daysMs(11));
  expect((await cardCalls.cards(person.token)).medias).toMatchObject([{ state: "expired", replaced_by: null }]);
  const { orderId } = (await cardCalls.place(person, [card(person.userId), onNewCard(person.userId, "trips")])).body;
  await cardCalls.prepare(orderId);
  const { medias } = await cardCalls.cards(person.token);
  const made = medias.find(({ state }) => state === "active");
  expect(medias.find(({ id }) => id === old.id)).toMatchObject({ state: "expired", replaced_by: made?.id });
  const usable = (await cardCalls.tickets(person.token)).filter(({ state }) => state === "active");
  expect(usable.map(({ media, productId }) => [media?.mediaId, productId]).sort()).toEqual(
    [
      [made?.id, "trips"],
      [made?.id, "year"],
    ].sort(),
  );
});

test("a taken number is drawn again; a register without a free number reports it and makes nothing", async () => {
  const { db, ids } = shop.api.deps;
  const drawn = ["0000001", "0000001", "0000002"];
  const register = ownCardRegister(db, { ...ids, digits: () => drawn.shift() ?? "0000002" });
  const person_ = { networkId: "north", firstName: "A", lastName: "B", birthDate: "1990-01-01", expiresAt: null };
  const at = shop.api.clock.iso();
  const issue = () => db.transaction().execute((tx) => register.issue(tx, { ...person_, at }));
  const [first, second] = [await issue(), await issue()];
  expect(first.number).not.toBe(second.number);
  await expect(issue()).rejects.toThrow("No free card number");
});

// covers §4: cards are made when their order is fulfilled, with the tickets bought for them
test("a failure while cards are made leaves nothing behind: no card, no moved ticket, the order unchanged", async () => {
  const { deps } = shop.api;
  const lost = await cardCalls.ownCard(person);
  await cardCalls.load(person, lost.id);
  await cardCalls.declare(person.token, lost.id);
  const child = await cardCalls.child(person);
  const lines = [card(child), onNewCard(child), { ...card(person.userId), productId: "again", mediaId: lost.id }];
  const { orderId } = (await cardCalls.place(person, lines)).body;
  const before = await cardCalls.kept(person);
  const { cardLoading, cardRegister } = deps;
  for (const lasts of [0, 1, 2, 3]) {
    let left = lasts;
    const last = () => {
      if (left-- === 0) throw new Error("ended here");
    };
    deps.cardRegister = {
      ...cardRegister,
      issue: async (...made) => {
        last();
        return cardRegister.issue(...made);
      },
    };
    deps.cardLoading = {
      load: async (...loaded) => {
        last();
        return cardLoading.load(...loaded);
      },
    };
    await expect(cardCalls.prepare(orderId)).rejects.toThrow("ended here");
    expect(await cardCalls.kept(person)).toEqual(before);
    expect((await cardCalls.cards(person.token)).medias).toHaveLength(1);
  }
  Object.assign(deps, { cardLoading, cardRegister });
  expect(await audit(deps, { grace: 0 })).toEqual([]);
  await cardCalls.prepare(orderId);
  expect((await cardCalls.cards(person.token)).medias).toHaveLength(3);
});
