import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { readOrder } from "../order-records/order-store.ts";
import { testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";
import { bought, refundableArticles, traces } from "../testing/test-refunds.ts";
import { testStaff } from "../testing/test-staff.ts";
import { makeRefund } from "./make-refund.ts";
import { insertOrderRefund } from "./order-refund-store.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack({ articles: refundableArticles })] });
}, 60_000);
afterAll(() => shop.close());

const euros = (amount: number) => ({ amount, currency: "EUR" });
const onlyTicket = async (orderId: string, { token }: { token: string }) =>
  (await shop.api.call("quoteRefund", { orderId }, { token })).body.tickets[0];

// covers: two refunds at once: a ticket is refunded once, and never more than was paid
test("customer and staff request a refund at the same time: a ticket is refunded once, and no more than was paid", async () => {
  const person = await testPerson(shop.api.deps);
  const clerk = await testStaff(shop.api, { north: ["agent"] });
  for (let round = 0; round < 5; round += 1) {
    const { orderId } = await bought(shop, person, 150, ["single"]);
    const ticket = await onlyTicket(orderId, person);
    const ticketIds = [ticket?.ticketId ?? ""];
    const byCustomer = () =>
      shop.api.call("requestRefund", { orderId, ticketIds, amount: euros(150) }, { token: person.token });
    const byStaff = (scope: "order" | "tickets" | "goodwill") => {
      const more = scope === "tickets" ? { ticketIds } : scope === "goodwill" ? { amount: euros(150) } : {};
      return shop.api.call("refundOrder", { orderId, scope, reason: "race", ...more }, { token: clerk.token });
    };
    const use = () => shop.api.call("punchTicket", { ticketId: ticketIds[0] ?? "" }, { token: person.token });
    const asked = [
      byCustomer,
      byCustomer,
      () => byStaff("tickets"),
      () => byStaff("goodwill"),
      () => byStaff("order"),
      byCustomer,
    ];
    const replies = await Promise.all([...asked.slice(round), ...asked.slice(0, round), use].map((one) => one()));
    expect(replies.slice(0, -1).some(({ body }) => body.error === undefined)).toBe(true);
    await shop.pass(0);
    // An order whose amount was refunded as goodwill can still be cancelled, without money.
    const after = await traces(shop, orderId);
    expect(after.sent).toEqual([150]);
    expect(after.notes).toEqual([150]);
  }
  expect(await audit(shop.api.deps, { grace: 0 })).toEqual([]);
});

// The control run: what the test above finds where an order is not locked and a cancelled ticket is forgotten.
test("without the lock and the ticket's state, two refunds of one ticket are both made", async () => {
  const unguarded = await openTestShop({ packs: [testPack({ articles: refundableArticles })] });
  const usual = shop;
  shop = unguarded;
  try {
    const { deps } = shop.api;
    await sql`create function forget_cancelled() returns trigger language plpgsql as $$ begin
      if new.status = 'cancelled' then new.status := old.status; end if; return new; end $$`.execute(deps.db);
    await sql`create trigger forgets before update on ticket for each row execute function forget_cancelled()`.execute(
      deps.db,
    );
    const person = await testPerson(deps);
    const { orderId } = await bought(shop, person, 450, ["single", 3]);
    const ticket = await onlyTicket(orderId, person);
    const [network, order] = [await deps.networks.get("north"), await readOrder(deps.db, orderId)];
    if (network === undefined || order === undefined || ticket === undefined) throw new Error("nothing to refund");
    const made = [1, 2].map(() =>
      deps.db.transaction().execute(async (tx) => {
        const refund = {
          ...{
            id: deps.ids.uuid(),
            networkId: "north",
            orderId,
            scope: "tickets" as const,
            amount: 150,
            currency: "EUR",
          },
          ...{ staffId: null, reason: null, createdAt: deps.clock.iso() },
        };
        const given = { id: ticket.ticketId, name: "single", serial: ticket.serial, vatRate: 10, amount: 150 };
        await insertOrderRefund(tx, { ...refund, status: "approved" }, [{ ticketId: given.id, amount: 150 }]);
        return makeRefund(tx, deps, network, order, { refund, tickets: [given] });
      }),
    );
    expect((await Promise.all(made)).map(({ ok }) => ok)).toEqual([true, true]);
    await shop.pass(0);
    expect((await traces(shop, orderId)).sent).toEqual([150, 150]);
  } finally {
    shop = usual;
    await unguarded.close();
  }
}, 60_000);
