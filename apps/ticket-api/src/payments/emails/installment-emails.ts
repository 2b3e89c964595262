import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { type OrderRow, readOrder } from "../../order-records/order-store.ts";
import type { InstallmentRow } from "../../payment-records/installment-store.ts";
import type { Payment } from "../../payment-records/payment-store.ts";
import { queueOrderEmail } from "./order-emails.ts";

/** Queues the e-mail saying that a charge was refused, with the time of the next attempt. One e-mail for each attempt. */
export function notifyInstallmentRefused(
  tx: Tx,
  deps: Dependencies,
  order: OrderRow,
  installment: InstallmentRow,
  nextTry: string,
): Promise<void> {
  const cause = `installment-refused-${order.id}-${installment.position}-${installment.attempts}`;
  return queueOrderEmail(tx, deps, order, "installment-refused", { ...valuesOf(order, installment), nextTry }, cause);
}

/** Queues the e-mail saying that all attempts failed, and what the customer must do. */
export function notifyInstallmentUnpaid(
  tx: Tx,
  deps: Dependencies,
  order: OrderRow,
  installment: InstallmentRow,
): Promise<void> {
  const values = { ...valuesOf(order, installment), suspendsOn: installment.suspendsOn };
  const cause = `installment-unpaid-${order.id}-${installment.position}`;
  return queueOrderEmail(tx, deps, order, "installment-unpaid", values, cause);
}

/** Queues the e-mail saying that a payment captured after its page was closed is refunded. */
export async function notifyInstallmentRefunded(tx: Tx, deps: Dependencies, payment: Payment): Promise<void> {
  const order = await readOrder(tx, payment.orderId);
  if (order === undefined) return;
  await queueOrderEmail(
    tx,
    deps,
    order,
    "installment-refunded",
    valuesOf(order, payment),
    `installment-refunded-${payment.id}`,
  );
}

const valuesOf = (
  order: OrderRow,
  { position, amount, currency }: Pick<InstallmentRow, "position" | "amount" | "currency">,
) => ({
  orderId: order.id,
  orderNumber: order.number,
  position,
  count: order.installments,
  amount: { amount, currency },
});
