import { type Moved, move, type StateMachine } from "./state-machine.ts";

export type SubscriptionState = "pending" | "active" | "suspended" | "cancelled" | "terminated";

/** The life of a tacit subscription (§4). */
export const subscriptionMachine = {
  states: ["pending", "active", "suspended", "cancelled", "terminated"],
  births: {
    begin: "pending",
    // Its first period has begun when its order is complete.
    beginStarted: "active",
  },
  transitions: {
    start: { from: ["pending"], to: "active" },
    // By its customer before the start, who is refunded.
    withdraw: { from: ["pending"], to: "terminated" },
    // A charge or debit was refused, or the payment method has expired.
    suspend: { from: ["active"], to: "suspended" },
    settle: { from: ["suspended"], to: "active" },
    // By its customer, with the paid period.
    cancel: { from: ["active"], to: "cancelled" },
    takeBack: { from: ["cancelled"], to: "active" },
    // The paid period of a cancelled one is over.
    end: { from: ["cancelled"], to: "terminated" },
    // At once: by its customer, or unpaid for 60 days.
    giveUp: { from: ["suspended"], to: "terminated" },
  },
} as const satisfies StateMachine<SubscriptionState, string, string>;

export const takeBackCancellation = (state: SubscriptionState): Moved<SubscriptionState> =>
  move(subscriptionMachine, "takeBack", state);

export type ShownSubscription = { state: "ACTIVE" | "CANCELLED" | "TERMINATED"; blocked: boolean };

/** A subscription on the wire: suspended is ACTIVE and blocked, pending ACTIVE with a later start. */
export function shownSubscription(state: SubscriptionState): ShownSubscription {
  if (state === "cancelled") return { state: "CANCELLED", blocked: false };
  if (state === "terminated") return { state: "TERMINATED", blocked: false };
  return { state: "ACTIVE", blocked: state === "suspended" };
}
