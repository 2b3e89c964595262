import { z } from "zod";
import { later } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import type { JobHandler } from "../jobs/job.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { finishCampaign, readCampaign } from "./campaign-store.ts";
import { countAttempt, moveCompensations, nothingGiven, takeCompensation } from "./compensation-store.ts";
import { payCompensation } from "./pay-compensation.ts";

const Payload = z.object({ campaignId: z.string() });

/** Compensations that one run of the job pays; other jobs run in between. */
const batchSize = 50;
/** Pause after an unexpected error, and while other servers pay the last ones. */
const pauseMs = 30_000;
/** Attempts to pay one compensation, after which it is reported to the staff. */
const attemptsMax = 5;

/**
 * Job `compensation`: pays a batch of a running campaign, each compensation in a transaction of its own, and runs again
 * until nothing is pending. It ends when the campaign is paused or ended. Several servers can run it at once.
 */
export const payCompensations: JobHandler = async (deps, { networkId, payload }) => {
  const { campaignId } = Payload.parse(payload);
  const network = networkId === null ? undefined : await deps.networks.get(networkId);
  if (network === undefined) throw new Error(`Network ${networkId} does not exist`);
  const now = deps.clock.now();
  try {
    for (let paid = 0; paid < batchSize; paid += 1) {
      const step = await payNext(deps, network, campaignId);
      if (step === "stopped") return undefined;
      if (step === "paid") continue;
      const isOver = step === "none" && (await finishCampaign(deps.db, campaignId, deps.clock.iso()));
      return isOver ? undefined : { again: later(now, pauseMs) };
    }
    return { again: now };
  } finally {
    deps.wake();
  }
};

/**
 * Pays the next pending compensation of a campaign, while the campaign runs. `error`: it could not be paid, and comes
 * last from now on; `none`: nothing is pending, or only what other servers are paying.
 */
async function payNext(
  deps: Dependencies,
  network: LoadedNetwork,
  campaignId: string,
): Promise<"paid" | "stopped" | "none" | "error"> {
  let taken: string | undefined;
  try {
    return await deps.db.transaction().execute(async (tx) => {
      const campaign = await readCampaign(tx, network.id, campaignId, "share");
      if (campaign?.status !== "running") return "stopped";
      const compensation = await takeCompensation(tx, campaignId);
      if (compensation === undefined) return "none";
      taken = compensation.id;
      await payCompensation(tx, deps, network, campaign, compensation);
      return "paid";
    });
  } catch (error) {
    if (taken === undefined) throw error;
    deps.log.error({ err: error, compensationId: taken }, "compensation could not be paid");
    if ((await countAttempt(deps.db, taken)) >= attemptsMax) {
      const reported = { ...nothingGiven, problem: "ERROR" } as const;
      await moveCompensations(deps.db, "fail", { id: taken }, reported, deps.clock.iso());
    }
    return "error";
  }
}
