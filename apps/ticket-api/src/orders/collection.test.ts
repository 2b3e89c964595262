import type { RequestIn } from "@guichet/contract/call.ts";
import type { Calls } from "@guichet/contract/calls.ts";
import { slotIdOf } from "@guichet/rules/collection-slots.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { savePack } from "../networks/store.ts";
import { bookPlace, placesTaken } from "../order-records/slot-store.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, placeRefusedOrder, type Shop } from "../testing/test-purchase.ts";

const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: "09:00", closes: "12:00" }));
const agency = {
  index: 1,
  label: "Agence Gare",
  addressRoute: "2 place de la Gare",
  addressPostalCode: "80000",
  addressCity: "Amiens",
  openingHours: week,
};
const agencies = [
  { ...agency, id: "gare", slotCapacity: 2 },
  { ...agency, id: "port", label: "Agence du Port", index: 2, slotMinutes: 30, closedOn: ["11-23"] },
  { ...agency, id: "large", index: 3, slotCapacity: 100 },
];
const packOf = (id: string, its: unknown[] = agencies) =>
  testPack({
    id,
    agencies: its,
    articles: [
      testArticle({ id: "single", price: 150 }),
      testArticle({ id: "carnet", price: 1200, supports: ["COLLECT", "SHIPPING"] }),
      testArticle({ id: "leaflet", price: 0, supports: ["COLLECT"] }),
    ],
    vouchers: [{ code: "TEN10", type: "RATIO", ratio: 10 }],
  });

let shop: Shop;
let person: TestPerson;
beforeAll(async () => {
  shop = await openTestShop({
    packs: [packOf("north"), packOf("south", [{ ...agency, id: "south-only", slotCapacity: 2 }])],
  });
});
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
});
afterAll(() => shop.close());

const collected = { productId: "carnet", support: "COLLECT" as const };
/**
 * The test clock starts on Friday 20 November, 09:00 UTC, and keeps running, so the first slot is Sunday's at 11:00 in
 * Paris.
 */
const sunday = "2026-11-22T10:00:00.000Z";
const at = (startsAt: string, siteId = "gare") => ({ siteId, slotId: slotIdOf(startsAt) });
const collecting = (collect?: RequestIn<Calls["placeOrder"]>["collect"], who = person, quantity = 1) => ({
  ...orderOf(who, 1200 * quantity, { ...collected, quantity }),
  ...(collect ? { collect } : {}),
});
const place = (collect?: RequestIn<Calls["placeOrder"]>["collect"], who = person, quantity = 1) =>
  shop.api.call("placeOrder", collecting(collect, who, quantity), {
    token: who.token,
    idempotencyKey: crypto.randomUUID(),
  });
const placesLeft = async (startsAt: string, siteId = "gare") => {
  const { body } = await shop.api.call("collectSlots", { siteId });
  return body.slots.find((slot) => slot.startsAt === startsAt)?.placesLeft;
};
const readOrder = async (orderId: string, who = person) => {
  const found = await shop.api.call("getOrders", { orderId }, { token: who.token });
  return found.body.items[0];
};

// covers §3: collection slot with a limited capacity
// covers §7: GET Networks/collectSlots (ours)
test("an agency's slots start 48 hours from now, in its opening hours, with the places left", async () => {
  const { http, body } = await shop.api.call("collectSlots", { siteId: "gare" });
  expect(http).toBe(200);
  expect(body.slots[0]).toEqual({
    slotId: "20261122T100000Z",
    startsAt: sunday,
    endsAt: "2026-11-22T11:00:00.000Z",
    placesLeft: 2,
  });
  // The first day has one slot left; each of the other days has three.
  expect(body.slots).toHaveLength(1 + 13 * 3);
  const monday = await shop.api.call("collectSlots", { siteId: "gare", from: "2026-11-23", days: 1 });
  expect(monday.body.slots.map(({ startsAt }) => startsAt.slice(11, 16))).toEqual(["08:00", "09:00", "10:00"]);
  const shut = await shop.api.call("collectSlots", { siteId: "port", from: "2026-11-23", days: 1 });
  expect(shut.body.slots).toEqual([]);
});

// covers §7: GET Networks/collectSlots (ours)
test("there are no slots for another network's agency or an unknown one", async () => {
  for (const siteId of ["south-only", "nowhere"]) {
    const refused = await shop.api.call("collectSlots", { siteId });
    expect(refused).toMatchObject({ http: 404, body: { error: { code: "NOT_FOUND" } } });
  }
});

// covers §1: click and collect at an agency
test("an order states where and when it is collected, in the response, the history and the e-mail; its place is booked once", async () => {
  const leftBefore = (await placesLeft(sunday)) ?? 0;
  const order = await place(at(sunday));
  expect(order.body).toMatchObject({ orderStatus: "PROCESSING" });
  expect(await placesLeft(sunday)).toBe(leftBefore - 1);
  // A second click gets the first one's order and place.
  expect((await place(at(sunday))).body.orderId).toBe(order.body.orderId);
  expect(await placesLeft(sunday)).toBe(leftBefore - 1);
  await shop.pay(order.body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: order.body.orderId }, { token: person.token });
  expect(await readOrder(order.body.orderId)).toMatchObject({
    status: "COMPLETED",
    ticketCount: 0,
    collect: {
      siteId: "gare",
      slotId: "20261122T100000Z",
      label: "Agence Gare",
      addressRoute: "2 place de la Gare",
      addressPostalCode: "80000",
      addressCity: "Amiens",
      startsAt: sunday,
      endsAt: "2026-11-22T11:00:00.000Z",
    },
  });
  await shop.api.work.drain();
  const mailbox = await fetch(`${shop.sandbox.url}/mailbox/messages?to=${person.email}`);
  const { items } = z.object({ items: z.array(z.object({ text: z.string() })) }).parse(await mailbox.json());
  expect(items[0]?.text).toContain("prête le 22 novembre 2026 à 11:00 (retrait jusqu’à 12:00)");
  expect(items[0]?.text).toContain("Agence Gare, 2 place de la Gare, 80000 Amiens");
});

test("a free order books its place too", async () => {
  const free = { ...orderOf(person, 0, { productId: "leaflet", support: "COLLECT" }), collect: at(sunday, "large") };
  const order = await shop.api.call("placeOrder", free, { token: person.token, idempotencyKey: crypto.randomUUID() });
  expect(order.body.orderStatus).toBe("COMPLETED");
  expect((await readOrder(order.body.orderId))?.collect).toMatchObject({ siteId: "large", startsAt: sunday });
});

// covers §5: collect needs agency and slot
test("without an agency, or with one of another network, no order is placed", async () => {
  for (const collect of [undefined, at(sunday, "nowhere"), at(sunday, "south-only")]) {
    const refused = await place(collect);
    expect(refused).toMatchObject({ http: 400, body: { error: { code: "COLLECT_AGENCY_REQUIRED" } } });
  }
  expect((await shop.api.call("orderHistory", {}, { token: person.token })).body.items).toEqual([]);
});

// covers §5: collect needs agency and slot
test.each([
  ["in less than 48 hours", slotIdOf("2026-11-21T09:00:00Z")],
  ["at a time that is not a slot", slotIdOf("2026-11-23T09:30:00Z")],
  ["outside the opening hours", slotIdOf("2026-11-23T18:00:00Z")],
  ["beyond the slots on offer", slotIdOf("2026-12-24T09:00:00Z")],
  ["at a time that cannot be parsed", "tomorrow"],
])("a place %s is refused, and no order is placed", async (_what, slotId) => {
  const refused = await place({ siteId: "gare", slotId });
  expect(refused).toMatchObject({ http: 409, body: { error: { code: "COLLECT_SLOT_FULL" } } });
  expect((await shop.api.call("orderHistory", {}, { token: person.token })).body.items).toEqual([]);
});

// covers §3: a collection slot released, moved, and preserved when its agency closes
test("the last place is booked once; it is released when its order is cancelled, and can be booked again", async () => {
  const full = "2026-11-24T08:00:00.000Z";
  const first = await place(at(full));
  const second = await place(at(full), await testPerson(shop.api.deps));
  expect(second.body.orderStatus).toBe("PROCESSING");
  const third = await testPerson(shop.api.deps);
  expect((await place(at(full), third)).body.error).toMatchObject({ code: "COLLECT_SLOT_FULL" });
  expect((await shop.api.call("orderHistory", {}, { token: third.token })).body.items).toEqual([]);
  expect(await placesLeft(full)).toBe(0);

  await shop.api.call("cancelOrder", { orderId: first.body.orderId }, { token: person.token });
  expect(await placesLeft(full)).toBe(1);
  await shop.api.call("cancelOrder", { orderId: first.body.orderId }, { token: person.token });
  expect(await placesLeft(full)).toBe(1);
  expect((await place(at(full), third)).body.orderStatus).toBe("PROCESSING");
});

test("an order that is not paid in time releases its place", async () => {
  const slot = "2026-11-25T08:00:00.000Z";
  await place(at(slot));
  expect(await placesLeft(slot)).toBe(1);
  await shop.pass(31 * 60_000);
  expect(await placesLeft(slot)).toBe(2);
});

// covers §3: a collection slot released, moved, and preserved when its agency closes
test("choosing another time while the order waits for payment moves its place: one order, the last choice, one place", async () => {
  const [first, second] = ["2026-11-26T08:00:00.000Z", "2026-11-26T09:00:00.000Z"];
  const orderId = await placeRefusedOrder(shop, person, collecting(at(first)));
  const again = await place(at(second));
  expect(again.body.orderId).toBe(orderId);
  expect([await placesLeft(first), await placesLeft(second)]).toEqual([2, 1]);
  const other = await place(at(first, "port"));
  expect(other.body.orderId).toBe(orderId);
  expect([await placesLeft(first), await placesLeft(second)]).toEqual([2, 2]);
  expect(await readOrder(orderId)).toMatchObject({ collect: { siteId: "port", startsAt: first } });
  // A choice that is not available leaves the booked place as it was.
  expect((await place(at(sunday, "nowhere"))).body.error?.code).toBe("COLLECT_AGENCY_REQUIRED");
  expect(await readOrder(orderId)).toMatchObject({ collect: { siteId: "port", startsAt: first } });
});

// covers §3: a collection slot released, moved, and preserved when its agency closes
test("an agency that an import withdrew takes no more orders; orders that were promised it keep it", async () => {
  const { deps } = shop.api;
  const moved = await place(at("2026-11-24T08:00:00.000Z", "port"));
  expect(moved.body.orderStatus).toBe("PROCESSING");
  const without = agencies.filter(({ id }) => id !== "port");
  await deps.db.transaction().execute((tx) => savePack(tx, packOf("north", without), deps.clock.iso()));
  expect((await shop.api.call("collectSlots", { siteId: "port" })).http).toBe(404);
  const lateCustomer = await testPerson(deps);
  expect((await place(at("2026-11-24T08:00:00.000Z", "port"), lateCustomer)).body.error).toMatchObject({
    code: "COLLECT_AGENCY_REQUIRED",
  });
  const gone = { networkId: "north", orderId: moved.body.orderId, agencyId: "port" };
  const slot = { startsAt: "2026-11-24T08:30:00.000Z", endsAt: "2026-11-24T09:00:00.000Z" };
  expect(await deps.db.transaction().execute((tx) => bookPlace(tx, { ...gone, ...slot }))).toBe("closed");
  await shop.pay(moved.body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: moved.body.orderId }, { token: person.token });
  expect(await readOrder(moved.body.orderId)).toMatchObject({
    status: "COMPLETED",
    collect: { label: "Agence du Port" },
  });
  await deps.db.transaction().execute((tx) => savePack(tx, packOf("north"), deps.clock.iso()));
});

test("a counter sale books no slot", async () => {
  const order = { ...orderOf(person, 1200, collected), paymentMethod: "CASH", paid: true };
  const { articles, totalAmount, paymentMethod, paid } = order;
  const refused = await shop.api.call(
    "createOrder",
    { articles, totalAmount, paymentMethod: paymentMethod as "CASH", paid },
    {
      token: person.token,
      client: { id: "counter", key: "counter-key-for-tests" },
      idempotencyKey: crypto.randomUUID(),
    },
  );
  expect(refused.body.error).toMatchObject({ code: "SUPPORT_NOT_OFFERED" });
});

/** Tries to book 1,000 places of one slot, a few at a time; returns how many were booked. */
async function tryThousand(startsAt: string): Promise<number> {
  const { db, ids } = shop.api.deps;
  const slot = { startsAt, endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString() };
  // The test's own orders, so that each attempt has an order to book for.
  const orderIds = Array.from({ length: 1_000 }, () => ids.uuid());
  await sql`insert into orders (id, network_id, account_id, number, status, origin, client_id, cart_digest, amount, currency,
      language, customer, created_at, expires_at)
    select id, 'north', ${person.accountId}, id::text, 'CANCELED', 'ESHOP', 'shop', id::text, 0, 'EUR', 'fr', '{}', now(), now()
    from unnest(${orderIds}::uuid[]) as id`.execute(db);
  const attempts = orderIds.map((orderId) =>
    db
      .transaction()
      .execute((tx) => bookPlace(tx, { networkId: "north", orderId, agencyId: "large", ...slot }))
      .catch((error: unknown) => String(error)),
  );
  return (await Promise.all(attempts)).filter((booked) => booked === "taken").length;
}

// covers §3: collection slot with a limited capacity
test("a slot with 100 places is booked 100 times in 1,000 attempts; control: if the count is read before it is written, more are booked", {
  timeout: 60_000,
}, async () => {
  const guarded = "2026-11-28T09:00:00.000Z";
  expect(await tryThousand(guarded)).toBe(100);
  const slots = [{ startsAt: guarded, endsAt: guarded }];
  expect((await placesTaken(shop.api.deps.db, "north", "large", slots)).get(guarded)).toBe(100);

  const open = "2026-11-28T10:00:00.000Z";
  expect(await readThenTake(open)).toBeGreaterThan(100);
});

/** Counts first and writes after, without the table's own check: what a race would do. */
async function readThenTake(startsAt: string): Promise<number> {
  const { db } = shop.api.deps;
  await sql`alter table slot_place drop constraint slot_place_check`.execute(db);
  const slots = [{ startsAt, endsAt: startsAt }];
  const attempts = Array.from({ length: 1_000 }, () =>
    db.transaction().execute(async (tx) => {
      const taken = (await placesTaken(tx, "north", "large", slots)).get(startsAt) ?? 0;
      if (taken >= 100) return false;
      await sql`insert into slot_place (network_id, agency_id, starts_at, taken, capacity)
        values ('north', 'large', ${startsAt}, 1, 100)
        on conflict (network_id, agency_id, starts_at) do update set taken = slot_place.taken + 1`.execute(tx);
      return true;
    }),
  );
  return (await Promise.all(attempts)).filter(Boolean).length;
}
