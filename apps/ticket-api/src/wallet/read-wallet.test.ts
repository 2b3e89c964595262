import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";
import { ticketLink } from "./ticket-links.ts";
import { readTicket } from "./ticket-store.ts";

let shop: Shop;
let owner: TestPerson;
beforeAll(async () => {
  const articles = [
    testArticle({ id: "single", price: 0, useWithin: "P1Y" }),
    testArticle({ id: "day", price: 0, validity: { from: "purchase", duration: "P1D" } }),
  ];
  shop = await openTestShop({ packs: ["north", "south"].map((id) => testPack({ id, articles })) });
  owner = await testPerson(shop.api.deps);
  await buy(owner, "single", 2);
  await buy(owner, "day", 1);
});
afterAll(() => shop.close());

async function buy(person: TestPerson, productId: string, quantity: number): Promise<void> {
  const order = orderOf(person, 0, { productId, quantity });
  const placed = await shop.api.call("placeOrder", order, { token: person.token, idempotencyKey: crypto.randomUUID() });
  expect(placed.body.orderStatus).toBe("COMPLETED");
}

const ticketsOf = async (person: TestPerson, values: Record<string, unknown> = {}) =>
  (await shop.api.call("tickets", values, { token: person.token })).body.items;

// covers §7: GET wallet/tickets
test("usable tickets come first, paginated, each once", async () => {
  const all = await ticketsOf(owner);
  expect(all.map((ticket) => ticket.state)).toEqual(["active", "pending", "pending"]);
  const first = await shop.api.call("tickets", { limit: 2 }, { token: owner.token });
  const nextPage = await shop.api.call("tickets", { limit: 2, cursor: first.body.nextCursor }, { token: owner.token });
  const ids = [...first.body.items, ...nextPage.body.items].map((ticket) => ticket.ticketId);
  expect(new Set(ids).size).toBe(3);
  expect((await shop.api.call("tickets", { cursor: "?" }, { token: owner.token })).body.error?.code).toBe(
    "CURSOR_INVALID",
  );
});

// covers §7: GET wallet/blueprints, Account/getWallet
test("the wallet stacks tickets of one design and traveller, or lists each separately", async () => {
  const stacked = await shop.api.call("getWallet", {}, { token: owner.token });
  expect(stacked.body.stacks.map((stack) => [stack.blueprint.productId, stack.count]).sort()).toEqual([
    ["day", 1],
    ["single", 2],
  ]);
  const alone = await shop.api.call("getWallet", { unstack: true }, { token: owner.token });
  expect(alone.body.stacks).toHaveLength(3);
});

describe("`userId` selects the traveller whose tickets are listed", () => {
  // covers §7: the tickets of one traveller (`userId`), and past tickets, filtered before pagination
  it("in the wallet and in the list: only those of this traveller, paginated; an id of another account is refused", async () => {
    const person = await testPerson(shop.api.deps);
    const asking = { token: person.token };
    const child = (
      await shop.api.call("createProfile", { firstName: "Lou", lastName: "Haddad", birthDate: "2000-05-04" }, asking)
    ).body.user.userId;
    await buy(person, "single", 3);
    await buy({ ...person, userId: child }, "single", 2);
    const mine = await ticketsOf(person, { userId: child });
    expect(mine.map(({ traveller }) => traveller?.userId)).toEqual([child, child]);
    const first = await shop.api.call("tickets", { userId: person.userId, limit: 2 }, asking);
    const nextPage = await shop.api.call(
      "tickets",
      { userId: person.userId, limit: 2, cursor: first.body.nextCursor },
      asking,
    );
    expect([first.body.items.length, nextPage.body.items.length, nextPage.body.nextCursor]).toEqual([2, 1, undefined]);
    const stacks = (await shop.api.call("getWallet", { user_id: child }, asking)).body.stacks;
    expect(stacks.map(({ count }) => count)).toEqual([2]);
    for (const name of ["tickets", "getWallet"] as const) {
      for (const userId of [owner.userId, "nobody"]) {
        expect((await shop.api.call(name, { userId }, asking)).body.error?.code).toBe("NOT_FOUND");
      }
    }
  });
});

// covers §7: the tickets of one traveller (`userId`), and past tickets, filtered before pagination
test("`orderId` selects the tickets of one order, paginated; an order without tickets, or another's, is not found", async () => {
  const person = await testPerson(shop.api.deps);
  await buy(person, "single", 3);
  await buy(person, "day", 2);
  const all = await ticketsOf(person);
  const orderOfArticle = (id: string) => all.find(({ productId }) => productId === id)?.orderId ?? "";
  const [day, single] = [orderOfArticle("day"), orderOfArticle("single")];
  const asking = { token: person.token };
  const first = await shop.api.call("tickets", { orderId: single, limit: 2 }, asking);
  expect(first.body.items.map(({ productId }) => productId)).toEqual(["single", "single"]);
  const next = { orderId: single, limit: 2, cursor: first.body.nextCursor };
  expect((await shop.api.call("tickets", next, asking)).body.items).toHaveLength(1);
  expect(await ticketsOf(person, { orderId: day })).toHaveLength(2);
  // All of its tickets are usable: nothing is past, but the order is found.
  expect(await ticketsOf(person, { orderId: day, past: true })).toEqual([]);
  const foreign = (await ticketsOf(owner))[0]?.orderId ?? "";
  for (const orderId of [foreign, crypto.randomUUID(), "nothing"]) {
    const { body } = await shop.api.call("tickets", { orderId }, asking);
    expect(body.error?.code).toBe("NOT_FOUND");
  }
});

// covers §7: the tickets of one traveller (`userId`), and past tickets, filtered before pagination
test("past tickets are filtered before pages are cut: each page is full, and the next one follows", async () => {
  const person = await testPerson(shop.api.deps);
  await buy(person, "single", 1);
  await buy(person, "day", 3);
  await buy(person, "single", 3);
  await sql`update ticket set status = 'expired' where account_id = ${person.accountId} and product_id = 'day'`.execute(
    shop.api.deps.db,
  );
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await shop.api.call("tickets", { past: false, limit: 2, cursor }, { token: person.token });
    expect(body.items).toHaveLength(2);
    seen.push(...body.items.map(({ ticketId }) => ticketId));
    cursor = body.nextCursor;
  } while (cursor !== undefined);
  expect(new Set(seen).size).toBe(4);
  const past = await shop.api.call("tickets", { past: true, limit: 2 }, { token: person.token });
  expect([past.body.items.length, past.body.nextCursor === undefined]).toEqual([2, false]);
});

// covers §7: GET wallet/blueprints, Account/getWallet
test("blueprints describe how a ticket of each product looks and is used", async () => {
  const { body } = await shop.api.call("blueprints", {});
  expect(body.items.find((item) => item.productId === "single")).toMatchObject({
    useWithin: "P1Y",
    ink: "pass",
    validity: { from: "first-use" },
  });
});

// covers §7: GET Wallet/contractAttestation
test("an attestation states a started contract in its customer's language; one that has not started is refused", async () => {
  const tickets = await ticketsOf(owner);
  const day = tickets.find((ticket) => ticket.productId === "day");
  const single = tickets.find((ticket) => ticket.productId === "single");
  const stated = await shop.api.call(
    "contractAttestation",
    { ticketId: day?.ticketId ?? "", lang: "ar" },
    { token: owner.token },
  );
  expect(stated).toMatchObject({ http: 200, body: { type: "application/pdf" } });
  const refused = await shop.api.call(
    "contractAttestation",
    { ticketId: single?.ticketId ?? "" },
    { token: owner.token },
  );
  expect(refused).toMatchObject({ http: 409, body: { error: { code: "TICKET_UNUSABLE" } } });
  const pdf = await shop.api.call("ticketPdf", { ticketId: single?.ticketId ?? "" }, { token: owner.token });
  expect(pdf).toMatchObject({ http: 200, body: { type: "application/pdf" } });
});

test("an expired ticket is past, and can no longer be printed", async () => {
  const person = await testPerson(shop.api.deps);
  await buy(person, "day", 1);
  const [ticket] = await ticketsOf(person);
  const row = await readTicket(shop.api.deps.db, ticket?.ticketId ?? "");
  if (row === undefined) throw new Error("no ticket");
  const link = ticketLink(shop.api.deps, row);
  expect((await fetch(link)).headers.get("content-type")).toContain("application/pdf");
  await shop.pass(48 * 3_600_000);
  expect((await ticketsOf(person, { past: true })).map((past) => past.state)).toEqual(["expired"]);
  expect(await ticketsOf(person, { past: false })).toEqual([]);
  const past = await shop.api.call("getWallet", { type: "past" }, { token: person.token });
  expect(past.body.stacks).toHaveLength(1);
  expect((await fetch(link)).status).toBe(410);
});

// covers: a ticket's link opens that ticket only
test("a ticket's link opens only that ticket, and cannot be forged or extended", async () => {
  const [ticket] = await ticketsOf(owner);
  const row = await readTicket(shop.api.deps.db, ticket?.ticketId ?? "");
  if (row === undefined) throw new Error("no ticket");
  const link = new URL(ticketLink(shop.api.deps, row));
  const later = new URL(link);
  later.searchParams.set("until", "2099-01-01T00:00:00.000Z");
  const other = new URL(link.href.replace(row.id, crypto.randomUUID()));
  const bare = new URL(link.pathname, link);
  for (const forged of [later, other, bare]) expect((await fetch(forged)).status, forged.search).toBe(403);
});

// covers §7: GET wallet/tickets
test("nobody sees another account's tickets, in this network or another", async () => {
  const [ticket] = await ticketsOf(owner);
  const stranger = await testPerson(shop.api.deps);
  for (const name of ["tickets", "contractAttestation", "ticketPdf"] as const) {
    const values = { ticketId: ticket?.ticketId ?? "" };
    expect((await shop.api.call(name, values, { token: stranger.token })).body.error?.code, name).toBe("NOT_FOUND");
    const elsewhere = await shop.api.call(name, values, { token: owner.token, network: "south" });
    expect(elsewhere.body.error?.code, name).toBe("AUTHENTICATION_TOKEN_INVALID");
    expect((await shop.api.call(name, values)).body.error?.code, name).toBe("USER_NOT_CONNECTED");
  }
  expect((await shop.api.call("getWallet", { type: "all" }, { token: stranger.token })).body.stacks).toEqual([]);
});

test("a malformed ticket id is refused without a failure", async () => {
  expect((await shop.api.call("tickets", { ticketId: "not-a-ticket" }, { token: owner.token })).body.error?.code).toBe(
    "NOT_FOUND",
  );
});
