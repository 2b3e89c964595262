import { hoursMs, later, minutesMs } from "../../clock.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { type ProviderRefused, refusedAsDisputed } from "../../integrations/payment-provider.ts";
import { disputesOfPayment } from "../../payment-records/dispute-store.ts";
import { type Movement, recordMovement } from "../../payment-records/ledger-store.ts";
import type { Payment } from "../../payment-records/payment-store.ts";

const waitHours = 6;
/** By then the reconciliation has found a dispute whose webhook has not arrived. */
const unreportedMinutes = 35;

/**
 * What a dispute does to a refund that was planned before it. `wait`: the bank has not decided. `settle`: the dispute was lost, and the customer
 * has this money from the bank; the provider must not send it again. `send`: neither.
 */
export type DisputedRefund = { does: "send" | "settle" } | { does: "wait"; again: Date };

/** Decides about a refund of `amount` minor units of a payment that is to be sent now. */
export async function disputedRefund(
  { db, clock }: Pick<Dependencies, "db" | "clock">,
  payment: Pick<Payment, "id" | "amount" | "kind">,
  amount: number,
): Promise<DisputedRefund> {
  if (payment.kind === "debit") return { does: "send" };
  const { isContested, withdrawnAmount, refundedAmount } = await disputesOfPayment(db, payment.id);
  if (isContested) return { does: "wait", again: later(clock.now(), hoursMs(waitHours)) };
  const left = payment.amount - withdrawnAmount - refundedAmount;
  return { does: amount > left && withdrawnAmount >= amount ? "settle" : "send" };
}

/**
 * Until when a refund waits that the provider refused because of a dispute: neither another account nor another attempt may pay
 * what the bank has taken back for the customer. A dispute that is booked explains the refusal only if it was lost: another may not be
 * reported yet. Undefined: it was refused for another reason, or by a dispute that is over.
 */
export async function waitForDispute(
  { db, clock }: Pick<Dependencies, "db" | "clock">,
  { id }: Pick<Payment, "id">,
  { code }: ProviderRefused,
): Promise<Date | undefined> {
  if (code !== refusedAsDisputed) return undefined;
  const { isContested, withdrawnAmount } = await disputesOfPayment(db, id);
  if (withdrawnAmount > 0 && !isContested) return undefined;
  return later(clock.now(), minutesMs(unreportedMinutes));
}

/** Books a refund that a lost dispute has settled: not a loss, but money that was owed to the customer. */
export const recordSettledRefund = (tx: Tx, movement: Omit<Movement, "from">): Promise<void> =>
  recordMovement(tx, { ...movement, from: "losses" });
