import type { PreparedSupport } from "@guichet/contract/office/orders.ts";
import type { Tracking } from "@guichet/contract/orders.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { FulfilmentTransition } from "@guichet/rules/orders.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { EmailValues } from "../email/email-contents.ts";
import { queueEmail } from "../email/queue-email.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { keepTracking, lockOrder, moveLines, type OrderRow, readLines } from "../order-records/order-store.ts";
import type { CardAuthor } from "../transport-card-records/incident-store.ts";
import { makeCards } from "../transport-cards/make-cards.ts";

/** A move of what is prepared, by its verb. */
export type PreparationVerb = Extract<FulfilmentTransition, "beginFulfilment" | "finishFulfilment">;

/** How each move is told in the order's history. */
export const preparationEvents = {
  SHIPPING: { beginFulfilment: "preparing-parcel", finishFulfilment: "shipped" },
  COLLECT: { beginFulfilment: "preparing-collection", finishFulfilment: "collected" },
  PHYSICAL: { beginFulfilment: "preparing-handover", finishFulfilment: "handed-over" },
} as const satisfies Record<PreparedSupport, Record<PreparationVerb, string>>;

/**
 * Moves what of an order is handed over in one way: TO_PROCESS → PROCESSING → PROCESSED (§3 "Order process status"), told in its
 * history. As the preparation begins, cards of the order are made (decision 072); a parcel that leaves is told by e-mail, and so is a collection that is ready. Refused when the order is not paid, nothing of
 * it stands where the move begins, or a card cannot be made: of two who do it at once, one does. The caller calls `deps.wake()`.
 */
export async function moveFulfilment(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  of: { orderId: string; support: PreparedSupport; by: CardAuthor; tracking?: Tracking | null },
  verb: PreparationVerb,
): Promise<Result<number, "TRANSITION_NOT_ALLOWED">> {
  const { orderId, support, by } = of;
  const order = await lockOrder(tx, orderId);
  if (order === undefined || order.networkId !== network.id) return err("TRANSITION_NOT_ALLOWED", { support, verb });
  const moved = await moveLines(
    tx,
    {
      networkId: network.id,
      orderId,
      // The fee belongs to the parcel.
      supports: support === "SHIPPING" ? [support, null] : [support],
      at: deps.clock.iso(),
      event: preparationEvents[support][verb],
    },
    verb,
  );
  if (moved === 0) return err("TRANSITION_NOT_ALLOWED", { support, verb });
  if (verb === "finishFulfilment") {
    const tracking = of.tracking ?? null;
    if (tracking !== null) await keepTracking(tx, orderId, tracking);
    if (support === "SHIPPING") await tellShipped(tx, deps, order, tracking);
    return ok(moved);
  }
  const lines = await readLines(tx, orderId);
  const made = await makeCards(tx, deps, network, order, lines, by);
  if (!made.ok) return err("TRANSITION_NOT_ALLOWED", { ...made.details, support, verb });
  if (support === "COLLECT") await tellReady(tx, deps, order);
  return ok(moved);
}

/** A line of tickets for a card is done when the card is loaded with all of them (decision 077); one that is done already stays so. */
export async function finishLoading(
  tx: Tx,
  deps: Dependencies,
  of: { networkId: string; orderId: string; lineId: string },
): Promise<void> {
  await moveLines(
    tx,
    {
      ...of,
      supports: ["MEDIA"],
      at: deps.clock.iso(),
      event: "loaded-on-card",
    },
    "finishFulfilment",
  );
}

/** Writes to the customer that the parcel has left, and by what it is followed. */
async function tellShipped(tx: Tx, deps: Dependencies, order: OrderRow, tracking: Tracking | null): Promise<void> {
  const { fullname, addressRoute, addressPostalCode, addressCity } = order.delivery ?? {};
  if (fullname === undefined) return;
  const address = `${fullname}, ${addressRoute}, ${addressPostalCode} ${addressCity}`;
  await tellCustomer(tx, deps, order, { template: "order-shipped", values: { address, tracking } });
}

/** Writes to the customer that the order waits at its agency. */
async function tellReady(tx: Tx, deps: Dependencies, order: OrderRow): Promise<void> {
  if (order.collect === null) return;
  const { label, addressRoute, addressPostalCode, addressCity, startsAt, endsAt } = order.collect;
  const collect = { label, address: `${addressRoute}, ${addressPostalCode} ${addressCity}`, startsAt, endsAt };
  await tellCustomer(tx, deps, order, { template: "collect-ready", values: { collect } });
}

type Told = {
  [Template in "order-shipped" | "collect-ready"]: {
    template: Template;
    values: Omit<EmailValues[Template], "orderId" | "orderNumber" | "guest">;
  };
}["order-shipped" | "collect-ready"];

/** A letter about an order, once, in its language, to where its invoice goes. */
async function tellCustomer(tx: Tx, deps: Dependencies, order: OrderRow, { template, values }: Told): Promise<void> {
  const to = order.invoiceEmail ?? order.customer.email;
  if (to === "") return;
  const { id: orderId, number: orderNumber, networkId, accountId, language } = order;
  const ofOrder = { orderId, orderNumber, guest: order.customer.guest };
  const letter = { networkId, accountId, to, language, cause: `${template}-${orderId}` };
  await queueEmail(tx, deps, {
    ...letter,
    template,
    values: { ...ofOrder, ...values } as EmailValues[typeof template],
  });
}
