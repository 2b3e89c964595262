import { check } from "@guichet/ticket-code/ticket-code.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertTraveller } from "../account-records/traveller-store.ts";
import { audit } from "../audit/audit.ts";
import { soManyWait } from "../testing/held-rows.ts";
import { withoutTransferOnce } from "../testing/providers/without-guards.ts";
import { testCard } from "../testing/test-cards.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson, travellersSession } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";
import { linkCard } from "../transport-card-records/transport-card-store.ts";

const packOf = (id: string) =>
  testPack({
    id,
    network: { switches: { mediaSignin: true } },
    articles: [
      testArticle({ id: "hour", price: 0, useWithin: "P1Y" }),
      testArticle({ id: "month", price: 0, supports: ["DEMATERIALIZED", "MEDIA"] }),
      testArticle({ id: "senior", price: 0, ageFrom: 30 }),
      testArticle({ id: "pictured", price: 0, ageFrom: 30 }),
    ],
  });

let shop: Shop;
let person: TestPerson;
let lou: string;
beforeAll(async () => {
  shop = await openTestShop({ packs: [packOf("north"), packOf("south")] });
});
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
  const { deps } = shop.api;
  lou = deps.ids.uuid();
  const born = { firstName: "Lou", lastName: "Morvan", birthDate: "2012-05-02" };
  const traveller = { id: lou, networkId: "north", accountId: person.accountId, isHolder: false, ...born };
  await deps.db.transaction().execute((tx) => insertTraveller(tx, traveller, deps.clock.iso()));
});
afterAll(() => shop.close());

async function bought(productId: string): Promise<string> {
  const placed = await shop.api.call("placeOrder", orderOf(person, 0, { productId }), {
    token: person.token,
    idempotencyKey: crypto.randomUUID(),
  });
  const { items } = (await shop.api.call("tickets", {}, { token: person.token })).body;
  return items.find(({ orderId }) => orderId === placed.body.orderId)?.ticketId ?? "";
}
const give = (ticketId: string, values: Record<string, unknown>, asking: Record<string, unknown> = {}) =>
  shop.api.call("transferContract", { ticketId, ...values }, { token: person.token, ...asking });
const ticketOf = async (ticketId: string) =>
  (await shop.api.call("tickets", { ticketId }, { token: person.token })).body.items[0];
async function ownCard(card: Parameters<typeof testCard>[1] = {}) {
  const created = await testCard(shop.api.deps, card);
  const link = { accountId: person.accountId, travellerId: person.userId, at: shop.api.clock.iso() };
  await linkCard(shop.api.deps.db, { ...created, ...link });
  return created;
}

// covers §7: POST wallet/transferContract
test("a transferred ticket becomes a new one with the recipient's name; the old one ends, and the books agree", async () => {
  const id = await bought("hour");
  expect((await ticketOf(id))?.isTransferable).toBe(true);
  const transfer = await give(id, { customerId: lou });
  expect(transfer.body).toMatchObject({ transfer: "DONE" });
  expect(await ticketOf(id)).toMatchObject({ state: "transferred", code: null, punch: null });
  const fresh = await ticketOf(transfer.body.ticketId ?? "");
  expect(fresh).toMatchObject({ state: "pending", traveller: { userId: lou }, isTransferable: false });
  const { deps } = shop.api;
  const checked = check(fresh?.code ?? "", { keys: deps.keys.ticketKeys(), now: deps.clock.iso() });
  expect(checked).toMatchObject({ status: "valid", ticket: { traveller: { initials: "LM", birthYear: 2012 } } });
  const token = await travellersSession(deps, person, lou);
  expect((await shop.api.call("tickets", {}, { token })).body.items).toHaveLength(1);
  expect(await audit(deps, { grace: 0 })).toEqual([]);
});

test("a ticket moves to a card: it waits for the next validation, and is no longer on the phone", async () => {
  const id = await bought("month");
  const card = await ownCard();
  const transfer = await give(id, { mediaId: card.id });
  expect(transfer.body.transfer).toBe("PENDING");
  expect(await ticketOf(transfer.body.ticketId ?? "")).toMatchObject({
    support: "MEDIA",
    code: null,
    media: { mediaId: card.id, loads: "next-validation" },
  });
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
});

test("if the card cannot be loaded the result is ERROR, and nothing has changed", async () => {
  const id = await bought("month");
  const card = await ownCard();
  const { deps } = shop.api;
  const { cardLoading } = deps;
  deps.cardLoading = { load: () => Promise.reject(new Error("no answer")) };
  expect((await give(id, { mediaId: card.id })).body).toMatchObject({ transfer: "ERROR", ticketId: null });
  deps.cardLoading = cardLoading;
  expect((await ticketOf(id))?.isTransferable).toBe(true);
});

test("a ticket is transferred once, before its first use, and to another person", async () => {
  const id = await bought("hour");
  const reasonOf = async (ticketId: string, values: Record<string, unknown>) => {
    const { error } = (await give(ticketId, values)).body;
    return [error?.code, error?.details?.reason];
  };
  expect(await reasonOf(id, { customerId: person.userId })).toEqual(["TICKET_UNUSABLE", "theirs-already"]);
  const newTicketId = (await give(id, { customerId: lou })).body.ticketId ?? "";
  expect(await reasonOf(id, { customerId: lou })).toEqual(["TICKET_UNUSABLE", "transferred"]);
  expect(await reasonOf(newTicketId, { customerId: person.userId })).toEqual(["TICKET_UNUSABLE", "transferred-before"]);
  const used = await bought("hour");
  await shop.api.call("punchTicket", { ticketId: used }, { token: person.token });
  expect(await reasonOf(used, { customerId: lou })).toEqual(["TICKET_UNUSABLE", "used"]);
});

// covers §7: POST wallet/transferContract
test("the recipient must be eligible for its article", async () => {
  const senior = await bought("senior");
  const refused = await give(senior, { customerId: lou });
  expect(refused).toMatchObject({ http: 409, body: { error: { code: "TRAVELLER_NOT_ELIGIBLE" } } });
  const { db } = shop.api.deps;
  const line = sql`(select order_line_id from ticket where id = ${senior})`;
  const restrictions = { requiredDocuments: ["school-proof"], ageFrom: 5 };
  await sql`update order_line set article = article || ${JSON.stringify(restrictions)}::jsonb where id = ${line}`.execute(
    db,
  );
  expect((await give(senior, { customerId: lou })).body.error?.code).toBe("DOCUMENT_REQUIRED");
  const picture = { requiredDocuments: [], pictureRequired: true };
  await sql`update order_line set article = article || ${JSON.stringify(picture)}::jsonb where id = ${line}`.execute(
    db,
  );
  expect((await give(senior, { customerId: lou })).body.error?.code).toBe("PICTURE_REQUIRED");
});

test("the card must be the account's own and in use, and the article sold for cards", async () => {
  const month = await bought("month");
  const cards = [
    (await testCard(shop.api.deps)).id,
    (await ownCard({ status: "blocked", incident: "lost" })).id,
    (await ownCard({ expiresAt: "2026-01-01T00:00:00.000Z" })).id,
    "x",
  ];
  for (const mediaId of cards) expect((await give(month, { mediaId })).body.error?.code).toBe("CARD_REQUIRED");
  const hour = await bought("hour");
  expect((await give(hour, { mediaId: (await ownCard()).id })).body.error?.code).toBe("SUPPORT_NOT_OFFERED");
  expect((await give(hour, {})).body.error?.code).toBe("FIELD_REQUIRED");
  expect((await give(hour, { customerId: lou, mediaId: "x" })).body.error?.code).toBe("FIELD_INVALID");
});

test("nobody transfers another account's ticket, nor to a traveller of another account; a traveller's own sign-in transfers nothing", async () => {
  const id = await bought("hour");
  const stranger = await testPerson(shop.api.deps);
  const southern = await testPerson(shop.api.deps, { network: "south" });
  const theirs = (who: TestPerson, network = "north") =>
    give(id, { customerId: who.userId }, { token: who.token, network });
  expect((await theirs(stranger)).body.error?.code).toBe("NOT_FOUND");
  expect((await theirs(southern, "south")).body.error?.code).toBe("NOT_FOUND");
  expect((await give(id, { customerId: stranger.userId })).body.error?.code).toBe("TRAVELLER_UNKNOWN");
  const token = await travellersSession(shop.api.deps, person, lou);
  expect((await give(id, { customerId: lou }, { token })).body.error?.code).toBe("HOLDER_REQUIRED");
});

async function givenTwice(): Promise<string[]> {
  const id = await bought("hour");
  const { db } = shop.api.deps;
  const { giving } = await db.transaction().execute(async (tx) => {
    await sql`select from ticket where id = ${id} for update`.execute(tx);
    const both = [give(id, { customerId: lou }), give(id, { customerId: lou })];
    await soManyWait(db, 2, "transferred");
    return { giving: both };
  });
  return (await Promise.all(giving)).map(({ body }) => body.error?.code ?? "ok").toSorted();
}

// covers §7: POST wallet/transferContract
test("of two concurrent transfers one succeeds; control: without the guards the ticket is given twice", async () => {
  expect(await givenTwice()).toEqual(["TICKET_UNUSABLE", "ok"]);
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
  await withoutTransferOnce(shop.api.deps.db);
  expect(await givenTwice()).toEqual(["ok", "ok"]);
  expect((await audit(shop.api.deps, { grace: 0 })).map(({ kind }) => kind)).toEqual(["tickets-too-many"]);
});
