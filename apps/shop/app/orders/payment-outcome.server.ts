import type { PaymentOutcome } from "@guichet/contract/payments.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/**
 * Asks the payment provider for the payment status of an order, with the Ticket API's own timeout. Unknown order: 404; no
 * response: CHECKING.
 */
export async function askPaymentOutcome(
  ctx: RequestContext,
  orderId: string,
  signal?: AbortSignal,
): Promise<PaymentOutcome> {
  try {
    const said = await ctx.call("acknowledgePayment", { orderId }, signal ? { signal } : {});
    if (said.ok) return said.value.outcome;
    if (said.code === "NOT_FOUND" || said.code === "FIELD_INVALID") throw new Response(null, { status: 404 });
    return "CHECKING";
  } catch (failure) {
    if (failure instanceof Response) throw failure;
    return "CHECKING";
  }
}
