import type { CodeOf } from "@guichet/contract/call.ts";
import { publicationAheadDaysMax } from "@guichet/contract/limits/catalogue-draft-limits.ts";
import type {
  decideCatalogueDraft,
  publishCatalogueDraft,
  reopenCatalogueDraft,
} from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { hasPermission } from "@guichet/contract/staff-roles.ts";
import { daysMs, later } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import type { CallContext, Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import type { JobHandler } from "../jobs/job.ts";
import { plan } from "../jobs/plan-job.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { markOfficeChanges } from "../networks/office-change-store.ts";
import { lockForImport, saveDraftedPack } from "../networks/store.ts";
import { rolesOf, staffById } from "../sessions/staff-store.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { type AppliedChange, type AppliedDraft, applyDraft, idsOf, isOrder } from "./apply-draft.ts";
import { type DraftChangeRow, deleteChange, readChanges, saveChange } from "./draft-change-store.ts";
import { type DraftMove, type DraftRow, moveDraft, readDraft } from "./draft-store.ts";
import { faultsOf, livePack, readDraftView } from "./draft-view.ts";
import { because } from "./edit-draft.ts";

type PublishCode = CodeOf<typeof publishCatalogueDraft>;
type DecideCode = CodeOf<typeof decideCatalogueDraft>;
type PublicationCall = typeof publishCatalogueDraft | typeof decideCatalogueDraft | typeof reopenCatalogueDraft;

/**
 * Publishes a draft at once or at its time, or asks a second member of the staff, where the network needs one. It is checked at once
 * in each case, and again when it is published.
 */
export const publishHandler: Handler<typeof publishCatalogueDraft> = async (ctx) => {
  const { deps, network, request, session } = ctx;
  const latest = later(deps.clock.now(), daysMs(publicationAheadDaysMax)).toISOString();
  if (request.publishAt !== undefined && new Date(request.publishAt).toISOString() > latest)
    return err("FIELD_INVALID", { field: "publishAt", latest });
  return changePublication<PublishCode>(ctx, request, async (tx, draft) => {
    if (draft.status !== "open") return err("TRANSITION_NOT_ALLOWED", because("state", { state: draft.status }));
    const checked = await checkDraft(tx, draft);
    if (!checked.ok) return checked;
    const at = deps.clock.iso();
    const publishAt = request.publishAt === undefined ? null : new Date(request.publishAt).toISOString();
    const requested = {
      at,
      requestedBy: session.staffId,
      publishAt: publishAt !== null && publishAt > at ? publishAt : null,
    };
    const by = { staffId: session.staffId, reason: request.reason };
    if (network.definition.catalogueApproval) {
      await moveDraft(tx, draft.id, "request", requested);
      return record(tx, deps, draft, "request", by);
    }
    return publishOrSchedule(tx, deps, { draft, applied: checked.value }, requested, by);
  });
};

/** Approves or refuses the publication that another member of the staff asked for. */
export const decideHandler: Handler<typeof decideCatalogueDraft> = async (ctx) => {
  const { deps, request, session } = ctx;
  const { decision, reason = null } = request;
  return changePublication<DecideCode>(ctx, request, async (tx, draft) => {
    if (draft.status !== "awaiting") return err("TRANSITION_NOT_ALLOWED", because("state", { state: draft.status }));
    const { staffId } = session;
    if (draft.requestedBy === staffId) return err("SECOND_PERSON_REQUIRED");
    const at = deps.clock.iso();
    if (decision === "refuse") {
      await moveDraft(tx, draft.id, "refuse", { at, decidedBy: staffId, publishAt: null });
      return record(tx, deps, draft, "refuse", { staffId, reason });
    }
    const checked = await checkDraft(tx, draft);
    if (!checked.ok) return checked;
    await record(tx, deps, draft, "approve", { staffId, reason });
    const publishAt = draft.publishAt !== null && draft.publishAt > at ? draft.publishAt : null;
    const move = { at, publishAt, decidedBy: staffId };
    return publishOrSchedule(tx, deps, { draft, applied: checked.value }, move, { staffId, reason: null });
  });
};

/** Opens a draft again that awaits its decision or its time. */
export const reopenHandler: Handler<typeof reopenCatalogueDraft> = async (ctx) => {
  const { deps, request, session } = ctx;
  return changePublication<CodeOf<typeof reopenCatalogueDraft>>(ctx, request, async (tx, draft) => {
    if (!(await moveDraft(tx, draft.id, "reopen", { at: deps.clock.iso(), publishAt: null })))
      return err("TRANSITION_NOT_ALLOWED", because("state", { state: draft.status }));
    return record(tx, deps, draft, "reopen", { staffId: session.staffId, reason: null });
  });
};

/** Changes the state of a draft under its lock and that of imports, and answers it. */
async function changePublication<Code extends "NOT_FOUND" | "TRANSITION_NOT_ALLOWED" | "SECOND_PERSON_REQUIRED">(
  { deps, network }: Pick<CallContext<PublicationCall>, "deps" | "network">,
  { draftId, version }: { draftId: string; version: number },
  change: (tx: Tx, draft: DraftRow) => Promise<Result<true, Code | "NOT_FOUND" | "TRANSITION_NOT_ALLOWED">>,
) {
  if (!isUuid(draftId)) return err("NOT_FOUND");
  const changed = await runTransaction<true, Code | "NOT_FOUND" | "TRANSITION_NOT_ALLOWED">(deps.db, async (tx) => {
    await lockForImport(tx, network.id);
    const draft = await readDraft(tx, network.id, draftId, "update");
    if (draft === undefined) return err("NOT_FOUND");
    if (draft.version !== version) return err("TRANSITION_NOT_ALLOWED", because("changed"));
    return change(tx, draft);
  });
  if (!changed.ok) return changed;
  deps.networks.forget();
  deps.wake();
  return ok({ draft: await readDraftView(deps.db, network.id, draftId) });
}

async function record(
  tx: Tx,
  deps: Dependencies,
  { id, networkId }: DraftRow,
  verb: string,
  by: { staffId: string | null; reason: string | null },
) {
  await recordAuditEntry(tx, deps, { networkId, act: `catalogue.${verb}`, thing: id, ...by });
  return ok(true as const);
}

/** Publishes a checked draft, or plans the job that does at its time. */
async function publishOrSchedule(
  tx: Tx,
  deps: Dependencies,
  { draft, applied }: { draft: DraftRow; applied: AppliedDraft },
  move: DraftMove & { publishAt: string | null },
  by: { staffId: string; reason: string | null },
): Promise<Result<true, never>> {
  if (move.publishAt === null) {
    await publish(tx, draft, applied, { ...move, staffId: by.staffId });
    return record(tx, deps, draft, "publish", by);
  }
  await moveDraft(tx, draft.id, "schedule", move);
  await plan(tx, deps, {
    ...{ networkId: draft.networkId, kind: "catalogue-publication", key: `${draft.id}:${draft.version + 1}` },
    ...{ payload: { draftId: draft.id, version: draft.version + 1 }, dueAt: new Date(move.publishAt) },
  });
  return record(tx, deps, draft, "schedule", by);
}

/** Whether a draft can be published as the catalogue is now: it changes something, contradicts nobody, and has no faults. */
async function checkDraft(tx: Tx, { id, networkId }: DraftRow) {
  const live = await livePack(tx, networkId);
  const applied = applyDraft(live, await readChanges(tx, id));
  if (!applied.changes.some(isEffective)) return err("TRANSITION_NOT_ALLOWED", because("empty"));
  if (applied.changes.some(({ conflicts }) => conflicts.length > 0))
    return err("TRANSITION_NOT_ALLOWED", because("conflicts"));
  const faults = await faultsOf(tx, live, applied);
  return faults.length > 0 ? err("TRANSITION_NOT_ALLOWED", because("faults")) : ok(applied);
}

/** Whether a change does something: what it withdraws may have gone already. */
const isEffective = ({ live, values }: AppliedChange): boolean => live !== null || values !== null;

/** Publishes a checked draft in the transaction that holds its lock and that of imports. Its changes keep what they replaced. */
async function publish(
  tx: Tx,
  draft: DraftRow,
  { pack, changes }: AppliedDraft,
  { staffId, ...move }: DraftMove & { staffId: string },
): Promise<void> {
  const sequences = await sequencesOf(tx, draft.networkId, changes);
  await saveDraftedPack(tx, pack, `${draft.id} ${draft.version}`, { at: move.at, staffId });
  for (const applied of changes) {
    if (isEffective(applied)) await saveChange(tx, draft, publishedChange(applied));
    else await deleteChange(tx, draft.id, applied.row.kind, applied.row.itemId);
  }
  const items = changes.filter(isEffective).map(({ row: { kind, itemId } }) => ({ kind, itemId }));
  await markOfficeChanges(tx, draft.networkId, items, { at: move.at, staffId });
  await moveDraft(tx, draft.id, "publish", { ...move, sequences });
}

/** The live sequence of each kind of which items are withdrawn; null: of none. */
async function sequencesOf(
  tx: Tx,
  networkId: string,
  changes: readonly AppliedChange[],
): Promise<DraftRow["sequences"]> {
  const kinds = changes.flatMap((change) => (isOrder(change) || change.values !== null ? [] : [change.row.kind]));
  if (kinds.length === 0) return null;
  const live = await livePack(tx, networkId);
  return Object.fromEntries([...new Set(kinds)].map((kind) => [kind, idsOf(live, kind)]));
}

/** A change as it was published: what it replaced, and by what. */
const publishedChange = (applied: AppliedChange): DraftChangeRow =>
  isOrder(applied)
    ? { ...applied.row, before: applied.live, after: applied.values }
    : { ...applied.row, before: applied.live, after: applied.values };

/**
 * Job `catalogue-publication`: publishes a scheduled draft at its time. One that the catalogue contradicts by now, or that nobody stands for any
 * more, is open again, marked and logged; one that was opened again or scheduled anew is left alone.
 */
export const publishScheduled: JobHandler = async (deps, { networkId, payload }) => {
  const draftId = String(payload.draftId);
  const network = networkId === null ? undefined : await deps.networks.get(networkId);
  if (network === undefined) throw new Error(`The network of draft ${draftId} does not exist`);
  await deps.db.transaction().execute(async (tx) => {
    await lockForImport(tx, network.id);
    const draft = await readDraft(tx, network.id, draftId, "update");
    if (draft?.status !== "scheduled" || draft.version !== payload.version) return;
    const at = deps.clock.iso();
    const checked = (await isStoodFor(tx, draft, network)) ? await checkDraft(tx, draft) : err("ROLE_NOT_ALLOWED");
    if (checked.ok) {
      const staffId = draft.requestedBy ?? draft.createdBy;
      await publish(tx, draft, checked.value, { at, staffId });
      await record(tx, deps, draft, "publish", { staffId, reason: null });
      return;
    }
    deps.log.error({ draftId, code: checked.code, details: checked.details }, "a scheduled draft was not published");
    await moveDraft(tx, draftId, "fail", { at, publishAt: null });
    await record(tx, deps, draft, "fail", { staffId: null, reason: null });
  });
  deps.networks.forget();
  return undefined;
};

/** Whether somebody who may publish still stands for a draft; where the network needs a second person by now, that one. */
async function isStoodFor(tx: Tx, draft: DraftRow, { id, definition }: LoadedNetwork): Promise<boolean> {
  const candidates = definition.catalogueApproval ? [draft.decidedBy] : [draft.requestedBy, draft.decidedBy];
  for (const staffId of candidates) {
    const member = staffId === null ? undefined : await staffById(tx, staffId);
    if (member === undefined || member.disabledAt !== null) continue;
    const roles = (await rolesOf(tx, member.id)).find(({ networkId }) => networkId === id)?.roles ?? [];
    if (hasPermission(roles, "catalogue.publish")) return true;
  }
  return false;
}
