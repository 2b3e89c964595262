import type { Language } from "@guichet/contract/locales.ts";
import type { Subscription } from "@guichet/contract/subscriptions.ts";
import type { TerminableContract } from "@guichet/contract/terminations.ts";
import { preferredEnd } from "@guichet/rules/renewals.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { subscriptionViews } from "../subscriptions/subscription-view.ts";

interface NotifiedContracts {
  accountId: string;
  /** The contract that the number names; null: all of the account. */
  subscriptionId: string | null;
  requestedAt: string;
}

/** The contracts of a notified termination, with the effect of confirming it now. */
export function contractsOf(
  deps: Dependencies,
  network: LoadedNetwork,
  { accountId, subscriptionId, requestedAt }: NotifiedContracts,
  language: Language,
): Promise<Subscription[]> {
  const named = subscriptionId === null ? {} : { id: subscriptionId };
  const filter = { networkId: network.id, accountId, ...named, notifiedAt: requestedAt };
  return subscriptionViews(deps, network, filter, language);
}

/** Identifies a contract to its customer. */
export const identified = ({ subscriptionId, product, beneficiary: { firstName, lastName } }: Subscription) => ({
  subscriptionId,
  name: product.name,
  traveller: `${firstName} ${lastName}`.trim(),
});

/** The effect of terminating a contract on the possible last day for a requested one; null: it cannot be terminated now. */
export function endingOf({ mayTerminate, laterEnds }: Subscription, desired: string | null) {
  if (mayTerminate === null) return null;
  const lastDay = preferredEnd([mayTerminate.lastDay, ...laterEnds], desired);
  return lastDay === mayTerminate.lastDay ? mayTerminate : { effect: "AT_DATE" as const, lastDay, refund: null };
}

/** Those that can be terminated now, each with the last day for the requested one. */
export const terminable = (contracts: readonly Subscription[], desired: string | null): TerminableContract[] =>
  contracts.flatMap((one) => {
    if (one.mayTerminate === null) return [];
    const { mayTerminate, laterEnds } = one;
    const preferred = preferredEnd([mayTerminate.lastDay, ...laterEnds], desired);
    return [{ ...identified(one), ...mayTerminate, laterEnds, preferredEnd: preferred }];
  });
