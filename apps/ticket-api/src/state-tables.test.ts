import { orderMachine } from "@guichet/rules/orders.ts";
import { type AnyMachine, move, type StateOf, type TransitionOf } from "@guichet/rules/state-machine.ts";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Tx } from "./database/database.ts";
import { moveOrder } from "./order-records/order-store.ts";
import { testArticle, testPack } from "./testing/test-pack.ts";
import { testPerson } from "./testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "./testing/test-purchase.ts";

/*
 * What the stores do with the tables of states (decision 120), against the real database: each transition from each state.
 * `tidy/states.test.ts` holds that nothing else writes a status, and that the code requests every transition of a table.
 */

let shop: Shop;
let orderId: string;
beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack({ articles: [testArticle({ id: "single", price: 150 })] })] });
  const person = await testPerson(shop.api.deps);
  orderId = (await shop.api.call("placeOrder", orderOf(person, 150), { token: person.token })).body.orderId;
});
afterAll(() => shop.close());

const at = "2026-11-20T12:00:00.000Z";

/** How the row of one machine is put into a state, moved, and read. */
interface Row<Machine extends AnyMachine> {
  put(state: StateOf<Machine>): RawBuilder<unknown>;
  move(tx: Tx, transition: TransitionOf<Machine>): Promise<unknown>;
  status(): RawBuilder<{ status: string }>;
}

class RolledBack extends Error {}

/** What a transition does to a row in a state: the state after it, and whether the store says that the row moved. */
async function tried<Machine extends AnyMachine>(
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

function holdsFor<Machine extends AnyMachine>(machine: Machine, row: () => Row<Machine>): void {
  const transitions = Object.keys(machine.transitions) as TransitionOf<Machine>[];
  test.each(transitions)("%s moves a row from the states of the table and from no other", async (transition) => {
    for (const state of machine.states as readonly StateOf<Machine>[]) {
      const listed = move<string, string>(machine, transition, state);
      const expected = listed.ok ? { status: listed.value, moved: true } : { status: state, moved: false };
      expect({ state, ...(await tried(row(), state, transition)) }).toEqual({ state, ...expected });
    }
  });
}

describe("orders", () => {
  holdsFor(orderMachine, () => ({
    put: (state) => sql`update orders set status = ${state}, completed_at = ${at} where id = ${orderId}`,
    move: (tx, transition) => moveOrder(tx, orderId, transition, { at, event: "tried" }),
    status: () => sql`select status from orders where id = ${orderId}`,
  }));
});
