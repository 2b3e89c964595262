import type { CodeOf } from "@guichet/contract/call.ts";
import type { Calls } from "@guichet/contract/calls.ts";
import type { OrderStatus } from "@guichet/contract/orders.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Dependencies } from "../dependencies.ts";
import type { CallContext } from "../http/call-handler.ts";
import { ProviderUnreachable } from "../integrations/payment-provider.ts";
import type { OrderRow } from "../order-records/order-store.ts";
import type { ToOpen } from "../payment-records/payment-store.ts";
import { type OpeningSession, openSession } from "../payments/settlement/open-session.ts";

/** The request and the result of placing an order (§7 `Order/placeOrder`). */
export type PlaceOrderContext = CallContext<Calls["placeOrder"]>;
export type PlaceOrderError = "FIELD_INVALID" | CodeOf<Calls["placeOrder"]> | "IDEMPOTENCY_KEY_REUSED";
export type Placed = { orderId: string; networkId: string; orderStatus: OrderStatus; paymentUrl?: string };
export type PlacedOrder = Pick<OrderRow, "id" | "networkId" | "status">;
/** An order, the payment it waits for if an amount is due, and its payment page if that is already being opened. */
export type OrderToPay = { order: PlacedOrder; payment: ToOpen | undefined; page?: OpeningSession };

/** The result for an order with its current status, the same for every request of one cart. */
export const placedResult = (
  order: PlacedOrder,
  orderStatus: OrderStatus,
  paymentUrl?: string | null,
): Result<Placed, PlaceOrderError> =>
  ok({ orderId: order.id, networkId: order.networkId, orderStatus, ...(paymentUrl ? { paymentUrl } : {}) });

/**
 * Opens the payment page of an unpaid order. PAYMENT_UNAVAILABLE if the provider does not respond: nothing was charged
 * then.
 */
export async function openPaymentPage(
  deps: Dependencies,
  { order, payment, page }: OrderToPay,
): Promise<Result<Placed, PlaceOrderError>> {
  if (payment === undefined) return placedResult(order, order.status);
  try {
    const session = await (page === undefined ? openSession(deps, payment) : page.session());
    return placedResult(order, "PROCESSING", session.paymentUrl);
  } catch (error) {
    if (error instanceof ProviderUnreachable) return err("PAYMENT_UNAVAILABLE");
    throw error;
  }
}
