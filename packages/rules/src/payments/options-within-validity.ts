import type { PaymentOption } from "@guichet/contract/catalogue.ts";
import { installmentCalendar } from "./installments.ts";
import { mergedOptions } from "./payment-options.ts";

/**
 * Payment options whose installments are all collected while what they pay is valid: an option with too many is reduced
 * to as many as fit, for each of its methods. `lastDay`: last day of validity; null: unknown or unlimited, which
 * changes nothing.
 */
export function optionsWithin(
  options: readonly PaymentOption[],
  { orderDay, lastDay }: { orderDay: string; lastDay: string | null },
): PaymentOption[] {
  if (lastDay === null) return [...options];
  const cut = options.map((option) => {
    const { installments: count, period } = option;
    if (count === 1) return option;
    const method = option.paymentMethods.includes("TRANSFER") ? "TRANSFER" : "CARD";
    const calendar = installmentCalendar({ orderDay, amount: count, count, period, method });
    const inTime = calendar.filter(({ collectedOn }) => collectedOn <= lastDay).length;
    return { ...option, installments: Math.max(1, inTime) };
  });
  return mergedOptions(cut).sort((a, b) => a.installments - b.installments);
}
