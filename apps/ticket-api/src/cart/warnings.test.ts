import { addMonths, dayIn } from "@guichet/rules/dates/days.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertTraveller } from "../account-records/traveller-store.ts";
import { counterClient } from "../testing/test-api.ts";
import { type TestPerson, travellersSession } from "../testing/test-people.ts";
import { orderOf } from "../testing/test-purchase.ts";
import { openSubscriptionShop, type SubscriptionShop } from "../testing/test-subscriptions.ts";

const free = { price: 0, paymentOptions: [{ paymentMethods: ["CARD" as const] }], renewalInterval: undefined };
const fromPurchase = (duration: string) => ({ ...free, validity: { from: "purchase" as const, duration } });

let shop: SubscriptionShop;
beforeAll(async () => {
  shop = await openSubscriptionShop();
  await shop.change({
    week: { ...fromPurchase("P7D"), pivot: { type: "WEEK_PIVOT", value: 7, proposals: 4 } },
    later: {
      ...free,
      pivot: { type: "MONTH_PIVOT", value: 31, proposals: 3 },
      validity: { from: "start", duration: "P1M" },
    },
    year: { ...fromPurchase("P1Y"), supports: ["DEMATERIALIZED", "COLLECT", "PHYSICAL"] },
    young: { ...fromPurchase("PT24H"), ageTo: undefined },
    yearInInstallments: { ...fromPurchase("P1Y"), trips: 10 },
    onCard: { ...free, supports: ["DEMATERIALIZED"], validity: { from: "first-use", duration: "P31D" } },
  });
}, 60_000);
afterAll(() => shop.close());

type Line = Record<string, unknown> & { productId: string };

const verify = async (person: TestPerson, lines: Line[], token: string | undefined = person.token) => {
  const articles = lines.map((line) => orderOf(person, 0, line).articles[0]).filter((line) => line !== undefined);
  const { body } = await shop.api.call("verifyOrder", { articles }, token === undefined ? {} : { token });
  return body.lines.map(({ warnings }) => warnings);
};
async function buy(person: TestPerson, line: Line, token = person.token): Promise<string> {
  const asking = { token, idempotencyKey: crypto.randomUUID() };
  const { body } = await shop.api.call("placeOrder", orderOf(person, 0, line), asking);
  expect(body.error).toBeUndefined();
  return body.orderId;
}
async function ticketOf(person: TestPerson, orderId: string) {
  const { items } = (await shop.api.call("tickets", {}, { token: person.token })).body;
  const ticket = items.find((one) => one.orderId === orderId);
  if (ticket === undefined) throw new Error(`Order ${orderId} has no ticket`);
  return ticket;
}
async function child(person: TestPerson): Promise<string> {
  const { deps } = shop.api;
  const id = deps.ids.uuid();
  const born = { firstName: "Lou", lastName: "Morvan", birthDate: "2012-05-02" };
  const traveller = { id, networkId: "north", accountId: person.accountId, isHolder: false, ...born };
  await deps.db.transaction().execute((tx) => insertTraveller(tx, traveller, deps.clock.iso()));
  return id;
}
/** This month and the two after it, in the network's time zone. */
const months = (): string[] => {
  const first = `${dayIn(shop.api.clock.iso(), "Europe/Paris").slice(0, 7)}-01`;
  return [0, 1, 2].map((count) => addMonths(first, count).slice(0, 7));
};

// covers §5: a warning for a pass or subscription that the traveller already has on the same days, on its page, in the cart and before paying; it can still be bought
test("buying a pass that a traveller already holds gives a warning with its period and ticket; it can still be ordered", async () => {
  const person = await shop.person();
  expect(await verify(person, [{ productId: "year" }])).toEqual([[]]);
  const ticket = await ticketOf(person, await buy(person, { productId: "year" }));
  expect(await verify(person, [{ productId: "year" }])).toEqual([
    [
      {
        code: "ALREADY_HELD",
        ticketId: ticket.ticketId,
        name: "year",
        travellerId: person.userId,
        firstName: "Amal",
        startsAt: ticket.validFrom,
        endsAt: ticket.validUntil,
        renews: false,
        mustConfirm: false,
      },
    ],
  ]);
  await buy(person, { productId: "year" });
});

test("the next period is bought in advance without a warning, but not twice", async () => {
  const person = await shop.person();
  const [, next, afterNext] = months();
  await buy(person, { productId: "later", startMonth: next });
  const [again, afterwards] = [
    { productId: "later", startMonth: next },
    { productId: "later", startMonth: afterNext },
  ];
  expect((await verify(person, [again])).flat()).toMatchObject([{ code: "ALREADY_HELD", name: "later" }]);
  expect(await verify(person, [afterwards])).toEqual([[]]);
});

test("another pass valid on the same days gives a warning; trips, day tickets and tickets waiting for first use do not", async () => {
  const person = await shop.person();
  await buy(person, { productId: "year" });
  for (const productId of ["yearInInstallments", "young", "onCard", "single"])
    expect([productId, await verify(person, [{ productId }])]).toEqual([productId, [[]]]);
  const [now] = months();
  expect((await verify(person, [{ productId: "later", startMonth: now }])).flat()).toMatchObject([
    { code: "ALREADY_HELD", name: "year" },
  ]);
  const other = await shop.person();
  for (const productId of ["yearInInstallments", "young", "onCard"]) await buy(other, { productId });
  expect(await verify(other, [{ productId: "year" }])).toEqual([[]]);
});

test("a pass that waits for its first use counts from that use on", async () => {
  const person = await shop.person();
  const ticket = await ticketOf(person, await buy(person, { productId: "onCard" }));
  await shop.api.call("punchTicket", { ticketId: ticket.ticketId }, { token: person.token });
  const { validUntil } = await ticketOf(person, ticket.orderId);
  expect(validUntil).not.toBeNull();
  expect(await verify(person, [{ productId: "onCard" }])).toEqual([[]]);
  expect((await verify(person, [{ productId: "year" }])).flat()).toMatchObject([
    { ticketId: ticket.ticketId, endsAt: validUntil },
  ]);
});

test("a pass that is still to be handed over gives a warning with its order; a cancelled ticket gives none", async () => {
  const person = await shop.person();
  const ordered = await buy(person, { productId: "year", support: "PHYSICAL" });
  expect((await verify(person, [{ productId: "year" }])).flat()).toMatchObject([
    { code: "ALREADY_HELD", orderId: ordered, renews: false },
  ]);
  const other = await shop.person();
  const ticket = await ticketOf(other, await buy(other, { productId: "year" }));
  await sql`update ticket set status = 'cancelled' where id = ${ticket.ticketId}`.execute(shop.api.deps.db);
  expect(await verify(other, [{ productId: "year" }])).toEqual([[]]);
});

test("a subscription that renews gives a warning for any later day, once; a cancelled one up to its end", async () => {
  const person = await shop.person();
  const subscribed = await shop.subscribe(person, "month");
  const { subscriptionId } = subscribed;
  const [, , afterNext] = months();
  const later = { productId: "later", startMonth: afterNext };
  const again = { productId: "month", isSubscription: true };
  const renewing = { code: "ALREADY_HELD", subscriptionId, endsAt: null, renews: true };
  expect(await verify(person, [again])).toMatchObject([[renewing]]);
  expect(await verify(person, [later])).toMatchObject([[renewing]]);
  await shop.api.call("terminateSubscription", { subscriptionId }, { token: person.token });
  expect(await verify(person, [later])).toEqual([[]]);
  expect((await verify(person, [again])).flat()).toMatchObject([{ subscriptionId, renews: false }]);
});

// covers: a second pass in addition to an active subscription is confirmed before it is ordered
test("a pass in addition to an active subscription is refused until the customer confirms it; for another traveller it needs no confirmation", async () => {
  const person = await shop.person();
  const lou = await child(person);
  await shop.subscribe(person, "month");
  const [now] = months();
  const place = async (line: Line, more: Record<string, unknown> = {}) => {
    const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
    const { http, body } = await shop.api.call("placeOrder", { ...orderOf(person, 0, line), ...more }, asking);
    return [http, body.error?.code ?? "ordered", body.error?.details];
  };
  const pass = { productId: "later", startMonth: now };
  expect((await verify(person, [pass])).flat()).toMatchObject([{ mustConfirm: true }]);
  const refused = [409, "DUPLICATE_NOT_ACCEPTED", { line: 0 }];
  const ordered = [200, "ordered", undefined];
  expect(await place(pass)).toEqual(refused);
  expect(await place(pass, { duplicateAccepted: false })).toEqual(refused);
  expect(await place({ ...pass, customerId: lou })).toEqual(ordered);
  expect(await place(pass, { duplicateAccepted: true })).toEqual(ordered);
});

// covers: a second pass in addition to an active subscription is confirmed before it is ordered
test("a counter sale of a pass in addition to an active subscription is refused until the customer confirms it", async () => {
  const person = await shop.person();
  const lou = await child(person);
  await shop.subscribe(person, "month");
  const [startMonth] = months();
  const sell = async (customerId: string, more: Record<string, unknown> = {}) => {
    const line = { quantity: 1, productId: "later", support: "DEMATERIALIZED" as const, customerId, startMonth };
    const totalAmount = { amount: 0, currency: "EUR" };
    const sale = { articles: [line], paymentMethod: "CASH" as const, totalAmount, ...more };
    const asking = { token: person.token, client: counterClient, idempotencyKey: crypto.randomUUID() };
    const { http, body } = await shop.api.call("createOrder", sale, asking);
    return [http, body.error?.code ?? body.orderStatus, body.error?.details];
  };
  expect(await sell(person.userId)).toEqual([409, "DUPLICATE_NOT_ACCEPTED", { line: 0 }]);
  expect(await sell(person.userId, { duplicateAccepted: true })).toEqual([200, "COMPLETED", undefined]);
  expect(await sell(lou)).toEqual([200, "COMPLETED", undefined]);
});

// covers: a second pass in addition to an active subscription is confirmed before it is ordered
test("the same subscription is not begun twice without the customer's confirmation", async () => {
  const person = await shop.person();
  await shop.subscribe(person, "month");
  const again = { ...orderOf(person, 3200, { productId: "month", isSubscription: true }), keepCard: true };
  const ordered = async (more: Record<string, unknown>) => {
    const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
    return (await shop.api.call("placeOrder", { ...again, ...more }, asking)).body.error?.code;
  };
  expect(await ordered({})).toBe("DUPLICATE_NOT_ACCEPTED");
  expect(await ordered({ duplicateAccepted: true })).toBeUndefined();
});

test("a subscription that would begin before a later pass that is held gives a warning for that pass", async () => {
  const person = await shop.person();
  const [, , afterNext] = months();
  const ticket = await ticketOf(person, await buy(person, { productId: "later", startMonth: afterNext }));
  expect((await verify(person, [{ productId: "month", isSubscription: true }])).flat()).toMatchObject([
    { ticketId: ticket.ticketId },
  ]);
  expect(await verify(person, [{ productId: "month" }])).toEqual([[]]);
});

test("two lines of a cart for one traveller on the same days give a warning, for two travellers they do not", async () => {
  const person = await shop.person();
  const lou = await child(person);
  const yearPass = { productId: "year" };
  expect(await verify(person, [yearPass, { productId: "year", customerId: lou }])).toEqual([[], []]);
  expect(await verify(person, [yearPass, { ...yearPass, support: "PHYSICAL" }])).toMatchObject([
    [],
    [{ code: "ALREADY_IN_CART", otherLine: 0, name: "year", firstName: "Amal" }],
  ]);
  expect(await verify(person, [{ ...yearPass, quantity: 2 }])).toMatchObject([
    [{ code: "ALREADY_IN_CART", otherLine: 0 }],
  ]);
  const [now, next] = months();
  const [first, second] = [
    { productId: "later", startMonth: now },
    { productId: "later", startMonth: next },
  ];
  expect(await verify(person, [first, second])).toEqual([[], []]);
});

// covers §5: a warning for a pass or subscription that the traveller already has on the same days, on its page, in the cart and before paying; it can still be bought
test("nobody gets warnings about others' passes: not a traveller's own sign-in, a guest, a visitor or another account", async () => {
  const person = await shop.person();
  const lou = await child(person);
  await buy(person, { productId: "year" });
  await buy(person, { productId: "year", customerId: lou });
  const ownSession = await travellersSession(shop.api.deps, person, lou);
  const [ofHolder, ofLou] = [{ productId: "year" }, { productId: "year", customerId: lou }];
  expect(await verify(person, [ofHolder, ofLou])).toMatchObject([[{ firstName: "Amal" }], [{ firstName: "Lou" }]]);
  expect(await verify(person, [ofHolder, ofLou], ownSession)).toMatchObject([[], [{ firstName: "Lou" }]]);
  const guest = await shop.person({ guest: true });
  const stranger = await shop.person();
  for (const token of [guest.token, stranger.token])
    expect(await verify(person, [ofHolder, ofLou], token)).toEqual([[], []]);
  const visitor = { articles: [ofHolder, ofLou].flatMap((line) => orderOf(person, 0, line).articles) };
  expect((await shop.api.call("verifyOrder", visitor)).body.lines.map(({ warnings }) => warnings)).toEqual([[], []]);
});
