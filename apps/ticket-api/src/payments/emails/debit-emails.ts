import type { TicketsUsable } from "@guichet/contract/payments.ts";
import { maskedIban } from "@guichet/rules/persons/ibans.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { EmailValues } from "../../email/email-contents.ts";
import { type OrderRow, readOrder } from "../../order-records/order-store.ts";
import { mandateOfInstallment, type NewMandate } from "../../payment-records/debit-store.ts";
import type { InstallmentRow } from "../../payment-records/installment-store.ts";
import { queueOrderEmail } from "./order-emails.ts";

/** Queues the e-mail with the signed mandate and its debit dates. */
export function notifyMandateSigned(
  tx: Tx,
  deps: Dependencies,
  order: OrderRow,
  mandate: Pick<NewMandate, "reference" | "creditor" | "debtor" | "wording">,
  {
    calendar,
    usable,
    subscription,
  }: {
    calendar: readonly { collectedOn: string; amount: number }[];
    usable: TicketsUsable;
    subscription: EmailValues["mandate-signed"]["subscription"];
  },
): Promise<void> {
  const debits = calendar.map(({ collectedOn, amount }) => ({
    on: collectedOn,
    amount: { amount, currency: order.currency },
  }));
  const values = {
    ...ofOrder(order),
    ...ofMandate(mandate),
    wording: mandate.wording,
    debits,
    ...(usable.from !== "signed" && usable.on !== null && { usable: { from: usable.from, on: usable.on } }),
  };
  const emailValues = subscription === undefined ? values : { ...values, subscription };
  return queueOrderEmail(tx, deps, order, "mandate-signed", emailValues, `mandate-${mandate.reference}`);
}

/** Queues the notice that is sent five days before each debit. */
export async function notifyUpcomingDebit(
  tx: Tx,
  deps: Dependencies,
  order: OrderRow,
  installment: InstallmentRow,
): Promise<void> {
  const mandate = await mandateOfInstallment(tx, installment.orderId, installment.position);
  if (mandate === undefined) return;
  const values = {
    ...ofOrder(order),
    ...ofInstallment(installment),
    ...ofMandate(mandate),
    on: installment.collectedOn,
  };
  await queueOrderEmail(tx, deps, order, "debit-notice", values, `debit-notice-${order.id}-${installment.position}`);
}

/**
 * Queues the e-mail saying that a debit was rejected or returned, and what the customer must do: also for later debits, if the mandate ended. None is sent if the person
 * was erased.
 */
export async function notifyDebitReturned(
  tx: Tx,
  deps: Dependencies,
  { id }: OrderRow,
  installment: InstallmentRow,
  { reason, mandateEnded }: { reason: string | undefined; mandateEnded: boolean },
): Promise<void> {
  const order = await readOrder(tx, id);
  if (order === undefined) return;
  const values = {
    ...ofOrder(order),
    ...ofInstallment(installment),
    reason: reason ?? null,
    ...(mandateEnded && {
      mandateEnds: order.subscriptionId === null ? ("order" as const) : ("subscription" as const),
    }),
    suspendsOn: installment.suspendsOn,
  };
  await queueOrderEmail(
    tx,
    deps,
    order,
    "debit-returned",
    values,
    `debit-returned-${order.id}-${installment.position}`,
  );
}

/** Queues the e-mail saying that a debit failed and will be presented once more on the installment's new day. */
export async function notifyDebitRetry(
  tx: Tx,
  deps: Dependencies,
  { id }: OrderRow,
  installment: InstallmentRow,
  reason: string | undefined,
): Promise<void> {
  const order = await readOrder(tx, id);
  const mandate = await mandateOfInstallment(tx, installment.orderId, installment.position);
  if (order === undefined || mandate === undefined) return;
  const values = {
    ...ofOrder(order),
    ...ofInstallment(installment),
    ...ofMandate(mandate),
    reason: reason ?? null,
    on: installment.collectedOn,
  };
  await queueOrderEmail(tx, deps, order, "debit-retry", values, `debit-retry-${order.id}-${installment.position}`);
}

/** Queues the e-mail that an installment is not debited: why, and how to pay it. */
export async function notifyNotCollected(
  tx: Tx,
  deps: Dependencies,
  { id }: OrderRow,
  installment: InstallmentRow,
  cause: EmailValues["not-collected"]["cause"],
): Promise<void> {
  const order = await readOrder(tx, id);
  if (order === undefined) return;
  const values = { ...ofOrder(order), ...ofInstallment(installment), cause, suspendsOn: installment.suspendsOn };
  const key = `not-collected-${order.id}-${installment.position}`;
  await queueOrderEmail(tx, deps, order, "not-collected", values, key);
}

const ofOrder = ({ id, number, installments }: OrderRow) => ({
  orderId: id,
  orderNumber: number,
  count: installments,
});
const ofInstallment = ({ position, amount, currency }: InstallmentRow) => ({ position, amount: { amount, currency } });
const ofMandate = ({ reference, creditor, debtor }: Pick<NewMandate, "reference" | "creditor" | "debtor">) => ({
  reference,
  creditor: creditor.name,
  creditorId: creditor.id,
  account: maskedIban(debtor.iban),
});
