import type { CardLoading, TicketState, TransferStatus } from "@guichet/contract/wallet.ts";
import type { StateMachine, TransitionOf } from "./state-machine.ts";
import { type CardStatus, cardFault } from "./transport-cards.ts";

/** States of a ticket (§4). */
export const ticketMachine = {
  states: ["pending", "active", "expired", "used-up", "transferred", "cancelled", "blocked", "moved"],
  births: { issue: "pending", issueStarted: "active" },
  transitions: {
    // Its start is reached.
    activate: { from: ["pending"], to: "active" },
    // A punch.
    use: { from: ["pending", "active"], to: "active" },
    // In the demo, the clock was set back to before its start.
    deactivate: { from: ["active"], to: "pending" },
    // It has ended, or was not used in time.
    expire: { from: ["pending", "active", "blocked"], to: "expired" },
    // Its last trip has ended.
    useUp: { from: ["active"], to: "used-up" },
    // To another traveller or a card.
    transfer: { from: ["pending", "active"], to: "transferred" },
    // With its order.
    cancel: { from: ["pending", "active", "blocked"], to: "cancelled" },
    // For an incident or an unpaid installment; a blocked ticket can get further reasons.
    block: { from: ["pending", "active", "blocked"], to: "blocked" },
    // The last reason is lifted: the former state is restored.
    liftToPending: { from: ["blocked"], to: "pending" },
    liftToActive: { from: ["blocked"], to: "active" },
    // To the card that replaces its card.
    moveToCard: { from: ["blocked"], to: "moved" },
  },
} as const satisfies StateMachine<TicketState, string, string>;

export type TicketTransition = TransitionOf<typeof ticketMachine>;

/** Whether a ticket can be used now or later. */
export const isUsable = (state: TicketState): boolean => state === "pending" || state === "active";

/** Loading state of a card with a ticket at `now` (decision 077); a card blocked or expired before is not loaded. */
export function loadingAt(
  { loadedAt, state }: { loadedAt: string | null; state: TicketState },
  card: CardStatus,
  now: string,
): CardLoading {
  if (loadedAt !== null) return "loaded";
  return isUsable(state) && cardFault(card, now) === undefined ? "next-validation" : "stopped";
}

const transfers: Record<CardLoading, TransferStatus> = {
  "next-validation": "PENDING",
  loaded: "DONE",
  stopped: "ERROR",
};
/** State of a ticket's transfer to a card; null: to a traveller, which is immediate. */
export const transferStatus = (loading: CardLoading | null): TransferStatus =>
  loading === null ? "DONE" : transfers[loading];
