import { unpaidEmailDelayMinutes } from "@guichet/contract/limits/payment-limits.ts";
import { z } from "zod";
import { later, minutesMs } from "../../clock.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { JobHandler } from "../../jobs/job.ts";
import { plan } from "../../jobs/plan-job.ts";
import { hasLaterOrder, lockOrder, type OrderRow, readLines, readOrder } from "../../order-records/order-store.ts";
import { lastPayment, type Payment } from "../../payment-records/payment-store.ts";
import { queueOrderEmail } from "./order-emails.ts";

/*
 * E-mails about an order that nothing was charged for (decision 129): its first payment was refused, or it was cancelled
 * unpaid. At most one of each per order, and none if the customer has paid or ordered again since.
 */

const Payload = z.object({ orderId: z.string(), status: z.enum(["ERROR", "CANCELED"]) });
type Ended = z.infer<typeof Payload>["status"];

/** Plans the e-mail about a refused first payment, after the customer had time to pay in another way. */
export async function planRefusalEmail(
  tx: Tx,
  deps: Dependencies,
  payment: Pick<Payment, "networkId" | "orderId" | "kind" | "asked">,
): Promise<void> {
  // The e-mails of the subscription notify the customer of a refused renewal.
  const isRenewal = payment.kind === "charge" && !("present" in payment.asked);
  if (!isRenewal) await planEmail(tx, deps, payment, "ERROR", minutesMs(unpaidEmailDelayMinutes));
}

/** Plans the e-mail about a cancelled order: at once after a time-out; later if the customer left the payment page. */
export function planCancellationEmail(
  tx: Tx,
  deps: Dependencies,
  order: { networkId: string; orderId: string },
  cause: "time-out" | "at-provider",
): Promise<void> {
  return planEmail(tx, deps, order, "CANCELED", cause === "time-out" ? 0 : minutesMs(unpaidEmailDelayMinutes));
}

async function planEmail(
  tx: Tx,
  deps: Dependencies,
  { networkId, orderId }: { networkId: string; orderId: string },
  status: Ended,
  delayMs: number,
): Promise<void> {
  const dueAt = later(deps.clock.now(), delayMs);
  const key = `${orderId}:${status}`;
  await plan(tx, deps, { networkId, kind: "unpaid-email", key, payload: { orderId, status }, dueAt });
}

/** Job `unpaid-email`: queues the e-mail if the order is still as it was when the job was planned. */
export const emailUnpaidOrder: JobHandler = async (deps, job) => {
  const { orderId, status } = Payload.parse(job.payload);
  await deps.db.transaction().execute(async (tx) => {
    await lockOrder(tx, orderId);
    const order = await readOrder(tx, orderId);
    // Only an order of a shop has somebody who waited for its result: a counter's and a renewal have no return address.
    if (order?.status !== status || order.returnUrl === null || (await hasLaterOrder(tx, order))) return;
    await queueUnpaidEmail(tx, deps, order, status);
  });
  deps.wake();
  return undefined;
};

async function queueUnpaidEmail(tx: Tx, deps: Dependencies, order: OrderRow, status: Ended): Promise<void> {
  const { id: orderId, number: orderNumber, currency } = order;
  const amount = (await lastPayment(tx, orderId))?.amount ?? order.amount;
  const values = { orderId, orderNumber, total: { amount, currency } };
  if (status === "ERROR") {
    await queueOrderEmail(tx, deps, order, "payment-refused", values, `payment-refused-${orderId}`);
    return;
  }
  const items = (await readLines(tx, orderId)).filter(({ kind }) => kind === "article");
  const [only] = new Set(items.map(({ shopItemId }) => shopItemId));
  const shopItemId = only !== undefined && items.every((one) => one.shopItemId === only) ? only : null;
  const cancelled = { ...values, shopItemId };
  await queueOrderEmail(tx, deps, order, "order-cancelled", cancelled, `order-cancelled-${orderId}`);
}
