import { check } from "@guichet/ticket-code/ticket-code.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertTraveller } from "../account-records/traveller-store.ts";
import { audit } from "../audit/audit.ts";
import { soManyWait } from "../testing/held-rows.ts";
import { withoutCountedTrips } from "../testing/providers/without-guards.ts";
import { testCard } from "../testing/test-cards.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson, travellersSession } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";
import { moveTicketsByClock } from "./ticket-use-store.ts";

const carnet = { validity: { from: "purchase", duration: "P1Y" }, transferMinutes: 60 } as const;
const packOf = (id: string) =>
  testPack({
    id,
    articles: [
      testArticle({ id: "hour", price: 0, useWithin: "P1Y" }),
      testArticle({ id: "single", price: 0, trips: 1, validity: { from: "first-use", duration: "PT3H" } }),
      testArticle({ id: "carnet", price: 0, trips: 3, ...carnet }),
      testArticle({ id: "month", price: 0, validity: { from: "purchase", duration: "P31D" } }),
      testArticle({
        id: "later",
        price: 0,
        validity: { from: "start", duration: "P1D" },
        pivot: { type: "DAY_PIVOT", value: 23, proposals: 10 },
      }),
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

async function bought(productId: string, line: Record<string, unknown> = {}, buyer = person): Promise<string> {
  const placed = await shop.api.call("placeOrder", orderOf(buyer, 0, { productId, ...line }), {
    token: buyer.token,
    idempotencyKey: crypto.randomUUID(),
  });
  expect(placed.body.error).toBeUndefined();
  const { items } = (await shop.api.call("tickets", {}, { token: buyer.token })).body;
  return items.find(({ orderId }) => orderId === placed.body.orderId)?.ticketId ?? "";
}
const punch = (ticketId: string, values: Record<string, unknown> = {}, asking: Record<string, unknown> = {}) =>
  shop.api.call("punchTicket", { ticketId, ...values }, { token: person.token, ...asking });
const ticketOf = async (ticketId: string, token = person.token) =>
  (await shop.api.call("tickets", { ticketId }, { token })).body.items[0];
const checked = (code: string | null | undefined, now = shop.api.clock.iso()) =>
  check(code ?? "", { keys: shop.api.deps.keys.ticketKeys(), now, network: "north" });
const minutes = (count: number) => shop.pass(count * 60_000);

// covers §7: POST Ticket/punchTicket.json
test("the first use starts a ticket's validity, and its code says so when checked offline", async () => {
  const id = await bought("hour");
  expect(await ticketOf(id)).toMatchObject({ state: "pending", punch: { kind: "opened" }, firstUsedAt: null });
  const used = await punch(id);
  const at = shop.api.clock.now().getTime();
  const until = new Date(Date.parse(used.body.use.usedAt) + 3_600_000).toISOString();
  expect(used.body.use).toMatchObject({ kind: "opened", trips: 0, validUntil: until, place: null });
  expect(used.body.ticket).toMatchObject({ state: "active", validUntil: until, useBefore: null });
  const holds = checked(used.body.ticket.code);
  expect(holds).toMatchObject({ status: "valid" });
  expect("ticket" in holds && holds.ticket.firstUse).toBeUndefined();
  expect(checked(used.body.ticket.code, new Date(at + 3_601_000).toISOString()).status).toBe("expired");
  await minutes(30);
  const again = await punch(id);
  expect(again.body.use).toMatchObject({ kind: "checked", trips: 0, validUntil: until });
  await minutes(31);
  expect((await ticketOf(id))?.state).toBe("expired");
  const late = await punch(id);
  expect(late.body.error).toMatchObject({ code: "TICKET_UNUSABLE", details: { reason: "expired" } });
});

// covers §7: POST Ticket/punchTicket.json
test("a carnet uses one trip per punch, shows a code while the trip runs, and is used up after its last", async () => {
  const id = await bought("carnet");
  const first = await punch(id);
  expect(first.body.ticket).toMatchObject({ tripsLeft: 2, state: "active", tripUntil: first.body.use.validUntil });
  const running = checked(first.body.ticket.code);
  expect(running.status === "valid" && running.ticket.carnet).toBeUndefined();
  const changed = await punch(id, { change: true });
  expect(changed.body.use).toMatchObject({ kind: "change", trips: 0, validUntil: first.body.use.validUntil });
  expect(changed.body.ticket.tripsLeft).toBe(2);
  await minutes(61);
  expect(checked((await ticketOf(id))?.code)).toMatchObject({ status: "valid", ticket: { carnet: { trips: 3 } } });
  const change = await punch(id, { change: true });
  expect(change.body.error?.details).toEqual({ reason: "no-trip-running" });
  await punch(id);
  const last = await punch(id);
  expect(last.body.ticket).toMatchObject({ tripsLeft: 0, state: "active", punch: null });
  expect((await punch(id)).body.error?.code).toBe("TICKET_USED_UP");
  await minutes(61);
  expect(await ticketOf(id)).toMatchObject({ state: "used-up", code: null });
  expect((await punch(id)).body.error?.code).toBe("TICKET_USED_UP");
  expect((await ticketOf(id))?.uses?.map(({ kind }) => kind)).toEqual(["trip", "trip", "change", "trip"]);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
});

test("a single trip of a ticket with its own validity lasts as long as that", async () => {
  const id = await bought("single");
  const used = await punch(id);
  expect(Date.parse(used.body.use.validUntil ?? "") - Date.parse(used.body.use.usedAt)).toBe(3 * 3_600_000);
  expect(used.body.ticket).toMatchObject({ state: "active", tripsLeft: 0 });
});

test("a pass is recorded as validated; one that has not begun is refused", async () => {
  const pass = await punch(await bought("month"));
  expect(pass.body.use).toMatchObject({ kind: "checked", trips: 0 });
  const startingAt = "2026-11-25T11:00:00.000Z";
  const later = await bought("later", { startingAt });
  expect((await punch(later)).body.error?.details).toEqual({ reason: "not-begun" });
  expect((await ticketOf(later))?.punch).toBeNull();
});

test.each(["blocked", "moved", "transferred", "cancelled"])("a ticket that is %s cannot be used", async (status) => {
  const id = await bought("hour");
  const why = status === "blocked" ? "{staff}" : "{}";
  await sql`update ticket set status = ${status}, blocked_for = ${why} where id = ${id}`.execute(shop.api.deps.db);
  expect(await punch(id)).toMatchObject({
    http: 409,
    body: { error: { code: "TICKET_UNUSABLE", details: { reason: status } } },
  });
  expect(await usesIn(id)).toBe(0);
  await sql`update ticket set status = 'pending' where id = ${id}`.execute(shop.api.deps.db);
});

test("a ticket on a card is punched with the card", async () => {
  const id = await bought("month");
  const card = await testCard(shop.api.deps);
  await sql`update ticket set support = 'MEDIA', card_id = ${card.id}, code = null where id = ${id}`.execute(
    shop.api.deps.db,
  );
  expect((await punch(id)).body.error).toMatchObject({ code: "TICKET_UNUSABLE", details: { reason: "on-card" } });
});

test("one key punches once, however often the request is repeated", async () => {
  const id = await bought("carnet");
  const asking = { idempotencyKey: crypto.randomUUID() };
  const both = await Promise.all([punch(id, {}, asking), punch(id, {}, asking)]);
  const third = await punch(id, {}, asking);
  expect(new Set([...both, third].map(({ body }) => body.use.useId)).size).toBe(1);
  expect((await ticketOf(id))?.tripsLeft).toBe(2);
});

async function lastTripTwice(): Promise<string[]> {
  const id = await bought("single");
  const { db } = shop.api.deps;
  const answers = await db.transaction().execute(async (tx) => {
    await sql`select from ticket where id = ${id} for update`.execute(tx);
    const punching = [punch(id), punch(id)];
    await soManyWait(db, 2, "trips_left - ");
    return { punching };
  });
  const ends = await Promise.all(answers.punching);
  return ends.map(({ body }) => body.error?.code ?? "ok").toSorted();
}

// covers §7: POST Ticket/punchTicket.json
test("of two devices that use the last trip concurrently exactly one succeeds; control: without the count of trips both do", async () => {
  expect(await lastTripTwice()).toEqual(["TICKET_USED_UP", "ok"]);
  await withoutCountedTrips(shop.api.deps.db);
  expect(await lastTripTwice()).toEqual(["ok", "ok"]);
  expect((await audit(shop.api.deps, { grace: 0 })).map(({ kind }) => kind)).toEqual(["trips-miscounted"]);
  await sql`drop trigger forgets_trip on ticket`.execute(shop.api.deps.db);
  await sql`update ticket set trips_left = 0 where product_id = 'single'`.execute(shop.api.deps.db);
});

test("nobody uses another's ticket, in this network or another; a traveller's own sign-in uses only its own", async () => {
  const id = await bought("carnet");
  const stranger = await testPerson(shop.api.deps);
  const southern = await testPerson(shop.api.deps, { network: "south" });
  expect((await punch(id, {}, { token: stranger.token })).body.error?.code).toBe("NOT_FOUND");
  expect((await punch(id, {}, { token: southern.token, network: "south" })).body.error?.code).toBe("NOT_FOUND");
  expect((await punch("no-ticket")).body.error?.code).toBe("NOT_FOUND");
  const { deps } = shop.api;
  const lou = deps.ids.uuid();
  const born = { firstName: "Lou", lastName: "Haddad", birthDate: "2012-05-02" };
  await deps.db
    .transaction()
    .execute((tx) =>
      insertTraveller(
        tx,
        { id: lou, networkId: "north", accountId: person.accountId, isHolder: false, ...born },
        deps.clock.iso(),
      ),
    );
  const token = await travellersSession(deps, person, lou);
  expect((await punch(id, {}, { token })).body.error?.code).toBe("NOT_FOUND");
  const lous = await bought("hour", { customerId: lou });
  expect((await punch(lous, {}, { token })).body.use.kind).toBe("opened");
  expect((await punch(lous)).body.use.kind).toBe("checked");
});

test("the states that the job stores for tickets are those that the rules compute", async () => {
  const ids = [await bought("hour"), await bought("carnet"), await bought("single"), await bought("month")];
  await punch(ids[2] ?? "");
  await punch(ids[1] ?? "");
  const { db } = shop.api.deps;
  for (const days of [0, 1, 20, 15]) {
    shop.api.clock.setOffset(shop.api.clock.offsetMs() + days * 86_400_000);
    const states = await Promise.all(ids.map(async (id) => (await ticketOf(id))?.state));
    await moveTicketsByClock(db, shop.api.clock.iso(), 1_000);
    const stored = await sql<{
      id: string;
      status: string;
    }>`select id, status from ticket where id = any(${ids}::uuid[])`.execute(db);
    expect(ids.map((id) => stored.rows.find((row) => row.id === id)?.status)).toEqual(states);
  }
});

const usesIn = async (id: string) =>
  (await sql`select from ticket_use where ticket_id = ${id}`.execute(shop.api.deps.db)).rows.length;
