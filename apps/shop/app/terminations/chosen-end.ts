import type { TerminableContract } from "@guichet/contract/terminations.ts";
import { preferredEnd } from "@guichet/rules/renewals.ts";
import type { Effect } from "./termination-effects.tsx";

/** A contract that can be terminated now, and the later last days that can be chosen. */
export type EndingContract = Effect & Pick<TerminableContract, "laterEnds">;

/** The possible last days, ascending. */
export const possibleEnds = ({ lastDay, laterEnds }: EndingContract): [string, ...string[]] => [lastDay, ...laterEnds];

/** The effect of ending a contract on the first possible day that is not before the requested one; null: as early as possible. */
export function effectOn(contract: EndingContract, desired: string | null): Effect {
  const { effect, lastDay, refund, calculation } = contract;
  const chosen = preferredEnd(possibleEnds(contract), desired);
  const ending = { effect, lastDay, refund, ...(calculation === undefined ? {} : { calculation }) };
  return chosen === lastDay ? ending : { effect: "AT_DATE", lastDay: chosen, refund: null };
}

/** Whether the end that a page showed is still possible. */
export const isStillPossible = (
  contract: EndingContract,
  shown: { effect?: string | undefined; lastDay?: string | undefined },
): boolean =>
  shown.effect === "AT_DATE"
    ? contract.laterEnds.includes(shown.lastDay ?? "")
    : contract.effect === shown.effect && contract.lastDay === shown.lastDay;
