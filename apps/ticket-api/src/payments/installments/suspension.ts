import type { Order, OrderStatus } from "@guichet/contract/orders.ts";
import type { InstallmentRow } from "../../payment-records/installment-store.ts";

/**
 * When the tickets of an order will be suspended because of an unpaid installment, or since when they are; null:
 * nothing is unpaid.
 */
export function suspensionOf(
  status: OrderStatus,
  since: string | null,
  installments: readonly Pick<InstallmentRow, "status" | "suspendsOn">[],
): Order["suspension"] {
  if (status !== "REGULARIZATION") return null;
  const days = installments.flatMap((installment) =>
    installment.status === "unpaid" && installment.suspendsOn !== null ? [installment.suspendsOn] : [],
  );
  const [on] = days.sort();
  return on === undefined ? null : { on, since };
}
