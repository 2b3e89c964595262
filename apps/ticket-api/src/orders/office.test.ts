import { slotIdOf } from "@guichet/rules/collection-slots.ts";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { daysMs, minutesMs } from "../clock.ts";
import { saveRoles } from "../sessions/staff-store.ts";
import { openCardShop, transportCardCalls } from "../testing/test-card-shop.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import type { Shop } from "../testing/test-purchase.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let shop: Shop;
let api: Shop["api"];
let cardCalls: ReturnType<typeof transportCardCalls>;
let one: TestStaff;
let other: TestStaff;
let person: TestPerson;
beforeAll(async () => {
  shop = await openCardShop();
  api = shop.api;
  cardCalls = transportCardCalls(shop);
  one = await testStaff(api, { north: ["agent"] }, "Yanis Kermarec");
  other = await testStaff(api, { north: ["agent"], south: ["agent"] }, "Soazig Perrot");
});
beforeEach(async () => {
  person = await testPerson(api.deps);
});
afterAll(() => shop.close());

const collect = { siteId: "gare", slotId: slotIdOf("2026-11-24T08:00:00Z") };
const cardFor = (customerId: string, support = "SHIPPING") => ({ productId: "card", support, customerId });
const passFor = (customerId: string) => ({ productId: "year", support: "MEDIA", mediaId: "new", customerId });
async function order(...lines: Record<string, unknown>[]): Promise<string> {
  const { body } = await cardCalls.place(person, lines, 0, { collect });
  expect(body.orderStatus).toBe("COMPLETED");
  return body.orderId;
}
const code = (reply: { body: { error?: { code: string } } }) => reply.body.error?.code;
type Way = "SHIPPING" | "COLLECT" | "PHYSICAL";
const begin = (orderId: string, support: Way, { token } = one) =>
  api.call("beginPreparation", { orderId, support }, { token });
const finish = (orderId: string, support: Way, { token } = one) =>
  api.call("finishPreparation", { orderId, support }, { token });
const get = async (orderId: string) => (await api.call("officeOrder", { orderId }, { token: one.token })).body.order;
const list = async (values: Record<string, unknown> = {}) =>
  (await api.call("officePreparations", { limit: 100, ...values } as never, { token: one.token })).body;
const listed = async (values: Record<string, unknown> = {}, ours?: readonly string[]) =>
  (await list(values)).items
    .filter(({ orderId }) => ours === undefined || ours.includes(orderId))
    .map(({ orderId, support }) => `${ours?.indexOf(orderId) ?? orderId} ${support}`);

// covers §6: staff fulfil orders: queue by support, agency and state, cards, parcels, collections and hand-overs
test("paid orders are in the queue by support, cards, agency and state, earliest due first, and found by number and customer", async () => {
  const child = await cardCalls.child(person, "Lou");
  const ours = [
    await order(cardFor(person.userId, "COLLECT"), cardFor(child, "PHYSICAL")),
    await order(cardFor(person.userId)),
  ];
  expect(await listed({}, ours)).toEqual(["0 PHYSICAL", "1 SHIPPING", "0 COLLECT"]);
  expect(await listed({ support: "COLLECT" }, ours)).toEqual(["0 COLLECT"]);
  expect(await listed({ agencyId: "gare" }, ours)).toEqual(["0 COLLECT"]);
  expect(await listed({ agencyId: "port" }, ours)).toEqual([]);
  expect(await listed({ cards: true }, ours)).toHaveLength(3);
  expect(await listed({ processStatus: "PROCESSING" }, ours)).toEqual([]);
  await begin(ours[1] ?? "", "SHIPPING");
  expect(await listed({ processStatus: "PROCESSING" }, ours)).toEqual(["1 SHIPPING"]);
  expect(await listed({}, ours)).toHaveLength(3);
  const { number } = await get(ours[1] ?? "");
  for (const query of [number, number.slice(0, 9), person.email.toUpperCase()]) {
    expect([query, await listed({ query, support: "SHIPPING" }, ours)]).toEqual([query, ["1 SHIPPING"]]);
  }
  expect(await listed({ query: "%" })).toEqual([]);
  await finish(ours[1] ?? "", "SHIPPING");
  expect(await listed({ support: "SHIPPING" }, ours)).toEqual([]);
  expect(await listed({ query: number }, ours)).toEqual(["1 SHIPPING"]);
  const { agencies, nextCursor, items } = await list({ limit: 1 });
  expect(agencies).toEqual([{ id: "gare", label: "Gare" }]);
  const [after] = (await list({ limit: 1, cursor: nextCursor })).items;
  expect(`${after?.orderId} ${after?.support}`).not.toBe(`${items[0]?.orderId} ${items[0]?.support}`);
  expect(code(await api.call("officePreparations", { cursor: "x" }, { token: one.token }))).toBe("CURSOR_INVALID");
});

test("orders that are unpaid, or fulfilled automatically, are not in the queue", async () => {
  const ownCard = await cardCalls.ownCard(person);
  const unpaid = await cardCalls.place(
    person,
    [{ productId: "paid-year", support: "MEDIA", mediaId: ownCard.id, quantity: 1 }],
    100,
  );
  expect(unpaid.body.orderStatus).toBe("PROCESSING");
  expect((await get(unpaid.body.orderId)).preparations).toEqual([]);
  const loaded = (await cardCalls.load(person, ownCard.id)).body.orderId;
  expect((await get(loaded)).preparations).toEqual([]);
  expect(await listed({}, [unpaid.body.orderId, loaded])).toEqual([]);
});

// covers §6: staff fulfil orders: queue by support, agency and state, cards, parcels, collections and hand-overs
test("an agent sees the whole order, makes its card and ships it: the customer sees each step and is notified of card and parcel", async () => {
  const child = await cardCalls.child(person, "Lou");
  const orderId = await order(cardFor(child), passFor(child));
  const unfulfilled = await get(orderId);
  expect(unfulfilled.preparations).toMatchObject([{ support: "SHIPPING", processStatus: "TO_PROCESS", cardCount: 1 }]);
  expect(unfulfilled.delivery).toMatchObject({ fullname: "Ana Silva", addressCity: "Amiens" });
  expect(
    unfulfilled.lines.map(({ traveller, cardWork, onNewCard, card }) => [traveller, cardWork, onNewCard, card]),
  ).toEqual([
    ["Lou Haddad", "new", false, null],
    ["Lou Haddad", null, true, null],
  ]);
  expect(code(await finish(orderId, "SHIPPING"))).toBe("TRANSITION_NOT_ALLOWED");

  const [newCard] = (await begin(orderId, "SHIPPING")).body.cards;
  const { medias } = await cardCalls.cards(person.token);
  expect(medias.map(({ id, number }) => [id, number])).toEqual([[newCard?.cardId, newCard?.number]]);
  const prepared = await get(orderId);
  expect(prepared.lines.map(({ card, onNewCard }) => [card?.number, onNewCard])).toEqual([
    [newCard?.number, false],
    [newCard?.number, false],
  ]);
  const cardActs = (await api.call("getCard", { cardId: newCard?.cardId ?? "" }, { token: one.token })).body.card.acts;
  expect(cardActs.map(({ act, by }) => [act, by])).toEqual([["card.issue", "Yanis Kermarec"]]);
  const emails = await cardCalls.emails(person.email);
  expect(emails.filter(({ subject }) => subject.includes("nouvelle carte"))).toHaveLength(1);

  expect((await finish(orderId, "SHIPPING", other)).http).toBe(200);
  const shippedEmails = (await cardCalls.emails(person.email)).filter(({ subject }) => subject.includes("expédiée"));
  expect(shippedEmails.map(({ text }) => text.includes("Ana Silva, 1 rue, 80000 Amiens"))).toEqual([true]);
  const { preparations, history } = await get(orderId);
  expect(preparations).toMatchObject([{ processStatus: "PROCESSED" }]);
  expect(history.slice(-2).map(({ event, by }) => [event, by])).toEqual([
    ["preparing-parcel", "Yanis Kermarec"],
    ["shipped", "Soazig Perrot"],
  ]);
  const [seen] = (await api.call("getOrders", { orderId }, { token: person.token })).body.items;
  expect(seen?.lines.find(({ support }) => support === "SHIPPING")?.processStatus).toBe("PROCESSED");
  expect(seen?.history.at(-1)?.event).toBe("shipped");
  expect(JSON.stringify(seen)).not.toContain("Kermarec");
  expect(await listed({ processStatus: "PROCESSED" }, [orderId])).toEqual(["0 SHIPPING"]);
  expect(await listed({}, [orderId])).toEqual([]);
});

// covers §6: staff fulfil orders: queue by support, agency and state, cards, parcels, collections and hand-overs
test("the picture for a card opens for the agent who got its link, for ten minutes and while they are employed, and for nobody else", async () => {
  const child = await cardCalls.child(person, "Lou");
  const photo = await sharp({ create: { width: 300, height: 400, channels: 3, background: "#b47a5a" } })
    .jpeg()
    .toBuffer();
  const sent = { token: person.token, file: { bytes: photo, name: "lou.jpg", type: "image/jpeg" } };
  expect((await api.call("uploadMedia", { user_id: child }, sent)).http).toBe(200);
  const orderId = await order(cardFor(child));
  const clerk = await testStaff(api, { north: ["agent"] });
  const link = async () => {
    const { body } = await api.call("officeOrder", { orderId }, { token: clerk.token });
    return new URL(body.order.lines[0]?.pictureUrl ?? "");
  };
  const opened = async ({ href, origin }: URL) => (await fetch(href.replace(origin, api.url))).status;
  const withValue = (url: URL, name: string, value: string) => {
    const changed = new URL(url);
    changed.searchParams.set(name, value);
    return changed;
  };
  const url = await link();
  expect(await opened(url)).toBe(200);
  expect(await opened(withValue(url, "session", one.staffId))).toBe(403);
  for (const reader of ["staff", "customer", "nobody"]) expect(await opened(withValue(url, "for", reader))).toBe(403);
  expect(await opened(new URL(url.href.replace("/north/", "/south/")))).toBe(403);
  api.clock.setOffset(api.clock.offsetMs() + minutesMs(11));
  expect(await opened(url)).toBe(410);
  const fresh = await link();
  await api.deps.db.transaction().execute((tx) => saveRoles(tx, clerk.staffId, "north", ["examiner"]));
  expect(await opened(fresh)).toBe(410);
});

test("a replacement card is made with the tickets of the lost one, and both record who made it", async () => {
  const ownCard = await cardCalls.ownCard(person);
  await cardCalls.load(person, ownCard.id);
  await cardCalls.declare(person.token, ownCard.id);
  const { orderId } = (await cardCalls.replace(person, ownCard.id, "PHYSICAL")).body;
  expect((await get(orderId)).lines[0]).toMatchObject({ cardWork: "duplicate", replaces: { cardId: ownCard.id } });
  const [replacement] = (await begin(orderId, "PHYSICAL")).body.cards;
  const on = async (cardId: string) => (await api.call("getCard", { cardId }, { token: one.token })).body.card;
  expect((await on(ownCard.id)).acts.map(({ act }) => act)).toEqual(["card.replace"]);
  const next = await on(replacement?.cardId ?? "");
  expect([next.acts.map(({ act, by }) => `${act} ${by}`), next.tickets.length]).toEqual([
    ["card.make Yanis Kermarec"],
    1,
  ]);
});

// covers §6: staff fulfil orders: queue by support, agency and state, cards, parcels, collections and hand-overs
test("of agents who do the same concurrently one succeeds, the others get an error, and one card is made", async () => {
  const orderId = await order(cardFor(person.userId));
  for (const action of [begin, finish]) {
    const ends = await Promise.all([one, other, one, other].map((who) => action(orderId, "SHIPPING", who)));
    expect(ends.map((end) => code(end) ?? "ok").toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => "TRANSITION_NOT_ALLOWED"),
      "ok",
    ]);
  }
  expect((await cardCalls.cards(person.token)).medias).toHaveLength(1);
  const auditEntries = await sql<{ act: string }>`select act from staff_act where thing = ${orderId}`.execute(
    api.deps.db,
  );
  expect(auditEntries.rows.map(({ act }) => act).toSorted()).toEqual(["order.preparing-parcel", "order.shipped"]);
});

test("agents see the articles in their language, with equal ones summed", async () => {
  const child = await cardCalls.child(person);
  const orderId = await order(cardFor(person.userId), cardFor(child));
  const inEnglish = { limit: 100, locale: "en" } as never;
  const { items } = (await api.call("officePreparations", inEnglish, { token: one.token })).body;
  const names = items.find((item) => item.orderId === orderId)?.lines;
  const { lines } = (await api.call("officeOrder", { orderId, locale: "en" } as never, { token: one.token })).body
    .order;
  expect(names).toEqual([{ name: lines[0]?.name, quantity: 2 }]);
  expect(lines[0]?.name).not.toBe((await get(orderId)).lines[0]?.name);
});

test("an order of another network is not found, and that network's staff see none of these orders", async () => {
  const orderId = await order(cardFor(person.userId));
  const south = { token: other.token, network: "south" };
  for (const name of ["beginPreparation", "finishPreparation"] as const) {
    const refused = await api.call(name, { orderId, support: "SHIPPING" }, south);
    expect([name, code(refused)]).toEqual([name, "NOT_FOUND"]);
  }
  expect(code(await api.call("officeOrder", { orderId }, south))).toBe("NOT_FOUND");
  expect((await api.call("officePreparations", {}, south)).body.items).toEqual([]);
  expect(code(await api.call("officeOrder", { orderId: "nothing" }, { token: one.token }))).toBe("NOT_FOUND");
  expect(code(await begin(crypto.randomUUID(), "SHIPPING"))).toBe("NOT_FOUND");
  expect(code(await begin(orderId, "COLLECT"))).toBe("TRANSITION_NOT_ALLOWED");
});

test("an order due yesterday is late until it is shipped or ready for collection", async () => {
  const orderId = await order(cardFor(person.userId), cardFor(await cardCalls.child(person), "COLLECT"));
  const lateness = async () => (await get(orderId)).preparations.map(({ support, isLate }) => `${support} ${isLate}`);
  expect(await lateness()).toEqual(["SHIPPING false", "COLLECT false"]);
  api.clock.setOffset(api.clock.offsetMs() + daysMs(7) + minutesMs(1));
  one = await testStaff(api, { north: ["agent"] }, "Yanis Kermarec");
  expect(await lateness()).toEqual(["SHIPPING true", "COLLECT true"]);
  for (const support of ["SHIPPING", "COLLECT"] as const) await begin(orderId, support);
  expect(await lateness()).toEqual(["SHIPPING true", "COLLECT false"]);
  await finish(orderId, "SHIPPING");
  expect(await lateness()).toEqual(["SHIPPING false", "COLLECT false"]);
});
