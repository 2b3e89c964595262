import { addMonths, dayIn } from "@guichet/rules/days.ts";
import { dayBegins } from "@guichet/rules/moments.ts";
import { periodStart } from "@guichet/rules/renewals.ts";
import { ticketWindow } from "@guichet/rules/validity.ts";
import type { Tx } from "../database/connection.ts";
import type { House } from "../house.ts";
import type { LoadedNetwork } from "../networks/registry.ts";
import { type OrderLineRow, type OrderRow, readLines } from "../orders/order-store.ts";
import { planLook } from "./looks.ts";
import {
  holdSubscription,
  insertPeriod,
  insertSubscription,
  moveSubscription,
  type NewSubscription,
  periodOfOrder,
  prolong,
  type SubscriptionRow,
} from "./store.ts";

/** How a subscription is paid: by a card that was kept, or by a mandate that was signed. */
export type PaidBy = Pick<SubscriptionRow, "method" | "methodId" | "mandateId">;

/**
 * An order of a subscription is complete, in the same transaction: the first begins it (§4), a later one prolongs it, and
 * settles what was blocked.
 */
export async function subscriptionOrdered(
  tx: Tx,
  house: House,
  network: LoadedNetwork,
  order: OrderRow,
  by: PaidBy,
): Promise<void> {
  const { subscriptionId: id } = order;
  if (id === null) return;
  const held = await holdSubscription(tx, id);
  if (held === undefined) return begin(tx, house, network, { ...order, subscriptionId: id }, by);
  const period = await periodOfOrder(tx, order.id);
  if (period === undefined) throw new Error(`Order ${order.id} pays no period of subscription ${id}`);
  await prolong(tx, id, period);
  await moveSubscription(tx, id, "settle", { at: house.clock.iso() });
  await planLook(tx, house, network, id);
}

async function begin(
  tx: Tx,
  house: House,
  network: LoadedNetwork,
  order: OrderRow & { subscriptionId: string },
  by: PaidBy,
): Promise<void> {
  const line = (await readLines(tx, order.id)).find(({ kind }) => kind === "article");
  const interval = line?.article?.renewalInterval;
  if (line?.article == null || interval === undefined || line.travellerId === null)
    throw new Error(`Order ${order.id} begins a subscription and has nothing that renews`);
  const { timeZone } = network.definition;
  const now = house.clock.iso();
  const { startsAt, anchorOn } = firstPeriod(order, line, line.article, timeZone);
  const endsAt = dayBegins(periodStart(anchorOn, interval, 2), timeZone).toISOString();
  const { id: orderId, networkId, accountId, subscriptionId: id } = order;
  const begun: NewSubscription = {
    id,
    networkId,
    accountId,
    travellerId: line.travellerId,
    status: startsAt > now ? "pending" : "active",
    shopItemId: line.shopItemId,
    productId: line.productId,
    interval,
    ...by,
    anchorOn,
    startsAt,
    endsAt,
    createdAt: now,
  };
  await insertSubscription(tx, begun);
  await insertPeriod(tx, { subscriptionId: id, position: 1, networkId, orderId, startsAt, endsAt, noticedAt: null });
  await planLook(tx, house, network, id);
}

/** When the first period begins, and the day from which all are reckoned: a week or month from its first day, a stretch of the year from its own. */
function firstPeriod(
  order: OrderRow,
  line: OrderLineRow,
  { validity, useWithin, pivot }: NonNullable<OrderLineRow["article"]>,
  timeZone: string,
): { startsAt: string; anchorOn: string } {
  const pivotType = pivot?.type ?? null;
  const { startingAt } = line;
  const terms = {
    validity,
    useWithin: useWithin ?? null,
    purchasedAt: order.createdAt,
    startingAt,
    pivotType,
    firstUseAt: null,
  };
  const { validFrom, validUntil } = ticketWindow({ ...terms, timeZone, now: order.createdAt });
  const startsAt = validFrom ?? order.createdAt;
  if ("period" in validity && validUntil !== null)
    return { startsAt, anchorOn: addMonths(dayIn(validUntil, timeZone), -12) };
  const whole = pivotType === "WEEK_PIVOT" || pivotType === "MONTH_PIVOT";
  return { startsAt, anchorOn: dayIn(whole ? (startingAt ?? startsAt) : startsAt, timeZone) };
}
