import { dayIn } from "@guichet/rules/dates/days.ts";
import { mayRetryDebit } from "@guichet/rules/payments/debit-reasons.ts";
import { debitRetryDay } from "@guichet/rules/payments/installments.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { addEvent, lockOrder } from "../../order-records/order-store.ts";
import { isDebitable } from "../../payment-records/debit-store.ts";
import {
  type InstallmentRow,
  isCollectionStopped,
  moveInstallment,
  readInstallment,
} from "../../payment-records/installment-store.ts";
import type { Payment } from "../../payment-records/payment-store.ts";
import { notifyDebitRetry } from "../emails/debit-emails.ts";
import { returnedInstallmentsMax } from "./dunning.ts";
import { planDebit } from "./plan-debit.ts";

interface FailedDebit {
  at: string;
  event: "debit-rejected" | "debit-returned";
  reason: string | undefined;
}

/**
 * Plans the second and last presentation of a debit that was rejected or returned for a passing reason (decision 150), on the network's day,
 * and announces it to the customer. False if the debit is not presented again: the network does not, it was before, the mandate ended, the
 * account was removed, or collection stopped.
 */
export async function retryDebit(
  tx: Tx,
  deps: Dependencies,
  payment: Extract<Payment, { kind: "debit" }>,
  { at, event, reason }: FailedDebit,
): Promise<boolean> {
  const network = await deps.networks.get(payment.networkId);
  const afterDays = network?.definition.debitRetryAfterDays;
  if (network === undefined || afterDays === undefined || !mayRetryDebit(reason)) return false;
  const { networkId, orderId, position } = payment;
  const order = await lockOrder(tx, orderId);
  const installment = await readInstallment(tx, orderId, position);
  if (order === undefined || installment === undefined || !(await isCollectable(tx, installment))) return false;
  const { timeZone } = network.definition;
  const collectedOn = debitRetryDay(dayIn(at, timeZone), afterDays);
  const isMoved =
    event === "debit-rejected"
      ? await moveInstallment(tx, payment, "retryLater", { collectedOn })
      : await moveInstallment(tx, payment, "returnForRetry", { collectedOn });
  if (!isMoved) return false;
  await planDebit(tx, deps, { networkId, collectedOn, timeZone });
  await addEvent(tx, {
    networkId,
    orderId,
    at,
    event,
    detail: { position, reason: reason ?? null, retryOn: collectedOn },
  });
  await notifyDebitRetry(tx, deps, order, { ...installment, collectedOn }, reason);
  return true;
}

/** May an installment be debited once more under its mandate, which is in force, from an account that its customer still has here? */
async function isCollectable(tx: Tx, { orderId, position, attempts }: InstallmentRow): Promise<boolean> {
  if (attempts !== 1 || (await isCollectionStopped(tx, orderId, returnedInstallmentsMax))) return false;
  return isDebitable(tx, orderId, position);
}
