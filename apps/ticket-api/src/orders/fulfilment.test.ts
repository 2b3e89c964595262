import type { PreparedSupport } from "@guichet/contract/office/orders.ts";
import { slotIdOf } from "@guichet/rules/collection-slots.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";
import { moveFulfilment } from "./fulfilment.ts";

const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: "09:00", closes: "12:00" }));
const agency = {
  ...{ id: "gare", index: 1, label: "Gare", addressRoute: "1 rue", addressPostalCode: "80000", addressCity: "Amiens" },
  ...{ openingHours: week, slotCapacity: 100 },
};
let shop: Shop;
let person: TestPerson;
beforeAll(async () => {
  const articles = [testArticle({ id: "leaflet", price: 0, supports: ["SHIPPING", "COLLECT", "PHYSICAL"] })];
  shop = await openTestShop({ packs: ["north", "south"].map((id) => testPack({ id, articles, agencies: [agency] })) });
});
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
});
afterAll(() => shop.close());

const address = {
  ...{ fullname: "Ana Silva", addressRoute: "1 rue", addressPostalCode: "80000", addressCity: "Amiens" },
  addressState: "",
};

/** A free order, so complete immediately, with one leaflet for each of these supports. */
async function ordered(...supports: PreparedSupport[]): Promise<string> {
  const articles = supports.map((support) => ({
    ...{ quantity: 1, productId: "leaflet", customerId: person.userId, support },
  }));
  const collect = { siteId: "gare", slotId: slotIdOf("2026-11-24T08:00:00Z") };
  const { body } = await shop.api.call(
    "placeOrder",
    { ...orderOf(person, 0), articles, delivery: address, collect },
    { token: person.token, idempotencyKey: crypto.randomUUID() },
  );
  expect(body.orderStatus).toBe("COMPLETED");
  return body.orderId;
}
async function moved(
  orderId: string,
  support: PreparedSupport,
  verb: "beginFulfilment" | "finishFulfilment",
  networkId = "north",
) {
  const { deps } = shop.api;
  const network = await deps.networks.get(networkId);
  if (network === undefined) throw new Error(`No network ${networkId}`);
  const by = { staffId: "agent" };
  return deps.db.transaction().execute((tx) => moveFulfilment(tx, deps, network, { orderId, support, by }, verb));
}
const orderAs = async (orderId: string) => {
  const [order] = (await shop.api.call("getOrders", { orderId }, { token: person.token })).body.items;
  return {
    states: order?.lines.map(({ support, processStatus }) => `${support} ${processStatus}`),
    last: order?.history.at(-1)?.event,
  };
};

// covers §1: physical support handed over by staff
// covers §3: order process status by support, in the store
test.each([
  ["SHIPPING", "preparing-parcel", "shipped"],
  ["COLLECT", "preparing-collection", "collected"],
  ["PHYSICAL", "preparing-handover", "handed-over"],
] as const)("%s is begun, then finished, each once in the order's history", async (support, started, finished) => {
  const orderId = await ordered(support);
  expect(await orderAs(orderId)).toMatchObject({ states: [`${support} TO_PROCESS`] });
  expect(await moved(orderId, support, "finishFulfilment")).toMatchObject({
    ok: false,
    code: "TRANSITION_NOT_ALLOWED",
  });
  const both = await Promise.all([
    moved(orderId, support, "beginFulfilment"),
    moved(orderId, support, "beginFulfilment"),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await orderAs(orderId)).toEqual({ states: [`${support} PROCESSING`], last: started });
  expect((await moved(orderId, support, "finishFulfilment")).ok).toBe(true);
  expect(await orderAs(orderId)).toEqual({ states: [`${support} PROCESSED`], last: finished });
  expect((await moved(orderId, support, "beginFulfilment")).ok).toBe(false);
});

test("lines with one support move independently of the others", async () => {
  const orderId = await ordered("COLLECT", "PHYSICAL");
  await moved(orderId, "COLLECT", "beginFulfilment");
  expect((await orderAs(orderId)).states).toEqual(["COLLECT PROCESSING", "PHYSICAL TO_PROCESS"]);
});

test("nothing moves in an order of another network or in an unpaid order", async () => {
  const orderId = await ordered("COLLECT");
  expect((await moved(orderId, "COLLECT", "beginFulfilment", "south")).ok).toBe(false);
  expect((await moved(orderId, "SHIPPING", "beginFulfilment")).ok).toBe(false);
  expect((await orderAs(orderId)).states).toEqual(["COLLECT TO_PROCESS"]);
});
