import { instantOn } from "@guichet/rules/dates/instants.ts";
import { targetDayBefore } from "@guichet/rules/payments/installments.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { plan } from "../../jobs/plan-job.ts";

/** The time at which a network's debits of a day are submitted to its bank: 08:00 on the TARGET day before. */
export const submissionOf = (collectOn: string, timeZone: string): Date =>
  instantOn(targetDayBefore(collectOn), timeZone);

/** Plans the job that submits the debits of a day; there is one for each network and day. */
export const planDebit = (
  tx: Tx,
  deps: Dependencies,
  { networkId, collectedOn, timeZone }: { networkId: string; collectedOn: string; timeZone: string },
): Promise<void> =>
  plan(tx, deps, {
    networkId,
    kind: "debit-file",
    key: `${networkId}:${collectedOn}`,
    payload: { networkId, collectOn: collectedOn },
    dueAt: submissionOf(collectedOn, timeZone),
  });
