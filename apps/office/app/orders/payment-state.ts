import type { StaffOrder } from "@guichet/contract/office/orders.ts";
import type { OrderStatus } from "@guichet/contract/orders.ts";

/** What the office calls the state of an order: the order's status, and for a complete one what became of its amount. */
export type PaymentState = OrderStatus | "TO_COLLECT" | "PARTLY" | "REFUNDED" | "FREE";

/**
 * The payment state of an order. A complete order is paid only if its money was received: one by direct debit is
 * complete weeks before (§4 "order").
 */
export function paymentStateOf({
  status,
  amount,
  balance: { received, toCollect, refunded },
}: Pick<StaffOrder, "status" | "amount" | "balance">): PaymentState {
  if (status !== "COMPLETED") return status;
  if (toCollect.amount > 0) return received.amount === 0 ? "TO_COLLECT" : "PARTLY";
  if (amount.amount === 0) return "FREE";
  return received.amount <= refunded.amount ? "REFUNDED" : "COMPLETED";
}
