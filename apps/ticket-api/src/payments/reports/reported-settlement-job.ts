import { z } from "zod";
import type { JobHandler } from "../../jobs/job.ts";
import { reconcileAccount } from "../payouts/settlement-sweep.ts";

const Payload = z.object({ account: z.string(), since: z.iso.datetime() });

/** Job `reported-settlement`: books fees and payouts that a bank reported, and those of a payout again that has more movements now. */
export const bookReportedSettlement: JobHandler = async (deps, job) => {
  const { account, since } = Payload.parse(job.payload);
  await reconcileAccount(deps, account, since, { isReadAgain: true });
  return undefined;
};
