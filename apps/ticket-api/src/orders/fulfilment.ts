import type { PreparedSupport } from "@guichet/contract/office/orders.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import { fulfilmentMachine } from "@guichet/rules/orders.ts";
import { statesBefore } from "@guichet/rules/state-machine.ts";
import type { CardAuthor } from "../cards/incident-store.ts";
import { makeCards } from "../cards/make.ts";
import type { Tx } from "../database/connection.ts";
import type { House } from "../house.ts";
import { queueMail } from "../mail/queue.ts";
import type { LoadedNetwork } from "../networks/registry.ts";
import { holdOrder, moveLines, type OrderRow, readLines } from "./order-store.ts";

/** A move of what is prepared, by its verb. */
export type PreparationVerb = keyof typeof fulfilmentMachine.moves;

/** How each move is told in the order's history. */
export const preparationEvents = {
  SHIPPING: { beginFulfilment: "preparing-parcel", finishFulfilment: "shipped" },
  COLLECT: { beginFulfilment: "preparing-collection", finishFulfilment: "collected" },
  PHYSICAL: { beginFulfilment: "preparing-handover", finishFulfilment: "handed-over" },
} as const satisfies Record<PreparedSupport, Record<PreparationVerb, string>>;

/**
 * Moves what of an order is handed over in one way: TO_PROCESS → PROCESSING → PROCESSED (§3 "Order process status"), told in its
 * history. As the preparation begins, cards of the order are made (decision 072); a parcel that leaves is told by e-mail. Refused when the order is not paid, nothing of
 * it stands where the move begins, or a card cannot be made: of two who do it at once, one does. The caller wakes the house.
 */
export async function moveFulfilment(
  tx: Tx,
  house: House,
  network: LoadedNetwork,
  of: { orderId: string; support: PreparedSupport; by: CardAuthor },
  verb: PreparationVerb,
): Promise<Outcome<number, "TRANSITION_NOT_ALLOWED">> {
  const { orderId, support, by } = of;
  const order = await holdOrder(tx, orderId);
  if (order === undefined || order.networkId !== network.id) return refuse("TRANSITION_NOT_ALLOWED", { support, verb });
  const moved = await moveLines(tx, {
    networkId: network.id,
    orderId,
    // The fee belongs to the parcel.
    supports: support === "SHIPPING" ? [support, null] : [support],
    from: statesBefore(fulfilmentMachine, verb),
    to: fulfilmentMachine.moves[verb].to,
    at: house.clock.iso(),
    event: preparationEvents[support][verb],
  });
  if (moved === 0) return refuse("TRANSITION_NOT_ALLOWED", { support, verb });
  if (verb === "finishFulfilment") {
    if (support === "SHIPPING") await tellShipped(tx, house, order);
    return done(moved);
  }
  const lines = await readLines(tx, orderId);
  const made = await makeCards(tx, house, network, order, lines, by);
  if (!made.ok) return refuse("TRANSITION_NOT_ALLOWED", { ...made.details, support, verb });
  return done(moved);
}

/** A line of tickets for a card is done when the card is loaded with all of them (decision 077); one that is done already stays so. */
export async function finishLoading(
  tx: Tx,
  house: House,
  of: { networkId: string; orderId: string; lineId: string },
): Promise<void> {
  await moveLines(tx, {
    ...of,
    supports: ["MEDIA"],
    from: statesBefore(fulfilmentMachine, "finishFulfilment"),
    to: fulfilmentMachine.moves.finishFulfilment.to,
    at: house.clock.iso(),
    event: "loaded-on-card",
  });
}

/** Writes to the customer that the parcel has left, in the language of the order. */
async function tellShipped(tx: Tx, house: House, order: OrderRow): Promise<void> {
  const to = order.invoiceEmail ?? order.customer.email;
  const { fullname, addressRoute, addressPostalCode, addressCity } = order.delivery ?? {};
  if (to === "" || fullname === undefined) return;
  await queueMail(tx, house, {
    networkId: order.networkId,
    accountId: order.accountId,
    to,
    template: "order-shipped",
    language: order.language,
    values: {
      orderId: order.id,
      orderNumber: order.number,
      address: `${fullname}, ${addressRoute}, ${addressPostalCode} ${addressCity}`,
      guest: order.customer.guest,
    },
    cause: `order-shipped-${order.id}`,
  });
}
