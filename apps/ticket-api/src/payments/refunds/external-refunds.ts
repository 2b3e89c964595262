import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { isUuid } from "../../ids.ts";
import { allChanges, type PaymentSession } from "../../integrations/payment-provider.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import { addEvent, lockOrder, type OrderRow } from "../../order-records/order-store.ts";
import { releasePlace } from "../../order-records/slot-store.ts";
import { insertDiscrepancy } from "../../payment-records/discrepancy-store.ts";
import { isUntouched } from "../../payment-records/external-refund-store.ts";
import { findFailedRefund } from "../../payment-records/failed-refund-store.ts";
import { isMovementRecorded, recordMovement } from "../../payment-records/ledger-store.ts";
import { lockPayment, movePayment, type ProviderPayment, readPayment } from "../../payment-records/payment-store.ts";
import { bookBackIfFailed, bookFailedRefunds } from "./failed-refunds.ts";
import { isOwnRefund } from "./send-refund.ts";

type ExternalRefund = PaymentSession["refunds"][number];

/**
 * Books refunds that were made at the provider's own dashboard, each once, and returns how many were new. A refund of
 * the whole payment of a completed order that is neither used nor in fulfilment cancels the order, with a credit note;
 * any other is left to staff (decision 091).
 */
export async function bookExternalRefunds(deps: Dependencies, session: PaymentSession): Promise<number> {
  const external = session.refunds.filter(({ reference, amount }) => !isOwnRefund(reference) && amount.amount > 0);
  if (external.length === 0 || !isUuid(session.reference)) return 0;
  const payment = await readPayment(deps.db, session.reference);
  if (payment === undefined || payment.providerAccount === null || payment.providerSession !== session.id) return 0;
  // A refund before a mismatched answer is booked with the mismatch.
  if (payment.status !== "captured" && payment.status !== "refunded") return 0;
  const network = await deps.networks.get(payment.networkId);
  if (network === undefined) throw new Error(`Network ${payment.networkId} does not exist`);
  let booked = 0;
  for (const refund of external)
    if (await deps.queueCompletion(network.id, () => bookExternalRefund(deps, network, payment, session, refund)))
      booked += 1;
  if (booked > 0) deps.wake();
  return booked;
}

/** Books what refunds of a session became without a request of ours: made at the provider's dashboard, or failed. Returns how many were new. */
export const bookRefundChanges = async (deps: Dependencies, session: PaymentSession): Promise<number> =>
  (await bookExternalRefunds(deps, session)) + (await bookFailedRefunds(deps, session));

/** Does this for every session at the providers; returns how many were new. Throws `ProviderUnreachable`. */
export async function bookAllRefundChanges(deps: Dependencies): Promise<number> {
  let booked = 0;
  for (const account of deps.payments.accounts()) {
    for await (const { sessions } of allChanges(deps.payments.at(account)))
      for (const session of sessions) booked += await bookRefundChanges(deps, session);
  }
  return booked;
}

const bookExternalRefund = (
  deps: Dependencies,
  network: LoadedNetwork,
  payment: ProviderPayment,
  session: PaymentSession,
  refund: ExternalRefund,
): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => {
    const { id, networkId, orderId } = payment;
    const order = await lockOrder(tx, orderId);
    const movement = `outside-refund:${id}:${refund.reference}`;
    if (
      order === undefined ||
      (await isMovementRecorded(tx, movement)) ||
      (await isBookedAsWhole(tx, payment, refund.reference))
    )
      return false;
    const cancels = await isCancellation(tx, payment, order, session, refund);
    const at = deps.clock.iso();
    const of = { networkId, orderId, at };
    const booked = { ...of, ...refund.amount, to: "sales", from: "provider" } as const;
    await addEvent(tx, { ...of, event: "refunded-outside", detail: { ...refund, paymentId: id, cancels } });
    if (!cancels) {
      await recordMovement(tx, { ...booked, movement });
      await reportExternalRefund(tx, deps, payment, refund);
      await lockPayment(tx, id);
      await bookBackIfFailed(tx, deps, payment, refund.reference);
      return true;
    }
    await movePayment(tx, id, "refund", { at, movement: { ...booked, movement: `refund:${id}` } });
    if (order.collect !== null) await releasePlace(tx, orderId, at);
    await deps.orderHooks.queueRefundNotice(tx, deps, orderId, refund.amount);
    await deps.orderHooks.cancelPaidOrder(tx, deps, network, order);
    await bookBackIfFailed(tx, deps, payment, refund.reference);
    return true;
  });

/**
 * Whether the refund of the whole payment, which is booked, is this one. Where that one failed and was booked back, this is another one, made
 * although a refund is owed since: the staff must see it before that is paid, too.
 */
async function isBookedAsWhole(tx: Tx, { id }: ProviderPayment, reference: string): Promise<boolean> {
  if (!(await isMovementRecorded(tx, `refund:${id}`))) return false;
  if (!(await isMovementRecorded(tx, `refund-back:${id}`))) return true;
  // An answer from before the failure still names the one that failed.
  return (await findFailedRefund(tx, id, reference)) !== undefined;
}

/** Whether this refund cancels the whole order, which is neither used nor in fulfilment. */
async function isCancellation(
  tx: Tx,
  payment: ProviderPayment,
  order: OrderRow,
  session: PaymentSession,
  { amount }: ExternalRefund,
): Promise<boolean> {
  const isWhole =
    amount.amount === order.amount && amount.amount === payment.amount && amount.currency === order.currency;
  if (!isWhole || session.refunds.length !== 1 || payment.status !== "captured" || !payment.completes) return false;
  return order.status === "COMPLETED" && order.subscriptionId === null && (await isUntouched(tx, order.id));
}

async function reportExternalRefund(
  tx: Tx,
  deps: Dependencies,
  payment: ProviderPayment,
  refund: ExternalRefund,
): Promise<void> {
  const { id: paymentId, networkId, orderId, providerSession, providerAccount } = payment;
  const { amount, currency } = refund.amount;
  await insertDiscrepancy(tx, {
    id: deps.ids.uuid(),
    networkId,
    kind: "outside-refund",
    orderId,
    paymentId,
    registrationId: null,
    providerSession,
    providerAccount,
    reference: refund.reference,
    detail: { mismatches: [{ field: "refunded", expected: "0", answered: `${amount} ${currency}` }] },
    refundAmount: null,
    refundCurrency: null,
    foundAt: deps.clock.iso(),
  });
  deps.log.warn({ paymentId, orderId, refund }, "refund was made at the provider: staff must decide about the order");
}
