import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { plan } from "../jobs/plan-job.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { coversSubscription } from "../payment-records/debit-store.ts";
import { savedCardById } from "../payment-records/saved-method-store.ts";
import { lastPeriod, readSubscription, type SubscriptionRow } from "../subscription-records/subscription-store.ts";
import { type Facts, upcomingSteps } from "./next-step.ts";

/** Reads the facts that decide the next step of a subscription, as the transaction sees them. */
export async function factsOf(tx: Tx, network: LoadedNetwork, subscription: SubscriptionRow): Promise<Facts> {
  const last = await lastPeriod(tx, subscription.id);
  if (last === undefined) throw new Error(`Subscription ${subscription.id} has no period`);
  const { method, methodId, mandateId, id } = subscription;
  const card = method === "CARD" && methodId !== null ? await savedCardById(tx, methodId) : undefined;
  const { timeZone } = network.definition;
  const isCovered = mandateId !== null && (await coversSubscription(tx, mandateId, id));
  const mandateNeeded = method === "TRANSFER" && !isCovered;
  return { subscription, last, cardExpiresOn: card?.expiresOn ?? null, mandateNeeded, timeZone };
}

/**
 * Plans the status check of a subscription at its next step, in the transaction that changed it. An outdated check
 * finds nothing to do and plans the right one.
 */
export async function planStatusCheck(tx: Tx, deps: Dependencies, network: LoadedNetwork, id: string): Promise<void> {
  const subscription = await readSubscription(tx, id);
  if (subscription === undefined) return;
  const [next] = upcomingSteps(await factsOf(tx, network, subscription));
  if (next === undefined) return;
  const now = deps.clock.now();
  const dueAt = new Date(Math.max(next.at.getTime(), now.getTime()));
  const key = `${id}:${dueAt.toISOString()}`;
  await plan(tx, deps, {
    networkId: subscription.networkId,
    kind: "subscription",
    key,
    payload: { subscriptionId: id },
    dueAt,
  });
}
