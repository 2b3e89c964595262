import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { href } from "../paths.ts";
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";
import { askedGuest, askedOrder } from "./checkout-request.server.ts";
import { expressOffer } from "./express/express-offer.server.ts";
import { type EnteredGuest, enterTypedGuest, type Placed, placeOrder } from "./place-order.server.ts";

/**
 * Places the order of a cart (§7) and redirects to the payment page (303), or to the result if nothing is due. A page that
 * requests JSON receives the order ID first, to save it with the cart; a refused order returns its code (409).
 */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  const ctx = requestContextOf(context);
  const form = await request.formData();
  if (form.has("guest")) return answer(await enterGuest(ctx, form));
  const order = askedOrder(form);
  if (!order) return answer({ code: "FIELD_INVALID" });
  const placed = await placeOrder(ctx, order);
  if (!placed.ok) return answer({ code: placed.code, ...(placed.details ? { details: placed.details } : {}) });
  if (request.headers.get("accept")?.includes("application/json")) return answer(placed.value);
  const { orderId, paymentUrl } = placed.value;
  return redirect(paymentUrl ?? href("cart", undefined, { order: orderId }), { status: 303 });
}

/**
 * Returns what the sheet of the article `item` offers, or the page that the customer needs first, as JSON. Every route adds to the
 * size of every page, so this one serves both.
 */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Response> {
  if (!new URL(request.url).searchParams.has("item")) return redirect(href("checkout"));
  const offer = await expressOffer(requestContextOf(context), request.url);
  return Response.json(offer, { headers: { "cache-control": "no-store" } });
}

/**
 * Opens the session of a guest without an order: the browser has it before the order is sent, so that a retry after a lost response
 * finds the order of the same session.
 */
async function enterGuest(ctx: RequestContext, form: FormData): Promise<EnteredGuest> {
  const guestEmail = askedGuest(form);
  if (guestEmail === undefined) return { code: "FIELD_INVALID" };
  const entered = await enterTypedGuest(ctx, { guestEmail });
  return entered.ok ? { entered: true } : { code: entered.code };
}

function answer(placed: Placed | EnteredGuest): Response {
  return Response.json(placed, { status: "code" in placed ? 409 : 200, headers: { "cache-control": "no-store" } });
}
