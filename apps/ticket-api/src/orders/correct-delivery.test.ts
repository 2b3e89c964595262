import { sql } from "kysely";
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
  clerk = await testStaff(shop.api, { north: ["agent"], south: [] }, "Yanis Kermarec");
});
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
});
afterAll(() => shop.close());

type Address = NonNullable<Awaited<ReturnType<typeof orderOf>>["delivery"]>;
const orderOf = async (orderId: string) =>
  (await shop.api.call("officeOrder", { orderId }, { token: clerk.token })).body.order;
async function parcel(): Promise<{ orderId: string; seen: Address }> {
  const { body } = await cardCalls.place(person, [{ productId: "card", support: "SHIPPING" }], 0, {});
  const { delivery } = await orderOf(body.orderId);
  if (delivery === null) throw new Error("the order has no address");
  return { orderId: body.orderId, seen: delivery };
}
const right = (street: string) => ({
  ...{ fullname: "Lou Morvan", addressRoute: street, addressPostalCode: "76600" },
  ...{ addressCity: "Le Havre", addressState: "" },
});
type Asked = Parameters<typeof shop.api.call<"correctDelivery">>[1];
const correct = (values: Omit<Asked, "reason">, reason = "The customer called", token = clerk.token) =>
  shop.api.call("correctDelivery", { ...values, reason }, { token });
const lettersOf = async () =>
  (await cardCalls.emails(person.email)).filter(({ subject }) => subject.includes("Adresse de livraison"));

// covers: the staff correct the delivery address of an order until it is shipped, with a reason and an e-mail to the customer
test("an address is corrected with a reason, in the history and the log with before and after, and by an e-mail", async () => {
  const { orderId, seen } = await parcel();
  const delivery = right("12 quai des Brumes");
  const done = await correct({ orderId, seen, delivery: { ...delivery, fullname: "  Lou Morvan " } });
  expect(done.body.delivery).toEqual(delivery);
  const order = await orderOf(orderId);
  expect(order.delivery).toEqual(delivery);
  expect(order.history.filter(({ event }) => event === "delivery-corrected")).toMatchObject([
    { by: "Yanis Kermarec", reason: "The customer called" },
  ]);
  const acts = await sql<{ changes: unknown; account_id: string }>`select changes, account_id from staff_act
    where thing = ${orderId} and act = 'order.correct-delivery'`.execute(shop.api.deps.db);
  const inOneLine = [
    seen.fullname,
    seen.addressRoute,
    `${seen.addressPostalCode} ${seen.addressCity}`,
    seen.addressState,
  ];
  const after = "Lou Morvan, 12 quai des Brumes, 76600 Le Havre";
  expect(acts.rows).toEqual([
    {
      account_id: person.accountId,
      changes: [{ field: "delivery", before: inOneLine.filter(Boolean).join(", "), after }],
    },
  ]);
  const [letter, ...more] = await lettersOf();
  expect(letter?.text).toContain(after);
  expect(more).toEqual([]);
});

test("the same form sent twice, or at the same time, is one correction; a stale page is refused and changes nothing", async () => {
  const { orderId, seen } = await parcel();
  const delivery = right("1 rue du Port");
  const both = await Promise.all([correct({ orderId, seen, delivery }), correct({ orderId, seen, delivery })]);
  expect(both.map(({ body }) => body.delivery)).toEqual([delivery, delivery]);
  expect(await lettersOf()).toHaveLength(1);
  const stale = await correct({ orderId, seen, delivery: right("99 rue Ailleurs") });
  expect(stale.body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED", details: { reason: "changed" } });
  const competing = await Promise.all(
    ["2 rue du Port", "3 rue du Port"].map((street) => correct({ orderId, seen: delivery, delivery: right(street) })),
  );
  expect(competing.map(({ body }) => body.error?.code ?? "ok").sort()).toEqual(["TRANSITION_NOT_ALLOWED", "ok"]);
  expect(await lettersOf()).toHaveLength(2);
  const kept = (await orderOf(orderId)).delivery;
  if (kept === null) throw new Error("the order has no address");
  expect((await correct({ orderId, seen: kept, delivery: kept })).body.delivery).toEqual(kept);
  expect(await lettersOf()).toHaveLength(2);
});

test("letters that move between postcode and city are a correction, with its entry and e-mail", async () => {
  const { orderId, seen } = await parcel();
  const delivery = { ...right("1 rue du Port"), addressPostalCode: "76600 Le", addressCity: "Havre" };
  await correct({ orderId, seen, delivery });
  const moved = { ...delivery, addressPostalCode: "76600", addressCity: "Le Havre" };
  expect((await correct({ orderId, seen: delivery, delivery: moved })).body.delivery).toEqual(moved);
  const { delivery: kept, history } = await orderOf(orderId);
  expect(kept).toEqual(moved);
  expect(history.filter(({ event }) => event === "delivery-corrected")).toHaveLength(2);
  expect(await lettersOf()).toHaveLength(2);
});

test("a parcel that is being prepared can be corrected; once shipped it cannot, also when both happen at once", async () => {
  const moved = (name: "beginPreparation" | "finishPreparation", orderId: string) =>
    shop.api.call(name, { orderId, support: "SHIPPING" }, { token: clerk.token });
  for (const street of ["4 rue du Port", "5 rue du Port", "6 rue du Port"]) {
    const { orderId, seen } = await parcel();
    await moved("beginPreparation", orderId);
    const [corrected] = await Promise.all([
      correct({ orderId, seen, delivery: right(street) }),
      moved("finishPreparation", orderId),
    ]);
    const { number } = await orderOf(orderId);
    const shipped = (await cardCalls.emails(person.email)).find(
      ({ subject }) => subject.includes("expédiée") && subject.includes(number),
    );
    // Either the parcel went to the corrected address, or the correction was refused.
    if (corrected.body.error === undefined) expect(shipped?.text).toContain(street);
    else expect(corrected.body.error.details).toMatchObject({ reason: "shipped" });
    const now = (await orderOf(orderId)).delivery ?? seen;
    const late = await correct({ orderId, seen: now, delivery: right("7 rue du Port") });
    expect(late.body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED", details: { reason: "shipped" } });
    expect((await orderOf(orderId)).delivery).toEqual(now);
  }
});

test("bad addresses, orders without a parcel, unknown orders and roles that may not ship are refused", async () => {
  const { orderId, seen } = await parcel();
  const delivery = right("8 rue du Port");
  for (const wrong of [
    { ...delivery, fullname: " " },
    { ...delivery, addressPostalCode: "" },
    { ...delivery, addressRoute: "x".repeat(201) },
    { ...delivery, addressCity: "Le\nHavre" },
  ])
    expect((await correct({ orderId, seen, delivery: wrong })).http).toBe(400);
  expect((await correct({ orderId, seen, delivery }, " ")).body.error?.code).toMatch(/^FIELD_/);
  expect((await correct({ orderId: crypto.randomUUID(), seen, delivery })).body.error?.code).toBe("NOT_FOUND");
  const reader = await testStaff(shop.api, { north: ["reader"] });
  expect((await correct({ orderId, seen, delivery }, "No", reader.token)).body.error?.code).toBe("ROLE_NOT_ALLOWED");
  await sql`update orders set status = 'CANCELED' where id = ${orderId}`.execute(shop.api.deps.db);
  expect((await correct({ orderId, seen, delivery })).body.error?.details).toMatchObject({ reason: "no-parcel" });
  expect((await orderOf(orderId)).delivery).toEqual(seen);
});
