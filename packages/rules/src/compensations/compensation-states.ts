import type { CampaignState, CompensationState } from "@guichet/contract/office/compensations.ts";
import type { StateMachine, TransitionOf } from "../state-machine.ts";

/** States of a compensation campaign. Once started, who is entitled and the amounts do not change. */
export const campaignMachine = {
  states: ["draft", "awaiting", "running", "paused", "finished", "ended", "refused"],
  births: { draft: "draft" },
  transitions: {
    start: { from: ["draft"], to: "running" },
    // Above the threshold of the network.
    await: { from: ["draft"], to: "awaiting" },
    // By a second member of the staff.
    approve: { from: ["awaiting"], to: "running" },
    refuse: { from: ["awaiting"], to: "refused" },
    pause: { from: ["running"], to: "paused" },
    resume: { from: ["paused"], to: "running" },
    // Nothing is pending any more.
    finish: { from: ["running"], to: "finished" },
    // Failed compensations are retried.
    reopen: { from: ["finished"], to: "running" },
    // By the staff, before everything is paid.
    end: { from: ["draft", "awaiting", "running", "paused"], to: "ended" },
  },
} as const satisfies StateMachine<CampaignState, string, string>;

export type CampaignTransition = TransitionOf<typeof campaignMachine>;

/** States of the compensation of one ticket. */
export const compensationMachine = {
  states: ["pending", "paid", "failed", "skipped", "cancelled"],
  births: { entitle: "pending" },
  transitions: {
    // The whole amount: refunded, as a voucher, or both.
    pay: { from: ["pending"], to: "paid" },
    // A part or all of it could not be paid.
    fail: { from: ["pending"], to: "failed" },
    // By the staff, if nothing of it was given.
    retry: { from: ["failed"], to: "pending" },
    // The person was deleted.
    skip: { from: ["pending"], to: "skipped" },
    // Its campaign was ended or refused.
    cancel: { from: ["pending"], to: "cancelled" },
  },
} as const satisfies StateMachine<CompensationState, string, string>;

export type CompensationTransition = TransitionOf<typeof compensationMachine>;
