import { nextTryOn } from "@guichet/rules/installments.ts";
import { instantOn } from "@guichet/rules/instants.ts";
import { installmentMachine } from "@guichet/rules/payments.ts";
import { born } from "@guichet/rules/state-machine.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { PaymentSession } from "../../integrations/payment-provider.ts";
import { plan } from "../../jobs/plan-job.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import { addEvent, holdOrder, moveOrder, type OrderRow } from "../../order-records/order-store.ts";
import { hasUnpaidPart, insertPart, movePart, type Part, readPart } from "../../payment-records/installment-store.ts";
import { move } from "../../payment-records/ledger-store.ts";
import type { Payment } from "../../payment-records/payment-store.ts";
import { isKeptForNothing, removeKept } from "../../payment-records/saved-method-store.ts";
import { tellPartRefused, tellPartUnpaid } from "../emails/installment-emails.ts";
import { keepCardOnce, planRemoval } from "../save-card.ts";
import { restoreOrder } from "./dunning.ts";
import { partCalendar } from "./installment-schedule.ts";
import { partUnpaid } from "./unpaid-installments.ts";

/** The instant at which a part is charged next; undefined: it was tried often enough (three times). */
export function nextTryAt(part: Pick<Part, "collectedOn" | "tries">, network: LoadedNetwork): Date | undefined {
  const day = nextTryOn(part.collectedOn, part.tries);
  return day === undefined ? undefined : instantOn(day, network.definition.timeZone);
}

/**
 * What a first payment leaves beside the completed order: the card that the customer keeps or that later parts need, and the
 * parts, reckoned from the day of this payment (§9); what is not collected yet is owed. A subscription begins, or goes on.
 */
export async function keepAndPlan(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  payment: Payment,
  card: PaymentSession["method"],
  at: string,
): Promise<void> {
  const inParts = order.installments > 1 && order.installmentPeriod !== null;
  const subscribed = order.subscriptionId !== null;
  const keeps = !order.customer.guest && (payment.keep || inParts || subscribed);
  const { networkId, accountId } = order;
  const keptFrom = (of: NonNullable<typeof card>, savedId: string) => {
    const { brand, last4, expiresOn, fingerprint } = of;
    const kept = { brand, last4, expiresOn, fingerprint, wanted: payment.keep, at };
    return { networkId, accountId, id: deps.ids.uuid(), savedId, ...kept };
  };
  const methodId =
    keeps && card?.savedId !== undefined ? await keepCardOnce(tx, deps, keptFrom(card, card.savedId)) : null;
  if (inParts) await planParts(tx, deps, network, order, methodId, at);
  if (subscribed)
    await deps.subscriptionHooks.subscriptionOrdered(tx, deps, network, order, {
      method: "CARD",
      methodId,
      mandateId: null,
    });
}

async function planParts(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  methodId: string | null,
  at: string,
): Promise<void> {
  const { id: orderId, networkId, currency } = order;
  const calendar = partCalendar(network, order, at);
  for (const [place, { due, collectedOn, amount: share }] of calendar.entries()) {
    const position = place + 1;
    const day = { dueOn: due, collectedOn, noticeOn: null };
    const by = { method: "CARD", methodId, mandateId: null } as const;
    const of = { networkId, orderId, position, amount: share, currency, ...day, ...by };
    if (position === 1) {
      await insertPart(tx, { ...of, status: born(installmentMachine, "payWithOrder"), tries: 1, paidAt: at });
      continue;
    }
    await insertPart(tx, { ...of, status: born(installmentMachine, "plan"), tries: 0, paidAt: null });
    await plan(tx, deps, {
      networkId,
      kind: "installment",
      key: `${orderId}:${position}`,
      payload: { orderId, position },
      dueAt: instantOn(collectedOn, network.definition.timeZone),
    });
  }
  const owed = calendar.slice(1).reduce((sum, part) => sum + part.amount, 0);
  const movement = { movement: `receivable:${orderId}`, networkId, orderId, currency, at, amount: owed };
  if (owed > 0) await move(tx, { ...movement, to: "receivable", from: "sales" });
}

/** A later part is paid: on its day, or after it had come back unpaid; with the last of these the order is whole again. */
export async function partPaid(tx: Tx, deps: Dependencies, payment: Payment, at: string): Promise<void> {
  const { networkId, orderId, position } = payment;
  await holdOrder(tx, orderId);
  if (!(await movePart(tx, payment, "pay", { paidAt: at })))
    throw new Error(`Part ${position} of order ${orderId} cannot be paid although payment ${payment.id} was captured`);
  await addEvent(tx, { networkId, orderId, at, event: "installment-paid", detail: { position } });
  if (!(await hasUnpaidPart(tx, orderId))) await regularized(tx, deps, orderId, at);
  const part = await readPart(tx, orderId, position);
  if (part?.methodId) await letGo(tx, deps, networkId, part.methodId, at);
}

async function regularized(tx: Tx, deps: Dependencies, orderId: string, at: string): Promise<void> {
  const order = await moveOrder(tx, orderId, "settle", { at, event: "regularized" });
  if (order === undefined) return;
  await restoreOrder(tx, deps, order);
  if (order.subscriptionId === null) return;
  const network = await deps.networks.get(order.networkId);
  if (network !== undefined) await deps.subscriptionHooks.subscriptionSettled(tx, deps, network, order);
}

/** A card that was kept for the parts or a subscription alone goes with the last of them. */
export async function letGo(
  tx: Tx,
  deps: Dependencies,
  networkId: string,
  methodId: string,
  at: string,
): Promise<void> {
  if (!(await isKeptForNothing(tx, methodId))) return;
  const savedId = await removeKept(tx, methodId, at);
  if (savedId !== undefined) await planRemoval(tx, deps, networkId, savedId);
}

/**
 * A part could not be taken. A charge is tried again on a later day, with a letter; after the last try the part is unpaid, the
 * order is to be regularised, and the letter says where; so at once with `isLast`, and after a debit. At the provider's page the customer is told there.
 */
export async function partRefused(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  of: Pick<Payment, "networkId" | "orderId" | "position" | "kind">,
  at: string,
  { isLast = false }: { isLast?: boolean } = {},
): Promise<void> {
  if (of.kind === "page") return;
  const { networkId, orderId, position } = of;
  const order = await holdOrder(tx, orderId);
  const part = await readPart(tx, orderId, position);
  if (order === undefined || part === undefined || part.status !== "begun") return;
  const again = isLast || of.kind === "debit" ? undefined : nextTryAt(part, network);
  const detail = { position };
  if (again !== undefined) {
    await movePart(tx, of, "retryLater");
    await addEvent(tx, { networkId, orderId, at, event: "installment-refused", detail });
    return tellPartRefused(tx, deps, order, part, again.toISOString());
  }
  const unpaid = await partUnpaid(tx, deps, of, { at, event: "installment-unpaid", transition: "fail" });
  if (unpaid !== undefined) await tellPartUnpaid(tx, deps, unpaid.order, unpaid.part);
}
