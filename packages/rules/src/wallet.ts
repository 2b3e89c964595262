import type { CardLoading, TicketState, TransferStatus } from "@guichet/contract/wallet.ts";
import { type CardStanding, cardFault } from "./cards.ts";
import { type Moved, move, type StateMachine } from "./state-machine.ts";

/** The life of a ticket (§4). */
export const ticketMachine = {
  states: ["pending", "active", "expired", "used-up", "transferred", "cancelled", "blocked", "moved"],
  births: { issue: "pending", issueStarted: "active" },
  transitions: {
    activate: { from: ["pending"], to: "active" },
    expire: { from: ["pending", "active", "blocked"], to: "expired" },
    useUp: { from: ["active"], to: "used-up" },
    transfer: { from: ["pending", "active"], to: "transferred" },
    cancel: { from: ["pending", "active", "blocked"], to: "cancelled" },
    block: { from: ["pending", "active"], to: "blocked" },
    liftToPending: { from: ["blocked"], to: "pending" },
    liftToActive: { from: ["blocked"], to: "active" },
    moveToCard: { from: ["blocked"], to: "moved" },
  },
} as const satisfies StateMachine<TicketState, string, string>;

/** The start is reached, or the ticket is used for the first time. */
export const activateTicket = (state: TicketState): Moved<TicketState> => move(ticketMachine, "activate", state);

/** Its end is reached, or it was not used in time. */
export const expireTicket = (state: TicketState): Moved<TicketState> => move(ticketMachine, "expire", state);

/** Its last trip is taken. */
export const useUpTicket = (state: TicketState): Moved<TicketState> => move(ticketMachine, "useUp", state);

/** It goes to another traveller or to a card. */
export const transferTicket = (state: TicketState): Moved<TicketState> => move(ticketMachine, "transfer", state);

/** Its order is taken back. */
export const cancelTicket = (state: TicketState): Moved<TicketState> => move(ticketMachine, "cancel", state);

/** An incident on its card. */
export const blockTicket = (state: TicketState): Moved<TicketState> => move(ticketMachine, "block", state);

/** The incident is lifted: the ticket is as it was before. */
export const liftTicket = (state: TicketState, before: "pending" | "active"): Moved<TicketState> =>
  move(ticketMachine, before === "pending" ? "liftToPending" : "liftToActive", state);

/** It moves to the card that replaces its own. */
export const moveTicket = (state: TicketState): Moved<TicketState> => move(ticketMachine, "moveToCard", state);

/** Can it still be used, now or later? */
export const isUsable = (state: TicketState): boolean => state === "pending" || state === "active";

/** How far a card is loaded with a ticket at `now` (decision 077): a card that is blocked or over first is not loaded with it. */
export function loadingAt(
  { loadedAt, state }: { loadedAt: string | null; state: TicketState },
  card: CardStanding,
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
export const transferStands = (loading: CardLoading | null): TransferStatus =>
  loading === null ? "DONE" : transfers[loading];
