import { draftMachine } from "@guichet/rules/catalogue-drafts/draft-states.ts";
import { campaignMachine, compensationMachine } from "@guichet/rules/compensations/compensation-states.ts";
import { orderMachine } from "@guichet/rules/orders.ts";
import { installmentMachine, paymentMachine } from "@guichet/rules/payments/payments.ts";
import { type AnyMachine, born, move, type StateOf, type TransitionOf } from "@guichet/rules/state-machine.ts";
import { cardMachine } from "@guichet/rules/transport-cards.ts";
import { ticketMachine } from "@guichet/rules/wallet.ts";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { moveDraft } from "./catalogue-drafts/draft-store.ts";
import { moveCampaign } from "./compensations/campaign-store.ts";
import { moveCompensations, nothingGiven } from "./compensations/compensation-store.ts";
import type { Tx } from "./database/database.ts";
import { moveOrder } from "./order-records/order-store.ts";
import { insertInstallment, moveInstallment } from "./payment-records/installment-store.ts";
import { lastPayment, movePayment, movePaymentsStatement } from "./payment-records/payment-store.ts";
import { drafted } from "./testing/test-campaigns.ts";
import { testCard } from "./testing/test-cards.ts";
import { testArticle, testPack } from "./testing/test-pack.ts";
import { testPerson } from "./testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "./testing/test-purchase.ts";
import { testStaff } from "./testing/test-staff.ts";
import { moveCards } from "./transport-card-records/transport-card-store.ts";
import { moveTicketsStatement } from "./wallet/ticket-store.ts";

/*
 * What the stores do with the tables of states (decision 120), against the real database: each transition from each state.
 * `tidy/states.test.ts` checks that nothing else writes a status, and that the code requests every transition of a
 * table.
 */

let shop: Shop;
let orderId: string;
let paymentId: string;
let cardId: string;
let campaignId: string;
let draftId: string;
beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack({ articles: [testArticle({ id: "single", price: 150 })] })] });
  const person = await testPerson(shop.api.deps);
  const { body } = await shop.api.call("placeOrder", orderOf(person, 150), { token: person.token });
  orderId = body.orderId;
  await shop.pay(body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId }, { token: person.token });
  cardId = (await testCard(shop.api.deps)).id;
  paymentId = (await lastPayment(shop.api.deps.db, orderId))?.id ?? "";
  const admin = await testStaff(shop.api, { north: ["admin"] });
  const asked = { token: admin.token, idempotencyKey: crypto.randomUUID() };
  ({ draftId } = (await shop.api.call("addCatalogueDraft", { name: "Draft" }, asked)).body.draft);
  ({ campaignId } = await drafted(shop, admin, "single"));
  await sql`insert into compensation (id, network_id, campaign_id, ticket_id, order_id, article_id, name, days, amount, currency, status)
    select gen_random_uuid(), 'north', ${campaignId}, id, order_id, 'single', 'Ticket', 1, 100, 'EUR', 'pending' from ticket
    where order_id = ${orderId}`.execute(shop.api.deps.db);
  const day = "2026-11-20";
  await shop.api.deps.db.transaction().execute((tx) =>
    insertInstallment(tx, {
      ...{ networkId: "north", orderId, position: 2, method: "CARD", amount: 150, currency: "EUR" },
      ...{ dueOn: day, collectedOn: day, noticeOn: null, methodId: null, mandateId: null, attempts: 0, paidAt: null },
      status: born(installmentMachine, "plan"),
    }),
  );
});
afterAll(() => shop.close());

const at = "2026-11-20T12:00:00.000Z";

/** How the row of one machine is set to a state, moved, and read. */
interface Row<Machine extends AnyMachine> {
  put(state: StateOf<Machine>): RawBuilder<unknown>;
  move(tx: Tx, transition: TransitionOf<Machine>): Promise<unknown>;
  status(): RawBuilder<{ status: string }>;
}

class RolledBack extends Error {}

/** Applies a transition to a row in a state; returns the new state, and whether the store reports a move. */
async function tryTransition<Machine extends AnyMachine>(
  row: Row<Machine>,
  state: StateOf<Machine>,
  transition: TransitionOf<Machine>,
): Promise<{ status: string | undefined; moved: boolean }> {
  let found: { status: string | undefined; moved: boolean } | undefined;
  const trying = shop.api.deps.db.transaction().execute(async (tx) => {
    await row.put(state).execute(tx);
    const moved = await row.move(tx, transition);
    const [now] = (await row.status().execute(tx)).rows;
    found = { status: now?.status, moved: Boolean(moved) };
    throw new RolledBack();
  });
  await expect(trying).rejects.toThrow(RolledBack);
  if (found === undefined) throw new Error("Nothing was tried");
  return found;
}

function testTransitions<Machine extends AnyMachine>(machine: Machine, row: () => Row<Machine>): void {
  const transitions = Object.keys(machine.transitions) as TransitionOf<Machine>[];
  // covers §4: order states and transitions
  test.each(transitions)("%s moves a row from the states of the table and from no other", async (transition) => {
    for (const state of machine.states as readonly StateOf<Machine>[]) {
      const listed = move<string, string>(machine, transition, state);
      const expected = listed.ok ? { status: listed.value, moved: true } : { status: state, moved: false };
      expect({ state, ...(await tryTransition(row(), state, transition)) }).toEqual({ state, ...expected });
    }
  });
}

describe("orders", () => {
  testTransitions(orderMachine, () => ({
    put: (state) => sql`update orders set status = ${state}, completed_at = ${at} where id = ${orderId}`,
    move: (tx, transition) => moveOrder(tx, orderId, transition, { at, event: "tried" }),
    status: () => sql`select status from orders where id = ${orderId}`,
  }));
});

describe("payments", () => {
  testTransitions(paymentMachine, () => ({
    put: (state) => sql`update payment set status = ${state} where id = ${paymentId}`,
    move: async (tx, transition) => {
      if (transition !== "open") return movePayment(tx, paymentId, transition, { at });
      const moved = await movePaymentsStatement(
        transition,
        sql`id = ${paymentId}`,
        sql`provider_session = 's'`,
      ).execute(tx);
      return moved.numAffectedRows === 1n;
    },
    status: () => sql`select status from payment where id = ${paymentId}`,
  }));
});

describe("installments", () => {
  const part = () => ({ orderId, position: 2 });
  testTransitions(installmentMachine, () => ({
    put: (state) => sql`update installment set status = ${state} where order_id = ${orderId} and position = 2`,
    move: (tx, transition) => moveInstallment(tx, part(), transition),
    status: () => sql`select status from installment where order_id = ${orderId} and position = 2`,
  }));
});

describe("tickets", () => {
  testTransitions(ticketMachine, () => ({
    put: (state) => sql`update ticket set status = ${state}, blocked_for = '{incident}' where order_id = ${orderId}`,
    move: async (tx, transition) => {
      const moved = await moveTicketsStatement(transition, sql`order_id = ${orderId}`).execute(tx);
      return moved.rows.length === 1;
    },
    status: () => sql`select status from ticket where order_id = ${orderId}`,
  }));
});

describe("transport cards", () => {
  testTransitions(cardMachine, () => ({
    put: (state) => sql`update transport_card set status = ${state}, incident = 'lost' where id = ${cardId}`,
    move: async (tx, transition) =>
      (await moveCards(tx, transition, sql`id = ${cardId}`, sql`incident = 'lost'`)) === 1,
    status: () => sql`select status from transport_card where id = ${cardId}`,
  }));
});

describe("drafts of the catalogue", () => {
  testTransitions(draftMachine, () => ({
    put: (state) => sql`update catalogue_draft set status = ${state}, requested_by = created_by, publish_at = ${at},
      published_at = case when ${state} = 'published' then ${at}::timestamptz end where id = ${draftId}`,
    move: (tx, transition) => moveDraft(tx, draftId, transition, { at }),
    status: () => sql`select status from catalogue_draft where id = ${draftId}`,
  }));
});

describe("compensation campaigns", () => {
  testTransitions(campaignMachine, () => ({
    put: (state) => sql`update compensation_campaign set status = ${state} where id = ${campaignId}`,
    move: (tx, transition) => moveCampaign(tx, campaignId, transition, { at }),
    status: () => sql`select status from compensation_campaign where id = ${campaignId}`,
  }));
});

describe("compensations", () => {
  testTransitions(compensationMachine, () => ({
    put: (
      state,
    ) => sql`update compensation set status = ${state}, done_at = case when ${state} = 'pending' then null else ${at}::timestamptz end,
      refunded_amount = case when ${state} = 'paid' then amount else 0 end where campaign_id = ${campaignId}`,
    move: async (tx, transition) => {
      const given = { ...nothingGiven, refundedAmount: transition === "pay" ? 100 : 0 };
      return (await moveCompensations(tx, transition, { campaignId }, given, at)) === 1;
    },
    status: () => sql`select status from compensation where campaign_id = ${campaignId}`,
  }));
});
