import { dayIn } from "@guichet/rules/dates/days.ts";
import { isLongTerm, isNoticeInTime, noticeDay, refusableUntil, renewalDay } from "@guichet/rules/renewals.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { readLines } from "../order-records/order-store.ts";
import {
  moveSubscription,
  recordAnnouncement,
  recordExpiryWarning,
  recordMandateRequest,
  type SubscriptionRow,
} from "../subscription-records/subscription-store.ts";
import { removeSubscriptionCard } from "./end-subscription.ts";
import type { Facts } from "./next-step.ts";
import { type NotRenewable, renewalStatusOf } from "./renewability.ts";
import { cataloguePrice } from "./renewal-price.ts";
import {
  notifyEnded,
  notifyExpiring,
  notifyMandateNeeded,
  notifyNotRenewed,
  notifyRenewal,
} from "./subscription-emails.ts";

/**
 * Checks the next renewal in good time. A subscription that can no longer be renewed ends with the paid period;
 * otherwise its price is fixed, and announced by e-mail where the law requires a notice (consumer code L215-1) or the
 * price changes.
 */
export async function announceRenewal(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { subscription, last }: Facts,
): Promise<void> {
  const { id, endsAt, interval, shopItemId, method } = subscription;
  const { timeZone } = network.definition;
  const { obstacle } = await renewalStatusOf(tx, deps, network, subscription, endsAt);
  if (obstacle !== undefined) return notRenewed(tx, deps, network, subscription, obstacle);
  const line = (await readLines(tx, last.orderId)).find(({ kind }) => kind === "article");
  const oldPrice = line?.unitAmount ?? 0;
  const price = cataloguePrice(network, shopItemId) ?? oldPrice;
  const isAnnounced = dayIn(deps.clock.iso(), timeZone) <= noticeDay(interval, dayIn(endsAt, timeZone));
  // A mandate promises that a higher price is announced in time (mandates.po); otherwise this renewal keeps the old price.
  const amount = method === "TRANSFER" && !isAnnounced ? Math.min(price, oldPrice) : price;
  await recordAnnouncement(tx, id, last.position + 1, amount, deps.clock.iso());
  if (!isLongTerm(interval) && amount === oldPrice) return;
  const start = dayIn(endsAt, timeZone);
  const quantity = line?.quantity ?? 1;
  const today = dayIn(deps.clock.iso(), timeZone);
  const until = refusableUntil(start) < today ? null : refusableUntil(start);
  const days = { startsOn: start, debitOn: renewalDay(start), until };
  const isLate = isLongTerm(interval) && !isNoticeInTime(today, start);
  const money = (each: number) => ({ amount: each * quantity, currency: last.currency });
  const amounts = { amount: money(amount), before: amount === oldPrice ? null : money(oldPrice) };
  await notifyRenewal(tx, deps, network, subscription, {
    ...days,
    ...amounts,
    late: isLate,
    position: last.position + 1,
  });
}

/** Ends a subscription with the paid period, and notifies the customer of the reason. */
export async function notRenewed(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { id, status }: SubscriptionRow,
  obstacle: NotRenewable,
): Promise<void> {
  const at = deps.clock.iso();
  // A suspended subscription ends immediately, because its period is unpaid.
  const verb = status === "suspended" ? "giveUp" : "cancel";
  const now = await moveSubscription(tx, id, verb, { at, end: obstacle });
  if (now === undefined) return;
  if (now.status === "terminated") await removeSubscriptionCard(tx, deps, now);
  await notifyNotRenewed(tx, deps, network, now, obstacle);
}

/**
 * Ends a subscription whose last wanted period is ordered: it is valid through it. One that is suspended has no paid
 * period left, and ends immediately.
 */
export async function stopRenewing(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { subscription: { id, status }, last }: Facts,
): Promise<void> {
  const change = { at: deps.clock.iso(), end: "CUSTOMER" } as const;
  if (status !== "suspended") {
    await moveSubscription(tx, id, "cancel", change);
    return;
  }
  const ended = await moveSubscription(tx, id, "giveUp", change);
  if (ended === undefined) return;
  await removeSubscriptionCard(tx, deps, ended);
  await notifyEnded(tx, deps, network, ended, { effect: "AT_ONCE", refund: null, last });
}

/** Warns the customer that the card is in its last month. */
export async function warnOfExpiry(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { subscription, cardExpiresOn }: Facts,
): Promise<void> {
  if (subscription.methodId === null || cardExpiresOn === null) return;
  await recordExpiryWarning(tx, subscription.id, subscription.methodId);
  await notifyExpiring(tx, deps, network, subscription, cardExpiresOn);
}

/** Asks the customer in good time to sign a mandate, because the signed one covers no renewal. */
export async function askForMandate(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { subscription, last }: Facts,
): Promise<void> {
  await recordMandateRequest(tx, subscription.id, last.position + 1);
  await notifyMandateNeeded(tx, deps, network, subscription, last.position + 1);
}
