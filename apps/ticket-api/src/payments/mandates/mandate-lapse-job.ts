import { dayIn } from "@guichet/rules/dates/days.ts";
import { mandateUnusedSince } from "@guichet/rules/payments/installments.ts";
import { daysMs, later } from "../../clock.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { JobHandler } from "../../jobs/job.ts";
import { endUnusedMandates } from "../../payment-records/mandate-end-store.ts";

/** How many mandates one transaction ends. */
const mandatesPerRun = 100;

/** Job `mandate-lapse`, once a day: ends mandates that were not used for 36 months, as the SEPA Core rulebook requires (decision 150). */
export const endLapsedMandates: JobHandler = async (deps) => {
  for (let ended = mandatesPerRun; ended === mandatesPerRun; ) ended = await endSome(deps);
  deps.wake();
  return { again: later(deps.clock.now(), daysMs(1)) };
};

async function endSome(deps: Dependencies): Promise<number> {
  const at = deps.clock.iso();
  return deps.db.transaction().execute(async (tx) => {
    const lastUse = mandateUnusedSince(dayIn(at, "UTC"));
    const ended = await endUnusedMandates(tx, { lastUse, at, limit: mandatesPerRun });
    for (const { networkId, subscriptionId } of ended) {
      const network = await deps.networks.get(networkId);
      if (subscriptionId !== null && network !== undefined)
        await deps.subscriptionHooks.mandateEnded(tx, deps, network, subscriptionId);
    }
    return ended.length;
  });
}
