import type { CodeOf } from "@guichet/contract/call.ts";
import type { Calls } from "@guichet/contract/calls.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { isOpen } from "@guichet/rules/orders.ts";
import type { CallContext } from "../http/call-handler.ts";
import { ProviderUnreachable } from "../integrations/payment-provider.ts";
import { isNobodys, orderOfCustomer } from "../order-records/order-of-customer.ts";
import { type OrderRow, readOrder } from "../order-records/order-store.ts";
import { lastPayment } from "../payment-records/payment-store.ts";
import { settlePayment } from "../payments/settlement/settle-payment.ts";
import { noCardPreference } from "../payments/start-payment.ts";
import { periodOfOrder } from "../subscription-records/subscription-store.ts";
import { type Placed, placedResult } from "./place-order-result.ts";
import { expiresBeforePaid, payAgain } from "./resume-order.ts";

type PayContext = CallContext<Calls["payOrder"]>;
type PayResult = Result<Pick<Placed, "orderStatus" | "paymentUrl">, CodeOf<Calls["payOrder"]>>;

/**
 * Returns where to pay an unpaid order: its open payment page, or a new one after a refusal. It needs the session that placed the
 * order, or the signed link of a guest's e-mail, so that a guest pays in another browser, too. Two presses lead to one page. A paid
 * order has none: its status says so.
 */
export async function payOrder(ctx: PayContext): Promise<PayResult> {
  if (isNobodys(ctx)) return err("USER_NOT_CONNECTED");
  const order = await orderOfCustomer(ctx);
  if (order === undefined) return err("NOT_FOUND");
  // Paid already, for example in another tab: the customer is shown the order, and not asked to pay another one.
  if (order.status === "COMPLETED" || order.status === "REGULARIZATION") return ok({ orderStatus: order.status });
  if (!isOpen(order.status)) return err("TRANSITION_NOT_ALLOWED", { state: order.status });
  // The order of a renewal is paid by the subscription's payment method.
  if (order.subscriptionId !== null && (await periodOfOrder(ctx.deps.db, order.id)) !== undefined)
    return err("TRANSITION_NOT_ALLOWED", { state: "renewal" });
  try {
    const paid = await payOpenOrder(ctx, order);
    if (!paid.ok) return paid;
    const { orderStatus, paymentUrl } = paid.value;
    return ok({ orderStatus, ...(paymentUrl === undefined ? {} : { paymentUrl }) });
  } catch (error) {
    if (error instanceof ProviderUnreachable) return err("PAYMENT_UNAVAILABLE");
    throw error;
  }
}

async function payOpenOrder(
  { deps, network, address }: PayContext,
  order: OrderRow,
): Promise<Result<Placed, CodeOf<Calls["payOrder"]>>> {
  const payment = await lastPayment(deps.db, order.id);
  // An order that is paid at a counter, or by a direct debit, has no payment page.
  if (payment === undefined || payment.kind === "debit") return err("TRANSITION_NOT_ALLOWED", { state: order.status });
  const settled = await settlePayment(deps, payment.id);
  const now = await readOrder(deps.db, order.id);
  if (now === undefined || now.status === "CANCELED") return err("TRANSITION_NOT_ALLOWED", { state: "CANCELED" });
  const isRefused = now.status === "ERROR" || (now.status === "PROCESSING" && settled?.status === "refused");
  if (!isRefused) return placedResult(now, now.status, settled?.status === "open" ? settled.payUrl : undefined);
  if (expiresBeforePaid(deps, now)) return err("TRANSITION_NOT_ALLOWED", { state: "expiring" });
  const again = await payAgain(deps, network, now, { card: noCardPreference, address });
  return again ?? err("TRANSITION_NOT_ALLOWED", { state: "CANCELED" });
}
