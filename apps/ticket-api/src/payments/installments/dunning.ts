import { addDays, dayIn } from "@guichet/rules/dates/days.ts";
import { instantOn } from "@guichet/rules/dates/instants.ts";
import { z } from "zod";
import type { Tx } from "../../database/database.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { JobHandler } from "../../jobs/job.ts";
import { plan } from "../../jobs/plan-job.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import { addEvent, lockOrder, markSuspended, type OrderRow } from "../../order-records/order-store.ts";
import { type InstallmentRow, installmentsOf, setSuspensionDay } from "../../payment-records/installment-store.ts";
import { blockOrderTickets, unblockOrderTickets } from "../../wallet/ticket-block-store.ts";
import { notifyOrderRestored, notifyOrderSuspended, notifyOrderUnpaid } from "../emails/unpaid-order-emails.ts";

/*
 * Dunning (decision 105): an order with a returned debit or unpaid installment keeps its tickets for a number of days
 * that the network sets; then they are blocked until everything unpaid is settled.
 */

/** After this many returned installments of an unpaid order, collection stops: the rest is paid by card or at a counter. */
export const returnedInstallmentsMax = 2;

/** The day on which an installment that is unpaid since `at` suspends its tickets. */
export const suspensionDay = (network: LoadedNetwork, at: string): string =>
  addDays(dayIn(at, network.definition.timeZone), network.definition.suspendUnpaidAfterDays);

/** Plans the suspension for an unpaid installment, in the transaction that marks it as unpaid. */
export const planSuspension = (
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  {
    networkId,
    orderId,
    position,
    suspendsOn,
  }: Pick<InstallmentRow, "networkId" | "orderId" | "position"> & { suspendsOn: string },
): Promise<void> =>
  plan(tx, deps, {
    networkId,
    kind: "unpaid-suspension",
    key: `${orderId}:${position}:${suspendsOn}`,
    payload: { orderId },
    dueAt: instantOn(suspendsOn, network.definition.timeZone),
  });

const Payload = z.object({ orderId: z.string() });

/** Job `unpaid-suspension`: blocks the tickets of an order with an installment that has been unpaid for too long, once. */
export const suspendUnpaid: JobHandler = async (deps, job) => {
  const { orderId } = Payload.parse(job.payload);
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const network = order && (await deps.networks.get(order.networkId));
    if (order === undefined || network === undefined || order.status !== "REGULARIZATION") return;
    const unpaid = (await installmentsOf(tx, [orderId])).filter(({ status }) => status === "unpaid");
    await setMissingSuspensionDays(tx, deps, network, order, unpaid);
    const today = dayIn(deps.clock.iso(), network.definition.timeZone);
    if (unpaid.some(({ suspendsOn }) => suspendsOn !== null && suspendsOn <= today))
      await suspend(tx, deps, order, unpaid);
  });
  deps.wake();
  return undefined;
};

/** Sets the suspension day of unpaid installments from before such days existed, and notifies the customer. */
async function setMissingSuspensionDays(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  unpaid: readonly InstallmentRow[],
): Promise<void> {
  const undated = unpaid.filter(({ suspendsOn }) => suspendsOn === null);
  if (undated.length === 0) return;
  const suspendsOn = suspensionDay(network, deps.clock.iso());
  for (const installment of undated) {
    await setSuspensionDay(tx, installment, suspendsOn);
    await planSuspension(tx, deps, network, { ...installment, suspendsOn });
  }
  await notifyOrderUnpaid(tx, deps, order, { amount: unpaidAmount(unpaid), suspendsOn });
}

async function suspend(tx: Tx, deps: Dependencies, order: OrderRow, unpaid: readonly InstallmentRow[]): Promise<void> {
  if (order.suspendedAt !== null) return;
  const { id: orderId, networkId } = order;
  const at = deps.clock.iso();
  const ticketCount = await blockOrderTickets(tx, { networkId, orderId, at });
  if (ticketCount === 0) return;
  await markSuspended(tx, orderId, at);
  await addEvent(tx, { networkId, orderId, at, event: "suspended", detail: { ticketCount } });
  await notifyOrderSuspended(tx, deps, order, { amount: unpaidAmount(unpaid), at });
}

const unpaidAmount = (installments: readonly InstallmentRow[]): number =>
  installments.reduce((sum, { amount }) => sum + amount, 0);

/** Restores the tickets of an order that has nothing unpaid any more, unless they are blocked for another reason. */
export async function restoreOrder(tx: Tx, deps: Dependencies, order: OrderRow): Promise<void> {
  if (order.suspendedAt === null) return;
  const { id: orderId, networkId, suspendedAt } = order;
  const at = deps.clock.iso();
  await markSuspended(tx, orderId, null);
  const ticketCount = await unblockOrderTickets(tx, { networkId, orderId });
  await addEvent(tx, { networkId, orderId, at, event: "restored", detail: { ticketCount } });
  if (ticketCount > 0) await notifyOrderRestored(tx, deps, order, suspendedAt);
}
