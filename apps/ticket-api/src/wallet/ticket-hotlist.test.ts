import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { validatorClient } from "../testing/test-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";
import { blockOrderTickets } from "./ticket-block-store.ts";
import { cancelTickets } from "./ticket-store.ts";

let shop: Shop;
let person: TestPerson;
beforeAll(async () => {
  const articles = [testArticle({ id: "month", price: 0, quantityMax: 5 })];
  const packs = [testPack({ id: "north", articles }), testPack({ id: "south", articles })];
  shop = await openTestShop({ packs });
  person = await testPerson(shop.api.deps);
}, 60_000);
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
