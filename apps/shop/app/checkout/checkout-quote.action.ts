import type { PriceBreakdown } from "@guichet/contract/cart.ts";
import { type ActionFunctionArgs, redirect } from "react-router";
import { type CartToQuote, cartToQuote, quoteCart } from "../cart/quote-cart.server.ts";
import { href } from "../paths.ts";
import { savedCards } from "../payments/saved-cards.server.ts";
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";
import type { CheckoutQuote } from "./checkout-client.ts";
import type { Calendar } from "./payment.ts";

const saved = { headers: { "cache-control": "no-store" } };

/** Quotes the cart and its payment options; only the server's quote counts (§6 "Verification"). */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  const asked = cartToQuote(await request.formData());
  if (!asked) return Response.json({ code: "FIELD_INVALID" }, { status: 400 });
  const ctx = requestContextOf(context);
  const quoted = await quoteCart(ctx, asked, request.signal);
  if (!quoted.ok) return Response.json({ code: quoted.code }, { ...saved, status: 409 });
  const quote = quoted.value;
  const [calendars, cards] = await Promise.all([calendarsOf(ctx, quote, asked), savedCards(ctx)]);
  return Response.json(
    { ...quote, calendars, cards: cards.filter(({ state }) => state !== "expired") } satisfies CheckoutQuote,
    saved,
  );
}

/** Dates and amounts of deferred payments, with the mandate to sign for a direct debit. */
async function calendarsOf(
  ctx: RequestContext,
  { paymentOptions, totalAmount }: PriceBreakdown,
  { articles, key }: CartToQuote,
): Promise<Calendar[]> {
  if (totalAmount.amount === 0) return [];
  const later = paymentOptions.flatMap(({ installments, period, paymentMethods }) =>
    paymentMethods
      .filter((method) => method === "TRANSFER" || (method === "CARD" && installments > 1))
      .map((method) => ({ installments, period, method })),
  );
  const subscribed = articles.find(({ isSubscription }) => isSubscription);
  const calendars = await Promise.all(
    later.map(async ({ installments, period, method }): Promise<Calendar[]> => {
      const asked = { totalAmount, paymentMethod: method, installments, period };
      const debited = {
        ...(key === undefined ? {} : { key }),
        // A subscription is debited repeatedly: its mandate says so.
        ...(subscribed === undefined
          ? {}
          : { renews: { productId: subscribed.productId, quantity: subscribed.quantity } }),
      };
      const shown = await ctx.call("previewInstallments", method === "TRANSFER" ? { ...asked, ...debited } : asked);
      if (!shown.ok) return [];
      const { installments: parts, mandate, ticketsUsable } = shown.value;
      return [{ method, installments, parts, mandate, ticketsUsable }];
    }),
  );
  return calendars.flat();
}

export const loader = () => redirect(href("checkout"));
