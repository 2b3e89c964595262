import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { type OrderRow, readOrder } from "../../order-records/order-store.ts";
import { queueOrderEmail } from "./order-emails.ts";

/* The e-mails about tickets that depend on a debit. None is sent if the order's person was erased. */

/** Queues the e-mail saying that the tickets are suspended until the first debit is settled. */
export async function notifyTicketsHeld(tx: Tx, deps: Dependencies, { id }: OrderRow): Promise<void> {
  const order = await readOrder(tx, id);
  if (order === undefined) return;
  const values = { orderId: id, orderNumber: order.number };
  await queueOrderEmail(tx, deps, order, "tickets-held", values, `tickets-held-${id}`);
}

/** Queues the e-mail saying that the first debit is settled and the tickets are usable. */
export async function notifyTicketsUsable(tx: Tx, deps: Dependencies, id: string): Promise<void> {
  const order = await readOrder(tx, id);
  if (order === undefined) return;
  const values = { orderId: id, orderNumber: order.number };
  await queueOrderEmail(tx, deps, order, "tickets-usable", values, `tickets-usable-${id}`);
}
