import type { PreparedSupport } from "@guichet/contract/office/orders.ts";
import type { Tracking } from "@guichet/contract/orders.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { FulfilmentTransition } from "@guichet/rules/orders.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { lockOrder, moveLines, type OrderRow, readLines, saveTracking } from "../order-records/order-store.ts";
import { writtenAddress } from "../order-records/written-address.ts";
import type { CardAuthor } from "../transport-card-records/incident-store.ts";
import { type LineCardNumber, makeCards } from "../transport-cards/make-cards.ts";
import { queueOrderEmail } from "./order-emails.ts";

/** A transition of an order's fulfilment, by its verb. */
export type FulfilmentVerb = Extract<FulfilmentTransition, "beginFulfilment" | "finishFulfilment">;

/** Why fulfilment does not move: its state, or the number of a blank card. */
export type FulfilmentCode = "TRANSITION_NOT_ALLOWED" | "FIELD_REQUIRED" | "FIELD_INVALID";

/** The order event of each transition, by support. */
export const fulfilmentEvents = {
  SHIPPING: { beginFulfilment: "preparing-parcel", finishFulfilment: "shipped" },
  COLLECT: { beginFulfilment: "preparing-collection", finishFulfilment: "collected" },
  PHYSICAL: { beginFulfilment: "preparing-handover", finishFulfilment: "handed-over" },
} as const satisfies Record<PreparedSupport, Record<FulfilmentVerb, string>>;

/**
 * Moves all lines of an order with one support: TO_PROCESS → PROCESSING → PROCESSED (§3 "Order process status"), and
 * adds the event to its history. Beginning fulfilment makes the order's cards (decision 072); the customer gets an
 * e-mail when a parcel is shipped or a collection is ready. An error if the order is not paid, no line is in the
 * expected state, or a card cannot be made, for example of the blank cards with these numbers: of two concurrent calls, one succeeds. The caller calls `deps.wake()`.
 */
export async function moveFulfilment(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  target: {
    orderId: string;
    support: PreparedSupport;
    by: CardAuthor;
    tracking?: Tracking | null;
    cardNumbers?: readonly LineCardNumber[] | undefined;
  },
  verb: FulfilmentVerb,
): Promise<Result<number, FulfilmentCode>> {
  const { orderId, support, by } = target;
  const order = await lockOrder(tx, orderId);
  if (order === undefined || order.networkId !== network.id) return err("TRANSITION_NOT_ALLOWED", { support, verb });
  const moved = await moveLines(
    tx,
    {
      networkId: network.id,
      orderId,
      // The shipping fee is fulfilled with the parcel.
      supports: support === "SHIPPING" ? [support, null] : [support],
      at: deps.clock.iso(),
      event: fulfilmentEvents[support][verb],
    },
    verb,
  );
  if (moved === 0) return err("TRANSITION_NOT_ALLOWED", { support, verb });
  if (verb === "finishFulfilment") {
    const tracking = target.tracking ?? null;
    if (tracking !== null) await saveTracking(tx, orderId, tracking);
    if (support === "SHIPPING") await queueShippedEmail(tx, deps, network, order, tracking);
    return ok(moved);
  }
  const lines = await readLines(tx, orderId);
  const cards = await makeCards(tx, deps, network, order, lines, { by, cardNumbers: target.cardNumbers });
  if (!cards.ok) {
    const code = cards.code === "NOT_FOUND" ? "TRANSITION_NOT_ALLOWED" : cards.code;
    return err(code, { ...cards.details, support, verb });
  }
  if (support === "COLLECT") await queueReadyEmail(tx, deps, network, order);
  return ok(moved);
}

/** Finishes a line of tickets for a card once all of them are loaded (decision 077); a line that is finished stays finished. */
export async function finishLoading(
  tx: Tx,
  deps: Dependencies,
  line: { networkId: string; orderId: string; lineId: string },
): Promise<void> {
  await moveLines(
    tx,
    {
      ...line,
      supports: ["MEDIA"],
      at: deps.clock.iso(),
      event: "loaded-on-card",
    },
    "finishFulfilment",
  );
}

/** Queues the e-mail saying that the parcel was shipped, with its tracking number. */
async function queueShippedEmail(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  tracking: Tracking | null,
): Promise<void> {
  const { fullname, addressRoute = "", addressPostalCode = "", addressCity = "" } = order.delivery ?? {};
  if (fullname === undefined) return;
  const place = writtenAddress(network, { addressRoute, addressPostalCode, addressCity });
  const address = `${fullname}, ${place}`;
  await queueOrderEmail(tx, deps, order, { template: "order-shipped", values: { address, tracking } });
}

/** Queues the e-mail saying that the order is ready at its agency. */
async function queueReadyEmail(tx: Tx, deps: Dependencies, network: LoadedNetwork, order: OrderRow): Promise<void> {
  if (order.collect === null) return;
  const { label, startsAt, endsAt } = order.collect;
  const collect = { label, address: writtenAddress(network, order.collect), startsAt, endsAt };
  await queueOrderEmail(tx, deps, order, { template: "collect-ready", values: { collect } });
}
