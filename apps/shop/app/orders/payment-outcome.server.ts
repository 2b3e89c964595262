import type { PaymentOutcome } from "@guichet/contract/payments.ts";
import { byLink, type OrderAddress } from "../refunds/refund.server.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/**
 * Asks the payment provider for the payment status of an order, with the Ticket API's own timeout; `leftPage`: without waiting, since the
 * customer left the payment page. Unknown order: 404; no response: CHECKING.
 */
export async function askPaymentOutcome(
  ctx: RequestContext,
  address: OrderAddress,
  { signal, leftPage = false }: { signal?: AbortSignal; leftPage?: boolean } = {},
): Promise<PaymentOutcome> {
  try {
    const asked = { orderId: address.order, ...byLink(address), ...(leftPage && { leftPage }) };
    const said = await ctx.call("acknowledgePayment", asked, signal ? { signal } : {});
    if (said.ok) return said.value.outcome;
    if (said.code === "NOT_FOUND" || said.code === "FIELD_INVALID") throw new Response(null, { status: 404 });
    return "CHECKING";
  } catch (failure) {
    if (failure instanceof Response) throw failure;
    return "CHECKING";
  }
}
