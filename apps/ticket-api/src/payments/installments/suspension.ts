import type { Order, OrderStatus } from "@guichet/contract/orders.ts";
import type { InstallmentRow } from "../../payment-records/installment-store.ts";

/**
 * When the tickets of an order will be suspended because of an unpaid installment, or since when they are; null:
 * nothing is unpaid.
 */
export function suspensionOf(
  status: OrderStatus,
  since: string | null,
  parts: readonly Pick<InstallmentRow, "status" | "suspendsOn">[],
): Order["suspension"] {
  if (status !== "REGULARIZATION") return null;
  const days = parts.flatMap((part) => (part.status === "unpaid" && part.suspendsOn !== null ? [part.suspendsOn] : []));
  const [on] = days.sort();
  return on === undefined ? null : { on, since };
}
