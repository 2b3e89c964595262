import { addDays } from "@guichet/rules/dates/days.ts";
import { dayBegins } from "@guichet/rules/dates/instants.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { OrderRow } from "../order-records/order-store.ts";
import { endOrderEarly } from "../orders/end-order-early.ts";
import {
  moveSubscription,
  type PeriodRow,
  type SubscriptionRow,
  shortenSubscription,
} from "../subscription-records/subscription-store.ts";
import type { ProratedRefund } from "./prorated-refund.ts";
import { planStatusCheck } from "./status-check.ts";
import { notifyEnded, type ReceivedTermination } from "./subscription-emails.ts";

/**
 * Ends a renewed period early because its notice was late: it is valid through its last day, the rest is refunded, and
 * nothing renews. The caller has locked the order, then the subscription.
 */
export async function endEarly(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { id }: SubscriptionRow,
  {
    last,
    order,
    rest,
    received,
  }: { last: PeriodRow; order: OrderRow; rest: ProratedRefund; received: ReceivedTermination },
): Promise<void> {
  const at = deps.clock.iso();
  const refund = await endOrderEarly(tx, deps, network, order, rest);
  // Its unpaid amount is no longer owed; a subscription already cancelled stays so, and ends earlier.
  await moveSubscription(tx, id, "settle", { at });
  await moveSubscription(tx, id, "cancel", { at, end: "CUSTOMER" });
  const { lastDay: leftOn } = rest;
  const endsAt = dayBegins(addDays(leftOn, 1), network.definition.timeZone).toISOString();
  const shortened = await shortenSubscription(tx, last, { leftOn, endsAt });
  const money = refund === 0 ? null : { amount: refund, currency: last.currency };
  await notifyEnded(tx, deps, network, shortened, { effect: "REST_REFUNDED", refund: money, received });
  await planStatusCheck(tx, deps, network, id);
}
