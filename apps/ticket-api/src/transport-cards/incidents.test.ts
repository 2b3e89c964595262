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
import { openCardShop, transportCardCalls } from "../testing/test-card-shop.ts";
import { testCard } from "../testing/test-cards.ts";
import { type TestPerson, testPerson, travellersSession } from "../testing/test-people.ts";
import type { Shop } from "../testing/test-purchase.ts";
import { releaseReplacements } from "../transport-card-records/incident-store.ts";
import { blockCard, liftIncident, replaceCard } from "./incidents.ts";

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

const author = { staffId: "agent@demo.example" };
type Verb<Of, Ok> = (tx: Tx, deps: Dependencies, network: LoadedNetwork, of: Of) => Promise<Ok>;
/** An action of the staff, in its own transaction. */
async function staff<Of, T, C extends ErrorCode>(verb: Verb<Of, Result<T, C>>, of: Of): Promise<Result<T, C>> {
  const { deps } = shop.api;
  const network = await cardCalls.networkOf("north");
  return runTransaction(deps.db, (tx) => verb(tx, deps, network, of));
}
const declareCode = async (token: string, mediaId: string) =>
  (await cardCalls.declare(token, mediaId)).body.error?.code;

// covers §2: /account/transport-cards/incident/{id}
// covers §4: a card that is lost, stolen or defective is blocked with its tickets; staff unblock it; another replaces it, once
test("a declared card is blocked with every ticket on it immediately, and the holder is notified", async () => {
  const card = await cardCalls.ownCard(person);
  await cardCalls.load(person, card.id);
  await cardCalls.load(person, card.id, "trips");
  const { body } = await cardCalls.declare(person.token, card.id, "stolen");
  expect(body).toMatchObject({ blockedTickets: 2, media: { id: card.id, state: "active", incident: "stolen" } });
  expect((await cardCalls.tickets(person.token)).map(({ state }) => state)).toEqual(["blocked", "blocked"]);
  const [readCard] = (await cardCalls.cards(person.token)).medias;
  expect(readCard).toMatchObject({ incident: "stolen", replacement: null, replaced_by: null });
  expect(readCard?.incident_at).toMatch(/^2026-11-20T/);
  const emails = (await cardCalls.emails(person.email)).filter(({ text }) => text.includes("volée"));
  expect(emails.map(({ subject }) => subject)).toEqual([expect.stringContaining(card.number.slice(-4))]);
});

// covers §8: the Ticket API requires every consent, and the order stores the consents
test("an incident must be confirmed explicitly", async () => {
  const card = await cardCalls.ownCard(person);
  for (const confirmed of [undefined, false]) {
    const values = { mediaId: card.id, incident: "lost" as const, confirmed };
    const { http, body } = await shop.api.call("declareMediaIncident", values, { token: person.token });
    expect([http, body.error?.code]).toEqual([400, "CONFIRMATION_REQUIRED"]);
  }
  expect((await cardCalls.cards(person.token)).medias[0]?.incident).toBeNull();
});

test("a card is declared once; an expired card or one without a status cannot be declared", async () => {
  const card = await cardCalls.ownCard(person);
  const at = await Promise.all([1, 2, 3].map(() => cardCalls.declare(person.token, card.id)));
  expect(at.map(({ body }) => body.error?.code ?? "done").sort()).toEqual(["CARD_INCIDENT", "CARD_INCIDENT", "done"]);
  const over = await cardCalls.ownCard(person, { expiresAt: "2026-01-01T00:00:00.000Z" });
  expect(await declareCode(person.token, over.id)).toBe("CARD_EXPIRED");
  const unknown = await cardCalls.ownCard(person, { status: null });
  expect(await declareCode(person.token, unknown.id)).toBe("CARD_STATUS_EMPTY");
});

test("a card of another account, of another network or an unknown one is not found", async () => {
  const other = await cardCalls.ownCard(await testPerson(shop.api.deps));
  const free = await testCard(shop.api.deps);
  const south = await testCard(shop.api.deps, { networkId: "south" });
  for (const mediaId of [other.id, free.id, south.id, "nothing"]) {
    expect(await declareCode(person.token, mediaId)).toBe("NOT_FOUND");
  }
});

test("a traveller's own sign-in declares only their own card; the e-mail goes to the holder", async () => {
  const childId = await cardCalls.child(person);
  const child = await travellersSession(shop.api.deps, person, childId);
  const own = await cardCalls.ownCard({ ...person, userId: childId });
  const parents = await cardCalls.ownCard(person);
  expect(await declareCode(child, parents.id)).toBe("NOT_FOUND");
  expect((await cardCalls.declare(child, own.id)).http).toBe(200);
  expect((await cardCalls.cards(child)).medias.map(({ id }) => id)).toEqual([own.id]);
  const stored = await sql<{ author: string; by: string }>`select author, declared_by as by from card_incident
    where card_id = ${own.id}`.execute(shop.api.deps.db);
  expect(stored.rows).toEqual([{ author: childId, by: "customer" }]);
  expect(await cardCalls.emails(person.email)).toHaveLength(1);
});

// covers §4: a card that is lost, stolen or defective is blocked with its tickets; staff unblock it; another replaces it, once
test("staff lift an incident declared by mistake: card and tickets are restored", async () => {
  const card = await cardCalls.ownCard(person);
  await cardCalls.load(person, card.id);
  const before = await cardCalls.kept(person);
  expect((await staff(blockCard, { cardId: card.id, kind: "lost", note: "by phone", by: author })).ok).toBe(true);
  expect(await staff(liftIncident, { cardId: card.id, note: "found", by: author })).toMatchObject({
    ok: true,
    value: { liftedTickets: 1 },
  });
  expect(await cardCalls.kept(person)).toEqual(before);
  expect((await cardCalls.cards(person.token)).medias).toMatchObject([{ incident: null, incident_at: null }]);
  expect(await staff(liftIncident, { cardId: card.id, by: author })).toMatchObject({ code: "TRANSITION_NOT_ALLOWED" });
  const history = await sql`select kind, note, declared_by, author, lifted_by, lift_note from card_incident
    where card_id = ${card.id}`.execute(shop.api.deps.db);
  const staffs = { kind: "lost", note: "by phone", declared_by: "staff", author: author.staffId };
  expect(history.rows).toEqual([{ ...staffs, lifted_by: author.staffId, lift_note: "found" }]);
});

test("staff replace a card: a new valid number, same account and traveller, and the usable tickets", async () => {
  const card = await cardCalls.ownCard(person);
  await cardCalls.load(person, card.id);
  await cardCalls.load(person, card.id, "trips");
  await cardCalls.load(person, card.id, "today");
  await sql`update ticket set trips_left = 3 where account_id = ${person.accountId} and trips_left = 10`.execute(
    shop.api.deps.db,
  );
  await cardCalls.declare(person.token, card.id, "defective");
  await shop.pass(daysMs(1));
  const replaced = await staff(replaceCard, { cardId: card.id, by: author });
  expect(replaced).toMatchObject({ ok: true, value: { movedTickets: 2 } });
  const { medias } = await cardCalls.cards(person.token);
  const newCard = medias.find(({ state }) => state === "active");
  expect(isLuhnNumber(newCard?.number ?? "")).toBe(true);
  expect(newCard).toMatchObject({ incident: null, traveller: { userId: person.userId } });
  expect(medias.find(({ id }) => id === card.id)).toMatchObject({ state: "expired", replaced_by: newCard?.id });
  const usable = (await cardCalls.tickets(person.token)).filter(({ state }) => state === "active");
  const left = usable.map(({ media, tripsLeft }) => [media?.mediaId, tripsLeft] as const);
  expect(left.toSorted(([, a], [, b]) => (a ?? 0) - (b ?? 0))).toEqual([
    [newCard?.id, null],
    [newCard?.id, 3],
  ]);
  const states = (await cardCalls.tickets(person.token)).map(({ state }) => state).sort();
  expect(states).toEqual(["active", "active", "expired", "moved", "moved"]);
});

// covers §4: a card that is lost, stolen or defective is blocked with its tickets; staff unblock it; another replaces it, once
test("of several concurrent replacements one succeeds", async () => {
  const card = await cardCalls.ownCard(person);
  await cardCalls.load(person, card.id);
  await cardCalls.declare(person.token, card.id);
  const replacing = await Promise.all([1, 2, 3, 4].map(() => staff(replaceCard, { cardId: card.id, by: author })));
  expect(replacing.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await cardCalls.cards(person.token)).medias).toHaveLength(2);
});

test("a replacement is ordered for the card that it replaces; the card is made when the order is fulfilled", async () => {
  const card = await cardCalls.ownCard(person);
  await cardCalls.load(person, card.id);
  await cardCalls.declare(person.token, card.id);
  const order = await cardCalls.replace(person, card.id);
  expect(order.body).toMatchObject({ orderStatus: "COMPLETED" });
  const readCard = async () => (await cardCalls.cards(person.token)).medias.find(({ id }) => id === card.id);
  const { orderId } = order.body;
  expect(await readCard()).toMatchObject({
    replacement: { orderId, processStatus: "TO_PROCESS", support: "SHIPPING" },
  });
  expect(await staff(liftIncident, { cardId: card.id, by: author })).toMatchObject({ code: "TRANSITION_NOT_ALLOWED" });
  expect(await staff(replaceCard, { cardId: card.id, by: author })).toMatchObject({ code: "TRANSITION_NOT_ALLOWED" });
  await cardCalls.prepare(orderId);
  expect(await readCard()).toMatchObject({ state: "expired", replacement: { processStatus: "PROCESSING" } });
  const newCard = (await cardCalls.cards(person.token)).medias.find(({ made_by }) => made_by?.orderId === orderId);
  expect(newCard).toMatchObject({ state: "active", expires_at: expect.stringMatching(/^2031-11-2/) });
  expect((await cardCalls.tickets(person.token)).filter(({ state }) => state === "active")).toMatchObject([
    { media: { mediaId: newCard?.id } },
  ]);
  await cardCalls.prepare(orderId, "finishFulfilment");
  expect(await readCard()).toMatchObject({ replacement: { processStatus: "PROCESSED" } });
  expect((await cardCalls.emails(person.email)).map(({ subject }) => subject).join()).toContain("nouvelle carte");
});

test("a replacement needs a blocked card of the named traveller, and one piece", async () => {
  const good = await cardCalls.ownCard(person);
  const other = await testPerson(shop.api.deps);
  const lost = await cardCalls.ownCard(other);
  await cardCalls.declare(other.token, lost.id);
  for (const cardId of [good.id, lost.id, "nothing"]) {
    expect((await cardCalls.replace(person, cardId)).body.error).toMatchObject({
      code: "CARD_REQUIRED",
      details: { reason: "not-blocked" },
    });
  }
  const own = await cardCalls.ownCard(person);
  await cardCalls.declare(person.token, own.id);
  const line = { productId: "again", support: "SHIPPING", mediaId: own.id };
  expect((await cardCalls.place(person, [{ ...line, quantity: 2 }])).body.error?.code).toBe("QUANTITY_WRONG");
  expect((await cardCalls.place(person, [line, line])).body.error?.code).toBe("CARD_BEING_REPLACED");
});

// covers §4: a card that is lost, stolen or defective is blocked with its tickets; staff unblock it; another replaces it, once
test("a card is replaced by one order under concurrent calls; control: without the claim by several", async () => {
  const placedAtOnce = async () => {
    const card = await cardCalls.ownCard(person);
    await cardCalls.declare(person.token, card.id);
    const ways = ["SHIPPING", "PHYSICAL"] as const;
    const placed = await Promise.all([...ways, ...ways].map((way) => cardCalls.replace(person, card.id, way)));
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

test("an unpaid replacement may be ordered again: the first order is cancelled; once cancelled, the card is free again", async () => {
  const card = await cardCalls.ownCard(person);
  await cardCalls.declare(person.token, card.id);
  const paid = (support: string) => cardCalls.place(person, [{ productId: "paid", support, mediaId: card.id }], 2000);
  const first = await paid("SHIPPING");
  const second = await paid("PHYSICAL");
  expect(second.body.error).toBeUndefined();
  expect(second.body.orderId).not.toBe(first.body.orderId);
  const history = (await shop.api.call("orderHistory", {}, { token: person.token })).body.items;
  expect(history.map(({ status }) => status).sort()).toEqual(["CANCELED", "PROCESSING"]);
  await shop.api.call("cancelOrder", { orderId: second.body.orderId }, { token: person.token });
  expect(await staff(liftIncident, { cardId: card.id, by: author })).toMatchObject({ ok: true });
});

test("an order that staff cancel before the card is made frees the card; cards already made stay", async () => {
  const card = await cardCalls.ownCard(person);
  await cardCalls.load(person, card.id);
  await cardCalls.declare(person.token, card.id);
  const { db } = shop.api.deps;
  const { orderId } = (await cardCalls.replace(person, card.id)).body;
  await db.transaction().execute((tx) => releaseReplacements(tx, orderId));
  await expect(cardCalls.prepare(orderId)).rejects.toThrow("TRANSITION_NOT_ALLOWED");
  const again = (await cardCalls.replace(person, card.id, "PHYSICAL")).body.orderId;
  await cardCalls.prepare(again, "beginFulfilment", "PHYSICAL");
  await db.transaction().execute((tx) => releaseReplacements(tx, again));
  expect((await cardCalls.tickets(person.token)).filter(({ state }) => state === "active")).toHaveLength(1);
  // The cancelled order was never fulfilled; the books say so.
  await sql`update order_line set card_work = null where order_id = ${orderId}`.execute(db);
});

test("a ticket paid while its card is lost is issued blocked, and moves with the others; one paid after the replacement is on the new card", async () => {
  const card = await cardCalls.ownCard(person);
  const pay = async (order: Awaited<ReturnType<typeof cardCalls.load>>) => {
    expect(order.body.error).toBeUndefined();
    await shop.pay(order.body.paymentUrl);
    await shop.api.call("acknowledgePayment", { orderId: order.body.orderId }, { token: person.token });
  };
  const buy = () => cardCalls.place(person, [{ productId: "paid-year", support: "MEDIA", mediaId: card.id }], 100);
  const [first, second] = [
    await buy(),
    await cardCalls.place(person, [{ productId: "paid-year", support: "MEDIA", mediaId: card.id, quantity: 2 }], 200),
  ];
  await cardCalls.declare(person.token, card.id);
  await pay(first);
  expect((await cardCalls.kept(person)).map(({ status }) => status)).toEqual(["blocked"]);
  await staff(replaceCard, { cardId: card.id, by: author });
  await pay(second);
  const newCard = (await cardCalls.cards(person.token)).medias.find(({ state }) => state === "active");
  const usable = (await cardCalls.tickets(person.token)).filter(({ state }) => state === "active");
  expect(usable.map(({ media }) => media?.mediaId)).toEqual([newCard?.id, newCard?.id, newCard?.id]);
});

// covers §4: validators read the hotlist of cards
test("validators read which cards to refuse, page by page; others may not", async () => {
  const client = validatorClient;
  const [lost, replaced, good] = [
    await cardCalls.ownCard(person),
    await cardCalls.ownCard(person),
    await cardCalls.ownCard(person),
  ];
  await cardCalls.declare(person.token, lost.id);
  await cardCalls.declare(person.token, replaced.id);
  await staff(replaceCard, { cardId: replaced.id, by: author });
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
