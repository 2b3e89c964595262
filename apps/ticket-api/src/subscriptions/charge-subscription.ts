import type { SubscriptionBlock } from "@guichet/contract/subscriptions.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { splitEqually } from "@guichet/rules/money.ts";
import { savedCardState } from "@guichet/rules/payments/saved-cards.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { plan } from "../jobs/plan-job.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { moveOrder, type OrderRow, readOrder } from "../order-records/order-store.ts";
import { insertPayment } from "../payment-records/payment-store.ts";
import { type SavedCard, savedCardById } from "../payment-records/saved-method-store.ts";
import { notifyUrl } from "../payments/start-payment.ts";
import {
  countRefusal,
  lastPeriod,
  lockSubscription,
  moveSubscription,
  readSubscription,
  recordBlockReason,
  type SubscriptionRow,
} from "../subscription-records/subscription-store.ts";
import type { Facts } from "./next-step.ts";
import { planStatusCheck } from "./status-check.ts";
import { notifyBlocked } from "./subscription-emails.ts";

/**
 * Starts the charge of a subscription's order to the saved card. The charge is written in the caller's transaction, and
 * the payment's own job requests it, once however often it runs. Without a valid card, the attempt counts as refused.
 */
export async function chargeOrder(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { methodId }: SubscriptionRow,
  order: OrderRow,
): Promise<void> {
  const card = methodId === null ? undefined : await savedCardById(tx, methodId);
  const block = blockOf(card, dayIn(deps.clock.iso(), network.definition.timeZone));
  if (card === undefined || block !== undefined) return refuseOrder(tx, deps, network, order, block);
  const id = deps.ids.uuid();
  const { networkId, id: orderId, currency } = order;
  const [amount = order.amount] = splitEqually(order.amount, order.installments);
  const request = {
    reference: id,
    orderId,
    method: card.savedId,
    customer: card.customer,
    amount: { amount, currency },
    notifyUrl: notifyUrl(deps, card.providerAccount),
  };
  const { providerAccount } = card;
  const payment = { id, networkId, orderId, position: 1, kind: "charge", keep: false, amount, currency } as const;
  await insertPayment(tx, { ...payment, asked: request, providerAccount, at: deps.clock.iso() });
  await moveOrder(tx, orderId, "beginPayment", { at: deps.clock.iso(), event: "payment-begun" });
  await plan(tx, deps, { networkId, kind: "payment", key: id, payload: { paymentId: id } });
}

/** Refuses an order that cannot be charged: it waits, and the subscription is suspended. */
export async function refuseOrder(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  block: SubscriptionBlock | undefined,
): Promise<void> {
  const event = { at: deps.clock.iso(), event: "payment-refused", detail: { reason: block ?? null } };
  await moveOrder(tx, order.id, "failBeforePayment", event);
  return subscriptionRefused(tx, deps, network, order, block);
}

function blockOf(card: SavedCard | undefined, today: string): SubscriptionBlock | undefined {
  if (card === undefined) return "PAYMENT_METHOD_MISSING";
  return savedCardState(card.expiresOn, today) === "expired" ? "PAYMENT_METHOD_EXPIRED" : undefined;
}

/** Retries the due charge with the card that is saved now. */
export async function chargeAgain(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { subscription, last }: Facts,
): Promise<void> {
  const order = await readOrder(tx, last.orderId);
  if (order !== undefined) await chargeOrder(tx, deps, network, subscription, order);
}

/**
 * Suspends a subscription (§4) whose period could not be charged, in the transaction that records the refusal; notifies
 * the customer and plans the next attempt. Does nothing for an order whose subscription has not started.
 */
export async function subscriptionRefused(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { subscriptionId: id, id: orderId }: OrderRow,
  block: SubscriptionBlock = "DEBIT_REFUSED",
): Promise<void> {
  if (id === null || (await lockSubscription(tx, id)) === undefined) return;
  await countRefusal(tx, orderId, deps.clock.iso());
  await suspend(tx, deps, network, id, block);
}

/** Suspends a subscription with an unpaid installment: nothing is renewed before that is settled. */
export async function subscriptionOwed(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { subscriptionId: id }: Pick<OrderRow, "subscriptionId">,
  block: SubscriptionBlock = "DEBIT_REFUSED",
): Promise<void> {
  if (id !== null && (await lockSubscription(tx, id))?.status === "active") await suspend(tx, deps, network, id, block);
}

/** Lifts a suspension once the unpaid amount is settled. */
export async function subscriptionSettled(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { subscriptionId: id }: Pick<OrderRow, "subscriptionId">,
): Promise<void> {
  if (id === null || (await lockSubscription(tx, id)) === undefined) return;
  if ((await lastPeriod(tx, id))?.orderStatus !== "COMPLETED") return;
  await moveSubscription(tx, id, "settle", { at: deps.clock.iso() });
  await planStatusCheck(tx, deps, network, id);
}

async function suspend(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  id: string,
  block: SubscriptionBlock,
): Promise<void> {
  await moveSubscription(tx, id, "suspend", { at: deps.clock.iso(), block });
  await recordBlockReason(tx, id, block);
  const now = await readSubscription(tx, id);
  const last = await lastPeriod(tx, id);
  if (now?.status === "suspended" && last !== undefined) await notifyBlocked(tx, deps, network, now, last);
  await planStatusCheck(tx, deps, network, id);
}
