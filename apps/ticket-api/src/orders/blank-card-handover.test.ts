import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openCardShop, transportCardCalls } from "../testing/test-card-shop.ts";
import { testCard } from "../testing/test-cards.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import type { Shop } from "../testing/test-purchase.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let shop: Shop;
let cardCalls: ReturnType<typeof transportCardCalls>;
let manager: TestStaff;
let person: TestPerson;
beforeAll(async () => {
  shop = await openCardShop();
  cardCalls = transportCardCalls(shop);
  manager = await testStaff(shop.api, { north: ["manager"] }, "Mia Manager");
});
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
});
afterAll(() => shop.close());

const call: Shop["api"]["call"] = (name, values, asking) =>
  shop.api.call(name, values, { token: manager.token, ...asking });
async function addToStock(lines: readonly string[]) {
  const file = { bytes: new TextEncoder().encode(["number,expires", ...lines].join("\n")), name: "May.csv" };
  const { digest } = (await call("previewCardImport", {}, { file })).body.preview;
  expect((await call("importCards", { digest }, { file })).body.added).toBe(lines.length);
}
const blanks = ["9258000000000018", "9258000000000026", "9258000000000034", "9258000000000042", "9258000000000059"];
const grouped = (number: string) => number.replaceAll(/(.{4})(?=.)/g, "$1 ");
const card = (customerId: string, productId = "card", mediaId: string | null = null) => ({
  ...{ productId, customerId, mediaId, support: "PHYSICAL" },
});
/** An order of first cards, one for each of these people, and the lines that make them. */
async function ordered(...people: string[]) {
  const [holder = person.userId, ...others] = people;
  const { orderId } = (
    await cardCalls.place(
      person,
      [holder, ...others].map((id) => card(id)),
    )
  ).body;
  const { order } = (await call("officeOrder", { orderId })).body;
  return { orderId, order, lineIds: order.lines.map(({ lineId }) => lineId) };
}
const begin = (orderId: string, lineIds: readonly string[], numbers: readonly string[]) =>
  call("beginPreparation", {
    ...{ orderId, support: "PHYSICAL" },
    cardNumbers: numbers.map((number, place) => ({ lineId: lineIds[place] ?? "", number })),
  });
const stateOf = async (number: string) => (await call("listStockedCards", { number })).body.items[0];

// covers: transport cards: blank cards of the stock handed over by their number
test("a network without a stock numbers its cards itself, and knows no blank card", async () => {
  const { orderId, order, lineIds } = await ordered(person.userId);
  expect(order.takesBlankCards).toBe(false);
  expect((await begin(orderId, lineIds, ["9258000000000018"])).body.error).toMatchObject({
    code: "FIELD_INVALID",
    details: { field: "cardNumber", reason: "unknown", card: lineIds[0] },
  });
  expect((await begin(orderId, [], [])).body.cards).toMatchObject([{ number: expect.stringMatching(/^9250 /) }]);
});

// covers: transport cards: blank cards of the stock handed over by their number
test("with a stock, each number must be that of a free card; the right ones become the people's cards, with the stock's last day", async () => {
  await addToStock([...blanks.slice(0, 4).map((number) => `${number},2028-12-31`), `${blanks[4]},2020-01-31`]);
  const child = await cardCalls.child(person);
  const { orderId, order, lineIds } = await ordered(person.userId, child);
  expect(order.takesBlankCards).toBe(true);
  const refusal = async (...numbers: string[]) => (await begin(orderId, lineIds, numbers)).body.error;
  expect(await refusal(blanks[0] ?? "")).toMatchObject({ code: "FIELD_REQUIRED", details: { card: lineIds[1] } });
  const held = await testCard(shop.api.deps, { number: "9258000000000083" });
  for (const [number, reason] of [
    ["12345", "number"],
    ["9258000000000019", "number"],
    ["9258000000000067", "unknown"],
    [held.number, "handed"],
    [blanks[4] ?? "", "expired"],
    [blanks[0] ?? "", "repeated"],
  ] as const)
    expect(await refusal(blanks[0] ?? "", number)).toMatchObject({
      ...{ code: "FIELD_INVALID", details: { field: "cardNumber", number, reason } },
    });
  expect(await stateOf(blanks[0] ?? "")).toMatchObject({ state: "free", handedAt: null, holder: null });

  const made = await begin(orderId, lineIds, [` ${grouped(blanks[1] ?? "")}`, blanks[0] ?? ""]);
  expect(made.body.error).toBeUndefined();
  expect(made.body.cards.map(({ number }) => number)).toEqual([blanks[1], blanks[0]].map((one) => grouped(one ?? "")));
  const handed = await stateOf(grouped(blanks[1] ?? ""));
  expect(handed).toMatchObject({ state: "handed", batch: "May", holder: { cardId: made.body.cards[0]?.cardId } });
  const { medias } = await cardCalls.cards(person.token);
  expect(medias.map(({ expires_at }) => expires_at)).toEqual(Array(2).fill("2028-12-31T23:00:00.000Z"));
  expect((await call("listStockedCards", { limit: 1 })).body).toMatchObject({
    items: [{ number: grouped(blanks[1] ?? "") }],
    nextCursor: expect.any(String),
  });
  expect((await call("listCardBatches", {})).body.items).toMatchObject([{ cards: 5, handed: 2, expired: 1 }]);

  const other = await testPerson(shop.api.deps);
  const again = (await cardCalls.place(other, [card(other.userId)])).body.orderId;
  const line = (await call("officeOrder", { orderId: again })).body.order.lines[0]?.lineId ?? "";
  expect((await begin(again, [line], [blanks[0] ?? ""])).body.error?.details).toMatchObject({ reason: "handed" });
});

// covers: transport cards: blank cards of the stock handed over by their number
test("two clerks with one number: exactly one hands it over; a replacement needs a free number, too, and a blocked one is refused", async () => {
  const number = blanks[2] ?? "";
  const orders = [await ordered(person.userId)];
  person = await testPerson(shop.api.deps);
  orders.push(await ordered(person.userId));
  const ends = await Promise.all(orders.map(({ orderId, lineIds }) => begin(orderId, lineIds, [number])));
  expect(ends.map(({ body }) => body.error?.details?.reason ?? "made").toSorted()).toEqual(["handed", "made"]);

  const lost = await cardCalls.ownCard(person, { status: "blocked", incident: "lost" });
  const replace = async (cardNumber?: string) =>
    (await call("staffReplaceCard", { cardId: lost.id, ...(cardNumber === undefined ? {} : { cardNumber }) })).body;
  expect((await replace()).error?.code).toBe("FIELD_REQUIRED");
  const free = blanks[3] ?? "";
  const file = { bytes: new TextEncoder().encode(`${free}\n`), name: "Lost.csv" };
  await addToStock(["9258000000000075,2030-01-01"]);
  const { digest } = (await call("previewCardBlocks", { incident: "stolen" }, { file })).body.preview;
  await call("blockCards", { digest, incident: "stolen", note: "Stolen box" }, { file });
  expect((await replace(free)).error?.details).toMatchObject({ reason: "blocked" });
  expect((await replace("9258 0000 0000 0075")).newCard.number).toBe("9258 0000 0000 0075");
});
