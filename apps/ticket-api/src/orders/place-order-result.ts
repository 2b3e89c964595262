import type { CodeOf } from "@guichet/contract/call.ts";
import type { Calls } from "@guichet/contract/calls.ts";
import type { OrderStatus } from "@guichet/contract/orders.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Dependencies } from "../dependencies.ts";
import type { CallContext } from "../http/call-handler.ts";
import { ProviderUnreachable } from "../integrations/payment-provider.ts";
import { type OrderRow, readOrder } from "../order-records/order-store.ts";
import type { ToOpen } from "../payment-records/payment-store.ts";
import { type OpeningSession, openSession } from "../payments/settlement/open-session.ts";
import { settlePayment } from "../payments/settlement/settle-payment.ts";

/** The request and the result of placing an order (§7 `Order/placeOrder`). */
export type PlaceOrderContext = CallContext<Calls["placeOrder"]>;
export type PlaceOrderError =
  | "FIELD_INVALID"
  | "FIELD_REQUIRED"
  | CodeOf<Calls["placeOrder"]>
  | "IDEMPOTENCY_KEY_REUSED";
export type Placed = { orderId: string; networkId: string; orderStatus: OrderStatus; paymentUrl?: string };
export type PlacedOrder = Pick<OrderRow, "id" | "networkId" | "status">;
/** An order, the payment it waits for if an amount is due, and its payment page if that is already being opened. */
export type OrderToPay = { order: PlacedOrder; payment: ToOpen | undefined; page?: OpeningSession };

/** The result for an order with its current status, the same for every request of one cart. */
export const placedResult = (
  order: PlacedOrder,
  orderStatus: OrderStatus,
  paymentUrl?: string | null,
): Result<Placed, never> =>
  ok({ orderId: order.id, networkId: order.networkId, orderStatus, ...(paymentUrl ? { paymentUrl } : {}) });

/** Begins the payment of a written order: opens its payment page, or charges the saved card (decision 129). */
export function beginPaying(deps: Dependencies, toPay: OrderToPay): Promise<Result<Placed, "PAYMENT_UNAVAILABLE">> {
  return toPay.payment?.kind === "charge"
    ? chargeSavedCard(deps, toPay.order, toPay.payment)
    : openPaymentPage(deps, toPay);
}

/** Opens the payment page. PAYMENT_UNAVAILABLE if the provider does not respond: nothing was charged then. */
async function openPaymentPage(
  deps: Dependencies,
  { order, payment, page }: OrderToPay,
): Promise<Result<Placed, "PAYMENT_UNAVAILABLE">> {
  if (payment === undefined) return placedResult(order, order.status);
  try {
    const session = await (page === undefined ? openSession(deps, payment) : page.session());
    return placedResult(order, "PROCESSING", session.paymentUrl);
  } catch (error) {
    if (error instanceof ProviderUnreachable) return err("PAYMENT_UNAVAILABLE");
    throw error;
  }
}

/**
 * Charges the saved card and settles the payment like every other: paid, refused, or waiting for the bank's authentication.
 * If the provider does not respond, it may have charged the card: the order stays PROCESSING, and the payment's job or
 * the customer's next status check settles it.
 */
async function chargeSavedCard(
  deps: Dependencies,
  order: PlacedOrder,
  payment: ToOpen,
): Promise<Result<Placed, never>> {
  try {
    const settled = await settlePayment(deps, payment.id);
    const now = await readOrder(deps.db, order.id);
    return placedResult(order, now?.status ?? "PROCESSING", settled?.status === "open" ? settled.payUrl : undefined);
  } catch (error) {
    if (error instanceof ProviderUnreachable) return placedResult(order, "PROCESSING");
    throw error;
  }
}
