import { instantOn } from "@guichet/rules/dates/instants.ts";
import { nextTryOn } from "@guichet/rules/payments/installments.ts";
import { installmentMachine } from "@guichet/rules/payments/payments.ts";
import { born } from "@guichet/rules/state-machine.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { PaymentSession } from "../../integrations/payment-provider.ts";
import { plan } from "../../jobs/plan-job.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import { addEvent, lockOrder, moveOrder, type OrderRow } from "../../order-records/order-store.ts";
import {
  hasUnpaidInstallment,
  type InstallmentRow,
  insertInstallment,
  moveInstallment,
  readInstallment,
} from "../../payment-records/installment-store.ts";
import { recordMovement } from "../../payment-records/ledger-store.ts";
import type { Payment } from "../../payment-records/payment-store.ts";
import { isNoLongerNeeded, removeSavedMethod } from "../../payment-records/saved-method-store.ts";
import { notifyInstallmentRefused, notifyInstallmentUnpaid } from "../emails/installment-emails.ts";
import { planMethodRemoval, saveCard } from "../save-card.ts";
import { restoreOrder } from "./dunning.ts";
import { cardSchedule } from "./installment-schedule.ts";
import { endHold } from "./settlement-hold.ts";
import { markInstallmentUnpaid } from "./unpaid-installments.ts";

/** The time of the next charge of an installment; undefined after the last attempt (the third). */
export function nextAttemptAt(
  installment: Pick<InstallmentRow, "collectedOn" | "attempts">,
  network: LoadedNetwork,
): Date | undefined {
  const day = nextTryOn(installment.collectedOn, installment.attempts);
  return day === undefined ? undefined : instantOn(day, network.definition.timeZone);
}

/**
 * Applies a first payment to its completed order: saves the card if the customer wants it or later charges need it,
 * plans the installments from the day of this payment (§9), books what is still owed, and starts or extends a
 * subscription.
 */
export async function applyFirstPayment(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  payment: Payment,
  card: PaymentSession["method"],
  at: string,
): Promise<void> {
  const inInstallments = order.installments > 1 && order.installmentPeriod !== null;
  const subscribed = order.subscriptionId !== null;
  const shouldSaveCard = !order.customer.guest && (payment.keep || inInstallments || subscribed);
  const { networkId, accountId } = order;
  const { providerAccount } = payment;
  const savedCard = async ({ brand, last4, expiresOn, fingerprint, savedId }: NonNullable<typeof card>) => {
    if (savedId === undefined || providerAccount === null) return null;
    const details = { brand, last4, expiresOn, fingerprint, wanted: payment.keep, at };
    const saved = { networkId, accountId, id: deps.ids.uuid(), savedId, providerAccount, ...details };
    return saveCard(tx, deps, saved);
  };
  const methodId = shouldSaveCard && card !== undefined ? await savedCard(card) : null;
  if (inInstallments) await planInstallments(tx, deps, network, order, methodId, at);
  if (subscribed)
    await deps.subscriptionHooks.subscriptionOrdered(tx, deps, network, order, {
      method: "CARD",
      methodId,
      mandateId: null,
    });
}

async function planInstallments(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  methodId: string | null,
  at: string,
): Promise<void> {
  const { id: orderId, networkId, currency } = order;
  const calendar = cardSchedule(network, order, at);
  for (const [index, { due, collectedOn, amount: share }] of calendar.entries()) {
    const position = index + 1;
    const day = { dueOn: due, collectedOn, noticeOn: null };
    const by = { method: "CARD", methodId, mandateId: null } as const;
    const row = { networkId, orderId, position, amount: share, currency, ...day, ...by };
    if (position === 1) {
      await insertInstallment(tx, {
        ...row,
        status: born(installmentMachine, "payWithOrder"),
        attempts: 1,
        paidAt: at,
      });
      continue;
    }
    await insertInstallment(tx, { ...row, status: born(installmentMachine, "plan"), attempts: 0, paidAt: null });
    await plan(tx, deps, {
      networkId,
      kind: "installment",
      key: `${orderId}:${position}`,
      payload: { orderId, position },
      dueAt: instantOn(collectedOn, network.definition.timeZone),
    });
  }
  const owed = calendar.slice(1).reduce((sum, installment) => sum + installment.amount, 0);
  const movement = { movement: `receivable:${orderId}`, networkId, orderId, currency, at, amount: owed };
  if (owed > 0) await recordMovement(tx, { ...movement, to: "receivable", from: "sales" });
}

/**
 * Marks a later installment as paid, on its day or after it was unpaid; with the last unpaid one the order is complete
 * again. The first one ends the hold of tickets that depend on it, unless the bank has returned it meanwhile (`isReturned`).
 */
export async function installmentPaid(
  tx: Tx,
  deps: Dependencies,
  payment: Payment,
  at: string,
  { isReturned = false }: { isReturned?: boolean } = {},
): Promise<void> {
  const { networkId, orderId, position } = payment;
  await lockOrder(tx, orderId);
  if (!(await moveInstallment(tx, payment, "pay", { paidAt: at })))
    throw new Error(
      `Installment ${position} of order ${orderId} could not be marked as paid although payment ${payment.id} was captured`,
    );
  await addEvent(tx, { networkId, orderId, at, event: "installment-paid", detail: { position } });
  if (!(await hasUnpaidInstallment(tx, orderId))) await regularized(tx, deps, orderId, at);
  if (position === 1 && !isReturned) await endHold(tx, deps, { networkId, orderId }, at);
  const installment = await readInstallment(tx, orderId, position);
  if (installment?.methodId) await removeUnneededCard(tx, deps, networkId, installment.methodId, at);
}

async function regularized(tx: Tx, deps: Dependencies, orderId: string, at: string): Promise<void> {
  const order = await moveOrder(tx, orderId, "settle", { at, event: "regularized" });
  if (order === undefined) return;
  await restoreOrder(tx, deps, order);
  if (order.subscriptionId === null) return;
  const network = await deps.networks.get(order.networkId);
  if (network !== undefined) await deps.subscriptionHooks.subscriptionSettled(tx, deps, network, order);
}

/** Removes a card that was saved only for installments or a subscription, once none needs it. */
export async function removeUnneededCard(
  tx: Tx,
  deps: Dependencies,
  networkId: string,
  methodId: string,
  at: string,
): Promise<void> {
  if (!(await isNoLongerNeeded(tx, methodId))) return;
  const card = await removeSavedMethod(tx, methodId, at);
  if (card !== undefined) await planMethodRemoval(tx, deps, networkId, card);
}

/**
 * Handles a refused installment. A charge is retried on a later day, with an e-mail; after the last attempt, after a
 * debit or with `isLast` the installment is unpaid, the order moves to REGULARIZATION, and the e-mail explains how to pay.
 * Payments at the provider's page are ignored: the customer sees the refusal there.
 */
export async function installmentRefused(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  payment: Pick<Payment, "networkId" | "orderId" | "position" | "kind">,
  at: string,
  { isLast = false }: { isLast?: boolean } = {},
): Promise<void> {
  if (payment.kind === "page") return;
  const { networkId, orderId, position } = payment;
  const order = await lockOrder(tx, orderId);
  const installment = await readInstallment(tx, orderId, position);
  if (order === undefined || installment === undefined || installment.status !== "begun") return;
  const again = isLast || payment.kind === "debit" ? undefined : nextAttemptAt(installment, network);
  const detail = { position };
  if (again !== undefined) {
    await moveInstallment(tx, payment, "retryLater");
    await addEvent(tx, { networkId, orderId, at, event: "installment-refused", detail });
    return notifyInstallmentRefused(tx, deps, order, installment, again.toISOString());
  }
  const unpaid = await markInstallmentUnpaid(tx, deps, payment, {
    at,
    event: "installment-unpaid",
    transition: "fail",
  });
  if (unpaid !== undefined) await notifyInstallmentUnpaid(tx, deps, unpaid.order, unpaid.installment);
}
