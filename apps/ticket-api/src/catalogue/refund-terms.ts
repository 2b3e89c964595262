import type { RefundPolicy, RefundTerms } from "@guichet/contract/packs/refund-policy.ts";

/** The terms of a refund policy as customers see them, with amounts in this currency; null: nothing is refunded. */
export function refundTerms(policy: RefundPolicy | undefined, currency: string): RefundTerms | null {
  if (policy === undefined || policy.basis === "none") return null;
  const { feesByDay = [], refundPercent = 100, minimum, countedFrom = "purchase" } = policy;
  const { deadlineDays = null, lockedFirstDays = null, lockedLastDays = null } = policy;
  const money = (amount: number) => ({ amount, currency });
  const shown = ({ fee, feePercent = 0 }: { fee: number; feePercent?: number | undefined }) => ({
    amount: money(fee),
    percent: feePercent,
  });
  return {
    fee: shown(policy),
    feesByDay: feesByDay.map((fee) => ({ ...shown(fee), untilDay: fee.untilDay })),
    refundPercent,
    minimum: money(minimum),
    deadlineDays,
    lockedFirstDays,
    lockedLastDays,
    countedFrom,
  };
}
