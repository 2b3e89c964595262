import type { PackDisputes } from "@guichet/contract/network-pack.ts";
import type { DisputedTickets, DisputeState } from "@guichet/contract/office/disputes.ts";

interface DisputeRules {
  /** Nothing more is expected of the bank. */
  isDecided: boolean;
  /** The bank has taken the money back and has not decided: nothing may be refunded, or the customer could get it twice. */
  isContested: boolean;
  /** The bank waits for evidence. */
  awaitsEvidence: boolean;
}

/**
 * States of a dispute. The provider's state is the truth, and any state may follow any other: the bank decides again after an appeal, and what
 * happened during an outage is read in one step (decision 151).
 */
export const disputeStates: Readonly<Record<DisputeState, DisputeRules>> = {
  inquiry: { isDecided: false, isContested: false, awaitsEvidence: true },
  "needs-response": { isDecided: false, isContested: true, awaitsEvidence: true },
  "under-review": { isDecided: false, isContested: true, awaitsEvidence: false },
  won: { isDecided: true, isContested: false, awaitsEvidence: false },
  lost: { isDecided: true, isContested: false, awaitsEvidence: false },
  closed: { isDecided: true, isContested: false, awaitsEvidence: false },
};

const statesWhere = (is: (rules: DisputeRules) => boolean): DisputeState[] =>
  (Object.keys(disputeStates) as DisputeState[]).filter((state) => is(disputeStates[state]));

export const decidedStates = statesWhere(({ isDecided }) => isDecided);
export const contestedStates = statesWhere(({ isContested }) => isContested);
export const evidenceStates = statesWhere(({ awaitsEvidence }) => awaitsEvidence);

/**
 * What becomes of the tickets of an order with disputes in these states, by the rule of its network. An order that is still paid in
 * installments is never cancelled by itself (`canCancel` false): its tickets stay suspended for the staff.
 */
export function disputedTickets(
  states: readonly DisputeState[],
  policy: PackDisputes,
  { canCancel }: { canCancel: boolean },
): DisputedTickets {
  const isLost = policy.whenLost === "cancel" && states.includes("lost");
  if (isLost) return canCancel ? "cancelled" : "suspended";
  const isContested = states.some((state) => disputeStates[state].isContested);
  return isContested && policy.untilDecided === "suspend" ? "suspended" : "usable";
}
