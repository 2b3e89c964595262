import { type Moved, move, type StateMachine } from "./state-machine.ts";

export type SubscriptionState = "pending" | "active" | "suspended" | "cancelled" | "terminated";

/** States of a tacit subscription (§4). */
export const subscriptionMachine = {
  states: ["pending", "active", "suspended", "cancelled", "terminated"],
  births: {
    begin: "pending",
    // Its first period has begun when its order is completed.
    beginStarted: "active",
  },
  transitions: {
    start: { from: ["pending"], to: "active" },
    // By its customer before the start, with a refund.
    withdraw: { from: ["pending"], to: "terminated" },
    // A charge or debit was refused, or the payment method has expired.
    suspend: { from: ["active"], to: "suspended" },
    settle: { from: ["suspended"], to: "active" },
    // By its customer, at the end of the paid period.
    cancel: { from: ["active"], to: "cancelled" },
    takeBack: { from: ["cancelled"], to: "active" },
    // The paid period of a cancelled subscription has ended.
    end: { from: ["cancelled"], to: "terminated" },
    // Immediately: by its customer, or unpaid for 60 days.
    giveUp: { from: ["suspended"], to: "terminated" },
  },
} as const satisfies StateMachine<SubscriptionState, string, string>;

export const withdrawCancellation = (state: SubscriptionState): Moved<SubscriptionState> =>
  move(subscriptionMachine, "takeBack", state);

export type ShownSubscription = { state: "ACTIVE" | "CANCELLED" | "TERMINATED"; blocked: boolean };

/** State on the wire: suspended becomes ACTIVE and blocked, pending becomes ACTIVE with a later start. */
export function shownSubscription(state: SubscriptionState): ShownSubscription {
  if (state === "cancelled") return { state: "CANCELLED", blocked: false };
  if (state === "terminated") return { state: "TERMINATED", blocked: false };
  return { state: "ACTIVE", blocked: state === "suspended" };
}
