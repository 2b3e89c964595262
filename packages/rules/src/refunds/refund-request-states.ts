import type { RefundRequestState } from "@guichet/contract/refund-requests.ts";
import type { StateMachine, TransitionOf } from "../state-machine.ts";

/** States of a request for a refund with evidence (decision 166). Its ticket is usable until it is `accepted`, or refunded otherwise. */
export const refundRequestMachine = {
  states: ["pending", "confirming", "accepted", "refused", "withdrawn", "closed"],
  births: { request: "pending" },
  transitions: {
    // By the staff; above the threshold of the network a second member confirms the refund, or sends the request back.
    accept: { from: ["pending"], to: "accepted" },
    acceptFirst: { from: ["pending"], to: "confirming" },
    confirm: { from: ["confirming"], to: "accepted" },
    sendBack: { from: ["confirming"], to: "pending" },
    refuse: { from: ["pending"], to: "refused" },
    // By the customer.
    withdraw: { from: ["pending"], to: "withdrawn" },
    // Its ticket was refunded or cancelled otherwise.
    close: { from: ["pending", "confirming"], to: "closed" },
  },
} as const satisfies StateMachine<RefundRequestState, string, string>;

export type RefundRequestTransition = TransitionOf<typeof refundRequestMachine>;
