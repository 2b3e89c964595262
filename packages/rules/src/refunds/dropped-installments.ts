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

/**
 * Divides the refund of an order, in minor units: first the installments that are still to be collected are reduced,
 * the last one first, then the rest is paid back (decision 153).
 */
export function divideRefund(
  amount: number,
  open: readonly OpenInstallment[],
): { reduced: ReducedInstallment[]; droppedAmount: number; paidBackAmount: number } {
  const reduced: ReducedInstallment[] = [];
  let paidBackAmount = amount;
  for (const installment of open.toSorted((a, b) => b.position - a.position)) {
    const droppedAmount = Math.min(paidBackAmount, installment.amount);
    if (droppedAmount === 0) break;
    paidBackAmount -= droppedAmount;
    reduced.push({
      position: installment.position,
      droppedAmount,
      leftAmount: installment.amount - droppedAmount,
    });
  }
  return { reduced, droppedAmount: amount - paidBackAmount, paidBackAmount };
}
