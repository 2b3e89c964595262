import { addDays } from "@guichet/rules/dates/days.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { TestPerson } from "../testing/test-people.ts";
import { nowOf, openSubscriptionShop, type SubscriptionShop } from "../testing/test-subscriptions.ts";

let shop: SubscriptionShop;
beforeAll(async () => {
  shop = await openSubscriptionShop();
}, 60_000);
afterEach(() => shop.endAll());
afterAll(() => shop.close());

const terminate = (person: TestPerson, values: { subscriptionId: string; effect?: "AT_DATE"; lastDay?: string }) =>
  shop.api.call("terminateSubscription", values, { token: person.token });
const at = (days: readonly string[], index: number) => days[index] ?? "";

// covers: termination on a chosen later day
test("a subscription with a chosen end renews until then, ends on that day, and is not charged after it", async () => {
  const person = await shop.person();
  const { subscriptionId, laterEnds, validity, mayTerminate } = await shop.subscribe(person, "month");
  expect(mayTerminate).toMatchObject({ effect: "AT_END", lastDay: validity.lastDay });
  expect(laterEnds).toHaveLength(24);
  const lastDay = at(laterEnds, 0);
  const since = nowOf(shop);
  const { body } = await terminate(person, { subscriptionId, effect: "AT_DATE", lastDay });
  expect(body.subscription).toMatchObject({
    state: "ACTIVE",
    chosenEnd: { on: lastDay },
    nextRenewalOn: addDays(validity.lastDay, 1),
    mayTakeBack: true,
  });
  expect(await shop.emails(person, since)).toEqual(["subscription-ended"]);

  await shop.until(addDays(validity.lastDay, 2));
  const inLastPeriod = await shop.one(person, subscriptionId);
  expect(inLastPeriod).toMatchObject({
    state: "CANCELLED",
    endReason: "CUSTOMER",
    validity: { lastDay },
    nextRenewalOn: null,
    nextDebit: null,
  });
  expect(inLastPeriod.periods.map(({ orderStatus }) => orderStatus)).toEqual(["COMPLETED", "COMPLETED"]);

  await shop.until(addDays(lastDay, 40));
  const ended = await shop.one(person, subscriptionId);
  expect(ended).toMatchObject({ state: "TERMINATED", endReason: "CUSTOMER" });
  expect(ended.periods).toHaveLength(2);
  expect(await shop.emails(person, since)).toEqual(["subscription-ended"]);
  await shop.clean();
}, 120_000);

// covers: termination on a chosen later day
test("only the last day of a period can be chosen, at most two years ahead", async () => {
  const person = await shop.person();
  const { subscriptionId, laterEnds } = await shop.subscribe(person, "month");
  const beyond = addDays(at(laterEnds, 23), 31);
  for (const lastDay of [addDays(at(laterEnds, 0), -1), "2020-01-31", beyond]) {
    const { body } = await terminate(person, { subscriptionId, effect: "AT_DATE", lastDay });
    expect(body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED", details: { state: "changed" } });
  }
  const { body } = await terminate(person, { subscriptionId, effect: "AT_DATE" });
  expect(body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
  expect((await shop.one(person, subscriptionId)).chosenEnd).toBeNull();
}, 60_000);

// covers: termination on a chosen later day
test("a chosen end can be withdrawn, moved, and replaced by the end of the paid period", async () => {
  const person = await shop.person();
  const { subscriptionId, laterEnds, validity } = await shop.subscribe(person, "month");
  await terminate(person, { subscriptionId, effect: "AT_DATE", lastDay: at(laterEnds, 0) });
  const back = await shop.api.call("takeBackTermination", { subscriptionId }, { token: person.token });
  expect(back.body.subscription).toMatchObject({ state: "ACTIVE", chosenEnd: null, mayTakeBack: false });
  await terminate(person, { subscriptionId, effect: "AT_DATE", lastDay: at(laterEnds, 1) });
  const moved = await terminate(person, { subscriptionId, effect: "AT_DATE", lastDay: at(laterEnds, 2) });
  expect(moved.body.subscription.chosenEnd?.on).toBe(at(laterEnds, 2));
  const now = await terminate(person, { subscriptionId });
  expect(now.body.subscription).toMatchObject({ state: "CANCELLED", validity: { lastDay: validity.lastDay } });
  // Taken back after that, it renews without an end.
  const resumed = await shop.api.call("takeBackTermination", { subscriptionId }, { token: person.token });
  expect(resumed.body.subscription).toMatchObject({ state: "ACTIVE", chosenEnd: null });
}, 60_000);

// covers: termination on a chosen later day
test("before its start, the end of the first period can be chosen instead of a refund", async () => {
  const person = await shop.person();
  const startMonth = addDays(nowOf(shop).slice(0, 10), 31).slice(0, 7);
  const line = { quantity: 1, productId: "later", customerId: person.userId, support: "DEMATERIALIZED" };
  const articles = [{ ...line, isSubscription: true, startMonth }];
  const { subscriptionId, laterEnds, mayTerminate, validity } = await shop.subscribe(person, "later", { articles });
  expect(mayTerminate?.effect).toBe("REFUNDED");
  expect(at(laterEnds, 0)).toBe(validity.lastDay);
  const { body } = await terminate(person, { subscriptionId, effect: "AT_DATE", lastDay: validity.lastDay });
  expect(body.subscription).toMatchObject({ startsLater: true, nextRenewalOn: null, nextDebit: null });
  await shop.until(addDays(validity.lastDay, 3));
  const ended = await shop.one(person, subscriptionId);
  expect(ended.state).toBe("TERMINATED");
  expect(ended.periods).toHaveLength(1);
}, 120_000);

// covers: termination on a chosen later day
test("suspended past its chosen end, it ends without another charge", async () => {
  const person = await shop.person();
  const { subscriptionId, laterEnds, nextDebit } = await shop.subscribe(person, "week");
  await terminate(person, { subscriptionId, effect: "AT_DATE", lastDay: at(laterEnds, 0) });
  await shop.behave("refuse-charge", 3);
  await shop.until(addDays(nextDebit?.on ?? "", 10));
  const ended = await shop.one(person, subscriptionId);
  expect(ended).toMatchObject({ state: "TERMINATED", endReason: "CUSTOMER" });
  expect(ended.periods.map(({ orderStatus }) => orderStatus)).toEqual(["CANCELED", "COMPLETED"]);
  await shop.behave("refuse-charge", 0);
  await shop.clean();
}, 120_000);
