import type { Support } from "@guichet/contract/catalogue.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import { fulfilmentMachine } from "@guichet/rules/orders.ts";
import { statesBefore } from "@guichet/rules/state-machine.ts";
import type { Tx } from "../database/connection.ts";
import { moveLines } from "./order-store.ts";

/** Ways to hand over that take somebody's work; the others are done when they are paid. */
export type Prepared = Extract<Support, "SHIPPING" | "COLLECT" | "PHYSICAL">;

const told = {
  SHIPPING: { beginFulfilment: "preparing-parcel", finishFulfilment: "shipped" },
  COLLECT: { beginFulfilment: "preparing-collection", finishFulfilment: "collected" },
  PHYSICAL: { beginFulfilment: "preparing-handover", finishFulfilment: "handed-over" },
} as const satisfies Record<Prepared, Record<keyof typeof fulfilmentMachine.moves, string>>;

/**
 * Moves what of an order is handed over in one way: TO_PROCESS → PROCESSING → PROCESSED (§3 "Order process status"), told in its
 * history. Refused when the order is not paid, or nothing of it stands where the move begins: of two who do it at once, one does.
 */
export async function moveFulfilment(
  tx: Tx,
  of: { networkId: string; orderId: string; support: Prepared; at: string },
  verb: keyof typeof fulfilmentMachine.moves,
): Promise<Outcome<number, "TRANSITION_NOT_ALLOWED">> {
  const moved = await moveLines(tx, {
    ...of,
    // The fee belongs to the parcel.
    supports: of.support === "SHIPPING" ? [of.support, null] : [of.support],
    from: statesBefore(fulfilmentMachine, verb),
    to: fulfilmentMachine.moves[verb].to,
    event: told[of.support][verb],
  });
  return moved === 0 ? refuse("TRANSITION_NOT_ALLOWED", { support: of.support, verb }) : done(moved);
}
