import type { CodeOf, RequestOf } from "@guichet/contract/call.ts";
import { compensationsMax } from "@guichet/contract/limits/compensation-limits.ts";
import type { changeCampaign, decideCampaign, startCampaign } from "@guichet/contract/office/compensations.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { compensationMachine } from "@guichet/rules/compensations/compensation-states.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { needsApproval } from "@guichet/rules/refunds/refund-states.ts";
import { born } from "@guichet/rules/state-machine.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { plan } from "../jobs/plan-job.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { type CampaignRow, lockCampaignStarts, moveCampaign, readCampaign } from "./campaign-store.ts";
import { readCampaignView } from "./campaign-view.ts";
import { cancelPending, insertCompensations } from "./compensation-store.ts";
import { entitledTickets } from "./entitled-tickets.ts";

type StartCode = CodeOf<typeof startCampaign>;

/**
 * Starts a drafted campaign, in one transaction: who is entitled and the amounts are frozen, if their total is still the
 * one that was shown. Above the network's threshold the campaign waits for a second person, otherwise it pays.
 */
export const startCampaignHandler: Handler<typeof startCampaign> = async ({ deps, network, request, session }) => {
  const { campaignId, total, reason, version } = request;
  if (!isUuid(campaignId)) return err("NOT_FOUND");
  const { staffId } = session;
  const started = await runTransaction<true, StartCode>(deps.db, async (tx) => {
    await lockCampaignStarts(tx, network.id);
    const campaign = await readCampaign(tx, network.id, campaignId, "update");
    if (campaign === undefined) return err("NOT_FOUND");
    if (campaign.status !== "draft") return err("TRANSITION_NOT_ALLOWED", { state: campaign.status });
    if (version !== undefined && campaign.version !== version)
      return err("TRANSITION_NOT_ALLOWED", { reason: "changed" });
    if (campaign.voucherUntil !== null && campaign.voucherUntil < dayIn(deps.clock.iso(), network.definition.timeZone))
      return err("TRANSITION_NOT_ALLOWED", { state: "vouchers-expired" });
    const frozen = await freeze(tx, deps, network, campaign);
    if (!frozen.ok) return frozen;
    const { currency } = campaign;
    if (frozen.value !== total.amount || currency !== total.currency)
      return err("COMPENSATION_TOTAL_CHANGED", { amount: frozen.value, currency });
    const at = deps.clock.iso();
    const waits = needsApproval(frozen.value, network.definition.refundApprovalAbove);
    await moveCampaign(tx, campaignId, waits ? "await" : "start", { startedBy: staffId, at });
    const act = waits ? "compensation.start-awaiting" : "compensation.start";
    await recordAuditEntry(tx, deps, { networkId: network.id, staffId, act, thing: campaignId, reason });
    if (!waits) await planPayments(tx, deps, campaign);
    return ok(true);
  });
  if (!started.ok) return started;
  deps.wake();
  return ok({ campaign: await readCampaignView(deps.db, network.id, campaignId) });
};

/** Writes a compensation for each entitled ticket, `max` at most; returns their total in minor units. */
export async function freeze(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  campaign: CampaignRow,
  max = compensationsMax,
): Promise<Result<number, "COMPENSATIONS_TOO_MANY">> {
  let total = 0;
  const status = born(compensationMachine, "entitle");
  for await (const page of entitledTickets(tx, network, campaign, max)) {
    if (page === undefined) return err("COMPENSATIONS_TOO_MANY", { max });
    await insertCompensations(
      tx,
      campaign,
      page.map((entitled) => ({ ...entitled, id: deps.ids.uuid(), status })),
    );
    total += page.reduce((sum, { amount }) => sum + amount, 0);
  }
  return ok(total);
}

/** Plans the job that pays. Each has a key of its own: one that is about to end because of a pause is not reused. */
export const planPayments = (tx: Tx, deps: Dependencies, { id: campaignId, networkId }: CampaignRow): Promise<void> =>
  plan(tx, deps, { networkId, kind: "compensation", key: deps.ids.uuid(), payload: { campaignId } });

/** Approves or refuses a campaign that another member of the staff started; the database refuses the same one. */
export const decideCampaignHandler: Handler<typeof decideCampaign> = async ({ deps, network, request, session }) => {
  const { campaignId, decision, reason = null } = request;
  if (!isUuid(campaignId)) return err("NOT_FOUND");
  const { staffId } = session;
  const decided = await runTransaction<true, CodeOf<typeof decideCampaign>>(deps.db, async (tx) => {
    const campaign = await readCampaign(tx, network.id, campaignId, "update");
    if (campaign === undefined) return err("NOT_FOUND");
    if (campaign.startedBy === staffId) return err("SECOND_PERSON_REQUIRED");
    const at = deps.clock.iso();
    const isMoved =
      decision === "approve"
        ? await moveCampaign(tx, campaignId, "approve", { decidedBy: staffId, at })
        : await moveCampaign(tx, campaignId, "refuse", { decidedBy: staffId, at });
    if (!isMoved) return err("TRANSITION_NOT_ALLOWED", { state: campaign.status });
    if (decision === "approve") await planPayments(tx, deps, campaign);
    else await cancelPending(tx, campaignId, at);
    const act = `compensation.${decision}`;
    await recordAuditEntry(tx, deps, { networkId: network.id, staffId, act, thing: campaignId, reason });
    return ok(true);
  });
  if (!decided.ok) return decided;
  deps.wake();
  return ok({ campaign: await readCampaignView(deps.db, network.id, campaignId) });
};

/**
 * Pauses, resumes or ends a campaign. It waits for compensations that are being paid at this moment; afterwards none is
 * paid until the campaign resumes.
 */
export const changeCampaignHandler: Handler<typeof changeCampaign> = async ({ deps, network, request, session }) => {
  const { campaignId, action, reason } = request;
  if (!isUuid(campaignId)) return err("NOT_FOUND");
  const { staffId } = session;
  const changed = await runTransaction<true, CodeOf<typeof changeCampaign>>(deps.db, async (tx) => {
    const campaign = await readCampaign(tx, network.id, campaignId, "update");
    if (campaign === undefined) return err("NOT_FOUND");
    const at = deps.clock.iso();
    if (!(await movedBy(tx, campaignId, action, at))) return err("TRANSITION_NOT_ALLOWED", { state: campaign.status });
    if (action === "resume") await planPayments(tx, deps, campaign);
    if (action === "end") await cancelPending(tx, campaignId, at);
    const act = `compensation.${action}`;
    await recordAuditEntry(tx, deps, { networkId: network.id, staffId, act, thing: campaignId, reason });
    return ok(true);
  });
  if (!changed.ok) return changed;
  deps.wake();
  return ok({ campaign: await readCampaignView(deps.db, network.id, campaignId) });
};

function movedBy(tx: Tx, campaignId: string, action: RequestOf<typeof changeCampaign>["action"], at: string) {
  if (action === "pause") return moveCampaign(tx, campaignId, "pause", { at });
  if (action === "resume") return moveCampaign(tx, campaignId, "resume", { at });
  return moveCampaign(tx, campaignId, "end", { at });
}
