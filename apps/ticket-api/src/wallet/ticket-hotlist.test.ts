import { check } from "@guichet/ticket-code/ticket-code.ts";
import { parseTicketHotlist } from "@guichet/ticket-code/ticket-hotlist.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { daysMs, later } from "../clock.ts";
import { validatorClient } from "../testing/test-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";
import { blockedTicketsQuery, blockOrderTickets, unblockOrderTickets } from "./ticket-block-store.ts";
import { cancelTickets, shortenTicket } from "./ticket-store.ts";

let shop: Shop;
let person: TestPerson;
beforeAll(async () => {
  const articles = [
    testArticle({ id: "month", price: 0, quantityMax: 5, validity: { from: "purchase", duration: "P1M" } }),
  ];
  const packs = [testPack({ id: "north", articles }), testPack({ id: "south", articles })];
  shop = await openTestShop({ packs });
}, 60_000);
// A session does not outlive the month that one of the tests lasts.
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
});
afterAll(() => shop.close());

async function bought(): Promise<{ ticketId: string; orderId: string }> {
  const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
  const { body } = await shop.api.call("placeOrder", orderOf(person, 0, { productId: "month" }), asking);
  const { items } = (await shop.api.call("tickets", {}, { token: person.token })).body;
  return { orderId: body.orderId, ticketId: items.find((one) => one.orderId === body.orderId)?.ticketId ?? "" };
}

// covers §3: tickets that are refused whatever their code says, for validators and offline checks
test("validators read which tickets to refuse: blocked, cancelled or transferred, and not expired, paginated; other clients may not", async () => {
  const { deps, clock } = shop.api;
  const [blocked, cancelled, transferred, expired, good] = [
    await bought(),
    await bought(),
    await bought(),
    await bought(),
    await bought(),
  ];
  const at = clock.iso();
  await deps.db.transaction().execute(async (tx) => {
    for (const { orderId } of [blocked, expired]) await blockOrderTickets(tx, { networkId: "north", orderId, at });
    await cancelTickets(tx, cancelled.orderId, at);
    await sql`update ticket set valid_until = ${at} where id = ${expired.ticketId}`.execute(tx);
    await sql`update ticket set status = 'transferred', stopped_at = ${at} where id = ${transferred.ticketId}`.execute(
      tx,
    );
  });
  const validator = { client: validatorClient };
  const found: { ticketId: string; state: string }[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await shop.api.call("ticketHotlist", { limit: 2, ...(cursor ? { cursor } : {}) }, validator);
    found.push(...body.items.map(({ ticketId, state }) => ({ ticketId, state })));
    cursor = body.nextCursor;
  } while (cursor !== undefined);
  expect(found).toHaveLength(3);
  expect(found).toEqual(
    expect.arrayContaining([
      { ticketId: blocked.ticketId, state: "blocked" },
      { ticketId: cancelled.ticketId, state: "cancelled" },
      { ticketId: transferred.ticketId, state: "transferred" },
    ]),
  );
  expect(found.map(({ ticketId }) => ticketId)).not.toContain(good.ticketId);
  expect((await shop.api.call("ticketHotlist", {}, { ...validator, network: "south" })).body.items).toEqual([]);
  expect((await shop.api.call("ticketHotlist", {})).body.error?.code).toBe("CLIENT_NOT_ALLOWED");
  expect((await shop.api.call("ticketHotlist", { cursor: "%" }, validator)).body.error?.code).toBe("CURSOR_INVALID");
});

const hotlist = async (values: { cursor?: string; limit?: number } = {}) =>
  (await shop.api.call("ticketHotlist", values, { client: validatorClient })).body;

test("a ticket whose validity was shortened is refused from its new end until the end of the code signed before, also when it is blocked", async () => {
  const { deps, clock } = shop.api;
  const [shortened, shortenedThenBlocked] = [await bought(), await bought()];
  const stored = async (ticketId: string) =>
    (await shop.api.call("tickets", {}, { token: person.token })).body.items.find((one) => one.ticketId === ticketId);
  const { code, validUntil } = (await stored(shortened.ticketId)) ?? {};
  const begin = clock.now();
  const end = later(begin, daysMs(2)).toISOString();
  await deps.db.transaction().execute(async (tx) => {
    for (const days of [3, 2])
      for (const { ticketId: id } of [shortened, shortenedThenBlocked]) {
        await shortenTicket(tx, { id, validUntil: later(begin, daysMs(days)).toISOString(), code: "shorter" });
      }
    const { orderId } = shortenedThenBlocked;
    await blockOrderTickets(tx, { networkId: "north", orderId, at: clock.iso() });
  });
  const listed = async () => (await hotlist({ limit: 100 })).items;
  const ids = async () => (await listed()).map(({ ticketId }) => ticketId);
  expect(await ids()).toContain(shortenedThenBlocked.ticketId);
  expect(await ids()).not.toContain(shortened.ticketId);

  await shop.pass(daysMs(3));
  const expected = { ticketId: shortened.ticketId, state: "expired", since: end, until: validUntil };
  expect(await listed()).toContainEqual(expect.objectContaining(expected));
  expect(await ids()).toContain(shortenedThenBlocked.ticketId);
  const by = { keys: deps.keys.ticketKeys(), now: clock.iso() };
  expect(check(code ?? "", by).status).toBe("valid");
  const stopped = parseTicketHotlist(await hotlist({ limit: 100 })) ?? new Map();
  expect(check(code ?? "", { ...by, stopped })).toMatchObject({ status: "stopped", state: "expired" });

  await shop.pass(daysMs(30));
  expect(await ids()).not.toContain(shortened.ticketId);
  expect(await ids()).not.toContain(shortenedThenBlocked.ticketId);
});

test("a ticket that is unblocked between two pages hides none of the tickets after it", async () => {
  const { deps, clock } = shop.api;
  const orders = [await bought(), await bought(), await bought()];
  for (const { orderId } of orders) {
    await deps.db
      .transaction()
      .execute((tx) => blockOrderTickets(tx, { networkId: "north", orderId, at: clock.iso() }));
    await shop.pass(1000);
  }
  const [oldest, middle, newest] = orders;
  const first = await hotlist({ limit: 1 });
  expect(first.items[0]?.ticketId).toBe(newest?.ticketId);
  const { orderId = "" } = newest ?? {};
  await deps.db.transaction().execute((tx) => unblockOrderTickets(tx, { networkId: "north", orderId }));
  const rest = await hotlist({ limit: 2, cursor: first.nextCursor ?? "" });
  expect(rest.items.map(({ ticketId }) => ticketId)).toEqual([middle?.ticketId, oldest?.ticketId]);
});

test("with 50,000 tickets a page is read from the indexes of stopped and of shortened tickets", {
  timeout: 120_000,
}, async () => {
  const { db } = shop.api.deps;
  const { ticketId } = await bought();
  const [earlier, later] = ["2026-01-01T00:00:00.000Z", "2036-01-01T00:00:00.000Z"];
  await sql`insert into ticket (id, network_id, account_id, order_id, order_line_id, position, serial, product_id, support, status,
      valid_from, valid_until, signed_until, stopped_at, blocked_for, issued_at)
    select gen_random_uuid(), t.network_id, t.account_id, t.order_id, t.order_line_id, 100 + n, 'S' || n, t.product_id, t.support,
      case n % 10 when 0 then 'blocked' else 'active' end, ${earlier}, case n % 10 when 0 then ${later}::timestamptz
        else ${earlier}::timestamptz + n * interval '1 minute' end, case n % 10 when 1 then ${later}::timestamptz end,
      case n % 10 when 0 then ${earlier}::timestamptz + n * interval '1 minute' end,
      case n % 10 when 0 then '{staff}' else '{}' end::text[], ${earlier}
    from generate_series(1, 50000) n, ticket t where t.id = ${ticketId}`.execute(db);
  await sql`analyze ticket`.execute(db);
  const filter = { networkId: "north", now: shop.api.clock.iso(), limit: 21 };
  for (const before of [undefined, { since: "2026-01-20T00:00:00.000Z", id: ticketId }]) {
    const plan = await sql<Record<string, string>>`explain ${blockedTicketsQuery({ ...filter, before })}`.execute(db);
    const text = plan.rows.map((row) => Object.values(row)[0]).join("\n");
    for (const index of ["ticket_stopped", "ticket_shortened"])
      expect(text).toMatch(new RegExp(`Index (Only )?Scan Backward using ${index}`));
  }
});
