import { ok, type Result } from "@guichet/contract/result.ts";
import { instantOn } from "@guichet/rules/dates/instants.ts";
import type { Installment } from "@guichet/rules/payments/installments.ts";
import { installmentMachine } from "@guichet/rules/payments/payments.ts";
import { born } from "@guichet/rules/state-machine.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { dropJob } from "../../jobs/job-store.ts";
import { plan } from "../../jobs/plan-job.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import type { OrderRow } from "../../order-records/order-store.ts";
import { insertInstallment } from "../../payment-records/installment-store.ts";
import { recordMovement } from "../../payment-records/ledger-store.ts";
import { notifyMandateSigned } from "../emails/debit-emails.ts";
import { debitSchedule } from "../installments/installment-schedule.ts";
import { planDebit } from "../installments/plan-debit.ts";
import { beginHold, usableFrom } from "../installments/settlement-hold.ts";
import { type Signature, signMandate } from "./mandates.ts";
import { planRegistration, subscriptionInEmail } from "./register-mandate.ts";

/**
 * Completes an order by the signature of its mandate (§6: TRANSFER is complete when the mandate is signed), in the
 * order's own transaction: mandate, invoice and tickets, the installments to debit, and the receivable.
 */
export async function completeByMandate(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  signature: Signature,
): Promise<Result<OrderRow, "MANDATE_NOT_SIGNED" | "PAYMENT_METHOD_UNKNOWN">> {
  const at = deps.clock.iso();
  const calendar = debitSchedule(network, order, at);
  const signed = await signMandate(tx, deps, network, order, signature, calendar);
  if (!signed.ok) return signed;
  const mandate = signed.value;
  const completed = await deps.orderHooks.completeOrder(tx, deps, network, order.id, { method: "TRANSFER", at });
  if (completed === undefined)
    throw new Error(`Order ${order.id} could not be completed although its mandate was signed`);
  const usable = usableFrom(network, calendar, at);
  await beginHold(tx, deps, network, completed, usable);
  const means = { methodId: signature.methodId, mandateId: mandate.id };
  await planDebits(tx, deps, network, completed, means, calendar);
  await deps.subscriptionHooks.subscriptionOrdered(tx, deps, network, completed, { method: "TRANSFER", ...means });
  if (mandate.providerAccount !== null)
    await planRegistration(tx, deps, mandate, { orderId: order.id, listsDebits: true });
  else {
    const subscription = await subscriptionInEmail(tx, network, completed);
    await notifyMandateSigned(tx, deps, completed, mandate, { calendar, usable, subscription });
  }
  deps.failpoint("mandate-uncommitted");
  return ok(completed);
}

/** Completes a renewal under the existing mandate of its subscription, without a new signature. */
export async function completeByExistingMandate(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  means: { methodId: string; mandateId: string },
): Promise<void> {
  const at = deps.clock.iso();
  const completed = await deps.orderHooks.completeOrder(tx, deps, network, order.id, { method: "TRANSFER", at });
  if (completed === undefined)
    throw new Error(`Order ${order.id} could not be completed although its mandate is in force`);
  await dropJob(tx, { "unpaid-order": order.id });
  await planDebits(tx, deps, network, completed, means, debitSchedule(network, completed, at));
  await deps.subscriptionHooks.subscriptionOrdered(tx, deps, network, completed, { method: "TRANSFER", ...means });
}

async function planDebits(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  means: { methodId: string; mandateId: string },
  calendar: readonly Installment[],
): Promise<void> {
  const { id: orderId, networkId, amount, currency } = order;
  const { timeZone } = network.definition;
  for (const [index, { due, collectedOn, noticeOn, amount: share }] of calendar.entries()) {
    const position = index + 1;
    await insertInstallment(tx, {
      networkId,
      orderId,
      position,
      method: "TRANSFER",
      amount: share,
      currency,
      dueOn: due,
      collectedOn,
      noticeOn,
      status: born(installmentMachine, "plan"),
      ...means,
      attempts: 0,
      paidAt: null,
    });
    await planDebit(tx, deps, { networkId, collectedOn, timeZone });
    if (noticeOn !== null) {
      const notice = { networkId, kind: "debit-notice", key: `${orderId}:${position}`, payload: { orderId, position } };
      await plan(tx, deps, { ...notice, dueAt: instantOn(noticeOn, timeZone) });
    }
  }
  const at = deps.clock.iso();
  const movement = { movement: `receivable:${orderId}`, networkId, orderId, currency, at, amount };
  await recordMovement(tx, { ...movement, to: "receivable", from: "sales" });
}
