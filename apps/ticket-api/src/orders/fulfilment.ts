import type { Support } from "@guichet/contract/catalogue.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import { fulfilmentMachine } from "@guichet/rules/orders.ts";
import { statesBefore } from "@guichet/rules/state-machine.ts";
import type { CardAuthor } from "../cards/incident-store.ts";
import { makeCards } from "../cards/make.ts";
import type { Tx } from "../database/connection.ts";
import type { House } from "../house.ts";
import type { LoadedNetwork } from "../networks/registry.ts";
import { holdOrder, moveLines, readLines } from "./order-store.ts";

/** Ways to hand over that take somebody's work; the others are done when they are paid. */
export type Prepared = Extract<Support, "SHIPPING" | "COLLECT" | "PHYSICAL">;

const told = {
  SHIPPING: { beginFulfilment: "preparing-parcel", finishFulfilment: "shipped" },
  COLLECT: { beginFulfilment: "preparing-collection", finishFulfilment: "collected" },
  PHYSICAL: { beginFulfilment: "preparing-handover", finishFulfilment: "handed-over" },
} as const satisfies Record<Prepared, Record<keyof typeof fulfilmentMachine.moves, string>>;

/**
 * Moves what of an order is handed over in one way: TO_PROCESS → PROCESSING → PROCESSED (§3 "Order process status"), told in its
 * history. As the preparation begins, cards of the order are made (decision 072). Refused when the order is not paid, nothing of
 * it stands where the move begins, or a card cannot be made: of two who do it at once, one does. The caller wakes the house.
 */
export async function moveFulfilment(
  tx: Tx,
  house: House,
  network: LoadedNetwork,
  of: { orderId: string; support: Prepared; by: CardAuthor },
  verb: keyof typeof fulfilmentMachine.moves,
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
    event: told[support][verb],
  });
  if (moved === 0) return refuse("TRANSITION_NOT_ALLOWED", { support, verb });
  if (verb !== "beginFulfilment") return done(moved);
  const lines = await readLines(tx, orderId);
  const made = await makeCards(tx, house, network, order, lines, by);
  if (!made.ok) return refuse("TRANSITION_NOT_ALLOWED", { ...made.details, support, verb });
  return done(moved);
}
