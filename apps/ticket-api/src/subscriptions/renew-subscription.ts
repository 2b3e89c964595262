import type { OrderLine } from "@guichet/contract/cart.ts";
import { addDays, dayIn } from "@guichet/rules/dates/days.ts";
import { instantOn } from "@guichet/rules/dates/instants.ts";
import { quotePrices } from "@guichet/rules/pricing.ts";
import { nextPeriod, unpaidDaysMax } from "@guichet/rules/renewals.ts";
import { periodSpan } from "@guichet/rules/subscription-periods.ts";
import type { Buyer } from "../cart/buyer-store.ts";
import type { QuotedCart } from "../cart/quote-cart.ts";
import { listedItems } from "../catalogue/shop-item.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { plan } from "../jobs/plan-job.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import {
  insertOrder,
  type NewOrder,
  type OrderLineRow,
  type OrderRow,
  readLines,
  readOrder,
} from "../order-records/order-store.ts";
import { completeOrder } from "../orders/complete-order.ts";
import { customerOf, newOrder } from "../orders/new-order.ts";
import { orderLinesOf } from "../orders/order-lines.ts";
import { coversSubscription } from "../payment-records/debit-store.ts";
import { completeByExistingMandate } from "../payments/mandates/complete-by-mandate.ts";
import {
  clientOfOrder,
  insertPeriod,
  type PeriodRow,
  replacePeriodOrder,
  type SubscriptionRow,
} from "../subscription-records/subscription-store.ts";
import { notRenewed, stopRenewing } from "./announce-renewal.ts";
import { subscriptionOrdered } from "./begin-subscription.ts";
import { chargeOrder, refuseOrder } from "./charge-subscription.ts";
import { type Facts, isAfterChosenEnd } from "./next-step.ts";
import { renewalStatusOf } from "./renewability.ts";
import { renewalAmount } from "./renewal-price.ts";
import { renewalNoticedAt } from "./subscription-emails.ts";

/**
 * Renews a subscription: a real order for its next period (§4), with number, line and catalogue price, charged to the
 * saved card or debited under the mandate. The period's row makes it unique, however often this runs. A subscription
 * that can no longer be renewed ends with the paid period.
 */
export async function renew(tx: Tx, deps: Dependencies, network: LoadedNetwork, facts: Facts): Promise<void> {
  const { subscription, last } = facts;
  const { timeZone } = network.definition;
  const { id, anchorOn, interval } = subscription;
  const today = dayIn(deps.clock.iso(), timeZone);
  const position = nextPeriod(anchorOn, interval, last.position, today);
  const period = { subscriptionId: id, position, networkId: subscription.networkId };
  const span = periodSpan(anchorOn, interval, position, timeZone);
  if (isAfterChosenEnd(subscription, dayIn(span.startsAt, timeZone))) return stopRenewing(tx, deps, network, facts);
  const { obstacle, buyer } = await renewalStatusOf(tx, deps, network, subscription, span.startsAt);
  if (obstacle !== undefined) return notRenewed(tx, deps, network, subscription, obstacle);
  const order = await orderPeriod(tx, deps, network, { subscription, last, buyer, span, position });
  const noticedAt = await renewalNoticedAt(tx, subscription, position);
  if (!(await insertPeriod(tx, { ...period, ...span, orderId: order.id, noticedAt })))
    throw new Error(`Period ${position} of subscription ${id} already has an order`);
  await payPeriod(tx, deps, network, subscription, order);
}

/** Orders the newest period again, with a different payment method from that of the cancelled order. */
export async function renewAgain(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { subscription, last }: Facts,
): Promise<void> {
  const { position } = last;
  const { buyer } = await renewalStatusOf(tx, deps, network, subscription, last.startsAt);
  const order = await orderPeriod(tx, deps, network, { subscription, last, buyer, span: last, position });
  await replacePeriodOrder(tx, subscription.id, position, order.id);
  await payPeriod(tx, deps, network, subscription, order);
}

interface Renewal {
  subscription: SubscriptionRow;
  last: PeriodRow;
  buyer: Buyer;
  span: Pick<PeriodRow, "startsAt" | "endsAt">;
  position: number;
}

/** Writes the order of a period, like the previous one at today's price. */
async function orderPeriod(tx: Tx, deps: Dependencies, network: LoadedNetwork, renewal: Renewal): Promise<OrderRow> {
  const { subscription, last, buyer, span } = renewal;
  const previous = await readOrder(tx, last.orderId);
  const model = (await readLines(tx, last.orderId)).find(({ kind }) => kind === "article");
  if (previous === undefined || model === undefined) throw new Error(`Order ${last.orderId} does not exist`);
  const quoted = quoteAgain(network, subscription, previous, model, buyer, deps.clock.iso());
  const order = await orderLike(tx, deps, network, previous, renewal, quoted);
  const lines = orderLinesOf(deps, network, order, [lineOf(model)], quoted).map((line) => ({
    ...line,
    startingAt: span.startsAt,
  }));
  const written = await insertOrder(tx, order, lines);
  if (written === undefined) throw new Error(`The renewal of subscription ${subscription.id} already has an order`);
  return written;
}

const lineOf = ({ quantity, shopItemId, travellerId, support, cardId, fields }: OrderLineRow): OrderLine => ({
  quantity,
  productId: shopItemId,
  customerId: travellerId,
  support: support ?? "DEMATERIALIZED",
  isSubscription: true,
  mediaId: cardId,
  fields,
});

function quoteAgain(
  network: LoadedNetwork,
  { announcedAmount, shopItemId }: SubscriptionRow,
  { language }: OrderRow,
  model: OrderLineRow,
  buyer: Buyer,
  now: string,
): QuotedCart {
  const items = listedItems(network, language);
  const { currency } = network.definition;
  const { unitAmount } = model;
  const price = { amount: renewalAmount(network, { shopItemId, announcedAmount, unitAmount }), currency };
  const lines = [{ ...lineOf(model), price }];
  const prices = quotePrices({ lines, articles: [...items.values()], vouchers: [], shippingFee: null, currency, now });
  return { breakdown: { ...prices, paymentOptions: [], errors: [] }, vouchers: [], buyer, items };
}

async function orderLike(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  previous: OrderRow,
  { subscription, buyer, position }: Renewal,
  { breakdown }: QuotedCart,
): Promise<NewOrder> {
  const { timeZone } = network.definition;
  const { amount, currency } = breakdown.totalAmount;
  const createdAt = deps.clock.iso();
  // The subscription cancels the order earlier; this limit is for days on which its job does not run.
  const expiresAt = instantOn(addDays(dayIn(createdAt, timeZone), unpaidDaysMax + 1), timeZone).toISOString();
  const nothingDue = amount === 0;
  const inInstallments = !nothingDue && previous.installments > 1;
  const { networkId, accountId, origin, language, invoiceEmail } = previous;
  return newOrder(
    deps.ids,
    {
      networkId,
      accountId,
      clientId: await clientOfOrder(tx, previous.id),
      placedBy: null,
      idempotencyKey: null,
      cartDigest: `renewal:${subscription.id}:${position}`,
      origin,
      amount,
      currency,
      paymentMethod: nothingDue ? null : subscription.method,
      language,
      customer: customerOf(buyer),
      createdAt,
      expiresAt,
    },
    {
      ...(inInstallments && { installments: previous.installments, installmentPeriod: previous.installmentPeriod }),
      invoiceEmail,
      subscriptionId: subscription.id,
    },
  );
}

/** Pays the order of a period: by mandate immediately, by card once the provider confirms. */
async function payPeriod(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  subscription: SubscriptionRow,
  order: OrderRow,
): Promise<void> {
  const { method, methodId, mandateId } = subscription;
  const means = { method, methodId, mandateId };
  if (order.amount === 0) {
    const completed = await completeOrder(tx, deps, network, order.id, undefined);
    if (completed !== undefined) await subscriptionOrdered(tx, deps, network, completed, means);
    return;
  }
  await plan(tx, deps, {
    networkId: order.networkId,
    kind: "unpaid-order",
    key: order.id,
    payload: { orderId: order.id },
    dueAt: new Date(order.expiresAt),
  });
  if (method === "CARD" || methodId === null) return chargeOrder(tx, deps, network, subscription, order);
  // Only a mandate whose wording covers the renewal may be used: one for an order does not.
  if (mandateId === null || !(await coversSubscription(tx, mandateId, subscription.id)))
    return refuseOrder(tx, deps, network, order, "MANDATE_REQUIRED");
  await completeByExistingMandate(tx, deps, network, order, { methodId, mandateId });
}
