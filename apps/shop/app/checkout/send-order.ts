import type { Money } from "@guichet/contract/values.ts";
import type { EnteredGuest, Placed } from "./place-order.server.ts";

/** Address that places an order, without the language prefix. */
export const orderPath = "/cart/checkout/order";

/** Sends an order to the server and returns the order or the reason for its refusal; throws without a connection. */
export const sendOrder = (order: object, url: string): Promise<Placed> => send({ order: JSON.stringify(order) }, url);

/** Opens a guest's session before the order; throws without a connection. */
export const sendGuest = (guest: string, url: string): Promise<EnteredGuest> => send({ guest }, url);

async function send<Answer>(values: Record<string, string>, url: string): Promise<Answer> {
  const body = new URLSearchParams(values);
  const headers = { accept: "application/json" };
  const response = await fetch(url, { method: "POST", body, headers });
  if (response.redirected) location.reload();
  return await response.json();
}

/** The current total, if the order was refused because the total changed. */
export function amountIn(placed: { details?: object }): Money | null {
  const { amount, currency } = (placed.details ?? {}) as { amount?: unknown; currency?: unknown };
  return typeof amount === "number" && typeof currency === "string" ? { amount, currency } : null;
}
