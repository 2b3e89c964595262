import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { type OrderRow, readOrder } from "../../order-records/order-store.ts";
import { queueOrderEmail } from "./order-emails.ts";

/* The e-mails of dunning. None is sent if the order's person was erased. */

const orderValues = ({ id, number, currency }: OrderRow, amount: number) => ({
  orderId: id,
  orderNumber: number,
  amount: { amount, currency },
});

/** Queues the e-mail saying that an order has an unpaid amount, with the day by which to pay it. */
export async function notifyOrderUnpaid(
  tx: Tx,
  deps: Dependencies,
  { id }: OrderRow,
  { amount, suspendsOn }: { amount: number; suspendsOn: string },
): Promise<void> {
  const order = await readOrder(tx, id);
  if (order === undefined) return;
  const values = { ...orderValues(order, amount), suspendsOn };
  await queueOrderEmail(tx, deps, order, "order-unpaid", values, `order-unpaid-${id}-${suspendsOn}`);
}

/** Queues the e-mail saying that the order's tickets are suspended, and how to reactivate them. */
export async function notifyOrderSuspended(
  tx: Tx,
  deps: Dependencies,
  { id }: OrderRow,
  { amount, at }: { amount: number; at: string },
): Promise<void> {
  const order = await readOrder(tx, id);
  if (order === undefined) return;
  const cause = `order-suspended-${id}-${Date.parse(at)}`;
  await queueOrderEmail(tx, deps, order, "order-suspended", orderValues(order, amount), cause);
}

/** Queues the e-mail saying that the order's tickets are valid again. */
export async function notifyOrderRestored(
  tx: Tx,
  deps: Dependencies,
  { id }: OrderRow,
  suspendedAt: string,
): Promise<void> {
  const order = await readOrder(tx, id);
  if (order === undefined) return;
  const values = { orderId: id, orderNumber: order.number };
  const cause = `order-restored-${id}-${Date.parse(suspendedAt)}`;
  await queueOrderEmail(tx, deps, order, "order-restored", values, cause);
}
