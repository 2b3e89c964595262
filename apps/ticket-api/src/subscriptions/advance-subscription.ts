import { z } from "zod";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { JobHandler } from "../jobs/job.ts";
import { dropJob } from "../jobs/job-store.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { readOrder } from "../order-records/order-store.ts";
import { cancelUnpaidOrder } from "../payments/settlement/settle-payment.ts";
import { holdSubscription, moveSubscription, readSubscription } from "../subscription-records/subscription-store.ts";
import { announceRenewal, askForMandate, warnOfExpiry } from "./announce-renewal.ts";
import { chargeAgain } from "./charge-subscription.ts";
import { removeSubscriptionCard } from "./end-subscription.ts";
import { type Facts, type Step, stepsToCome } from "./next-step.ts";
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
export const advanceSubscription: JobHandler = async (deps, work) => {
  const { subscriptionId: id } = Payload.parse(work.payload);
  const known = await readSubscription(deps.db, id);
  // Erased with its person.
  if (known === undefined) return undefined;
  const network = await deps.networks.get(known.networkId);
  if (network === undefined) throw new Error(`Network ${known.networkId} is gone`);
  for (let steps = 0; await takeStep(deps, network, id); steps += 1) {
    if (steps === stepsMax) throw new Error(`Subscription ${id} does not come to rest`);
  }
  deps.wake();
  return undefined;
};

/** Takes the step that is due first; if none is due, plans the next status check and returns false. */
const takeStep = (deps: Dependencies, network: LoadedNetwork, id: string): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => {
    const subscription = await holdSubscription(tx, id);
    if (subscription === undefined) return false;
    const facts = await factsOf(tx, network, subscription);
    const [next] = stepsToCome(facts);
    if (next === undefined) return false;
    if (next.at > deps.clock.now()) {
      await planStatusCheck(tx, deps, network, id);
      return false;
    }
    await acts[next.step](tx, deps, network, facts);
    return true;
  });

type Act = (tx: Tx, deps: Dependencies, network: LoadedNetwork, facts: Facts) => Promise<void>;

const acts: Readonly<Record<Step, Act>> = {
  start: async (tx, deps, _network, { subscription }) => {
    await moveSubscription(tx, subscription.id, "start", { at: deps.clock.iso() });
  },
  announce: announceRenewal,
  warn: warnOfExpiry,
  "ask-mandate": askForMandate,
  renew,
  charge: chargeAgain,
  lapse: (tx, deps, _network, { last }) => giveUpRenewal(tx, deps, last.orderId),
  "give-up": async (tx, deps, network, facts) => {
    const { subscription, last } = facts;
    const at = deps.clock.iso();
    const over = await moveSubscription(tx, subscription.id, "giveUp", { at, end: "UNPAID" });
    if (over === undefined) return;
    if (last.orderStatus === "ERROR") await giveUpRenewal(tx, deps, last.orderId);
    await removeSubscriptionCard(tx, deps, over);
    await notifyEnded(tx, deps, network, over, { effect: "UNPAID", refund: null, last });
  },
  end: async (tx, deps, _network, { subscription }) => {
    const over = await moveSubscription(tx, subscription.id, "end", { at: deps.clock.iso() });
    if (over !== undefined) await removeSubscriptionCard(tx, deps, over);
  },
};

/** Cancels the unpaid order of a period. */
async function giveUpRenewal(tx: Tx, deps: Dependencies, orderId: string): Promise<void> {
  await cancelUnpaidOrder(tx, orderId, deps.clock.iso());
  await dropJob(tx, { "unpaid-order": orderId });
  const order = await readOrder(tx, orderId);
  if (order?.status !== "CANCELED") throw new Error(`Order ${orderId} of a subscription could not be given up`);
}
