import { addDays, dayIn } from "@guichet/rules/dates/days.ts";
import { instantOn } from "@guichet/rules/dates/instants.ts";
import { proratedRefund } from "@guichet/rules/renewals.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { campaignNow, drafted, euros, started } from "../testing/test-campaigns.ts";
import { traces, vatSums } from "../testing/test-refunds.ts";
import { testStaff } from "../testing/test-staff.ts";
import { openSubscriptionShop, type SubscriptionShop } from "../testing/test-subscriptions.ts";

let shop: SubscriptionShop;
beforeAll(async () => {
  shop = await openSubscriptionShop();
}, 60_000);
afterAll(() => shop.close());

const zone = "Europe/Paris";

// covers: a compensated subscription can still be terminated early: refund and credit notes add up
test("a subscriber is compensated; terminated early later, the compensation stays theirs, and the credit notes add up to the cent", async () => {
  const person = await shop.person();
  const { subscriptionId, nextRenewalOn } = await shop.subscribe(person, "year");
  const start = nextRenewalOn ?? "";
  // The notice of the renewal was too late, because of an outage.
  const { clock } = shop.api;
  clock.setOffset(clock.offsetMs() + instantOn(addDays(start, -10), zone).getTime() - clock.now().getTime());
  await shop.until(addDays(start, 20));
  const admin = await testStaff(shop.api, { north: ["admin"] });
  await sql`update staff_session set expires_at = '2099-01-01'`.execute(shop.api.deps.db);
  const days = { from: addDays(start, 10), to: addDays(start, 14) };
  const campaign = await started(shop, admin, await drafted(shop, admin, "year", days));
  expect(campaign.totals).toMatchObject({ entitled: 1, amount: euros(1000) });
  await shop.api.work.drain();
  expect(await campaignNow(shop, admin, campaign)).toMatchObject({ status: "finished", totals: { paid: 1 } });
  await shop.clean();
  const before = await shop.one(person, subscriptionId);
  const orderId = before.periods[0]?.orderId ?? "";
  const end = dayIn(before.validity.endsAt, zone);
  const today = dayIn(clock.iso(), zone);
  const unused = proratedRefund(30_000, { start, end, lastDay: today });
  expect(before.mayTerminate).toMatchObject({ effect: "REST_REFUNDED", refund: euros(unused) });
  const { body } = await shop.api.call("terminateSubscription", { subscriptionId }, { token: person.token });
  expect(body.subscription.periods[0]).toMatchObject({ left: { lastDay: today, refund: euros(unused) } });
  await shop.api.work.drain();
  expect(await traces(shop, orderId)).toMatchObject({ notes: [1000, unused], sent: [1000, unused] });
  const credited = 1000 + unused;
  const vat = Math.round((credited * 10) / 110);
  expect(await vatSums(shop, orderId, "credit-note")).toEqual([{ rate: 10, gross: credited, vat }]);
  await shop.clean();
}, 240_000);

test("terminated early after a compensation of nearly everything, no more than the rest is refunded", async () => {
  const person = await shop.person();
  const { subscriptionId, nextRenewalOn } = await shop.subscribe(person, "year");
  const start = nextRenewalOn ?? "";
  const { clock } = shop.api;
  clock.setOffset(clock.offsetMs() + instantOn(addDays(start, -10), zone).getTime() - clock.now().getTime());
  await shop.until(addDays(start, 1));
  const admin = await testStaff(shop.api, { north: ["admin"] });
  await sql`update staff_session set expires_at = '2099-01-01'`.execute(shop.api.deps.db);
  const terms = { from: start, to: start, kind: "share", percent: 90 };
  await started(shop, admin, await drafted(shop, admin, "year", terms));
  await shop.api.work.drain();
  const before = await shop.one(person, subscriptionId);
  expect(before.mayTerminate).toMatchObject({ effect: "REST_REFUNDED", refund: euros(3000) });
  await shop.api.call("terminateSubscription", { subscriptionId }, { token: person.token });
  await shop.api.work.drain();
  const { notes, sent } = await traces(shop, before.periods[0]?.orderId ?? "");
  expect([notes, sent]).toEqual([
    [27_000, 3000],
    [3000, 27_000],
  ]);
  await shop.clean();
}, 240_000);
