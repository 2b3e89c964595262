import { withLanguagePrefix } from "@guichet/contract/language-prefix.ts";
import { ok } from "@guichet/contract/result.ts";
import { closesOrdering } from "@guichet/rules/maintenance.ts";
import { type ActionFunctionArgs, redirect } from "react-router";
import { href } from "../paths.ts";
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";
import { type AskedOrder, askedOrder } from "./checkout-request.server.ts";

/** JSON response to a page that placed an order with script. */
export type Placed = { orderId: string; paymentUrl: string | null } | { code: string; details?: object };

/**
 * Places the order of a cart (§7) and redirects to the payment page (303), or to the result if nothing is due. A page that
 * requests JSON receives the order ID first, to save it with the cart; a refused order returns its code (409).
 */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  const order = askedOrder(await request.formData());
  if (!order) return answer({ code: "FIELD_INVALID" });
  const ctx = requestContextOf(context);
  if (closesOrdering(ctx.alertFor("ORDER"))) return answer({ code: "ORDERING_CLOSED" });
  const saved = await registerTypedAccount(ctx, order);
  if (!saved.ok) return answer({ code: saved.code });
  const { idempotencyKey, ...values } = valuesOf(
    { ...order, cardId: saved.value },
    withLanguagePrefix(ctx.prefix, href("cart")),
  );
  const outcome = await ctx.call("placeOrder", values, { idempotencyKey });
  if (!outcome.ok) return answer({ code: outcome.code, ...(outcome.details ? { details: outcome.details } : {}) });
  const { orderId, paymentUrl = null } = outcome.value;
  if (request.headers.get("accept")?.includes("application/json")) return answer({ orderId, paymentUrl });
  return redirect(paymentUrl ?? href("cart", undefined, { order: orderId }), { status: 303 });
}

export const loader = () => redirect(href("checkout"));

/** Saves the entered bank account before it is debited; entering the same account again reuses it. */
async function registerTypedAccount(ctx: RequestContext, { account, cardId }: AskedOrder) {
  if (account === null) return ok(cardId);
  const saved = await ctx.call("registerBankAccount", account);
  return saved.ok ? ok(saved.value.card.ID) : saved;
}

function valuesOf(asked: AskedOrder, returnUrl: string) {
  const {
    delivery,
    collect,
    invoiceEmail,
    renewalAccepted,
    keepCard,
    cardId,
    mandate,
    account: _kept,
    ...order
  } = asked;
  const has = (how: string) => order.articles.some(({ support }) => support === how);
  return {
    ...order,
    returnUrl,
    ...(has("SHIPPING") && delivery ? { delivery } : {}),
    ...(has("COLLECT") && collect ? { collect } : {}),
    ...(invoiceEmail === null ? {} : { invoiceEmail }),
    ...(renewalAccepted ? { renewalAccepted } : {}),
    ...(keepCard ? { keepCard } : {}),
    ...(cardId === null ? {} : { cardId }),
    ...(mandate === null ? {} : { mandate }),
  };
}

function answer(placed: Placed): Response {
  return Response.json(placed, { status: "code" in placed ? 409 : 200, headers: { "cache-control": "no-store" } });
}
