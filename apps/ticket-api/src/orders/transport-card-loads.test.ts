import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { daysMs } from "../clock.ts";
import { soManyWait } from "../testing/held-rows.ts";
import { withoutLoadsNoted } from "../testing/providers/without-guards.ts";
import { validatorClient } from "../testing/test-api.ts";
import { cardShopPack, transportCardCalls } from "../testing/test-card-shop.ts";
import { testCard } from "../testing/test-cards.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";
import { blockCard, liftIncident, replaceCard } from "../transport-cards/incidents.ts";

let shop: Shop;
let cardCalls: ReturnType<typeof transportCardCalls>;
let person: TestPerson;
beforeAll(async () => {
  const both = { id: "both", price: 0, supports: ["DEMATERIALIZED" as const, "MEDIA" as const] };
  const packs = ["north", "south"].map((id) => cardShopPack(id, [both]));
  shop = await openTestShop({ packs });
  cardCalls = transportCardCalls(shop);
});
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
});
afterAll(() => shop.close());

const minutesMs = (minutes: number) => minutes * 60_000;
const fromNow = (ms: number) => new Date(Date.parse(shop.api.clock.iso()) + ms).toISOString();
const asValidator = { client: validatorClient };
const waiting = (mediaNumber?: string, network = "north") =>
  shop.api.call("cardLoads", mediaNumber === undefined ? {} : { mediaNumber }, { ...asValidator, network });
const waitingOn = async (mediaNumber: string) =>
  (await waiting(mediaNumber)).body.items.map(({ ticketId }) => ticketId).toSorted();
const report = (mediaNumber: string, ticketId: string, loadedAt = shop.api.clock.iso(), network = "north") =>
  shop.api.call("reportCardLoad", { mediaNumber, ticketId, loadedAt }, { ...asValidator, network });
const codeOf = async (response: ReturnType<typeof report>) => (await response).body.error?.code;
const ticketsOf = async () => cardCalls.tickets(person.token);
const liveOf = async () => (await ticketsOf()).filter(({ state }) => state !== "moved" && state !== "transferred");
const lineOf = async (orderId: string) =>
  (await shop.api.call("getOrders", { orderId }, { token: person.token })).body.items[0];
const ownStaff = { staffId: "agent@demo.example" };
/** A transport card of the person, with a pass that waits to be loaded on it. */
async function waitingCard(productId = "year") {
  const card = await cardCalls.ownCard(person);
  const { orderId } = (await cardCalls.load(person, card.id, productId)).body;
  const [ticketId = ""] = await waitingOn(card.number);
  return { card, ticketId, orderId };
}

// covers §7: GET Networks/cardLoads (ours)
test("a validator finds the pending loads of the card that it reads, and nothing about its holder", async () => {
  const { card, ticketId } = await waitingCard("trips");
  const { body } = await waiting(card.number.replace(/(.{4})/gu, "$1 "));
  expect(body.items).toEqual([
    {
      ticketId,
      mediaNumber: card.number.match(/.{4}/gu)?.join(" "),
      productId: "trips",
      name: expect.any(String),
      journey: null,
      validity: { from: "purchase", duration: "P1Y" },
      validFrom: expect.any(String),
      validUntil: expect.any(String),
      useBefore: null,
      tripsLeft: 10,
      transferMinutes: null,
      since: expect.stringMatching(/^2026-11-20T09:00/u),
    },
  ]);
  expect(body.asOf > (body.items[0]?.since ?? "")).toBe(true);
});

// covers §1: tickets on a transport card
test("a reported load counts as loaded from its own time, in the wallet, the order and the ledger, and is no longer pending", async () => {
  const { card, ticketId, orderId } = await waitingCard();
  expect((await lineOf(orderId))?.lines[0]?.processStatus).toBe("PROCESSING");
  await shop.pass(minutesMs(10));
  const loadedAt = fromNow(-minutesMs(3));
  const reported = await report(card.number, ticketId, loadedAt);
  expect(reported.body).toMatchObject({ ticketId, loadedAt, recorded: true });
  expect((await ticketsOf())[0]).toMatchObject({
    state: "active",
    media: { loads: "loaded", loadedAt },
    transfer: null,
  });
  const order = await lineOf(orderId);
  expect(order?.lines[0]?.processStatus).toBe("PROCESSED");
  expect(order?.history.at(-1)?.event).toBe("loaded-on-card");
  expect(await waitingOn(card.number)).toEqual([]);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
});

test("a line of two tickets is loaded when both are", async () => {
  const card = await cardCalls.ownCard(person);
  const lines = [{ productId: "paid-year", support: "MEDIA", mediaId: card.id, quantity: 2 }];
  const placed = await cardCalls.place(person, lines, 200);
  await shop.pay(placed.body.paymentUrl);
  const { orderId } = placed.body;
  await shop.api.call("acknowledgePayment", { orderId }, { token: person.token });
  const [first = "", second = ""] = await waitingOn(card.number);
  await report(card.number, first);
  expect((await lineOf(orderId))?.lines[0]?.processStatus).toBe("PROCESSING");
  await report(card.number, second);
  const order = await lineOf(orderId);
  expect(order?.lines[0]?.processStatus).toBe("PROCESSED");
  expect(order?.history.filter(({ event }) => event === "loaded-on-card")).toHaveLength(1);
});

// covers §7: POST wallet/transferContract
test("a ticket that is moved to a card: its transfer is PENDING, and DONE once it is loaded, in every view", async () => {
  const card = await cardCalls.ownCard(person);
  await cardCalls.place(person, [{ productId: "both" }]);
  const ticketId = (await ticketsOf())[0]?.ticketId ?? "";
  const give = () => shop.api.call("transferContract", { ticketId, mediaId: card.id }, { token: person.token });
  const transfer = (await give()).body;
  expect(transfer.transfer).toBe("PENDING");
  expect((await give()).body).toMatchObject({ transfer: "PENDING", ticketId: transfer.ticketId });
  expect((await liveOf())[0]).toMatchObject({ ticketId: transfer.ticketId, transfer: "PENDING" });
  await report(card.number, transfer.ticketId ?? "");
  expect((await give()).body).toMatchObject({ transfer: "DONE", ticketId: transfer.ticketId });
  expect((await liveOf())[0]).toMatchObject({ transfer: "DONE", media: { loads: "loaded" } });
});

// covers §7: POST wallet/transferContract
test("a card that is blocked before the load: ERROR; unblocked, the ticket waits again; replaced, it waits once on the new card", async () => {
  const card = await cardCalls.ownCard(person);
  await cardCalls.place(person, [{ productId: "both" }]);
  const ticketId = (await ticketsOf())[0]?.ticketId ?? "";
  const give = async () =>
    (await shop.api.call("transferContract", { ticketId, mediaId: card.id }, { token: person.token })).body;
  const transfer = await give();
  const { deps } = shop.api;
  const network = await cardCalls.networkOf("north");
  const block = () => cardCalls.declare(person.token, card.id);
  await block();
  expect(await give()).toMatchObject({ transfer: "ERROR", ticketId: transfer.ticketId });
  expect((await liveOf())[0]).toMatchObject({ state: "blocked", transfer: "ERROR", media: { loads: "stopped" } });
  expect(await codeOf(report(card.number, transfer.ticketId ?? "", fromNow(minutesMs(1))))).toBe("CARD_INCIDENT");
  expect((await waiting(card.number)).body.error?.code).toBe("CARD_INCIDENT");
  await deps.db.transaction().execute((tx) => liftIncident(tx, deps, network, { cardId: card.id, by: ownStaff }));
  expect(await give()).toMatchObject({ transfer: "PENDING" });
  expect(await waitingOn(card.number)).toEqual([transfer.ticketId]);

  await block();
  await deps.db.transaction().execute((tx) => replaceCard(tx, deps, network, { cardId: card.id, by: ownStaff }));
  const [moved, ...others] = await liveOf();
  expect(others).toEqual([]);
  expect(moved).toMatchObject({ transfer: "PENDING", media: { loads: "next-validation" } });
  expect(await give()).toMatchObject({ transfer: "PENDING", ticketId: moved?.ticketId });
  const newCard = (await cardCalls.cards(person.token)).medias.find(({ id }) => id === moved?.media?.mediaId);
  expect(await waitingOn(newCard?.number ?? "")).toEqual([moved?.ticketId]);
  expect(await codeOf(report(card.number, transfer.ticketId ?? ""))).toBe("LOAD_WITHDRAWN");
  expect((await report(newCard?.number ?? "", moved?.ticketId ?? "")).body.recorded).toBe(true);
  expect(await give()).toMatchObject({ transfer: "DONE", ticketId: moved?.ticketId });
  expect(await audit(deps, { grace: 0 })).toEqual([]);
});

test("a load made before the card was declared lost, or the ticket expired, counts even if it is reported later", async () => {
  const { card, ticketId } = await waitingCard();
  const loadedAt = shop.api.clock.iso();
  await shop.pass(minutesMs(30));
  await cardCalls.declare(person.token, card.id);
  expect((await report(card.number, ticketId, loadedAt)).body).toMatchObject({ recorded: true, loadedAt });
  expect((await ticketsOf())[0]).toMatchObject({ state: "blocked", media: { loads: "loaded" } });

  const today = await waitingCard("today");
  const onTime = shop.api.clock.iso();
  await shop.pass(daysMs(2));
  await shop.api.work.drain();
  expect(await codeOf(report(today.card.number, today.ticketId, fromNow(0)))).toBe("LOAD_WITHDRAWN");
  expect((await report(today.card.number, today.ticketId, onTime)).body.recorded).toBe(true);
});

test("a load can be reported any number of times and is recorded once; the first reported time counts", async () => {
  const { card, ticketId } = await waitingCard();
  const first = shop.api.clock.iso();
  expect((await report(card.number, ticketId, first)).body).toMatchObject({ loadedAt: first, recorded: true });
  await shop.pass(minutesMs(20));
  const again = await report(card.number, ticketId);
  expect(again.body).toMatchObject({ loadedAt: first, recorded: false });
  await cardCalls.declare(person.token, card.id);
  expect((await report(card.number, ticketId)).body).toMatchObject({ loadedAt: first, recorded: false });
});

test.each([
  ["before it was requested", -6],
  ["in the future", 6],
])("a load %s is refused, and nothing is written", async (_when, minutes) => {
  const { card, ticketId } = await waitingCard();
  const refused = await report(card.number, ticketId, fromNow(minutesMs(minutes)));
  expect(refused.body.error).toMatchObject({ code: "FIELD_INVALID", details: { field: "loadedAt" } });
  expect(await waitingOn(card.number)).toEqual([ticketId]);
});

// covers §7: POST Networks/reportCardLoad (ours)
test("an unknown card, one of another network and one that is not usable are refused by both calls", async () => {
  const { card, ticketId } = await waitingCard();
  const south = await testCard(shop.api.deps, { networkId: "south" });
  expect((await waiting(card.number, "south")).body.error?.code).toBe("CARD_NOT_RECOGNISED");
  expect(await codeOf(report(card.number, ticketId, undefined, "south"))).toBe("CARD_NOT_RECOGNISED");
  expect(await codeOf(report("1", ticketId))).toBe("CARD_NOT_RECOGNISED");
  expect(await codeOf(report(south.number, ticketId, undefined, "south"))).toBe("LOAD_UNKNOWN");
  const { db } = shop.api.deps;
  const refused = async (change: ReturnType<typeof sql>) => {
    await sql`update transport_card set ${change} where id = ${card.id}`.execute(db);
    return [(await waiting(card.number)).body.error?.code, await codeOf(report(card.number, ticketId))];
  };
  expect(await refused(sql`expires_at = ${fromNow(0)}`)).toEqual(["CARD_EXPIRED", "CARD_EXPIRED"]);
  const stopped = (await ticketsOf())[0];
  expect(stopped).toMatchObject({ state: "active", media: { loads: "stopped", loadedAt: null } });
  expect(await refused(sql`expires_at = null, status = null`)).toEqual(["CARD_STATUS_EMPTY", "CARD_STATUS_EMPTY"]);
  expect((await refused(sql`status = 'active'`))[1]).toBeUndefined();
});

// covers §7: POST Networks/reportCardLoad (ours)
test("a load that was never requested is unknown; one cancelled in the meantime is withdrawn", async () => {
  const { card, ticketId } = await waitingCard();
  const other = await cardCalls.ownCard(person);
  await cardCalls.place(person, [{ productId: "both" }]);
  const onPhone = (await ticketsOf()).find(({ media }) => media === null)?.ticketId ?? "";
  for (const unknown of ["nothing", crypto.randomUUID(), onPhone])
    expect(await codeOf(report(card.number, unknown))).toBe("LOAD_UNKNOWN");
  expect(await codeOf(report(other.number, ticketId))).toBe("LOAD_UNKNOWN");
  await sql`update ticket set status = 'cancelled' where id = ${ticketId}`.execute(shop.api.deps.db);
  const refused = await report(card.number, ticketId);
  expect(refused.body.error).toMatchObject({ code: "LOAD_WITHDRAWN", details: { state: "cancelled" } });
  expect(await waitingOn(card.number)).toEqual([]);
});

// covers §7: GET Networks/cardLoads (ours)
test("only validators may call, only for their own networks, and pending loads are paginated", async () => {
  const cards = [await waitingCard(), await waitingCard(), await waitingCard()];
  const [one] = cards;
  const values = { mediaNumber: one?.card.number ?? "", ticketId: one?.ticketId ?? "", loadedAt: shop.api.clock.iso() };
  expect((await shop.api.call("cardLoads", {})).body.error?.code).toBe("CLIENT_NOT_ALLOWED");
  expect((await shop.api.call("reportCardLoad", values)).body.error?.code).toBe("CLIENT_NOT_ALLOWED");
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await shop.api.call("cardLoads", { limit: 2, ...(cursor ? { cursor } : {}) }, asValidator);
    seen.push(...body.items.map(({ ticketId }) => ticketId));
    cursor = body.nextCursor;
  } while (cursor !== undefined);
  expect(new Set(seen).size).toBe(seen.length);
  for (const { ticketId } of cards) expect(seen).toContain(ticketId);
  const southern = (await waiting(undefined, "south")).body.items.map(({ ticketId }) => ticketId);
  for (const { ticketId } of cards) expect(southern).not.toContain(ticketId);
  expect((await shop.api.call("cardLoads", { cursor: "%" }, asValidator)).body.error?.code).toBe("CURSOR_INVALID");
});

/** Two validators report one load concurrently, and find its row locked. */
async function reportedTwice() {
  const { card, ticketId } = await waitingCard();
  const { db } = shop.api.deps;
  const { reports } = await db.transaction().execute(async (tx) => {
    await sql`select from ticket where id = ${ticketId} for update`.execute(tx);
    const both = [report(card.number, ticketId), report(card.number, ticketId, fromNow(minutesMs(1)))];
    await soManyWait(db, 2);
    return { reports: both };
  });
  const outcomes = (await Promise.all(reports)).map(({ body }) => [body.recorded, body.loadedAt] as const);
  const kept = await sql<{ loadedAt: string | null }>`select loaded_at as "loadedAt" from ticket
    where id = ${ticketId}`.execute(db);
  return {
    recorded: outcomes.map(([recorded]) => recorded).toSorted(),
    times: new Set(outcomes.map(([, at]) => at)),
    kept,
  };
}

// covers §7: POST Networks/reportCardLoad (ours)
test("of two validators that report a load concurrently one records it; control: without the mark both do", async () => {
  const { recorded, times, kept } = await reportedTwice();
  expect(recorded).toEqual([false, true]);
  expect([...times]).toEqual([kept.rows[0]?.loadedAt]);
  await withoutLoadsNoted(shop.api.deps.db);
  const control = await reportedTwice();
  expect(control.recorded).toEqual([true, true]);
  expect(control.times.size).toBe(2);
});

test("a block takes effect before or after a load, never in between", async () => {
  const { card, ticketId } = await waitingCard();
  const { deps } = shop.api;
  const network = await cardCalls.networkOf("north");
  const racing = await deps.db.transaction().execute(async (tx) => {
    await blockCard(tx, deps, network, { cardId: card.id, kind: "lost", by: ownStaff });
    const reporting = report(card.number, ticketId);
    await soManyWait(deps.db, 1);
    return { reporting };
  });
  expect((await racing.reporting).body.error?.code).toBe("CARD_INCIDENT");
});
