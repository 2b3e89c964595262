import type { Network } from "@guichet/contract/networks.ts";
import type { Order } from "@guichet/contract/orders.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { expectedArrival } from "@guichet/rules/shipping.ts";

/** What decides the day of payment and the working days after it. */
export type ShippingPlace = Pick<Network, "timeZone" | "publicHolidays">;

/** Returns the delivery date range of a paid order's shipped articles; null if nothing is left to ship. */
export function expectedArrivalOf(
  { status, lines, history, createdAt }: Pick<Order, "status" | "lines" | "history" | "createdAt">,
  { timeZone, publicHolidays }: ShippingPlace,
): { from: string; to: string } | null {
  const isPaid = status === "COMPLETED" || status === "REGULARIZATION";
  const isAwaited = lines.some(({ support, processStatus }) => support === "SHIPPING" && processStatus !== "PROCESSED");
  if (!isPaid || !isAwaited) return null;
  const paidAt = history.find(({ event }) => event === "completed")?.at ?? createdAt;
  return expectedArrival(dayIn(paidAt, timeZone), publicHolidays);
}
