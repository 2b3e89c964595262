import { afterAll, beforeAll, expect, test } from "vitest";
import { openCardShop, transportCardCalls } from "../testing/test-card-shop.ts";
import { testCard } from "../testing/test-cards.ts";
import { testPerson } from "../testing/test-people.ts";
import type { Shop } from "../testing/test-purchase.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let shop: Shop;
let api: Shop["api"];
let cardCalls: ReturnType<typeof transportCardCalls>;
let agent: TestStaff;
beforeAll(async () => {
  shop = await openCardShop();
  api = shop.api;
  cardCalls = transportCardCalls(shop);
  agent = await testStaff(api, { north: ["agent"] }, "Yanis Kermarec");
});
afterAll(() => shop.close());

const find = async (query: string) =>
  (await api.call("findCards", { query }, { token: agent.token })).body.cards.map(({ cardId }) => cardId);
const get = async (cardId: string) => (await api.call("getCard", { cardId }, { token: agent.token })).body.card;
const code = (reply: { body: { error?: { code: string } } }) => reply.body.error?.code;

// covers §6: staff find a card, block it, unblock it after a mistake, replace it
test("a card is found by number in any grouping, by its last digits, by names without accents, by customer number and e-mail", async () => {
  const who = await testPerson(api.deps, { firstName: "Inès", lastName: "Caradec" });
  const card = await cardCalls.ownCard(who, { firstName: "Inès", lastName: "Caradec", number: "9250555511112222" });
  const { customerNumber } = (await api.call("getUser", {}, { token: who.token })).body.user;
  for (const query of [
    "9250555511112222",
    " 9250 5555 1111 2222 ",
    "9250-5555-1111-2222",
    "2222",
    "ines caradec",
    "CARA",
    "Caradec Inès",
    who.email,
    who.email.toUpperCase(),
    customerNumber,
  ]) {
    expect([query, await find(query)]).toEqual([query, [card.id]]);
  }
  for (const query of ["9250555511112223", "Caradec Malo", "%", "__", "nobody@example.org"]) {
    expect([query, (await api.call("findCards", { query }, { token: agent.token })).body.cards ?? []]).toEqual([
      query,
      [],
    ]);
  }
});

test("a card of another network is neither found, shown nor blocked", async () => {
  const card = await testCard(api.deps, { networkId: "south", number: "9250777711112222" });
  expect(await find("9250777711112222")).toEqual([]);
  const asking = { token: agent.token };
  expect(code(await api.call("getCard", { cardId: card.id }, asking))).toBe("NOT_FOUND");
  expect(code(await api.call("staffBlockCard", { cardId: card.id, incident: "lost" }, asking))).toBe("NOT_FOUND");
  expect(code(await api.call("staffUnblockCard", { cardId: card.id, note: "no" }, asking))).toBe("NOT_FOUND");
  expect(code(await api.call("staffReplaceCard", { cardId: card.id }, asking))).toBe("NOT_FOUND");
  expect(code(await api.call("getCard", { cardId: "nothing" }, asking))).toBe("NOT_FOUND");
});

test("a search says when there are more cards than it lists", async () => {
  for (let index = 0; index < 51; index += 1) await testCard(api.deps, { lastName: "Quemener" });
  const { body } = await api.call("findCards", { query: "quemener" }, { token: agent.token });
  expect([body.cards.length, body.hasMore]).toEqual([50, true]);
});

test("an agent blocks a card with its tickets; bearer, account, history and audit entry show it, and the holder gets an e-mail", async () => {
  const who = await testPerson(api.deps, { firstName: "Malo", lastName: "Tanguy" });
  const card = await cardCalls.ownCard(who);
  await cardCalls.load(who, card.id);
  const blocked = await api.call(
    "staffBlockCard",
    { cardId: card.id, incident: "stolen", note: "Told at the counter" },
    { token: agent.token },
  );
  expect(blocked.body.blockedTickets).toBe(1);
  const shownCard = await get(card.id);
  expect(shownCard).toMatchObject({
    state: "blocked",
    incident: "stolen",
    birthDate: card.birthDate,
    traveller: "Malo Tanguy",
    holder: { name: "Malo Tanguy", email: who.email },
    incidents: [
      { kind: "stolen", note: "Told at the counter", declaredBy: "staff", staffName: "Yanis Kermarec", liftedAt: null },
    ],
    tickets: [{ status: "blocked" }],
    acts: [{ act: "card.block", by: "Yanis Kermarec", reason: "Told at the counter" }],
  });
  expect((await cardCalls.emails(who.email)).length).toBeGreaterThan(0);
  const again = await api.call("staffBlockCard", { cardId: card.id, incident: "lost" }, { token: agent.token });
  expect(code(again)).toBe("CARD_INCIDENT");
});

test("an incident declared by mistake is lifted with a reason: card and tickets are restored", async () => {
  const who = await testPerson(api.deps);
  const card = await cardCalls.ownCard(who);
  await cardCalls.load(who, card.id);
  await cardCalls.declare(who.token, card.id);
  const asking = { token: agent.token };
  const without = await api.call("staffUnblockCard", { cardId: card.id, note: "  " }, asking);
  expect(code(without)).toBe("FIELD_INVALID");
  const lifted = await api.call("staffUnblockCard", { cardId: card.id, note: "It was in the other bag" }, asking);
  expect(lifted.body.liftedTickets).toBe(1);
  expect(await get(card.id)).toMatchObject({
    state: "active",
    incident: null,
    incidents: [{ declaredBy: "customer", staffName: null, liftNote: "It was in the other bag" }],
    acts: [{ act: "card.unblock", reason: "It was in the other bag" }],
  });
  expect(code(await api.call("staffUnblockCard", { cardId: card.id, note: "again" }, asking))).toBe(
    "TRANSITION_NOT_ALLOWED",
  );
});

// covers §6: staff find a card, block it, unblock it after a mistake, replace it
test("a blocked card is replaced once, also under concurrent calls, and its tickets move", async () => {
  const who = await testPerson(api.deps);
  const card = await cardCalls.ownCard(who);
  await cardCalls.load(who, card.id);
  const asking = { token: agent.token };
  expect(code(await api.call("staffReplaceCard", { cardId: card.id }, asking))).toBe("TRANSITION_NOT_ALLOWED");
  await cardCalls.declare(who.token, card.id, "defective");
  const ends = await Promise.all(
    Array.from({ length: 4 }, () => api.call("staffReplaceCard", { cardId: card.id }, asking)),
  );
  const made = ends.filter(({ http }) => http === 200);
  expect(made).toHaveLength(1);
  expect(ends.filter((end) => code(end) === "TRANSITION_NOT_ALLOWED")).toHaveLength(3);
  const newCard = made[0]?.body.newCard;
  expect(made[0]?.body.movedTickets).toBe(1);
  expect(await get(card.id)).toMatchObject({ state: "replaced", replacedBy: newCard });
  expect(await get(newCard?.cardId ?? "")).toMatchObject({
    state: "active",
    holder: { email: who.email },
    tickets: [{ status: "active" }],
    acts: [{ act: "card.make", by: "Yanis Kermarec" }],
  });
  expect(code(await api.call("staffBlockCard", { cardId: card.id, incident: "lost" }, asking))).toBe("CARD_EXPIRED");
});

test("the register's cards without a status cannot be blocked, nor can expired ones", async () => {
  const asking = { token: agent.token };
  const empty = await testCard(api.deps, { status: null });
  const over = await testCard(api.deps, { expiresAt: "2020-01-01T00:00:00.000Z" });
  expect(code(await api.call("staffBlockCard", { cardId: empty.id, incident: "lost" }, asking))).toBe(
    "CARD_STATUS_EMPTY",
  );
  expect(code(await api.call("staffBlockCard", { cardId: over.id, incident: "lost" }, asking))).toBe("CARD_EXPIRED");
});
