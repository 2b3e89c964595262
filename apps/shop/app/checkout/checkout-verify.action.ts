import type { Reckoning } from "@guichet/contract/cart.ts";
import { type ActionFunctionArgs, redirect } from "react-router";
import { href } from "../paths.ts";
import { keptCards } from "../payments/kept-cards.server.ts";
import { type Visit, visitOf } from "../shell/visit.ts";
import type { Calendar, CheckoutReckoning } from "./checkout-client.ts";
import { askedCart } from "./checkout-request.server.ts";

const kept = { headers: { "cache-control": "no-store" } };

/** What the cart comes to and how it can be paid, by the server's reckoning alone (§6 "Verification"). */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  const asked = askedCart(await request.formData());
  if (!asked) return Response.json({ code: "FIELD_INVALID" }, { status: 400 });
  const visit = visitOf(context);
  const outcome = await visit.call("verifyOrder", asked, { signal: request.signal });
  if (!outcome.ok) return Response.json({ code: outcome.code }, { ...kept, status: 409 });
  const reckoning = outcome.value;
  const [calendars, cards] = await Promise.all([calendarsOf(visit, reckoning), keptCards(visit)]);
  return Response.json(
    { ...reckoning, calendars, cards: cards.filter(({ state }) => state !== "expired") } satisfies CheckoutReckoning,
    kept,
  );
}

/** When each part of the ways to pay in several would be taken, and how much. */
async function calendarsOf(visit: Visit, { paymentOptions, totalAmount }: Reckoning): Promise<Calendar[]> {
  const inParts = paymentOptions.filter(({ installments }) => installments > 1);
  if (totalAmount.amount === 0) return [];
  const calendars = await Promise.all(
    inParts.map(async ({ installments, period }): Promise<Calendar[]> => {
      const asked = { totalAmount, paymentMethod: "CARD", installments, period } as const;
      const shown = await visit.call("previewInstallments", asked);
      return shown.ok ? [{ installments, parts: shown.value.installments }] : [];
    }),
  );
  return calendars.flat();
}

export const loader = () => redirect(href("checkout"));
