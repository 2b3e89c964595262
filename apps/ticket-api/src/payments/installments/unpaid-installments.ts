import type { SubscriptionBlock } from "@guichet/contract/subscriptions.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { addEvent, lockOrder, moveOrder, type OrderRow } from "../../order-records/order-store.ts";
import { type InstallmentRow, moveInstallment, readInstallment } from "../../payment-records/installment-store.ts";
import { notifyNotCollected } from "../emails/debit-emails.ts";
import { planSuspension, suspensionDay } from "./dunning.ts";

interface UnpaidReason {
  at: string;
  event: "debit-rejected" | "debit-returned" | "not-collected" | "installment-unpaid";
  detail?: Record<string, unknown>;
  transition: "fail" | "skip" | "returnDebit";
  /** The block reason of a subscription that it pays. */
  block?: SubscriptionBlock;
}

/**
 * Marks an installment as unpaid: moves the order to REGULARIZATION (§6), suspends a subscription that it pays, and
 * plans the suspension of its tickets. Undefined if the installment was not in the expected state: of two concurrent
 * calls, one succeeds.
 */
export async function markInstallmentUnpaid(
  tx: Tx,
  deps: Dependencies,
  { networkId, orderId, position }: Pick<InstallmentRow, "networkId" | "orderId" | "position">,
  { at, event, detail = {}, transition, block }: UnpaidReason,
): Promise<{ order: OrderRow; installment: InstallmentRow } | undefined> {
  const order = await lockOrder(tx, orderId);
  const network = await deps.networks.get(networkId);
  if (order === undefined || network === undefined) return undefined;
  const suspendsOn = suspensionDay(network, at);
  if (!(await moveInstallment(tx, { orderId, position }, transition, { suspendsOn }))) return undefined;
  const orderEvent = { at, event, detail: { position, ...detail } };
  // Another installment may be unpaid already: then the order is in this state.
  const owed = await moveOrder(tx, orderId, "markUnpaid", orderEvent);
  if (owed === undefined) await addEvent(tx, { networkId, orderId, ...orderEvent });
  if (owed !== undefined) await deps.subscriptionHooks.subscriptionOwed(tx, deps, network, owed, block);
  await planSuspension(tx, deps, network, { networkId, orderId, position, suspendsOn });
  const installment = await readInstallment(tx, orderId, position);
  return installment && { order, installment };
}

/** Skips the collection of a planned installment: it is unpaid, and the customer learns why and how to pay it. */
export async function skipInstallment(
  tx: Tx,
  deps: Dependencies,
  installment: Pick<InstallmentRow, "networkId" | "orderId" | "position">,
  cause: "NO_MANDATE" | "RETURNED",
): Promise<void> {
  const block = cause === "NO_MANDATE" ? "MANDATE_REQUIRED" : "DEBIT_REFUSED";
  const skipped = { at: deps.clock.iso(), event: "not-collected", block, detail: { reason: cause } } as const;
  const unpaid = await markInstallmentUnpaid(tx, deps, installment, { ...skipped, transition: "skip" });
  if (unpaid !== undefined) await notifyNotCollected(tx, deps, unpaid.order, unpaid.installment, cause);
}
