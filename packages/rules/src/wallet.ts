import type { CardLoading, TicketState, TransferStatus } from "@guichet/contract/wallet.ts";
import type { StateMachine, TransitionOf } from "./state-machine.ts";
import { type CardStatus, cardFault } from "./transport-cards.ts";

/** The life of a ticket (§4). */
export const ticketMachine = {
  states: ["pending", "active", "expired", "used-up", "transferred", "cancelled", "blocked", "moved"],
  births: { issue: "pending", issueStarted: "active" },
  transitions: {
    // Its start is reached.
    activate: { from: ["pending"], to: "active" },
    // A punch.
    use: { from: ["pending", "active"], to: "active" },
    // The clock was set back before its start, in the demo.
    deactivate: { from: ["active"], to: "pending" },
    // Its end is reached, or it was not used in time.
    expire: { from: ["pending", "active", "blocked"], to: "expired" },
    // Its last trip is over.
    useUp: { from: ["active"], to: "used-up" },
    // To another traveller, or to a card.
    transfer: { from: ["pending", "active"], to: "transferred" },
    // With its order.
    cancel: { from: ["pending", "active", "blocked"], to: "cancelled" },
    // For an incident or an unpaid installment; a blocked one is blocked for one more reason.
    block: { from: ["pending", "active", "blocked"], to: "blocked" },
    // The last reason is lifted: it is as it was before.
    liftToPending: { from: ["blocked"], to: "pending" },
    liftToActive: { from: ["blocked"], to: "active" },
    // To the card that replaces its own.
    moveToCard: { from: ["blocked"], to: "moved" },
  },
} as const satisfies StateMachine<TicketState, string, string>;

export type TicketTransition = TransitionOf<typeof ticketMachine>;

/** Can it still be used, now or later? */
export const isUsable = (state: TicketState): boolean => state === "pending" || state === "active";

/** How far a card is loaded with a ticket at `now` (decision 077): a card that is blocked or over first is not loaded with it. */
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
/** How the transfer of a ticket to a card stands; null: to a traveller, whose it is at once. */
export const transferStatus = (loading: CardLoading | null): TransferStatus =>
  loading === null ? "DONE" : transfers[loading];
