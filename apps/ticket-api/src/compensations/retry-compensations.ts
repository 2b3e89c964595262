import type { CodeOf } from "@guichet/contract/call.ts";
import type { retryCompensations } from "@guichet/contract/office/compensations.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { allocate } from "@guichet/rules/money.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { lockCampaignStarts, moveCampaign, readCampaign } from "./campaign-store.ts";
import { readCampaignView } from "./campaign-view.ts";
import { type FailedCompensation, failedCompensations, retryFailed } from "./compensation-store.ts";
import { planPayments } from "./start-campaign.ts";

/**
 * Lets a campaign pay failed compensations again, one or all of which nothing was given. One that would give more for a
 * ticket than its price, because other campaigns have paid since, is left.
 */
export const retryCompensationsHandler: Handler<typeof retryCompensations> = async (ctx) => {
  const { deps, network, request, session } = ctx;
  const { campaignId, compensationId, reason } = request;
  if (!isUuid(campaignId) || !(compensationId === undefined || isUuid(compensationId))) return err("NOT_FOUND");
  const retried = await runTransaction<{ retried: number; left: number }, CodeOf<typeof retryCompensations>>(
    deps.db,
    async (tx) => {
      // As a start does: what other campaigns give for a ticket does not change meanwhile.
      await lockCampaignStarts(tx, network.id);
      const campaign = await readCampaign(tx, network.id, campaignId, "update");
      if (campaign === undefined) return err("NOT_FOUND");
      const { status, voucherUntil } = campaign;
      if (status !== "finished" && status !== "running" && status !== "paused")
        return err("TRANSITION_NOT_ALLOWED", { state: status });
      if (voucherUntil !== null && voucherUntil < dayIn(deps.clock.iso(), network.definition.timeZone))
        return err("TRANSITION_NOT_ALLOWED", { state: "vouchers-expired" });
      const failed = await failedCompensations(tx, campaignId, compensationId);
      if (compensationId !== undefined && failed.length === 0) return err("NOT_FOUND");
      const ids = failed.filter(isWithinPrice).map(({ id }) => id);
      const at = deps.clock.iso();
      if (ids.length > 0) await again(tx, ids, { campaignId, status, at });
      if (ids.length > 0 && status === "finished") await planPayments(tx, deps, campaign);
      const entry = { networkId: network.id, staffId: session.staffId, thing: compensationId ?? campaignId, reason };
      await recordAuditEntry(tx, deps, { ...entry, act: "compensation.retry" });
      return ok({ retried: ids.length, left: failed.length - ids.length });
    },
  );
  if (!retried.ok) return retried;
  deps.wake();
  return ok({ campaign: await readCampaignView(deps.db, network.id, campaignId), ...retried.value });
};

async function again(
  tx: Tx,
  ids: readonly string[],
  { campaignId, status, at }: { campaignId: string; status: string; at: string },
): Promise<void> {
  if ((await retryFailed(tx, ids, at)) !== ids.length) throw new Error(`Campaign ${campaignId} changed under its lock`);
  if (status === "finished") await moveCampaign(tx, campaignId, "reopen", { at });
}

/** Whether nothing of it was given, and all campaigns together still give no more for its ticket than was paid. */
function isWithinPrice({ amount, given, othersAmount, lineAmount, quantity, position }: FailedCompensation): boolean {
  const paidAmount = allocate(lineAmount, Array(quantity).fill(1))[position] ?? 0;
  return given === 0 && amount + othersAmount <= paidAmount;
}
