import type { CodeOf } from "@guichet/contract/call.ts";
import type { Calls } from "@guichet/contract/calls.ts";
import type { OrderStatus } from "@guichet/contract/orders.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Dependencies } from "../dependencies.ts";
import type { CallContext } from "../http/call-handler.ts";
import { ProviderUnreachable } from "../integrations/payment-provider.ts";
import type { OrderRow } from "../order-records/order-store.ts";
import type { ToOpen } from "../payment-records/payment-store.ts";
import { type OpenedSession, openSession } from "../payments/settlement/open-session.ts";

/** What placing an order is asked, and what it answers (§7 `Order/placeOrder`). */
export type PlaceOrderContext = CallContext<Calls["placeOrder"]>;
export type PlaceOrderError = "FIELD_INVALID" | CodeOf<Calls["placeOrder"]> | "IDEMPOTENCY_KEY_REUSED";
export type Placed = { orderId: string; networkId: string; orderStatus: OrderStatus; paymentUrl?: string };
export type PlacedOrder = Pick<OrderRow, "id" | "networkId" | "status">;
/** An order, and the payment that it waits for, if anything is due; with its page, when that is being opened already. */
export type OrderToPay = { order: PlacedOrder; payment: ToOpen | undefined; page?: OpenedSession };

/** An order of this cart that nobody can be charged for twice: the same answer, as it stands now. */
export const placedResult = (
  order: PlacedOrder,
  orderStatus: OrderStatus,
  paymentUrl?: string | null,
): Result<Placed, PlaceOrderError> =>
  ok({ orderId: order.id, networkId: order.networkId, orderStatus, ...(paymentUrl ? { paymentUrl } : {}) });

/** Opens the payment page of an order that waits to be paid. A provider that does not answer has charged nothing. */
export async function openPaymentPage(
  deps: Dependencies,
  { order, payment, page }: OrderToPay,
): Promise<Result<Placed, PlaceOrderError>> {
  if (payment === undefined) return placedResult(order, order.status);
  try {
    const session = await (page === undefined ? openSession(deps, payment) : page.kept());
    return placedResult(order, "PROCESSING", session.paymentUrl);
  } catch (error) {
    if (error instanceof ProviderUnreachable) return err("PAYMENT_UNAVAILABLE");
    throw error;
  }
}
