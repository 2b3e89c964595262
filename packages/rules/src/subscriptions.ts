import { type Moved, move, type StateMachine } from "./state-machine.ts";

export type SubscriptionState = "pending" | "active" | "suspended" | "cancelled" | "terminated";

/** The life of a tacit subscription (§4). */
export const subscriptionMachine = {
  states: ["pending", "active", "suspended", "cancelled", "terminated"],
  births: { begin: "pending" },
  transitions: {
    start: { from: ["pending"], to: "active" },
    withdraw: { from: ["pending"], to: "terminated" },
    suspend: { from: ["active"], to: "suspended" },
    settle: { from: ["suspended"], to: "active" },
    cancel: { from: ["active"], to: "cancelled" },
    takeBack: { from: ["cancelled"], to: "active" },
    end: { from: ["cancelled"], to: "terminated" },
    giveUp: { from: ["suspended"], to: "terminated" },
  },
} as const satisfies StateMachine<SubscriptionState, string, string>;

export const startSubscription = (state: SubscriptionState): Moved<SubscriptionState> =>
  move(subscriptionMachine, "start", state);
/** The customer withdraws before the start, and is refunded. */
export const withdrawSubscription = (state: SubscriptionState): Moved<SubscriptionState> =>
  move(subscriptionMachine, "withdraw", state);
/** A debit was refused, or the payment method has expired. */
export const suspendSubscription = (state: SubscriptionState): Moved<SubscriptionState> =>
  move(subscriptionMachine, "suspend", state);
export const settleSubscription = (state: SubscriptionState): Moved<SubscriptionState> =>
  move(subscriptionMachine, "settle", state);
/** The customer ends it with the paid period. */
export const cancelSubscription = (state: SubscriptionState): Moved<SubscriptionState> =>
  move(subscriptionMachine, "cancel", state);
export const takeBackCancellation = (state: SubscriptionState): Moved<SubscriptionState> =>
  move(subscriptionMachine, "takeBack", state);
/** The paid period of a cancelled one is over. */
export const endSubscription = (state: SubscriptionState): Moved<SubscriptionState> =>
  move(subscriptionMachine, "end", state);
/** A suspended one ends at once: by the customer, or unpaid for 60 days. */
export const giveUpSubscription = (state: SubscriptionState): Moved<SubscriptionState> =>
  move(subscriptionMachine, "giveUp", state);

export type ShownSubscription = { state: "ACTIVE" | "CANCELLED" | "TERMINATED"; blocked: boolean };

/** A subscription on the wire: suspended is ACTIVE and blocked, pending ACTIVE with a later start. */
export function shownSubscription(state: SubscriptionState): ShownSubscription {
  if (state === "cancelled") return { state: "CANCELLED", blocked: false };
  if (state === "terminated") return { state: "TERMINATED", blocked: false };
  return { state: "ACTIVE", blocked: state === "suspended" };
}
