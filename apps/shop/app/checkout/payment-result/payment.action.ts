import { leftPageParameter } from "@guichet/contract/payment-return.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { askPaymentOutcome } from "../../orders/payment-outcome.server.ts";
import { href } from "../../paths.ts";
import { idIn } from "../../request-context/account-file.server.ts";
import { requestContextOf } from "../../request-context/request-context.ts";

/** Returns the payment status of `order`; the timeout matches the Ticket API's (10 s). */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Response> {
  const leftPage = new URL(request.url).searchParams.has(leftPageParameter);
  const outcome = await askPaymentOutcome(
    requestContextOf(context),
    { order: idIn(request.url, "order") },
    { leftPage },
  );
  return Response.json({ outcome }, { headers: { "cache-control": "no-store" } });
}

/** Cancels an unpaid order (`Order/cancel`), then redirects to its status; `refused` gives the reason if it cannot be cancelled. */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  const form = await request.formData();
  const order = String(form.get("order") ?? "");
  const outcome = await requestContextOf(context).call("cancelOrder", { orderId: order });
  const query: Record<string, string> = outcome.ok ? { order } : { order, refused: outcome.code };
  return redirect(href("cart", undefined, query), { status: 303 });
}
