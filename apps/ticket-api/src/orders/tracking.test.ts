import { slotIdOf } from "@guichet/rules/collection-slots.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openCardShop, transportCardCalls } from "../testing/test-card-shop.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import type { Shop } from "../testing/test-purchase.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let shop: Shop;
let cardCalls: ReturnType<typeof transportCardCalls>;
let clerk: TestStaff;
let person: TestPerson;
beforeAll(async () => {
  shop = await openCardShop();
  cardCalls = transportCardCalls(shop);
  clerk = await testStaff(shop.api, { north: ["agent"] }, "Yanis Kermarec");
});
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
});
afterAll(() => shop.close());

const collect = { siteId: "gare", slotId: slotIdOf("2026-11-24T08:00:00Z") };
const number = "6A 1234 5678 9";
const url = "https://carrier.example/follow?parcel=6A123456789";
async function prepared(support: "SHIPPING" | "COLLECT"): Promise<string> {
  const { body } = await cardCalls.place(person, [{ productId: "card", support }], 0, { collect });
  await shop.api.call("beginPreparation", { orderId: body.orderId, support }, { token: clerk.token });
  return body.orderId;
}
const finish = (orderId: string, values: Record<string, unknown> = {}, support: "SHIPPING" | "COLLECT" = "SHIPPING") =>
  shop.api.call("finishPreparation", { orderId, support, ...values }, { token: clerk.token });
const ownOrder = async (orderId: string) =>
  (await shop.api.call("getOrders", { orderId }, { token: person.token })).body.items[0];
const lettersOf = async (words: string) =>
  (await cardCalls.emails(person.email)).filter(({ subject }) => subject.includes(words));

// covers §6: an e-mail announces that an order can be collected; a parcel is tracked by its number
test("a parcel shipped with a tracking number shows it: on the order, in the office and in the e-mail", async () => {
  const orderId = await prepared("SHIPPING");
  expect((await ownOrder(orderId))?.tracking).toBeNull();
  const done = await finish(orderId, { trackingNumber: ` ${number} `, trackingUrl: url });
  expect(done.body.error).toBeUndefined();
  expect((await ownOrder(orderId))?.tracking).toEqual({ number, url });
  const { order } = (await shop.api.call("officeOrder", { orderId }, { token: clerk.token })).body;
  expect(order.tracking).toEqual({ number, url });
  const emails = await lettersOf("expédiée");
  expect(emails).toHaveLength(1);
  expect(emails[0]?.text).toContain(`Numéro de suivi : ${number}`);
  expect(emails[0]?.text).toContain(url);
});

test("a parcel may be shipped without a tracking number, or with one that has no tracking page", async () => {
  const bare = await prepared("SHIPPING");
  expect((await finish(bare)).body.error).toBeUndefined();
  expect((await ownOrder(bare))?.tracking).toBeNull();
  const numbered = await prepared("SHIPPING");
  await finish(numbered, { trackingNumber: number });
  expect((await ownOrder(numbered))?.tracking).toEqual({ number, url: null });
});

test.each([
  ["FIELD_INVALID", { trackingNumber: number, trackingUrl: "http://carrier.example/1" }],
  ["FIELD_INVALID", { trackingNumber: number, trackingUrl: "javascript:alert(1)" }],
  ["FIELD_INVALID", { trackingNumber: number, trackingUrl: "https://me:secret@carrier.example/1" }],
  ["FIELD_INVALID", { trackingNumber: number, trackingUrl: "https://" }],
  ["FIELD_INVALID", { trackingNumber: number, trackingUrl: `${url}${"x".repeat(500)}` }],
  ["FIELD_INVALID", { trackingNumber: "6".repeat(61) }],
  ["FIELD_REQUIRED", { trackingUrl: url }],
])("%s: %j is not a tracking number and page, and the parcel is not shipped", async (code, values) => {
  const orderId = await prepared("SHIPPING");
  expect((await finish(orderId, values)).body.error?.code).toBe(code);
  expect((await ownOrder(orderId))?.history.at(-1)?.event).toBe("preparing-parcel");
});

// covers §6: an e-mail announces that an order can be collected; a parcel is tracked by its number
test("a customer is notified once that an order can be collected, with agency and time; it has no tracking number", async () => {
  const orderId = await prepared("COLLECT");
  const [email, ...others] = await lettersOf("prête à retirer");
  expect(others).toEqual([]);
  expect(email?.text).toContain("Gare, 1 rue, 80000 Amiens");
  expect(email?.text).toContain("24 novembre");
  const refused = await finish(orderId, { trackingNumber: number }, "COLLECT");
  expect(refused.body.error).toMatchObject({ code: "FIELD_INVALID", details: { field: "trackingNumber" } });
  expect((await finish(orderId, {}, "COLLECT")).body.error).toBeUndefined();
  expect(await lettersOf("prête à retirer")).toHaveLength(1);
});
