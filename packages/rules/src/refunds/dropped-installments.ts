/** An installment that is still to be collected. Minor units. */
export interface OpenInstallment {
  position: number;
  amount: number;
}

/** By how much a refund reduces an installment, and what remains of it; 0: it is dropped. Minor units. */
export interface ReducedInstallment {
  position: number;
  droppedAmount: number;
  leftAmount: number;
}

/** What can be collected as one payment, in minor units: multiples of `step` from `minAmount` on. */
export interface CollectableAmounts {
  minAmount: number;
  step: number;
}

/**
 * Divides the refund of an order, in minor units: first the installments that are still to be collected are reduced,
 * the last one first, then the rest is paid back (decision 153). An installment that would remain with an amount that
 * cannot be collected is reduced by less, and the difference is paid back of `paidAmount` instead, if it suffices.
 */
export function divideRefund(
  amount: number,
  open: readonly OpenInstallment[],
  { paidAmount = 0, collectable = null }: { paidAmount?: number; collectable?: CollectableAmounts | null } = {},
): { reduced: ReducedInstallment[]; droppedAmount: number; paidBackAmount: number } {
  const reduced: ReducedInstallment[] = [];
  let paidBackAmount = amount;
  for (const { position, amount: openAmount } of open.toSorted((a, b) => b.position - a.position)) {
    const droppedAmount = Math.min(paidBackAmount, openAmount);
    if (droppedAmount === 0) break;
    const least = collectable === null ? 0 : leastCollectable(openAmount - droppedAmount, openAmount, collectable);
    const isPaid = paidBackAmount - (openAmount - least) <= paidAmount;
    const leftAmount = isPaid ? Math.max(least, openAmount - droppedAmount) : openAmount - droppedAmount;
    paidBackAmount -= openAmount - leftAmount;
    if (leftAmount < openAmount) reduced.push({ position, droppedAmount: openAmount - leftAmount, leftAmount });
    if (leftAmount > 0) break;
  }
  return { reduced, droppedAmount: amount - paidBackAmount, paidBackAmount };
}

/** The least amount from `left` to `open` that can be collected; 0 for nothing that is left. */
const leastCollectable = (left: number, open: number, { minAmount, step }: CollectableAmounts): number =>
  left === 0 ? 0 : Math.min(open, Math.ceil(Math.max(left, minAmount) / step) * step);
