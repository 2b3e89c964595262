import {
  type CollectableAmounts,
  divideRefund,
  type ReducedInstallment,
} from "@guichet/rules/refunds/dropped-installments.ts";
import type { Database, Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { dropJobs } from "../../jobs/job-store.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import type { DroppedInstallment } from "../../order-records/dropped-installment-store.ts";
import type { OrderRow } from "../../order-records/order-store.ts";
import { type InstallmentRow, moveInstallment, reduceInstallment } from "../../payment-records/installment-store.ts";
import { recordMovement } from "../../payment-records/ledger-store.ts";
import { savedCardById } from "../../payment-records/saved-method-store.ts";
import { removeUnneededCard } from "../installments/plan-installments.ts";

/**
 * Reduces the locked open installments of a locked order by a refund in minor units, the last one first, and reverses
 * the receivable. Returns what is left to pay back. Throws if one of them is collected in the meantime.
 */
export async function dropInstallments(
  tx: Tx,
  deps: Dependencies,
  order: Pick<OrderRow, "id" | "networkId" | "currency">,
  { refundId, amount, open, ...limits }: DivisionLimits & { refundId: string; amount: number },
): Promise<{ dropped: DroppedInstallment[]; paidBackAmount: number }> {
  const { id: orderId, networkId, currency } = order;
  const at = deps.clock.iso();
  const { dropped, droppedAmount, paidBackAmount } = divided(amount, { open, ...limits });
  for (const installment of dropped) await dropOne(tx, orderId, installment);
  const gone = dropped.filter(({ leftAmount }) => leftAmount === 0).map(({ position }) => `${orderId}:${position}`);
  await dropJobs(tx, "installment", gone);
  await dropJobs(tx, "debit-notice", gone);
  const movement = { movement: `withdrawn:${orderId}:${refundId}`, networkId, orderId, currency, at };
  if (droppedAmount > 0)
    await recordMovement(tx, { ...movement, amount: droppedAmount, to: "sales", from: "receivable" });
  await removeUnneededCards(tx, deps, networkId, open, at);
  return { dropped, paidBackAmount };
}

/** What a refund is divided within: the open installments, what is paid in minor units, and what can be collected. */
export interface DivisionLimits {
  open: readonly InstallmentRow[];
  paidAmount: number;
  /** null: every amount. */
  collectable: CollectableAmounts | null;
}

/**
 * Which amounts the providers accept for open installments: at the account of their card, and at the network's, where
 * an unpaid one is paid, or a debit is collected. null: every amount, as the bank does for debits.
 */
export async function collectableAmounts(
  db: Database | Tx,
  { payments }: Pick<Dependencies, "payments">,
  { definition }: LoadedNetwork,
  open: readonly InstallmentRow[],
): Promise<CollectableAmounts | null> {
  const [first] = open;
  if (first === undefined || (first.method !== "CARD" && definition.directDebit !== "provider")) return null;
  const methodIds = [...new Set(open.map(({ methodId }) => methodId))].filter((id) => id !== null);
  const cards = await Promise.all(methodIds.map((id) => savedCardById(db, id)));
  const accounts = new Set([payments.accountOf(definition), ...cards.flatMap((card) => card?.providerAccount ?? [])]);
  const configured = [...accounts].filter((account) => payments.accounts().includes(account));
  const accepted = configured.flatMap((account) => payments.at(account).acceptedAmounts?.(first.currency) ?? []);
  if (accepted.length === 0) return null;
  const minAmount = Math.max(...accepted.map((one) => one.minAmount));
  return { minAmount, step: Math.max(...accepted.map(({ step }) => step)) };
}

/** Divides a refund in minor units into what it drops of the open installments, with their days, and what is paid back. */
export function divided(
  amount: number,
  { open, ...limits }: DivisionLimits,
): { dropped: DroppedInstallment[]; droppedAmount: number; paidBackAmount: number } {
  const days = new Map(open.map(({ position, collectedOn }) => [position, collectedOn]));
  const { reduced, ...sums } = divideRefund(amount, open, limits);
  return { ...sums, dropped: reduced.map((one) => ({ ...one, collectedOn: days.get(one.position) ?? "" })) };
}

async function dropOne(
  tx: Tx,
  orderId: string,
  { position, droppedAmount, leftAmount }: ReducedInstallment,
): Promise<void> {
  const isDropped =
    leftAmount === 0
      ? await moveInstallment(tx, { orderId, position }, "drop")
      : await reduceInstallment(tx, { orderId, position }, "planned", droppedAmount);
  if (!isDropped) throw new Error(`Installment ${position} of order ${orderId} is being collected`);
}

/** Removes the cards that were saved only for installments, of which none is left to collect. */
export async function removeUnneededCards(
  tx: Tx,
  deps: Dependencies,
  networkId: string,
  installments: readonly InstallmentRow[],
  at: string,
): Promise<void> {
  for (const methodId of new Set(installments.map((one) => one.methodId)))
    if (methodId !== null) await removeUnneededCard(tx, deps, networkId, methodId, at);
}
