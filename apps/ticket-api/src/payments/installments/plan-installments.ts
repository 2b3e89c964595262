import { nextTryOn } from "@guichet/rules/installments.ts";
import { instantOn } from "@guichet/rules/instants.ts";
import { installmentMachine } from "@guichet/rules/payments.ts";
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
import { planCardRemoval, saveCard } from "../save-card.ts";
import { restoreOrder } from "./dunning.ts";
import { cardSchedule } from "./installment-schedule.ts";
import { markInstallmentUnpaid } from "./unpaid-installments.ts";

/** The time of the next charge of an installment; undefined after the last attempt (the third). */
export function nextAttemptAt(
  part: Pick<InstallmentRow, "collectedOn" | "tries">,
  network: LoadedNetwork,
): Date | undefined {
  const day = nextTryOn(part.collectedOn, part.tries);
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
  const inParts = order.installments > 1 && order.installmentPeriod !== null;
  const subscribed = order.subscriptionId !== null;
  const keeps = !order.customer.guest && (payment.keep || inParts || subscribed);
  const { networkId, accountId } = order;
  const keptFrom = (of: NonNullable<typeof card>, savedId: string) => {
    const { brand, last4, expiresOn, fingerprint } = of;
    const kept = { brand, last4, expiresOn, fingerprint, wanted: payment.keep, at };
    return { networkId, accountId, id: deps.ids.uuid(), savedId, ...kept };
  };
  const methodId = keeps && card?.savedId !== undefined ? await saveCard(tx, deps, keptFrom(card, card.savedId)) : null;
  if (inParts) await planInstallments(tx, deps, network, order, methodId, at);
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
  for (const [place, { due, collectedOn, amount: share }] of calendar.entries()) {
    const position = place + 1;
    const day = { dueOn: due, collectedOn, noticeOn: null };
    const by = { method: "CARD", methodId, mandateId: null } as const;
    const of = { networkId, orderId, position, amount: share, currency, ...day, ...by };
    if (position === 1) {
      await insertInstallment(tx, { ...of, status: born(installmentMachine, "payWithOrder"), tries: 1, paidAt: at });
      continue;
    }
    await insertInstallment(tx, { ...of, status: born(installmentMachine, "plan"), tries: 0, paidAt: null });
    await plan(tx, deps, {
      networkId,
      kind: "installment",
      key: `${orderId}:${position}`,
      payload: { orderId, position },
      dueAt: instantOn(collectedOn, network.definition.timeZone),
    });
  }
  const owed = calendar.slice(1).reduce((sum, part) => sum + part.amount, 0);
  const movement = { movement: `receivable:${orderId}`, networkId, orderId, currency, at, amount: owed };
  if (owed > 0) await recordMovement(tx, { ...movement, to: "receivable", from: "sales" });
}

/**
 * Marks a later installment as paid, on its day or after it was unpaid; with the last unpaid one the order is complete
 * again.
 */
export async function installmentPaid(tx: Tx, deps: Dependencies, payment: Payment, at: string): Promise<void> {
  const { networkId, orderId, position } = payment;
  await lockOrder(tx, orderId);
  if (!(await moveInstallment(tx, payment, "pay", { paidAt: at })))
    throw new Error(`Part ${position} of order ${orderId} cannot be paid although payment ${payment.id} was captured`);
  await addEvent(tx, { networkId, orderId, at, event: "installment-paid", detail: { position } });
  if (!(await hasUnpaidInstallment(tx, orderId))) await regularized(tx, deps, orderId, at);
  const part = await readInstallment(tx, orderId, position);
  if (part?.methodId) await removeUnneededCard(tx, deps, networkId, part.methodId, at);
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
  const savedId = await removeSavedMethod(tx, methodId, at);
  if (savedId !== undefined) await planCardRemoval(tx, deps, networkId, savedId);
}

/**
 * Handles a refused installment. A charge is retried on a later day, with an e-mail; after the last attempt, after a
 * debit or with `isLast` the installment is unpaid, the order moves to REGULARIZATION, and the e-mail says how to pay.
 * Payments at the provider's page are ignored: the customer sees the refusal there.
 */
export async function installmentRefused(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  of: Pick<Payment, "networkId" | "orderId" | "position" | "kind">,
  at: string,
  { isLast = false }: { isLast?: boolean } = {},
): Promise<void> {
  if (of.kind === "page") return;
  const { networkId, orderId, position } = of;
  const order = await lockOrder(tx, orderId);
  const part = await readInstallment(tx, orderId, position);
  if (order === undefined || part === undefined || part.status !== "begun") return;
  const again = isLast || of.kind === "debit" ? undefined : nextAttemptAt(part, network);
  const detail = { position };
  if (again !== undefined) {
    await moveInstallment(tx, of, "retryLater");
    await addEvent(tx, { networkId, orderId, at, event: "installment-refused", detail });
    return notifyInstallmentRefused(tx, deps, order, part, again.toISOString());
  }
  const unpaid = await markInstallmentUnpaid(tx, deps, of, { at, event: "installment-unpaid", transition: "fail" });
  if (unpaid !== undefined) await notifyInstallmentUnpaid(tx, deps, unpaid.order, unpaid.part);
}
