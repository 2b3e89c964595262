import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { euros, openTestCounter, type TestCounter } from "../testing/test-counter.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let counter: TestCounter;
let agent: TestStaff;
beforeAll(async () => {
  counter = await openTestCounter();
  agent = await testStaff(counter.shop.api, { north: ["agent"] }, "Yanis Kermarec");
}, 60_000);
afterAll(() => counter.shop.close());

const call: TestCounter["shop"]["api"]["call"] = (name, values, asking) =>
  counter.shop.api.call(name, values, { token: agent.token, ...asking });
const saleOf = async (orderId: string) => (await call("getCounterSale", { orderId })).body;
const refund = async (
  orderId: string,
  amount: number,
  more: { partIds?: string[]; reference?: string } = {},
  by: TestStaff = agent,
) =>
  (
    await call(
      "refundCounterSale",
      { orderId, amount: euros(amount), reason: "One ticket too many", ...more },
      { token: by.token },
    )
  ).body;
const differences = () => audit(counter.shop.api.deps, { grace: 0 });

// covers: parts of a counter sale refunded there, with credit note and drawer
test("a ticket of a sale comes back for cash: only it is cancelled and credited; then the rest, which cancels the order", async () => {
  const drawerId = await counter.open(agent);
  const articles = [{ productId: "single", quantity: 2 }, { productId: "day" }];
  const { orderId } = await counter.sell(agent, { articles, total: 800 });
  const before = await saleOf(orderId);
  expect(before.parts.map(({ name, left }) => [name, left.amount])).toEqual([
    ["single", 150],
    ["single", 150],
    ["day", 500],
  ]);
  const [single = "", other = "", day = ""] = before.parts.map(({ partId }) => partId);
  expect((await refund(orderId, 651, { partIds: [single, day] })).error).toMatchObject({
    ...{ code: "REFUND_EXCEEDS_PAID", details: { remaining: 650 } },
  });
  expect((await refund(orderId, 801, { partIds: [single] })).error?.code).toBe("REFUND_AMOUNT_CHANGED");
  expect((await refund(orderId, 150, { partIds: [crypto.randomUUID()] })).error?.code).toBe("REFUND_REFUSED");

  const { sale } = await refund(orderId, 600, { partIds: [single, day] });
  expect(sale).toMatchObject({
    ...{ refundedAt: null, remaining: euros(200) },
    parts: [
      { amount: euros(600), refundedBy: "Yanis Kermarec", drawerId, creditNoteNumber: expect.stringMatching(/^A-/) },
    ],
  });
  expect((await refund(orderId, 150, { partIds: [single] })).error).toMatchObject({
    ...{ code: "REFUND_REFUSED", details: { reason: "REFUNDED" } },
  });
  const { order } = (await call("officeOrder", { orderId })).body;
  expect([order.status, order.tickets.map(({ state }) => state).toSorted()]).toEqual([
    "COMPLETED",
    ["cancelled", "cancelled", expect.stringMatching(/active|pending/)],
  ]);
  expect(order.balance).toMatchObject({ received: euros(800), refunded: euros(600) });
  expect(order.documents.map(({ total }) => total.amount)).toEqual([800, 600]);
  expect((await call("listRefunds", { orderId })).body.items).toMatchObject([
    { scope: "tickets", amount: euros(600), sent: euros(600), reason: "One ticket too many" },
  ]);
  expect((await counter.drawer(drawerId)).drawer).toMatchObject({
    ...{ refundCount: 1, refundsAmount: euros(600), expectedAmount: euros(5200) },
  });
  expect((await saleOf(orderId)).parts.map(({ partId }) => partId)).toEqual([other]);
  expect(await differences()).toEqual([]);

  expect((await refund(orderId, 800)).error?.code).toBe("REFUND_AMOUNT_CHANGED");
  expect((await refund(orderId, 200)).sale).toMatchObject({ remaining: euros(0), refundDrawerId: drawerId });
  const after = (await call("officeOrder", { orderId })).body.order;
  expect([after.status, after.documents.map(({ total }) => total.amount)]).toEqual(["CANCELED", [800, 600, 200]]);
  const closed = await counter.close(agent, drawerId, 5000);
  expect(closed.drawer).toMatchObject({ refundCount: 2, refundsAmount: euros(800), differenceAmount: euros(0) });
  expect(await differences()).toEqual([]);
});

// covers: parts of a counter sale refunded there, with credit note and drawer
test("a part of a card payment needs the slip of the terminal, and above the threshold somebody who approves refunds", async () => {
  const paid = { paymentMethod: "CARD", reference: "1", agencyId: "port" } as const;
  const articles = [{ productId: "dear" }, { productId: "single" }];
  const { orderId } = await counter.sell(agent, { articles, total: 6150, ...paid });
  const [dear = "", single = ""] = (await saleOf(orderId)).parts.map(({ partId }) => partId);
  expect((await refund(orderId, 150, { partIds: [single] })).error).toMatchObject({
    ...{ code: "FIELD_REQUIRED", details: { field: "reference" } },
  });
  const slip = { reference: "2" };
  expect((await refund(orderId, 6000, { partIds: [dear], ...slip })).error?.code).toBe("SECOND_PERSON_REQUIRED");
  expect((await refund(orderId, 150, { partIds: [single], ...slip })).sale).toMatchObject({ remaining: euros(6000) });
  const most = 5000;
  expect((await refund(orderId, most, { partIds: [dear], ...slip })).error?.code).toBe("SECOND_PERSON_REQUIRED");
  expect((await refund(orderId, 6000, { partIds: [dear], ...slip }, counter.manager)).sale).toMatchObject({
    ...{ remaining: euros(0), parts: [{ reference: "2" }, { reference: "2" }] },
  });
  const after = await saleOf(orderId);
  const { order } = (await call("officeOrder", { orderId })).body;
  expect([after.mayRefund, order.status, order.documents.map(({ total }) => total.amount)]).toEqual([
    false,
    "CANCELED",
    [6150, 150, 6000],
  ]);
  expect(await differences()).toEqual([]);
});

test("goods that were handed over come back as a line, once; the same part sent twice at once is paid back once", async () => {
  const drawerId = await counter.open(agent);
  const articles = [{ productId: "posted", support: "PHYSICAL" as const }, { productId: "single" }];
  const { orderId } = await counter.sell(agent, { articles, total: 300 });
  expect((await saleOf(orderId)).parts.map(({ name }) => name)).toEqual(["single"]);
  for (const step of ["beginPreparation", "finishPreparation"] as const)
    expect((await call(step, { orderId, support: "PHYSICAL" })).body.error).toBeUndefined();
  const { parts } = await saleOf(orderId);
  const goods = parts.find(({ serial }) => serial === null)?.partId ?? "";
  const ends = await Promise.all([1, 2].map(() => refund(orderId, 150, { partIds: [goods] })));
  expect(ends.map(({ error }) => error?.code).toSorted()).toEqual(["REFUND_REFUSED", undefined]);
  expect((await counter.drawer(drawerId)).drawer).toMatchObject({ refundCount: 1, refundsAmount: euros(150) });
  expect((await saleOf(orderId)).parts.map(({ name }) => name)).toEqual(["single"]);
  expect(await differences()).toEqual([]);
});
