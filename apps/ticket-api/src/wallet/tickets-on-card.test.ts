import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { testCard } from "../testing/test-cards.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";
import { linkCard } from "../transport-card-records/transport-card-store.ts";

const packOf = (id: string) =>
  testPack({
    id,
    network: { switches: { mediaSignin: true, guestOrders: true } },
    articles: [
      testArticle({ id: "single", price: 150 }),
      testArticle({
        id: "month",
        price: 3400,
        supports: ["MEDIA", "DEMATERIALIZED"],
        validity: { from: "purchase", duration: "P31D" },
      }),
      testArticle({ id: "young", price: 900, supports: ["MEDIA"], ageTo: 17 }),
      testArticle({ id: "senior", price: 900, supports: ["MEDIA"], ageFrom: 60 }),
      testArticle({ id: "option", price: 100, supports: ["MEDIA"], tags: ["hidden"] }),
    ],
  });

let shop: Shop;
let person: TestPerson;
beforeAll(async () => {
  shop = await openTestShop({ packs: [packOf("north"), packOf("south")] });
});
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
});
afterAll(() => shop.close());

/** A transport card linked to the person's traveller. */
async function ownCard(who = person, card: Parameters<typeof testCard>[1] = {}) {
  const created = await testCard(shop.api.deps, card);
  const link = { accountId: who.accountId, travellerId: who.userId, at: shop.api.clock.iso() };
  await linkCard(shop.api.deps.db, { ...created, ...link });
  return created;
}
const loading = (mediaId: string, quantity = 1) => ({
  productId: "month",
  support: "MEDIA" as const,
  mediaId,
  quantity,
});
const place = (line: Record<string, unknown>, total: number, who = person) =>
  shop.api.call("placeOrder", orderOf(who, total, line), {
    token: who.token,
    idempotencyKey: crypto.randomUUID(),
  });
const acknowledge = (orderId: string, token = person.token) =>
  shop.api.call("acknowledgePayment", { orderId }, { token });

// covers §1: tickets on a transport card
test("a ticket bought for a card is on it: no code, loaded at the next validation, nothing left to fulfil", async () => {
  const card = await ownCard();
  const order = await place(loading(card.id, 2), 6800);
  expect(order.body.error).toBeUndefined();
  await shop.pay(order.body.paymentUrl);
  await acknowledge(order.body.orderId);
  const { items } = (await shop.api.call("tickets", {}, { token: person.token })).body;
  expect(items).toHaveLength(2);
  for (const ticket of items) {
    expect(ticket).toMatchObject({
      support: "MEDIA",
      code: null,
      state: "active",
      media: { mediaId: card.id, lastDigits: card.number.slice(-4), loads: "next-validation" },
    });
    const pdf = await shop.api.call("ticketPdf", { ticketId: ticket.ticketId }, { token: person.token });
    expect(pdf.body.error?.code).toBe("TICKET_UNUSABLE");
  }
  const { orderId } = order.body;
  const [storedOrder] = (await shop.api.call("getOrders", { orderId }, { token: person.token })).body.items;
  expect(storedOrder?.lines.map(({ processStatus }) => processStatus)).toEqual(["PROCESSING"]);
  const requestedLoads = await sql<{ count: number }>`select count(*) as count from ticket
    where card_id = ${card.id} and load_asked_at is not null`.execute(shop.api.deps.db);
  expect(requestedLoads.rows[0]?.count).toBe(2);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
  await shop.api.work.drain();
  const mailbox = await fetch(`${shop.sandbox.url}/mailbox/messages?to=${person.email}`);
  expect(await mailbox.text()).toContain("à charger sur votre carte à la prochaine validation");
});

test("a ticket for the phone is on no card", async () => {
  const order = await place({ productId: "month" }, 3400);
  await shop.pay(order.body.paymentUrl);
  await acknowledge(order.body.orderId);
  const { items } = (await shop.api.call("tickets", {}, { token: person.token })).body;
  expect(items[0]).toMatchObject({ support: "DEMATERIALIZED", media: null });
  expect(items[0]?.code).not.toBeNull();
});

test.each([
  ["none", async () => undefined],
  ["another account's card", async () => (await ownCard(await testPerson(shop.api.deps))).id],
  ["a card that is not linked", async () => (await testCard(shop.api.deps)).id],
  ["a card of another network", async () => (await testCard(shop.api.deps, { networkId: "south" })).id],
  ["an expired card", async () => (await ownCard(person, { expiresAt: "2026-01-01T00:00:00.000Z" })).id],
  ["a lost card", async () => (await ownCard(person, { status: "blocked", incident: "lost" })).id],
  ["an unknown id", async () => "x"],
])("a usable card is required: %s is refused", async (_what, cardId) => {
  const refused = await place(loading((await cardId()) ?? ""), 3400);
  const code = refused.body.error?.code;
  expect(["CARD_REQUIRED", "FIELD_INVALID"]).toContain(code);
  const without = await place({ productId: "month", support: "MEDIA" }, 3400);
  expect(without).toMatchObject({ http: 400, body: { error: { code: "CARD_REQUIRED" } } });
});

// covers §7: GET Products/media
test("the articles that may be loaded on a card are those its holder's age allows, on sale, and not hidden", async () => {
  const card = await ownCard();
  const found = await shop.api.call("productsOnMedia", { mediaId: card.id }, { token: person.token });
  expect(found.body.items.map(({ shopItemId }) => shopItemId)).toEqual(["month"]);
  const child = await ownCard(person, { birthDate: "2014-05-04" });
  const young = await shop.api.call("productsOnMedia", { mediaId: child.id }, { token: person.token });
  expect(young.body.items.map(({ shopItemId }) => shopItemId)).toEqual(["month", "young"]);
});

// covers §7: GET Products/media
test("another account's card, one of another network and an unknown one are not found", async () => {
  const other = await ownCard(await testPerson(shop.api.deps));
  const south = await testCard(shop.api.deps, { networkId: "south" });
  for (const mediaId of [other.id, south.id, "x"]) {
    const refused = await shop.api.call("productsOnMedia", { mediaId }, { token: person.token });
    expect(refused).toMatchObject({ http: 404, body: { error: { code: "NOT_FOUND" } } });
  }
});

test.each([
  ["CARD_EXPIRED", { expiresAt: "2026-01-01T00:00:00.000Z" }],
  ["CARD_INCIDENT", { status: "blocked", incident: "lost" as const }],
  ["CARD_STATUS_EMPTY", { status: null }],
])("%s: no ticket may be loaded on such a card", async (code, cardState) => {
  const card = await ownCard(person, cardState);
  const refused = await shop.api.call("productsOnMedia", { mediaId: card.id }, { token: person.token });
  expect(refused.body.error?.code).toBe(code);
});

test("a card's session sees which articles may be loaded on that card, and buys them for that card only", async () => {
  const card = await testCard(shop.api.deps);
  const { body: found } = await shop.api.call("searchLocalMediaForSignin", {
    mediaNumber: card.number,
    mediaCustomerBirthDate: card.birthDate,
  });
  const { user } = (await shop.api.call("signinWithToken", { token: found.token })).body;
  const bearer = { token: user.userToken ?? "", userId: user.userId, accountId: "", email: "" };
  const offered = await shop.api.call("productsOnMedia", { mediaId: card.id }, { token: bearer.token });
  expect(offered.body.items.map(({ shopItemId }) => shopItemId)).toEqual(["month"]);
  const other = await ownCard();
  const strange = await shop.api.call("productsOnMedia", { mediaId: other.id }, { token: bearer.token });
  expect(strange.body.error?.code).toBe("NOT_FOUND");

  const order = (mediaId: string) => ({
    ...orderOf(bearer, 3400, loading(mediaId)),
    invoiceEmail: "bearer@example.org",
    over18Accepted: true,
  });
  const ask = (mediaId: string) =>
    shop.api.call("placeOrder", order(mediaId), { token: bearer.token, idempotencyKey: crypto.randomUUID() });
  expect((await ask(other.id)).body.error?.code).toBe("CARD_REQUIRED");
  const placed = await ask(card.id);
  expect(placed.body.error).toBeUndefined();
  await shop.pay(placed.body.paymentUrl);
  expect((await acknowledge(placed.body.orderId, bearer.token)).body.outcome).toBe("CONFIRMED");
  const requestedLoads = await sql<{ count: number }>`select count(*) as count from ticket
    where card_id = ${card.id} and load_asked_at is not null`.execute(shop.api.deps.db);
  expect(requestedLoads.rows[0]?.count).toBe(1);
});
