import { z } from "zod";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { JobHandler } from "../jobs/job.ts";
import { dropJob } from "../jobs/job-store.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { readOrder } from "../order-records/order-store.ts";
import { cancelUnpaidOrder } from "../payments/settlement/settle-payment.ts";
import { lockSubscription, moveSubscription, readSubscription } from "../subscription-records/subscription-store.ts";
import { announceRenewal, askForMandate, stopRenewing, warnOfExpiry } from "./announce-renewal.ts";
import { chargeAgain } from "./charge-subscription.ts";
import { removeSubscriptionCard } from "./end-subscription.ts";
import { type Facts, type Step, upcomingSteps } from "./next-step.ts";
import { renew } from "./renew-subscription.ts";
import { factsOf, planStatusCheck } from "./status-check.ts";
import { notifyEnded } from "./subscription-emails.ts";

const Payload = z.object({ subscriptionId: z.string() });
/** At most this many steps follow each other in one run: more is a fault, which must not loop forever. */
const stepsMax = 24;

/**
 * Job `subscription`: takes the steps of one subscription that are due, each in its own transaction, and plans the next
 * status check in the last. If it runs twice or concurrently, each step is taken once: the subscription is locked and
 * decides which step is due.
 */
export const advanceSubscription: JobHandler = async (deps, job) => {
  const { subscriptionId: id } = Payload.parse(job.payload);
  const current = await readSubscription(deps.db, id);
  // Erased with its person.
  if (current === undefined) return undefined;
  const network = await deps.networks.get(current.networkId);
  if (network === undefined) throw new Error(`Network ${current.networkId} does not exist`);
  for (let steps = 0; await takeStep(deps, network, id); steps += 1) {
    if (steps === stepsMax) throw new Error(`Subscription ${id} has more than ${stepsMax} steps due`);
  }
  deps.wake();
  return undefined;
};

/** Takes the step that is due first; if none is due, plans the next status check and returns false. */
const takeStep = (deps: Dependencies, network: LoadedNetwork, id: string): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => {
    const subscription = await lockSubscription(tx, id);
    if (subscription === undefined) return false;
    const facts = await factsOf(tx, network, subscription);
    const [next] = upcomingSteps(facts);
    if (next === undefined) return false;
    if (next.at > deps.clock.now()) {
      await planStatusCheck(tx, deps, network, id);
      return false;
    }
    await stepActions[next.step](tx, deps, network, facts);
    return true;
  });

type StepAction = (tx: Tx, deps: Dependencies, network: LoadedNetwork, facts: Facts) => Promise<void>;

const stepActions: Readonly<Record<Step, StepAction>> = {
  start: async (tx, deps, _network, { subscription }) => {
    await moveSubscription(tx, subscription.id, "start", { at: deps.clock.iso() });
  },
  announce: announceRenewal,
  warn: warnOfExpiry,
  "ask-mandate": askForMandate,
  renew,
  charge: chargeAgain,
  "stop-renewing": stopRenewing,
  lapse: (tx, deps, _network, { last }) => cancelRenewalOrder(tx, deps, last.orderId),
  "give-up": async (tx, deps, network, facts) => {
    const { subscription, last } = facts;
    const at = deps.clock.iso();
    const ended = await moveSubscription(tx, subscription.id, "giveUp", { at, end: "UNPAID" });
    if (ended === undefined) return;
    if (last.orderStatus === "ERROR") await cancelRenewalOrder(tx, deps, last.orderId);
    await removeSubscriptionCard(tx, deps, ended);
    await notifyEnded(tx, deps, network, ended, { effect: "UNPAID", refund: null, last });
  },
  end: async (tx, deps, _network, { subscription }) => {
    const ended = await moveSubscription(tx, subscription.id, "end", { at: deps.clock.iso() });
    if (ended !== undefined) await removeSubscriptionCard(tx, deps, ended);
  },
};

/** Cancels the unpaid order of a period. */
async function cancelRenewalOrder(tx: Tx, deps: Dependencies, orderId: string): Promise<void> {
  await cancelUnpaidOrder(tx, orderId, deps.clock.iso());
  await dropJob(tx, { "unpaid-order": orderId });
  const order = await readOrder(tx, orderId);
  if (order?.status !== "CANCELED") throw new Error(`Order ${orderId} of a subscription could not be cancelled`);
}
