import type { DraftState } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import type { StateMachine, TransitionOf } from "../state-machine.ts";

/** States of a draft of the catalogue (decision 183). */
export const draftMachine = {
  states: ["open", "awaiting", "scheduled", "published", "discarded"],
  births: { add: "open" },
  transitions: {
    // Where the network needs a second member of the staff.
    request: { from: ["open"], to: "awaiting" },
    // The second member refuses.
    refuse: { from: ["awaiting"], to: "open" },
    // For a time to come.
    schedule: { from: ["open", "awaiting"], to: "scheduled" },
    // At once, when it is approved, or at its time.
    publish: { from: ["open", "awaiting", "scheduled"], to: "published" },
    // The staff change their mind.
    reopen: { from: ["awaiting", "scheduled"], to: "open" },
    // At its time it has conflicts or faults.
    fail: { from: ["scheduled"], to: "open" },
    discard: { from: ["open"], to: "discarded" },
  },
} as const satisfies StateMachine<DraftState, string, string>;

export type DraftTransition = TransitionOf<typeof draftMachine>;
