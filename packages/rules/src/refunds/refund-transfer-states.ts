import type { RefundTransferState } from "@guichet/contract/office/refund-transfers.ts";
import type { StateMachine, TransitionOf } from "../state-machine.ts";

/**
 * States of a refund that its card refused for good, and that is paid by credit transfer instead (decision 156). From
 * `transferring` on, a late success of the card's refund is not booked as its payment any more.
 */
export const refundTransferMachine = {
  states: ["needs-account", "to-approve", "to-confirm", "approved", "transferring", "transferred", "made-at-card"],
  births: { ask: "needs-account" },
  transitions: {
    // By the customer, who may correct it until the staff have decided.
    enterAccount: { from: ["needs-account", "to-approve"], to: "to-approve" },
    // By the staff, with what is wrong.
    decline: { from: ["to-approve", "to-confirm"], to: "needs-account" },
    approve: { from: ["to-approve"], to: "approved" },
    // Above the threshold of the network, a second member of the staff confirms.
    approveFirst: { from: ["to-approve"], to: "to-confirm" },
    confirm: { from: ["to-confirm"], to: "approved" },
    // The account was erased with its person.
    forget: { from: ["to-approve", "to-confirm", "approved"], to: "needs-account" },
    // The card's refund was made after all.
    supersede: { from: ["needs-account", "to-approve", "to-confirm", "approved"], to: "made-at-card" },
    // That refund failed days later: the money is owed again.
    failAtCard: { from: ["made-at-card"], to: "needs-account" },
    // Handed over to the bank once, then booked.
    begin: { from: ["approved"], to: "transferring" },
    book: { from: ["transferring"], to: "transferred" },
    // The bank rejected or returned it.
    reopen: { from: ["transferred"], to: "needs-account" },
  },
} as const satisfies StateMachine<RefundTransferState, string, string>;

export type RefundTransferTransition = TransitionOf<typeof refundTransferMachine>;
