import type { Money } from "@guichet/contract/values.ts";
import type { Placed } from "./place-order.server.ts";

/** Address that places an order, without the language prefix. */
export const orderPath = "/cart/checkout/order";

/** Sends an order to the server and returns the order or the reason for its refusal; throws without a connection. */
export async function sendOrder(order: object, url: string): Promise<Placed> {
  const body = new URLSearchParams({ order: JSON.stringify(order) });
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
