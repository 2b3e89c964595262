import { born } from "@guichet/rules/state-machine.ts";
import { subscriptionMachine } from "@guichet/rules/subscriptions.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { type OrderRow, readLines } from "../order-records/order-store.ts";
import { firstPeriodOf } from "../subscription-records/first-period.ts";
import {
  extendSubscription,
  insertPeriod,
  insertSubscription,
  lockSubscription,
  moveSubscription,
  type NewSubscription,
  type PaymentMeans,
  periodOfOrder,
} from "../subscription-records/subscription-store.ts";
import { planStatusCheck } from "./status-check.ts";

/**
 * Applies a completed order to its subscription, in the same transaction: the first order starts it (§4), a later one
 * extends it and lifts a suspension.
 */
export async function subscriptionOrdered(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  means: PaymentMeans,
): Promise<void> {
  const { subscriptionId: id } = order;
  if (id === null) return;
  const locked = await lockSubscription(tx, id);
  if (locked === undefined) return begin(tx, deps, network, { ...order, subscriptionId: id }, means);
  const period = await periodOfOrder(tx, order.id);
  if (period === undefined) throw new Error(`Order ${order.id} pays no period of subscription ${id}`);
  await extendSubscription(tx, id, period);
  await moveSubscription(tx, id, "settle", { at: deps.clock.iso() });
  await planStatusCheck(tx, deps, network, id);
}

async function begin(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow & { subscriptionId: string },
  means: PaymentMeans,
): Promise<void> {
  const lines = await readLines(tx, order.id);
  const line = lines.find(({ kind }) => kind === "article");
  const interval = line?.article?.renewalInterval;
  const first = firstPeriodOf(order, lines, network);
  if (line === undefined || interval === undefined || first === undefined || line.travellerId === null)
    throw new Error(`Order ${order.id} starts a subscription but has no article that renews`);
  const now = deps.clock.iso();
  const { startsAt, endsAt, anchorOn } = first;
  const { id: orderId, networkId, accountId, subscriptionId: id } = order;
  const subscription: NewSubscription = {
    id,
    networkId,
    accountId,
    travellerId: line.travellerId,
    status: born(subscriptionMachine, startsAt > now ? "begin" : "beginStarted"),
    shopItemId: line.shopItemId,
    productId: line.productId,
    interval,
    ...means,
    anchorOn,
    startsAt,
    endsAt,
    createdAt: now,
  };
  await insertSubscription(tx, subscription);
  await insertPeriod(tx, { subscriptionId: id, position: 1, networkId, orderId, startsAt, endsAt, noticedAt: null });
  await planStatusCheck(tx, deps, network, id);
}
