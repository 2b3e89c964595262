import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { Result } from "@guichet/contract/result.ts";
import { isLuhnNumber } from "@guichet/rules/transport-cards.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { daysMs } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { validatorClient } from "../testing/test-api.ts";
import { cardDesk, openCardShop } from "../testing/test-card-shop.ts";
import { testCard } from "../testing/test-cards.ts";
import { type TestPerson, testPerson, travellersSession } from "../testing/test-people.ts";
import type { Shop } from "../testing/test-purchase.ts";
import { releaseReplacements } from "../transport-card-records/incident-store.ts";
import { blockCard, liftIncident, replaceCard } from "./incidents.ts";

let shop: Shop;
let desk: ReturnType<typeof cardDesk>;
let person: TestPerson;
beforeAll(async () => {
  shop = await openCardShop();
  desk = cardDesk(shop);
});
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
});
afterAll(async () => {
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
  await shop.close();
});

const by = { staffId: "agent@demo.example" };
type Verb<Of, Ok> = (tx: Tx, deps: Dependencies, network: LoadedNetwork, of: Of) => Promise<Ok>;
/** What staff do, in a transaction of theirs. */
async function staff<Of, T, C extends ErrorCode>(verb: Verb<Of, Result<T, C>>, of: Of): Promise<Result<T, C>> {
  const { deps } = shop.api;
  const network = await desk.networkOf("north");
  return runTransaction(deps.db, (tx) => verb(tx, deps, network, of));
}
const declareCode = async (token: string, mediaId: string) => (await desk.declare(token, mediaId)).body.error?.code;

// covers §2: /account/transport-cards/incident/{id}
// covers §4: a card that is lost, stolen or defective is blocked with its tickets; staff lift it; another replaces it, once
test("a declared card is blocked with every ticket on it, at once, and the holder is told", async () => {
  const card = await desk.ownCard(person);
  await desk.load(person, card.id);
  await desk.load(person, card.id, "trips");
  const { body } = await desk.declare(person.token, card.id, "stolen");
  expect(body).toMatchObject({ blockedTickets: 2, media: { id: card.id, state: "active", incident: "stolen" } });
  expect((await desk.tickets(person.token)).map(({ state }) => state)).toEqual(["blocked", "blocked"]);
  const [shown] = (await desk.cards(person.token)).medias;
  expect(shown).toMatchObject({ incident: "stolen", replacement: null, replaced_by: null });
  expect(shown?.incident_at).toMatch(/^2026-11-20T/);
  const told = (await desk.letters(person.email)).filter(({ text }) => text.includes("volée"));
  expect(told.map(({ subject }) => subject)).toEqual([expect.stringContaining(card.number.slice(-4))]);
});

// covers §8: every box of consent is asked by the Ticket API, and the order keeps what was agreed to
test("a card is blocked for nobody who does not say that it is meant", async () => {
  const card = await desk.ownCard(person);
  for (const confirmed of [undefined, false]) {
    const values = { mediaId: card.id, incident: "lost" as const, confirmed };
    const { http, body } = await shop.api.call("declareMediaIncident", values, { token: person.token });
    expect([http, body.error?.code]).toEqual([400, "CONFIRMATION_REQUIRED"]);
  }
  expect((await desk.cards(person.token)).medias[0]?.incident).toBeNull();
});

test("a card is declared once; one that ran out or has no status is not declared", async () => {
  const card = await desk.ownCard(person);
  const at = await Promise.all([1, 2, 3].map(() => desk.declare(person.token, card.id)));
  expect(at.map(({ body }) => body.error?.code ?? "done").sort()).toEqual(["CARD_INCIDENT", "CARD_INCIDENT", "done"]);
  const over = await desk.ownCard(person, { expiresAt: "2026-01-01T00:00:00.000Z" });
  expect(await declareCode(person.token, over.id)).toBe("CARD_EXPIRED");
  const unknown = await desk.ownCard(person, { status: null });
  expect(await declareCode(person.token, unknown.id)).toBe("CARD_STATUS_EMPTY");
});

test("a card of somebody else, of another network or of nobody does not exist here", async () => {
  const theirs = await desk.ownCard(await testPerson(shop.api.deps));
  const free = await testCard(shop.api.deps);
  const south = await testCard(shop.api.deps, { networkId: "south" });
  for (const mediaId of [theirs.id, free.id, south.id, "nothing"]) {
    expect(await declareCode(person.token, mediaId)).toBe("NOT_FOUND");
  }
});

test("a traveller's own sign-in declares their own card, and nobody else's; the letter goes to the holder", async () => {
  const childId = await desk.child(person);
  const child = await travellersSession(shop.api.deps, person, childId);
  const own = await desk.ownCard({ ...person, userId: childId });
  const parents = await desk.ownCard(person);
  expect(await declareCode(child, parents.id)).toBe("NOT_FOUND");
  expect((await desk.declare(child, own.id)).http).toBe(200);
  expect((await desk.cards(child)).medias.map(({ id }) => id)).toEqual([own.id]);
  const kept = await sql<{ author: string; by: string }>`select author, declared_by as by from card_incident
    where card_id = ${own.id}`.execute(shop.api.deps.db);
  expect(kept.rows).toEqual([{ author: childId, by: "customer" }]);
  expect(await desk.letters(person.email)).toHaveLength(1);
});

// covers §4: a card that is lost, stolen or defective is blocked with its tickets; staff lift it; another replaces it, once
test("staff lift what was declared by mistake: card and tickets are what they were", async () => {
  const card = await desk.ownCard(person);
  await desk.load(person, card.id);
  const before = await desk.kept(person);
  expect((await staff(blockCard, { cardId: card.id, kind: "lost", note: "by phone", by })).ok).toBe(true);
  expect(await staff(liftIncident, { cardId: card.id, note: "found", by })).toMatchObject({
    ok: true,
    value: { liftedTickets: 1 },
  });
  expect(await desk.kept(person)).toEqual(before);
  expect((await desk.cards(person.token)).medias).toMatchObject([{ incident: null, incident_at: null }]);
  expect(await staff(liftIncident, { cardId: card.id, by })).toMatchObject({ code: "TRANSITION_NOT_ALLOWED" });
  const history = await sql`select kind, note, declared_by, author, lifted_by, lift_note from card_incident
    where card_id = ${card.id}`.execute(shop.api.deps.db);
  const staffs = { kind: "lost", note: "by phone", declared_by: "staff", author: by.staffId };
  expect(history.rows).toEqual([{ ...staffs, lifted_by: by.staffId, lift_note: "found" }]);
});

test("staff replace a card: a new number that holds by Luhn, same account and traveller, and what was left on it", async () => {
  const card = await desk.ownCard(person);
  await desk.load(person, card.id);
  await desk.load(person, card.id, "trips");
  await desk.load(person, card.id, "today");
  await sql`update ticket set trips_left = 3 where account_id = ${person.accountId} and trips_left = 10`.execute(
    shop.api.deps.db,
  );
  await desk.declare(person.token, card.id, "defective");
  await shop.pass(daysMs(1));
  const replaced = await staff(replaceCard, { cardId: card.id, by });
  expect(replaced).toMatchObject({ ok: true, value: { movedTickets: 2 } });
  const { medias } = await desk.cards(person.token);
  const made = medias.find(({ state }) => state === "active");
  expect(isLuhnNumber(made?.number ?? "")).toBe(true);
  expect(made).toMatchObject({ incident: null, traveller: { userId: person.userId } });
  expect(medias.find(({ id }) => id === card.id)).toMatchObject({ state: "expired", replaced_by: made?.id });
  const usable = (await desk.tickets(person.token)).filter(({ state }) => state === "active");
  const left = usable.map(({ media, tripsLeft }) => [media?.mediaId, tripsLeft] as const);
  expect(left.toSorted(([, a], [, b]) => (a ?? 0) - (b ?? 0))).toEqual([
    [made?.id, null],
    [made?.id, 3],
  ]);
  const states = (await desk.tickets(person.token)).map(({ state }) => state).sort();
  expect(states).toEqual(["active", "active", "expired", "moved", "moved"]);
});

// covers §4: a card that is lost, stolen or defective is blocked with its tickets; staff lift it; another replaces it, once
test("of several replacements at once there is one", async () => {
  const card = await desk.ownCard(person);
  await desk.load(person, card.id);
  await desk.declare(person.token, card.id);
  const replacing = await Promise.all([1, 2, 3, 4].map(() => staff(replaceCard, { cardId: card.id, by })));
  expect(replacing.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await desk.cards(person.token)).medias).toHaveLength(2);
});

test("a replacement is ordered for the card that it replaces; the card is made when the order is prepared", async () => {
  const card = await desk.ownCard(person);
  await desk.load(person, card.id);
  await desk.declare(person.token, card.id);
  const order = await desk.replace(person, card.id);
  expect(order.body).toMatchObject({ orderStatus: "COMPLETED" });
  const shown = async () => (await desk.cards(person.token)).medias.find(({ id }) => id === card.id);
  const { orderId } = order.body;
  expect(await shown()).toMatchObject({ replacement: { orderId, processStatus: "TO_PROCESS", support: "SHIPPING" } });
  expect(await staff(liftIncident, { cardId: card.id, by })).toMatchObject({ code: "TRANSITION_NOT_ALLOWED" });
  expect(await staff(replaceCard, { cardId: card.id, by })).toMatchObject({ code: "TRANSITION_NOT_ALLOWED" });
  await desk.prepare(orderId);
  expect(await shown()).toMatchObject({ state: "expired", replacement: { processStatus: "PROCESSING" } });
  const made = (await desk.cards(person.token)).medias.find(({ made_by }) => made_by?.orderId === orderId);
  expect(made).toMatchObject({ state: "active", expires_at: expect.stringMatching(/^2031-11-2/) });
  expect((await desk.tickets(person.token)).filter(({ state }) => state === "active")).toMatchObject([
    { media: { mediaId: made?.id } },
  ]);
  await desk.prepare(orderId, "finishFulfilment");
  expect(await shown()).toMatchObject({ replacement: { processStatus: "PROCESSED" } });
  expect((await desk.letters(person.email)).map(({ subject }) => subject).join()).toContain("nouvelle carte");
});

test("a replacement needs a blocked card of the traveller's, named, and one piece", async () => {
  const good = await desk.ownCard(person);
  const theirs = await testPerson(shop.api.deps);
  const lost = await desk.ownCard(theirs);
  await desk.declare(theirs.token, lost.id);
  for (const cardId of [good.id, lost.id, "nothing"]) {
    expect((await desk.replace(person, cardId)).body.error).toMatchObject({
      code: "CARD_REQUIRED",
      details: { reason: "not-blocked" },
    });
  }
  const own = await desk.ownCard(person);
  await desk.declare(person.token, own.id);
  const line = { productId: "again", support: "SHIPPING", mediaId: own.id };
  expect((await desk.place(person, [{ ...line, quantity: 2 }])).body.error?.code).toBe("QUANTITY_WRONG");
  expect((await desk.place(person, [line, line])).body.error?.code).toBe("CARD_BEING_REPLACED");
});

// covers §4: a card that is lost, stolen or defective is blocked with its tickets; staff lift it; another replaces it, once
test("a card is replaced by one order however many are placed at once; control: without the claim by several", async () => {
  const placedAtOnce = async () => {
    const card = await desk.ownCard(person);
    await desk.declare(person.token, card.id);
    const ways = ["SHIPPING", "PHYSICAL"] as const;
    const placed = await Promise.all([...ways, ...ways].map((way) => desk.replace(person, card.id, way)));
    return { card, codes: placed.map(({ body }) => body.error?.code ?? body.orderStatus) };
  };
  const { codes } = await placedAtOnce();
  expect(codes.filter((code) => code === "COMPLETED")).toHaveLength(1);
  expect(new Set(codes)).toEqual(new Set(["COMPLETED", "CARD_BEING_REPLACED"]));

  const { db } = shop.api.deps;
  await sql`create function forget_claim() returns trigger language plpgsql as $$ begin
    new.order_id := null; return new; end $$`.execute(db);
  await sql`create trigger forgets before update on card_incident for each row execute function forget_claim()`.execute(
    db,
  );
  const control = await placedAtOnce();
  expect(control.codes.filter((code) => code === "COMPLETED").length).toBeGreaterThan(1);
  await sql`drop trigger forgets on card_incident`.execute(db);
});

test("who did not pay a replacement may order it another way: the first order makes room; given up, the card is free again", async () => {
  const card = await desk.ownCard(person);
  await desk.declare(person.token, card.id);
  const paid = (support: string) => desk.place(person, [{ productId: "paid", support, mediaId: card.id }], 2000);
  const first = await paid("SHIPPING");
  const second = await paid("PHYSICAL");
  expect(second.body.error).toBeUndefined();
  expect(second.body.orderId).not.toBe(first.body.orderId);
  const history = (await shop.api.call("orderHistory", {}, { token: person.token })).body.items;
  expect(history.map(({ status }) => status).sort()).toEqual(["CANCELED", "PROCESSING"]);
  await shop.api.call("cancelOrder", { orderId: second.body.orderId }, { token: person.token });
  expect(await staff(liftIncident, { cardId: card.id, by })).toMatchObject({ ok: true });
});

test("an order that staff take back before the card is made frees the card; what was made stays", async () => {
  const card = await desk.ownCard(person);
  await desk.load(person, card.id);
  await desk.declare(person.token, card.id);
  const { db } = shop.api.deps;
  const { orderId } = (await desk.replace(person, card.id)).body;
  await db.transaction().execute((tx) => releaseReplacements(tx, orderId));
  await expect(desk.prepare(orderId)).rejects.toThrow("TRANSITION_NOT_ALLOWED");
  const again = (await desk.replace(person, card.id, "PHYSICAL")).body.orderId;
  await desk.prepare(again, "beginFulfilment", "PHYSICAL");
  await db.transaction().execute((tx) => releaseReplacements(tx, again));
  expect((await desk.tickets(person.token)).filter(({ state }) => state === "active")).toHaveLength(1);
  // What was ordered and taken back was never prepared; the books say so.
  await sql`update order_line set card_work = null where order_id = ${orderId}`.execute(db);
});

test("a ticket paid while its card is lost waits blocked, and moves with the others; one paid after it is replaced stands on the new card", async () => {
  const card = await desk.ownCard(person);
  const pay = async (order: Awaited<ReturnType<typeof desk.load>>) => {
    expect(order.body.error).toBeUndefined();
    await shop.pay(order.body.paymentUrl);
    await shop.api.call("acknowledgePayment", { orderId: order.body.orderId }, { token: person.token });
  };
  const buy = () => desk.place(person, [{ productId: "paid-year", support: "MEDIA", mediaId: card.id }], 100);
  const [first, second] = [
    await buy(),
    await desk.place(person, [{ productId: "paid-year", support: "MEDIA", mediaId: card.id, quantity: 2 }], 200),
  ];
  await desk.declare(person.token, card.id);
  await pay(first);
  expect((await desk.kept(person)).map(({ status }) => status)).toEqual(["blocked"]);
  await staff(replaceCard, { cardId: card.id, by });
  await pay(second);
  const made = (await desk.cards(person.token)).medias.find(({ state }) => state === "active");
  const usable = (await desk.tickets(person.token)).filter(({ state }) => state === "active");
  expect(usable.map(({ media }) => media?.mediaId)).toEqual([made?.id, made?.id, made?.id]);
});

// covers §4: validators read the cards to refuse
test("validators read which cards to refuse, page by page; others may not", async () => {
  const client = validatorClient;
  const [lost, replaced, good] = [await desk.ownCard(person), await desk.ownCard(person), await desk.ownCard(person)];
  await desk.declare(person.token, lost.id);
  await desk.declare(person.token, replaced.id);
  await staff(replaceCard, { cardId: replaced.id, by });
  const numbers: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await shop.api.call("cardHotlist", { limit: 2, ...(cursor ? { cursor } : {}) }, { client });
    numbers.push(...body.items.map(({ number }) => number.replaceAll(" ", "")));
    cursor = body.nextCursor;
  } while (cursor !== undefined);
  expect(numbers).toContain(lost.number);
  expect(numbers).toContain(replaced.number);
  expect(numbers).not.toContain(good.number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect((await shop.api.call("cardHotlist", {})).body.error?.code).toBe("CLIENT_NOT_ALLOWED");
  expect((await shop.api.call("cardHotlist", { cursor: "%" }, { client })).body.error?.code).toBe("CURSOR_INVALID");
});
