import type { CodeOf } from "@guichet/contract/call.ts";
import type { Calls } from "@guichet/contract/calls.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { takeBackTermination, terminateSubscription } from "@guichet/contract/subscriptions.ts";
import { withdrawCancellation } from "@guichet/rules/subscriptions.ts";
import { lockAccount } from "../account-records/account-store.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import type { CallContext } from "../http/call-handler.ts";
import { ProviderUnreachable } from "../integrations/payment-provider.ts";
import { dropJob } from "../jobs/job-store.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { lockOrder, type OrderRow, readOrder } from "../order-records/order-store.ts";
import { cancelPaidOrder } from "../orders/cancel-paid-order.ts";
import { installmentsOf } from "../payment-records/installment-store.ts";
import { lastPayment } from "../payment-records/payment-store.ts";
import type { Owner } from "../payment-records/saved-method-store.ts";
import { cancelUnpaidOrder, settlePayment } from "../payments/settlement/settle-payment.ts";
import {
  lastPeriod,
  lockSubscription,
  moveSubscription,
  type PeriodRow,
  readSubscription,
  recordChosenEnd,
  type SubscriptionRow,
} from "../subscription-records/subscription-store.ts";
import { endEarly } from "./end-early.ts";
import { removeSubscriptionCard } from "./end-subscription.ts";
import { isRenewedSince } from "./prorated-refund.ts";
import { renewalStatusOf } from "./renewability.ts";
import { planStatusCheck } from "./status-check.ts";
import { notifyEnded, notifyTakenBack, type ReceivedTermination } from "./subscription-emails.ts";
import { type Ending, endingOf, endingOn } from "./subscription-end.ts";

type TerminateCode = CodeOf<typeof terminateSubscription>;
type WithdrawCode = CodeOf<typeof takeBackTermination>;

/** Locks the holder's own subscription until the transaction ends; undefined for another's. */
export async function lockOwnSubscription(
  tx: Tx,
  { networkId, accountId }: Owner,
  id: string,
): Promise<SubscriptionRow | undefined> {
  const locked = await lockSubscription(tx, id);
  return locked?.networkId === networkId && locked.accountId === accountId ? locked : undefined;
}

/**
 * Ends a subscription at the customer's request (consumer code L215-1-1): before its start with a refund, an active one
 * with the paid period or a chosen later one, a suspended one immediately. The e-mail states when and with what effect. A charge under way is
 * settled first, because its result decides which case applies.
 */
export async function terminate(
  deps: Dependencies,
  network: LoadedNetwork,
  owner: Owner,
  { subscriptionId: id, ...shownEffect }: ShownEffect & { subscriptionId: string },
  notice?: TerminationNotice,
): Promise<Result<true, TerminateCode>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await settleOpenCharge(deps, owner, id);
    } catch (error) {
      if (error instanceof ProviderUnreachable) return err("PAYMENT_UNAVAILABLE");
      throw error;
    }
    const ended = await endNow(deps, network, owner, { id, shownEffect, notice });
    // A period was ordered in the meantime: its charge is settled before the next attempt.
    if (ended.ok || ended.code !== "PAYMENT_UNAVAILABLE" || attempt === attemptsMax) return ended;
  }
}
const attemptsMax = 3;

/** A termination that was notified before, without a sign-in, and is confirmed now. */
export interface TerminationNotice {
  at: string;
  reference: string;
  /** The end date that its sender would like; null: as early as possible. */
  desiredEnd: string | null;
  /** Records what was terminated, in the transaction that terminates it. */
  record(tx: Tx, ending: Ending, currency: string): Promise<void>;
}

interface NamedEnding {
  id: string;
  shownEffect: ShownEffect;
  notice: TerminationNotice | undefined;
}

/** The effect and last day that the customer was shown. */
export type ShownEffect = Pick<CallRequest, "effect" | "lastDay">;
type CallRequest = CallContext<Calls["terminateSubscription"]>["request"];

/** The ending that the customer was shown: on a chosen later day, or the earliest; undefined: it has changed since. */
function shownEnding(
  earliest: Ending,
  { effect, lastDay }: ShownEffect,
  endingOnDay: (lastDay: string) => Ending | undefined,
): Ending | undefined {
  if (effect === "AT_DATE") return lastDay === undefined ? undefined : endingOnDay(lastDay);
  const hasChanged =
    (effect !== undefined && effect !== earliest.effect) || (lastDay !== undefined && lastDay !== earliest.lastDay);
  return hasChanged ? undefined : earliest;
}

function endNow(
  deps: Dependencies,
  network: LoadedNetwork,
  owner: Owner,
  { id, shownEffect, notice }: NamedEnding,
): Promise<Result<true, TerminateCode>> {
  return runTransaction<true, TerminateCode>(deps.db, async (tx) => {
    const order = await lockPaidOrder(tx, owner, id);
    const locked = await lockOwnSubscription(tx, owner, id);
    const last = locked === undefined ? undefined : await lastPeriod(tx, id);
    if (locked === undefined || last === undefined) return err("NOT_FOUND");
    // A charge has just started: it is settled in the next attempt.
    if (last.orderStatus === "PENDING" || last.orderStatus === "PROCESSING") return err("PAYMENT_UNAVAILABLE");
    // The debit of a period that is not owed cannot be refunded before the bank has settled it.
    if (isRenewedSince(last, notice?.at) && last.isUnderWay) return err("PAYMENT_UNAVAILABLE");
    const { timeZone } = network.definition;
    const earliest = endingOf(locked, last, { now: deps.clock.iso(), timeZone, notifiedAt: notice?.at });
    if (earliest === undefined) return err("TRANSITION_NOT_ALLOWED", { state: locked.status });
    const ending = shownEnding(earliest, shownEffect, (lastDay) => endingOn(lastDay, locked, last, earliest, timeZone));
    // The effect has changed since the customer read it: nothing is ended.
    if (ending === undefined) return err("TRANSITION_NOT_ALLOWED", { state: "changed" });
    const chosenEnd = ending.effect === "AT_DATE" ? ending.lastDay : null;
    const received = {
      reference: notice?.reference ?? null,
      receivedAt: notice?.at ?? deps.clock.iso(),
      desiredEnd: notice === undefined ? chosenEnd : notice.desiredEnd,
    };
    const ended = await applyEnding(tx, deps, network, { locked, last, order, ending, received });
    if (ended.ok) await notice?.record(tx, ending, last.currency);
    return ended;
  });
}

interface ApplicableEnding {
  locked: SubscriptionRow;
  last: PeriodRow;
  order: OrderRow | undefined;
  ending: Ending;
  received: ReceivedTermination;
}

/** Ends a locked subscription with an effect, and queues the e-mail about it. */
async function applyEnding(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { locked, last, order, ending, received }: ApplicableEnding,
): Promise<Result<true, TerminateCode>> {
  const { id } = locked;
  const at = deps.clock.iso();
  const change = { at, end: "CUSTOMER" } as const;
  const notAllowed = err("TRANSITION_NOT_ALLOWED", { state: locked.status });
  if (ending.effect === "REST_REFUNDED") {
    // A new period was ordered in the meantime: its order is another one.
    if (order?.id !== last.orderId) return err("PAYMENT_UNAVAILABLE");
    await endEarly(tx, deps, network, locked, { last, order, rest: ending.rest, received });
    return ok(true);
  }
  const { effect } = ending;
  if (effect === "AT_END") {
    const cancelled = await moveSubscription(tx, id, "cancel", change);
    if (cancelled === undefined) return notAllowed;
    await notifyEnded(tx, deps, network, cancelled, { effect, refund: null, received });
    await planStatusCheck(tx, deps, network, id);
    return ok(true);
  }
  if (effect === "AT_DATE") {
    const chosen = await recordChosenEnd(tx, id, { on: ending.lastDay, at });
    if (chosen === undefined) return notAllowed;
    await notifyEnded(tx, deps, network, chosen, { effect, refund: null, lastDay: ending.lastDay, received });
    await planStatusCheck(tx, deps, network, id);
    return ok(true);
  }
  if (effect === "REFUNDED" && (await isDebited(tx, last.orderId)))
    return err("TRANSITION_NOT_ALLOWED", { state: "debited" });
  const ended = await moveSubscription(tx, id, effect === "REFUNDED" ? "withdraw" : "giveUp", change);
  if (ended === undefined) return notAllowed;
  if (effect === "REFUNDED") await cancelPaidOrder(tx, deps, network, { id: last.orderId });
  else if (last.orderStatus === "ERROR") await cancelUnpaidPeriod(tx, last.orderId, at);
  const paid = { amount: last.amount, currency: last.currency };
  const refund = effect === "REFUNDED" ? paid : null;
  await notifyEnded(tx, deps, network, ended, { effect, last, refund, lastDay: ending.lastDay, received });
  await removeSubscriptionCard(tx, deps, ended);
  return ok(true);
}

/**
 * Locks the order that pays the newest period before the subscription, in the same sequence as settling a payment;
 * undefined if it is unpaid, or the subscription is another's.
 */
async function lockPaidOrder(tx: Tx, owner: Owner, id: string): Promise<OrderRow | undefined> {
  const subscription = await readSubscription(tx, id);
  if (subscription?.networkId !== owner.networkId || subscription.accountId !== owner.accountId) return undefined;
  const last = await lastPeriod(tx, id);
  const isPaid = last?.orderStatus === "COMPLETED" || last?.orderStatus === "REGULARIZATION";
  return last !== undefined && isPaid ? lockOrder(tx, last.orderId) : undefined;
}

async function cancelUnpaidPeriod(tx: Tx, orderId: string, at: string): Promise<void> {
  await cancelUnpaidOrder(tx, orderId, at);
  await dropJob(tx, { "unpaid-order": orderId });
}

/** Whether an installment is with the bank, or debited. A debit is returned through the bank (decision 053). */
const isDebited = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await installmentsOf(tx, [orderId])).some(({ method, status }) => method === "TRANSFER" && status !== "planned");

/** Asks the provider about a charge that is not final. */
async function settleOpenCharge(deps: Dependencies, { networkId, accountId }: Owner, id: string): Promise<void> {
  const subscription = await readSubscription(deps.db, id);
  if (subscription?.networkId !== networkId || subscription.accountId !== accountId) return;
  const last = await lastPeriod(deps.db, id);
  const order = last === undefined ? undefined : await readOrder(deps.db, last.orderId);
  if (order === undefined || !["PROCESSING", "PENDING", "REGULARIZATION"].includes(order.status)) return;
  const payment = await lastPayment(deps.db, order.id);
  // A page for an unpaid installment is closed: ending decides what is owed.
  if (payment !== undefined)
    await settlePayment(deps, payment.id, { close: order.status === "REGULARIZATION" ? "given-up" : undefined });
}

/** Withdraws a cancellation before the end of the paid period: the subscription renews again, if it still can. */
export function withdrawTermination(
  deps: Dependencies,
  network: LoadedNetwork,
  owner: Owner,
  id: string,
): Promise<Result<true, WithdrawCode>> {
  return runTransaction<true, WithdrawCode>(deps.db, async (tx) => {
    const locked = await lockOwnSubscription(tx, owner, id);
    // Deleting the account or deactivating the traveller locks the account too, so one of the two sees the other.
    // Locked after the subscription, as in a renewal, whose order refers to the account.
    const account = await lockAccount(tx, owner.networkId, owner.accountId);
    if (account === undefined || locked === undefined) return err("NOT_FOUND");
    if (account.erasesAt !== null) return err("TRANSITION_NOT_ALLOWED", { state: "deleting" });
    const at = deps.clock.iso();
    if (locked.chosenEndOn !== null && (locked.status === "active" || locked.status === "pending"))
      return resume(tx, deps, network, locked);
    const may = withdrawCancellation(locked.status);
    if (!may.ok) return may;
    if (at >= locked.endsAt) return err("TRANSITION_NOT_ALLOWED", { state: "over" });
    // The rest of the period was refunded.
    if ((await lastPeriod(tx, id))?.leftOn != null) return err("TRANSITION_NOT_ALLOWED", { state: "left" });
    if (!network.definition.switches.subscriptions) return err("FEATURE_DISABLED");
    const { obstacle } = await renewalStatusOf(tx, deps, network, locked, locked.endsAt);
    if (obstacle !== undefined) return err("SUBSCRIPTION_NOT_RENEWABLE", { reason: obstacle });
    const resumed = await moveSubscription(tx, id, "takeBack", { at });
    if (resumed === undefined) return err("TRANSITION_NOT_ALLOWED", { state: locked.status });
    return resume(tx, deps, network, resumed);
  });
}

/** Lets a subscription renew without a chosen end, and notifies its customer. */
async function resume(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { id, status }: SubscriptionRow,
): Promise<Result<true, WithdrawCode>> {
  const resumed = await recordChosenEnd(tx, id, null);
  if (resumed === undefined) return err("TRANSITION_NOT_ALLOWED", { state: status });
  await notifyTakenBack(tx, deps, network, resumed);
  await planStatusCheck(tx, deps, network, id);
  return ok(true);
}
