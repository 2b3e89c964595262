import type { RefundState } from "@guichet/contract/office/refunds.ts";
import type { StateMachine, TransitionOf } from "../state-machine.ts";

/** States of a refund of an order. Once it is approved, its tickets are cancelled and its money is sent. */
export const refundMachine = {
  states: ["awaiting", "approved", "refused"],
  births: {
    // Above the threshold of the network, by the staff.
    await: "awaiting",
    // By the customer, or by the staff below the threshold.
    make: "approved",
  },
  transitions: {
    // By a second member of the staff.
    approve: { from: ["awaiting"], to: "approved" },
    refuse: { from: ["awaiting"], to: "refused" },
  },
} as const satisfies StateMachine<RefundState, string, string>;

export type RefundTransition = TransitionOf<typeof refundMachine>;

/** Whether a refund of this amount by the staff takes a second person. Minor units; undefined: no threshold. */
export const needsApproval = (amount: number, threshold: number | undefined): boolean =>
  threshold !== undefined && amount > threshold;
