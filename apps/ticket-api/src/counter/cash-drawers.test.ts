import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { remedies } from "../audit/differences.ts";
import { monthEnd } from "../audit/month-end.ts";
import { describeMonthEnd } from "../audit/month-end-report.ts";
import { euros, openTestCounter, type TestCounter } from "../testing/test-counter.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let counter: TestCounter;
let agent: TestStaff;
beforeAll(async () => {
  counter = await openTestCounter();
}, 60_000);
afterAll(() => counter.shop.close());
beforeEach(async () => {
  agent = await testStaff(counter.shop.api, { north: ["agent"] }, "Yanis Kermarec");
});

const notOpen = { code: "TRANSITION_NOT_ALLOWED", details: { state: "drawer-not-open" } };
const call: TestCounter["shop"]["api"]["call"] = (name, values, asking) =>
  counter.shop.api.call(name, values, { token: agent.token, ...asking });
const refund = async (
  by: TestStaff,
  orderId: string,
  { amount = 150, ...more }: { amount?: number; reference?: string } = {},
) => {
  const values = { orderId, amount: euros(amount), reason: "Wrong ticket", ...more };
  return (await counter.shop.api.call("refundCounterSale", values, { token: by.token })).body;
};

// covers: the cash of a counter is opened, counted and closed with its difference, by member of the staff and agency
describe("a cash drawer", () => {
  test("is opened once by each member of the staff, at an agency of the network", async () => {
    const drawerId = await counter.open(agent, 4000);
    const again = await call("openDrawer", { agencyId: "station", openingAmount: euros(0) });
    expect(again.body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED", details: { state: "open" } });
    const { drawer, agencies } = (await call("getCounter", {})).body;
    expect(drawer).toMatchObject({ drawerId, isOwn: true, agency: "Agence port", expectedAmount: euros(4000) });
    expect(agencies.map(({ id }) => id)).toEqual(["port", "station"]);
    const other = await testStaff(counter.shop.api, { north: ["agent"] });
    const wrong = { token: other.token };
    const nowhere = await call("openDrawer", { agencyId: "nowhere", openingAmount: euros(0) }, wrong);
    expect(nowhere.body.error).toMatchObject({ code: "FIELD_INVALID", details: { field: "agencyId" } });
    const dollars = { agencyId: "port", openingAmount: { amount: 0, currency: "USD" } };
    expect((await call("openDrawer", dollars, wrong)).body.error?.code).toBe("FIELD_INVALID");
  });

  test("is needed for a sale in cash", async () => {
    expect((await counter.sell(agent)).error).toMatchObject(notOpen);
    const drawerId = await counter.open(agent);
    expect((await counter.sell(agent)).error).toBeUndefined();
    await counter.close(agent, drawerId, 5150);
    expect((await counter.sell(agent)).error).toMatchObject(notOpen);
  });

  test("closes with what was counted; a difference needs a reason, and nothing is closed without it", async () => {
    const drawerId = await counter.open(agent);
    await counter.sell(agent);
    const unexplained = await counter.close(agent, drawerId, 5000);
    expect(unexplained.error).toMatchObject({ code: "FIELD_REQUIRED", details: { field: "reason", expected: 5150 } });
    const { drawer } = await counter.close(agent, drawerId, 5000, "A coin fell behind the counter");
    expect(drawer).toMatchObject({
      ...{ expectedAmount: euros(5150), countedAmount: euros(5000), differenceAmount: euros(-150) },
      ...{ closeReason: "A coin fell behind the counter", closedBy: "Yanis Kermarec" },
    });
    expect((await call("getCounter", {})).body.drawer).toBeNull();
    const acts = await sql<{ act: string; reason: string | null }>`select act, reason from staff_act
      where thing = ${drawerId} order by at, id`.execute(counter.shop.api.deps.db);
    expect(acts.rows).toEqual([
      { act: "drawer.open", reason: null },
      { act: "drawer.close", reason: "A coin fell behind the counter" },
    ]);
  });

  test("cannot be changed once it is closed, not even in the database", async () => {
    const drawerId = await counter.open(agent);
    await counter.close(agent, drawerId, 5000);
    expect((await counter.close(agent, drawerId, 1, "Again")).error).toMatchObject({
      ...{ code: "TRANSITION_NOT_ALLOWED", details: { state: "closed" } },
    });
    const change = sql`update cash_drawer set counted_amount = 1 where id = ${drawerId}`.execute(
      counter.shop.api.deps.db,
    );
    await expect(change).rejects.toThrow(/is closed/);
  });

  test("of a colleague is closed by whoever sees all drawers, and by nobody else", async () => {
    const drawerId = await counter.open(agent);
    const colleague = await testStaff(counter.shop.api, { north: ["agent"] });
    expect((await counter.close(colleague, drawerId, 5000)).error?.code).toBe("NOT_FOUND");
    const { drawer } = await counter.close(counter.manager, drawerId, 5000);
    expect(drawer).toMatchObject({ isOwn: false, staffName: "Yanis Kermarec", closedBy: "Nolwenn Cadiou" });
  });

  test("is listed for managers and accountants, with its sales, page by page", async () => {
    const drawerId = await counter.open(agent);
    const sold = [await counter.sell(agent), await counter.sell(agent)].map(({ orderId }) => orderId);
    const accountant = await testStaff(counter.shop.api, { north: ["accountant"] });
    const asking = { token: accountant.token };
    const listed = (await call("listDrawers", { isOpen: true, limit: 1 }, asking)).body;
    expect(listed.items).toMatchObject([{ drawerId, saleCount: 2, closedAt: null }]);
    const first = (await call("getDrawer", { drawerId, limit: 1 }, asking)).body;
    const second = (await call("getDrawer", { drawerId, limit: 1, cursor: first.nextCursor ?? "" }, asking)).body;
    expect([first, second].flatMap(({ items }) => items.map(({ orderId }) => orderId))).toEqual(sold.reverse());
    expect(second.nextCursor).toBeUndefined();
    expect((await call("listDrawers", {})).body.error?.code).toBe("ROLE_NOT_ALLOWED");
  });
});

describe("a refund of a sale", () => {
  test("in cash comes out of the open drawer, cancels the tickets, and has a credit note", async () => {
    const drawerId = await counter.open(agent);
    const { orderId } = await counter.sell(agent);
    expect((await refund(agent, orderId, { amount: 149 })).error?.code).toBe("REFUND_AMOUNT_CHANGED");
    const { sale } = await refund(agent, orderId);
    expect(sale).toMatchObject({ refundedBy: "Yanis Kermarec", refundDrawerId: drawerId, refundReference: null });
    expect((await counter.drawer(drawerId)).drawer).toMatchObject({
      ...{ saleCount: 1, refundCount: 1, refundsAmount: euros(150), expectedAmount: euros(5000) },
    });
    const { order } = (await call("officeOrder", { orderId })).body;
    expect(order.status).toBe("CANCELED");
    expect(order.documents.map(({ kind }) => kind)).toEqual(["invoice", "credit-note"]);
    expect(order.tickets.map(({ state }) => state)).toEqual(["cancelled"]);
    expect((await call("getCounterSale", { orderId })).body).toMatchObject({ mayRefund: false });
    expect((await refund(agent, orderId)).error?.code).toBe("TRANSITION_NOT_ALLOWED");
  });

  test("needs a drawer that holds the cash, the slip of the terminal for a card, and above the threshold a manager", async () => {
    const drawerId = await counter.open(agent, 0);
    const { orderId } = await counter.sell(agent);
    await counter.close(agent, drawerId, 150);
    expect((await refund(agent, orderId)).error).toMatchObject(notOpen);
    await counter.open(agent, 100);
    expect((await refund(agent, orderId)).error).toMatchObject(notOpen);
    const byCard = await counter.sell(agent, { paymentMethod: "CARD", reference: "1" });
    expect((await refund(agent, byCard.orderId)).error).toMatchObject({ code: "FIELD_REQUIRED" });
    expect((await refund(agent, byCard.orderId, { reference: "2" })).sale).toMatchObject({ refundReference: "2" });
    const dear = await counter.sell(agent, {
      ...{ articles: [{ productId: "dear" }], total: 6000, paymentMethod: "CARD", reference: "3" },
    });
    const whole = { amount: 6000, reference: "4" };
    expect((await refund(agent, dear.orderId, whole)).error?.code).toBe("SECOND_PERSON_REQUIRED");
    expect((await refund(counter.manager, dear.orderId, whole)).error).toBeUndefined();
  });

  test("is given once, however often it is sent at the same time", async () => {
    const drawerId = await counter.open(agent);
    const { orderId } = await counter.sell(agent);
    const answers = await Promise.all(Array.from({ length: 4 }, () => refund(agent, orderId)));
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1);
    expect((await counter.drawer(drawerId)).drawer).toMatchObject({ refundCount: 1, expectedAmount: euros(5000) });
  });
});

describe("at the same time", () => {
  test("two openings of one member of the staff open one drawer", async () => {
    const opening = () => call("openDrawer", { agencyId: "port", openingAmount: euros(100) });
    const answers = await Promise.all(Array.from({ length: 4 }, opening));
    expect(answers.filter(({ body }) => body.error === undefined)).toHaveLength(1);
  });

  test("two closings close once, and the first one's count stays", async () => {
    const drawerId = await counter.open(agent);
    const closings = await Promise.all(
      [5000, 4900, 4800].map((counted) => counter.close(agent, drawerId, counted, "Counted")),
    );
    const done = closings.filter(({ error }) => error === undefined);
    expect(done).toHaveLength(1);
    expect((await counter.drawer(drawerId)).drawer.countedAmount).toEqual(done[0]?.drawer.countedAmount);
  });

  test("a sale while the drawer closes is in it, or is not made", async () => {
    for (let round = 0; round < 5; round += 1) {
      const drawerId = await counter.open(agent);
      const sales = Array.from({ length: 4 }, () => counter.sell(agent));
      const closed = counter.close(agent, drawerId, 5000, "Counted before");
      const sold = (await Promise.all(sales)).filter(({ error }) => error === undefined).length;
      const { drawer } = await closed;
      expect(drawer.expectedAmount, `round ${round}`).toEqual(euros(5000 + sold * 150));
      expect((await counter.drawer(drawerId)).drawer).toMatchObject({ saleCount: sold });
    }
  });

  test("without the guard, a sale goes into a drawer that is closed: the race is real", async () => {
    const { db } = counter.shop.api.deps;
    const drawerId = await counter.open(agent);
    await sql`alter table cash_drawer disable trigger closed_drawer_stays`.execute(db);
    // Read first, write later: the drawer was still open when it was read.
    const read = await sql<{ id: string }>`select id from cash_drawer
      where staff_id = ${agent.staffId} and closed_at is null`.execute(db);
    await counter.close(agent, drawerId, 4990, "A coin is missing");
    const write = (amount: number) =>
      sql`update cash_drawer set sales_amount = sales_amount + ${amount} where id = ${read.rows[0]?.id}`.execute(db);
    await write(150);
    expect((await counter.drawer(drawerId)).drawer).toMatchObject({ differenceAmount: euros(-160) });
    await write(-150);
    await sql`alter table cash_drawer enable trigger closed_drawer_stays`.execute(db);
  });
});

// covers: the audit and the month-end report agree with what a counter took
describe("the books", () => {
  test("agree: the audit finds no difference, and the month-end report has the counter's and the terminal's money", async () => {
    await counter.shop.api.work.drain();
    expect(await audit(counter.shop.api.deps, { grace: 0 })).toEqual([]);
    const network = { id: "north", timeZone: "Europe/Paris", currency: "EUR" };
    const report = await monthEnd(counter.shop.api.deps.db, network, "2026-11");
    expect(report.differences).toEqual([]);
    expect(report.closing.get("counter")).toBeGreaterThan(0);
    expect(report.closing.has("terminal")).toBe(true);
    expect(describeMonthEnd(report)).toContain("card terminals of the counter");
  });

  test("are reported where they disagree: a drawer and its sales, a sale and the ledger", async () => {
    await counter.open(agent);
    const { orderId } = await counter.sell(agent);
    const { db } = counter.shop.api.deps;
    await sql`update cash_drawer set sales_amount = sales_amount + 1
      where id = (select drawer_id from counter_sale where order_id = ${orderId})`.execute(db);
    await sql`alter table counter_sale disable trigger all`.execute(db);
    await sql`update counter_sale set amount = 100 where order_id = ${orderId}`.execute(db);
    const found = await audit(counter.shop.api.deps, { grace: 0 });
    expect(found.map(({ kind, remedy }) => [kind, remedy])).toEqual(
      expect.arrayContaining([
        ["counter-sale-wrong", remedies["counter-sale-wrong"]],
        ["drawer-wrong", remedies["drawer-wrong"]],
      ]),
    );
  });
});
