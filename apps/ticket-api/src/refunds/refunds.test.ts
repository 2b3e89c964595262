import { addDays, dayIn } from "@guichet/rules/dates/days.ts";
import { dayBegins } from "@guichet/rules/dates/instants.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { daysMs, hoursMs } from "../clock.ts";
import { guestOrderLink } from "../order-records/order-links.ts";
import { testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";
import { bought, refundableArticles, traces, vatSums } from "../testing/test-refunds.ts";
import { testStaff } from "../testing/test-staff.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack({ articles: refundableArticles }), testPack({ id: "south" })] });
}, 60_000);
afterAll(() => shop.close());

type By = { token: string } | { link: { until: string; linkSignature: string } };
const quoteOf = async (orderId: string, by: By) =>
  (await shop.api.call("quoteRefund", { orderId, ...("link" in by ? by.link : {}) }, "token" in by ? by : {})).body;
async function ask(by: By, orderId: string, ticketIds: readonly string[], amount: number, currency = "EUR") {
  const request = {
    orderId,
    ticketIds: [...ticketIds],
    amount: { amount, currency },
    ...("link" in by ? by.link : {}),
  };
  return (await shop.api.call("requestRefund", request, "token" in by ? by : {})).body;
}
const differences = () => audit(shop.api.deps, { grace: 0 });
const euros = (amount: number) => ({ amount, currency: "EUR" });

describe("a customer returns tickets", () => {
  // covers: a customer sees what a ticket is worth today, returns it, and gets the money on the payment method they used
  test("one of three: it is cancelled, credited and refunded once; the others stay valid", async () => {
    const person = await testPerson(shop.api.deps);
    const { orderId } = await bought(shop, person, 450, ["single", 3]);
    const { tickets, destinations } = await quoteOf(orderId, person);
    expect(destinations).toEqual([{ method: "CARD", lastDigits: "0014", from: null }]);
    expect(tickets).toHaveLength(3);
    expect(tickets[0]).toMatchObject({
      paid: euros(150),
      used: euros(0),
      fee: euros(0),
      refund: euros(150),
      refusal: null,
    });
    const [{ ticketId = "" } = {}] = tickets;
    expect((await ask(person, orderId, [ticketId], 149)).error?.code).toBe("REFUND_AMOUNT_CHANGED");
    expect((await ask(person, orderId, [ticketId], 150, "USD")).error?.code).toBe("REFUND_AMOUNT_CHANGED");
    const made = await ask(person, orderId, [ticketId], 150);
    expect(made).toMatchObject({
      amount: euros(150),
      creditNoteNumber: expect.stringMatching(/^A-NORTH-\d{4}-\d{6}$/),
    });
    // Invalid before the money is on its way.
    expect((await quoteOf(orderId, person)).tickets[0]).toMatchObject({ refund: euros(0), refusal: "REFUNDED" });
    expect((await ask(person, orderId, [ticketId], 150)).error).toMatchObject({
      code: "REFUND_REFUSED",
      details: { reason: "REFUNDED", ticketId },
    });
    await shop.pass(0);
    expect(await traces(shop, orderId)).toMatchObject({
      status: "COMPLETED",
      tickets: ["cancelled", "pending", "pending"],
      notes: [150],
      emails: 1,
      sent: [150],
    });
    const { items } = (await shop.api.call("getOrders", { orderId }, { token: person.token })).body;
    expect(items[0]?.refunds).toMatchObject([
      {
        refundId: made.refundId,
        amount: euros(150),
        sentAt: expect.any(String),
        creditNoteNumber: made.creditNoteNumber,
      },
    ]);
    expect(await differences()).toEqual([]);
  });

  test.each([
    ["used", ["single"], "USED", async (id: string, person: TestPerson) => use(person, id)],
    ["of an article without a policy", ["final"], "NOT_REFUNDABLE", async () => {}],
    ["expired", ["single"], "ENDED", async (id: string) => set(id, sql`status = 'expired'`)],
    [
      "blocked",
      ["single"],
      "BLOCKED",
      async (id: string) => set(id, sql`status = 'blocked', blocked_for = '{unpaid}'`),
    ],
  ] as const)("a ticket %s is refused with the reason", async (_case, [article], reason, change) => {
    const person = await testPerson(shop.api.deps);
    const price = article === "final" ? 500 : 150;
    const { orderId } = await bought(shop, person, price, [article]);
    const [{ ticketId = "" } = {}] = (await quoteOf(orderId, person)).tickets;
    await change(ticketId, person);
    expect((await quoteOf(orderId, person)).tickets[0]).toMatchObject({ refund: euros(0), refusal: reason });
    expect((await ask(person, orderId, [ticketId], price)).error).toMatchObject({
      code: "REFUND_REFUSED",
      details: { reason },
    });
    expect(await traces(shop, orderId)).toMatchObject({ notes: [], emails: 0, sent: [] });
    // For the audit of the other tests.
    if (reason === "BLOCKED") await set(ticketId, sql`status = 'pending', blocked_for = '{}'`);
  });

  test("a carnet is worth its unused trips; a pass is worth its remaining days, less the fee", async () => {
    const person = await testPerson(shop.api.deps);
    const carnet = await bought(shop, person, 1200, ["carnet"]);
    const [{ ticketId: carnetId = "" } = {}] = (await quoteOf(carnet.orderId, person)).tickets;
    await use(person, carnetId);
    expect((await quoteOf(carnet.orderId, person)).tickets[0]).toMatchObject({ used: euros(150), refund: euros(1050) });

    const startingAt = tomorrow();
    const pass = await bought(shop, person, 6000, ["month", 1, { startingAt }]);
    const [before] = (await quoteOf(pass.orderId, person)).tickets;
    expect(before?.fee).toEqual(euros(500));
    await shop.pass(daysMs(10));
    const [later] = (await quoteOf(pass.orderId, person)).tickets;
    expect(later?.refund.amount).toBe((before?.refund.amount ?? 0) - 2000);
    const made = await ask(person, pass.orderId, [later?.ticketId ?? ""], later?.refund.amount ?? 0);
    expect(made.refundId).toBeDefined();
    await shop.pass(0);
    expect((await traces(shop, pass.orderId)).sent).toEqual([later?.refund.amount]);
    expect(await differences()).toEqual([]);
  });

  // covers: nobody sees or refunds an order that is not theirs
  test("another's order, another's ticket and a forged link are not found; a guest's link works without a session", async () => {
    const [owner, stranger] = [await testPerson(shop.api.deps), await testPerson(shop.api.deps)];
    const { orderId } = await bought(shop, owner, 150, ["single"]);
    const other = await bought(shop, stranger, 150, ["single"]);
    const [{ ticketId = "" } = {}] = (await quoteOf(orderId, owner)).tickets;
    expect((await quoteOf(orderId, stranger)).error?.code).toBe("NOT_FOUND");
    expect((await ask(stranger, orderId, [ticketId], 150)).error?.code).toBe("NOT_FOUND");
    expect((await ask(stranger, other.orderId, [ticketId], 150)).error?.code).toBe("NOT_FOUND");
    expect((await ask(owner, orderId, ["not-a-ticket"], 150)).error?.code).toBe("NOT_FOUND");
    const linkOf = (id: string) => {
      const { path, until } = guestOrderLink(shop.api.deps, { id, networkId: "north" });
      return { link: { until, linkSignature: new URL(path, "http://shop.test").searchParams.get("link") ?? "" } };
    };
    // The link of an account's order opens nothing.
    expect((await quoteOf(orderId, linkOf(orderId))).error?.code).toBe("NOT_FOUND");
    await sql`update orders set customer = customer || '{"guest": true}' where id = ${orderId}`.execute(
      shop.api.deps.db,
    );
    expect((await quoteOf(orderId, linkOf(other.orderId))).error?.code).toBe("NOT_FOUND");
    expect(
      (await quoteOf(orderId, { link: { ...linkOf(orderId).link, until: "2099-01-01T00:00:00.000Z" } })).error?.code,
    ).toBe("NOT_FOUND");
    expect(await ask(linkOf(orderId), orderId, [ticketId], 150)).toMatchObject({ amount: euros(150) });
  });

  // covers: a customer gets at most what is left of an order, and sees what was refunded before
  test("after goodwill: the refund of tickets is limited to what is left; with nothing left it is refused", async () => {
    const person = await testPerson(shop.api.deps);
    const clerk = await testStaff(shop.api, { north: ["agent"] });
    const goodwill = async (orderId: string, amount: number) =>
      (
        await shop.api.call(
          "refundOrder",
          { orderId, scope: "goodwill", amount: euros(amount), reason: "late" },
          { token: clerk.token },
        )
      ).body.refund.status;
    const { orderId } = await bought(shop, person, 450, ["single", 3]);
    expect(await goodwill(orderId, 80)).toBe("approved");
    const { tickets, remaining } = await quoteOf(orderId, person);
    expect(remaining).toEqual(euros(370));
    expect(tickets.map(({ refund }) => refund.amount)).toEqual([150, 150, 150]);
    const all = tickets.map(({ ticketId }) => ticketId);
    expect((await ask(person, orderId, all, 450)).error).toMatchObject({
      code: "REFUND_AMOUNT_CHANGED",
      details: { amount: 370 },
    });
    expect(await ask(person, orderId, all, 370)).toMatchObject({ amount: euros(370) });
    await shop.pass(0);
    expect(await traces(shop, orderId)).toMatchObject({
      ...{ tickets: ["cancelled", "cancelled", "cancelled"], notes: [80, 370], sent: [80, 370] },
    });
    expect(await vatSums(shop, orderId, "credit-note")).toEqual(await vatSums(shop, orderId, "invoice"));

    const other = await bought(shop, person, 150, ["single"]);
    expect(await goodwill(other.orderId, 150)).toBe("approved");
    const nothing = await quoteOf(other.orderId, person);
    expect(nothing).toMatchObject({ remaining: euros(0), tickets: [{ refund: euros(0), refusal: "NOTHING_LEFT" }] });
    expect((await ask(person, other.orderId, [nothing.tickets[0]?.ticketId ?? ""], 0)).error).toMatchObject({
      code: "REFUND_REFUSED",
      details: { reason: "NOTHING_LEFT" },
    });
    await shop.pass(0);
    expect(await differences()).toEqual([]);
  });

  // covers §6: the VAT of several credit notes is that of their invoice, to the cent
  test("several refunds of one order: VAT per rate adds up to the invoice's, and each has its PDF", async () => {
    const person = await testPerson(shop.api.deps);
    const startingAt = tomorrow();
    const { orderId } = await bought(shop, person, 6750, ["single", 5], ["month", 1, { startingAt }]);
    const { tickets } = await quoteOf(orderId, person);
    const numbers: string[] = [];
    for (const { ticketId, refund } of tickets.filter(({ refusal }) => refusal === null)) {
      numbers.push((await ask(person, orderId, [ticketId], refund.amount)).creditNoteNumber);
    }
    expect(new Set(numbers).size).toBe(6);
    type Note = { series: string; vat: { rate: number; vat: { amount: number }; gross: { amount: number } }[] };
    const { rows } =
      await sql<Note>`select series, contents -> 'vat' as vat from invoice where order_id = ${orderId}`.execute(
        shop.api.deps.db,
      );
    const vatOf = (series: string, rate: number) =>
      rows
        .filter((row) => row.series === series)
        .flatMap(({ vat }) => vat.filter((share) => share.rate === rate))
        .reduce((sum, share) => sum + share.vat.amount, 0);
    expect(vatOf("credit-note", 10)).toBe(vatOf("invoice", 10));
    await shop.pass(0);
    for (const number of numbers) {
      const file = await shop.api.call("printOrder", { orderId, kind: "credit-note", number }, { token: person.token });
      expect(file.body.type).toBe("application/pdf");
    }
    expect(await differences()).toEqual([]);
  });
});

test("the catalogue names the terms of a refund", async () => {
  const { items } = (await shop.api.call("getProducts", { ids: "month,final" })).body;
  const termsOf = (id: string) => items.find(({ shopItemId }) => shopItemId === id)?.refundTerms;
  expect(termsOf("month")).toEqual({
    ...{ fee: { amount: euros(500), percent: 5 }, refundPercent: 100, minimum: euros(0), countedFrom: "purchase" },
    ...{ feesByDay: [{ amount: euros(0), percent: 0, untilDay: -7 }] },
    ...{ deadlineDays: null, lockedFirstDays: null, lockedLastDays: 2 },
  });
  expect(termsOf("final")).toBeNull();
});

// covers: a payment provider that is down for a day delays a refund; nothing is lost or refunded twice
test("while the provider is away the ticket is already invalid; the money is sent once it is back, once", async () => {
  const person = await testPerson(shop.api.deps);
  const { orderId } = await bought(shop, person, 150, ["single"]);
  const [{ ticketId = "" } = {}] = (await quoteOf(orderId, person)).tickets;
  await shop.behave("down", 1_000);
  expect((await ask(person, orderId, [ticketId], 150)).refundId).toBeDefined();
  await shop.pass(hoursMs(6));
  await shop.pass(hoursMs(18));
  await shop.behave("down", 0);
  expect(await traces(shop, orderId)).toMatchObject({ tickets: ["cancelled"], sent: [] });
  await shop.pass(hoursMs(2));
  await shop.pass(hoursMs(2));
  expect((await traces(shop, orderId)).sent).toEqual([150]);
  expect(await differences()).toEqual([]);
}, 60_000);

/** The customer uses a ticket once. */
async function use(person: TestPerson, ticketId: string): Promise<void> {
  const { body } = await shop.api.call("punchTicket", { ticketId }, { token: person.token });
  if (body.error !== undefined) throw new Error(`not used: ${body.error.code}`);
}

async function set(ticketId: string, change: ReturnType<typeof sql>): Promise<void> {
  await sql`update ticket set ${change} where id = ${ticketId}`.execute(shop.api.deps.db);
}

/** Midnight after today, a start that is offered. */
function tomorrow(): string {
  return dayBegins(addDays(dayIn(shop.api.clock.iso(), "Europe/Paris"), 1), "Europe/Paris").toISOString();
}
