import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { runTransaction } from "../database/transaction.ts";
import { repetitions } from "../testing/repetitions.ts";
import { openCardShop, transportCardCalls } from "../testing/test-card-shop.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import type { Shop } from "../testing/test-purchase.ts";
import { releaseReplacements } from "../transport-card-records/incident-store.ts";
import { blockCard, liftIncident, replaceCard } from "./incidents.ts";

let shop: Shop;
let cardCalls: ReturnType<typeof transportCardCalls>;
beforeAll(async () => {
  shop = await openCardShop();
  cardCalls = transportCardCalls(shop);
});
afterAll(() => shop.close());

/** Actions on a card, in any order; one that its state forbids is refused and changes nothing. */
const steps = ["block", "lift", "replace", "order", "prepare", "take back", "days pass", "cancel a ticket"] as const;
type Step = (typeof steps)[number];
const author = { staffId: "agent" };

/** A customer with a card that carries three tickets, and the actions on them. */
async function live(person: TestPerson, life: readonly Step[]): Promise<void> {
  const { deps } = shop.api;
  const network = await cardCalls.networkOf("north");
  let orderId: string | undefined;
  const current = async () => {
    const found = await sql<{ id: string }>`select id from transport_card
      where account_id = ${person.accountId} and replaced_by is null`.execute(deps.db);
    return found.rows[0]?.id ?? "";
  };
  const deeds: Record<Step, () => Promise<unknown>> = {
    block: async () => {
      const cardId = await current();
      await runTransaction(deps.db, (tx) => blockCard(tx, deps, network, { cardId, kind: "lost", by: author }));
    },
    lift: async () => {
      const cardId = await current();
      await runTransaction(deps.db, (tx) => liftIncident(tx, deps, network, { cardId, by: author }));
    },
    replace: async () => {
      const cardId = await current();
      await runTransaction(deps.db, (tx) => replaceCard(tx, deps, network, { cardId, by: author }));
    },
    order: async () => {
      orderId = (await cardCalls.replace(person, await current())).body.orderId ?? orderId;
    },
    prepare: async () => {
      if (orderId !== undefined) await cardCalls.prepare(orderId).catch(() => undefined);
    },
    "take back": async () => {
      const taken = orderId;
      if (taken === undefined) return;
      await deps.db.transaction().execute(async (tx) => {
        await sql`update orders set status = 'CANCELED' where id = ${taken}`.execute(tx);
        await releaseReplacements(tx, taken);
      });
      orderId = undefined;
    },
    "days pass": async () => {
      await sql`update ticket set valid_until = valid_until - interval '200 days' where account_id = ${person.accountId}`.execute(
        deps.db,
      );
    },
    "cancel a ticket": async () => {
      await sql`update ticket set status = 'cancelled' where id = (select id from ticket where account_id = ${person.accountId}
        and status in ('pending', 'active', 'blocked') order by id limit 1)`.execute(deps.db);
    },
  };
  for (const step of life) await deeds[step]();
}

interface Piece {
  living: number;
  moved: number;
  successors: number;
}

// covers §4: whatever happens to a card, no ticket is lost or duplicated
test("after any sequence of actions, each piece that was bought has one valid ticket, on its current card", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 2, maxLength: 12 }), async (life) => {
      const person = await testPerson(shop.api.deps);
      const card = await cardCalls.ownCard(person, { expiresAt: null });
      for (const product of ["year", "trips", "year"]) await cardCalls.load(person, card.id, product);
      await live(person, life);
      const { db } = shop.api.deps;
      const pieces = await sql<Piece>`select count(*) filter (where status <> 'moved') as living,
          count(*) filter (where status = 'moved') as moved, count(*) filter (where moved_from is not null) as successors
        from ticket where account_id = ${person.accountId} group by order_line_id, position`.execute(db);
      expect(pieces.rows).toHaveLength(3);
      for (const { living, moved, successors } of pieces.rows) expect([living, moved]).toEqual([1, successors]);
      const usable = await sql<{ status: string; card: string; replaced: boolean }>`
        select t.status, c.status as card, c.replaced_by is not null as replaced from ticket t
          join transport_card c on c.id = t.card_id
        where t.account_id = ${person.accountId} and t.status in ('pending', 'active', 'blocked')`.execute(db);
      for (const { status, card: state, replaced } of usable.rows) {
        expect([status === "blocked", replaced]).toEqual([state === "blocked", false]);
      }
    }),
    { numRuns: repetitions({ usual: 15, thorough: 40 }), seed: 20261120 },
  );
  const found = await audit(shop.api.deps, { grace: 0 });
  const ofCards = found.filter(({ kind }) => kind.startsWith("ticket") || kind.startsWith("card"));
  expect(ofCards).toEqual([]);
}, 120_000);

// covers §4: whatever happens to a card, no ticket is lost or duplicated
test("control: without the rule of one valid ticket per piece, tickets that are moved twice are duplicated", async () => {
  const { db } = shop.api.deps;
  const person = await testPerson(shop.api.deps);
  const card = await cardCalls.ownCard(person, { expiresAt: null });
  await cardCalls.load(person, card.id);
  await sql`drop index ticket_once`.execute(db);
  await sql`drop index ticket_moved_once`.execute(db);
  await sql`create function forget_moved() returns trigger language plpgsql as $$ begin
    if new.status = 'moved' then new.status := 'active'; end if; return new; end $$`.execute(db);
  await sql`create trigger forgets before update on ticket for each row execute function forget_moved()`.execute(db);
  await live(person, ["block", "replace"]);
  const kinds = new Set((await audit(shop.api.deps, { grace: 0 })).map(({ kind }) => kind));
  expect(kinds).toContain("tickets-too-many");
  expect(kinds).toContain("ticket-left-behind");
});
