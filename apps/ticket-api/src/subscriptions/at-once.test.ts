import { addDays } from "@guichet/rules/dates/days.ts";
import { instantOn } from "@guichet/rules/dates/instants.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { soManyWait } from "../testing/held-rows.ts";
import { repetitions } from "../testing/repetitions.ts";
import type { TestPerson } from "../testing/test-people.ts";
import { cards } from "../testing/test-purchase.ts";
import { openSubscriptionShop, type SubscriptionShop } from "../testing/test-subscriptions.ts";

let shop: SubscriptionShop;
beforeAll(async () => {
  shop = await openSubscriptionShop();
}, 60_000);
afterAll(() => shop.close());

/** Step-up authentication by a recent sign-in, because there is no password. */
const provedBySignIn = ({ accountId }: TestPerson) =>
  sql`update identity set provider_id = 'national' where account_id = ${accountId}`.execute(shop.api.deps.db);
const requestDeletion = async (person: TestPerson) => {
  await sql`update user_session set reauthenticated_at = ${shop.api.clock.iso()}`.execute(shop.api.deps.db);
  return shop.api.call("requestDeletion", { confirmed: true }, { token: person.token });
};
const terminate = (person: TestPerson, subscriptionId: string, more: Record<string, unknown> = {}) =>
  shop.api.call("terminateSubscription", { subscriptionId, ...more }, { token: person.token });
const takeBack = (person: TestPerson, subscriptionId: string) =>
  shop.api.call("takeBackTermination", { subscriptionId }, { token: person.token });
const stateOf = async (id: string) => {
  const found = await sql<{ status: string; erasesAt: string | null; kept: boolean }>`
    select s.status, a.erases_at as "erasesAt", m.removed_at is null as kept
    from subscription s join account a on a.id = s.account_id join payment_method m on m.id = s.payment_method_id
    where s.id = ${id}`.execute(shop.api.deps.db);
  return found.rows[0];
};

// covers §3: concurrent with a renewal: cancelling, resuming, another card, no card, no account
test("if a subscription is resumed and its account deleted concurrently, one of the two is refused", async () => {
  const person = await shop.person();
  const { subscriptionId } = await shop.subscribe(person, "month");
  await provedBySignIn(person);
  await terminate(person, subscriptionId);
  let both: Promise<(string | undefined)[]> | undefined;
  await shop.api.deps.db.transaction().execute(async (tx) => {
    await sql`select from subscription where id = ${subscriptionId} for update`.execute(tx);
    const resuming = takeBack(person, subscriptionId);
    await soManyWait(shop.api.deps.db, 1);
    const deleted = requestDeletion(person);
    both = Promise.all([resuming, deleted].map(async (request) => (await request).body.error?.code));
    await deleted;
  });
  expect(await both).toEqual(["TRANSITION_NOT_ALLOWED", undefined]);
  expect(await stateOf(subscriptionId)).toMatchObject({ status: "cancelled", erasesAt: expect.any(String) });
}, 60_000);

// covers §3: concurrent with a renewal: cancelling, resuming, another card, no card, no account
test("a customer who ends a subscription that was renewed since they read it ends nothing without a new confirmation", async () => {
  const person = await shop.person();
  const { subscriptionId, mayTerminate, nextRenewalOn } = await shop.subscribe(person, "month");
  const read = { effect: mayTerminate?.effect, lastDay: mayTerminate?.lastDay };
  await shop.until(addDays(nextRenewalOn ?? "", -1));
  const { body } = await terminate(person, subscriptionId, read);
  expect(body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED", details: { state: "changed" } });
  const now = await shop.one(person, subscriptionId);
  expect([now.state, now.periods.length]).toEqual(["ACTIVE", 2]);
  const again = { effect: now.mayTerminate?.effect, lastDay: now.mayTerminate?.lastDay };
  expect((await terminate(person, subscriptionId, again)).body.subscription.state).toBe("CANCELLED");
}, 60_000);

/** Actions of people and the clock that may coincide with a renewal. */
const actionNames = ["look", "end", "take-back", "remove-card", "another-card", "delete"] as const;

// covers §3: concurrent with a renewal: cancelling, resuming, another card, no card, no account
test("whatever coincides with a renewal: each period is collected once, and an active subscription has its card and account", async () => {
  const moment = fc.record({
    cancelled: fc.boolean(),
    at: fc.array(fc.constantFrom(...actionNames), { minLength: 2, maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(moment, async ({ cancelled, at }) => {
      const person = await shop.person();
      const { subscriptionId: id, method, nextRenewalOn } = await shop.subscribe(person, "month");
      const another = await keepCard(person);
      await provedBySignIn(person);
      const [ref, token] = [{ subscriptionId: id }, { token: person.token }];
      if (cancelled) await terminate(person, id);
      dueNow(addDays(nextRenewalOn ?? "", -1));
      await sql`update user_session set expires_at = '2099-01-01', signed_in_at = '2099-01-01'`.execute(
        shop.api.deps.db,
      );
      const does: Record<(typeof actionNames)[number], () => Promise<unknown>> = {
        look: () => shop.look(id),
        end: () => terminate(person, id),
        "take-back": () => takeBack(person, id),
        "remove-card": () => shop.api.call("unregisterCard", { cardId: method?.cardId ?? "" }, token),
        "another-card": () => shop.api.call("updateSubscriptionCard", { ...ref, cardId: another }, token),
        delete: () => requestDeletion(person),
      };
      await Promise.all(at.map((action) => does[action]()));
      await shop.until(nextRenewalOn ?? "");
      const periods = await sql<{ orderId: string; status: string }>`select o.id as "orderId", o.status
        from subscription_period p join orders o on o.id = p.order_id where p.subscription_id = ${id}`.execute(
        shop.api.deps.db,
      );
      for (const { orderId, status } of periods.rows) {
        const collected = (await shop.ledger(orderId)).filter(({ kind }) => kind === "capture" || kind === "debit");
        // A card may be removed while the subscription is cancelled: resumed, it is suspended, and nothing is collected.
        const isBlocked = cancelled && status === "ERROR";
        expect([status, collected.length]).toEqual(isBlocked ? ["ERROR", 0] : ["COMPLETED", 1]);
      }
      const now = await stateOf(id);
      const runs = now?.status === "active" || now?.status === "suspended";
      if (runs) expect(periods.rows).toHaveLength(2);
      if (runs) expect(now).toMatchObject({ erasesAt: null });
      if (runs && !cancelled) expect(now).toMatchObject({ status: "active", kept: true });
      await shop.clean();
      await terminate(person, id);
    }),
    { numRuns: repetitions({ usual: 8, thorough: 25 }) },
  );
}, 300_000);

/** Makes what is due pending: no job has run since. */
function dueNow(day: string): void {
  const { clock } = shop.api;
  clock.setOffset(clock.offsetMs() + instantOn(day, "Europe/Paris").getTime() - clock.now().getTime());
}

/** Saves another card of the person; returns its id. */
async function keepCard(person: TestPerson): Promise<string> {
  const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
  const { body } = await shop.api.call("registerCard", { returnUrl: "/account" }, asking);
  await shop.pay(body.paymentUrl, cards.strong);
  const saved = await shop.api.call("getCards", {}, { token: person.token });
  return saved.body.cards.find(({ EXTRA }) => EXTRA.NUM === cards.strong.slice(-4))?.ID ?? "";
}
