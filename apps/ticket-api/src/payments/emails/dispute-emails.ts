import type { DisputedTickets } from "@guichet/contract/office/disputes.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { type OrderRow, readOrder } from "../../order-records/order-store.ts";
import { queueOrderEmail } from "./order-emails.ts";

/** Queues the e-mail about what became of the tickets of a disputed order; none if the order's person was erased. */
export async function notifyDisputedTickets(
  tx: Tx,
  deps: Dependencies,
  { id: orderId }: OrderRow,
  { tickets, at }: { tickets: DisputedTickets; at: string },
): Promise<void> {
  const order = await readOrder(tx, orderId);
  if (order === undefined) return;
  const values = { orderId, orderNumber: order.number, tickets };
  await queueOrderEmail(
    tx,
    deps,
    order,
    "disputed-tickets",
    values,
    `disputed-${orderId}-${tickets}-${Date.parse(at)}`,
  );
}
