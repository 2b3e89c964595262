import type { EvidenceRefusal, submitDisputeEvidence } from "@guichet/contract/office/disputes.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { evidenceStates } from "@guichet/rules/payments/dispute-states.ts";
import { runTransaction } from "../../database/transaction.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { Handler } from "../../http/call-handler.ts";
import { isUuid } from "../../ids.ts";
import { ProviderRefused } from "../../integrations/payment-provider.ts";
import type { JobHandler } from "../../jobs/job.ts";
import { plan } from "../../jobs/plan-job.ts";
import { lockOrder } from "../../order-records/order-store.ts";
import { type ListedDispute, listDisputes } from "../../payment-records/dispute-store.ts";
import { endEvidence, evidenceToSend, findEvidence, insertEvidence } from "../../payment-records/evidence-store.ts";
import { recordAuditEntry } from "../../staff/audit-entry-store.ts";
import { bookDispute } from "./book-dispute.ts";
import { evidenceOf } from "./dispute-evidence.ts";
import { evidenceFields } from "./evidence-fields.ts";

/** Submits the evidence about a dispute to the bank, once and before its deadline: stores exactly what is sent, which a job then sends. */
export const submitEvidenceHandler: Handler<typeof submitDisputeEvidence> = async (ctx) => {
  const { deps, network, request, session, language } = ctx;
  const { disputeId: id } = request;
  const [dispute] = isUuid(id) ? await listDisputes(deps.db, { networkId: network.id, id, limit: 1 }) : [];
  const contents = dispute && (await evidenceOf(deps, network, dispute, language));
  if (dispute === undefined || contents === undefined) return err("NOT_FOUND");
  const refused = await evidenceRefusalOf(deps, dispute);
  if (refused !== undefined) return err("TRANSITION_NOT_ALLOWED", { reason: refused });
  const document = await deps.workerPool.run("evidence", contents.evidence);
  const at = deps.clock.iso();
  const { networkId, orderId } = dispute;
  const result = await runTransaction(deps.db, async (tx) => {
    await lockOrder(tx, orderId);
    // The dispute may have been decided, or another member may have been faster.
    const [now = dispute] = await listDisputes(tx, { networkId, id, limit: 1 });
    const late = await evidenceRefusalOf({ ...deps, db: tx }, now);
    if (late !== undefined) return err("TRANSITION_NOT_ALLOWED", { reason: late });
    const evidence = { disputeId: id, reference: deps.ids.uuid(), staffId: session.staffId, at, document };
    if (!(await insertEvidence(tx, { ...evidence, fields: evidenceFields(contents.evidence) })))
      return err("TRANSITION_NOT_ALLOWED", { reason: "EVIDENCE_SUBMITTED" });
    const entry = {
      networkId,
      staffId: session.staffId,
      act: "dispute.submit",
      thing: id,
      accountId: contents.accountId,
    };
    await recordAuditEntry(tx, deps, entry);
    await plan(tx, deps, { networkId, kind: "dispute-evidence", key: id });
    return ok({ evidence: { state: "sending" as const, requestedAt: at, endedAt: null, refusal: null } });
  });
  if (result.ok) deps.wake();
  return result;
};

/** Why evidence about a dispute cannot be submitted now; undefined: it can. */
export async function evidenceRefusalOf(
  { db, clock, payments }: Pick<Dependencies, "clock" | "payments"> & { db: Parameters<typeof findEvidence>[0] },
  dispute: ListedDispute,
): Promise<EvidenceRefusal | undefined> {
  const before = await findEvidence(db, dispute.id);
  if (before !== undefined && before.state !== "refused") return "EVIDENCE_SUBMITTED";
  if (!evidenceStates.includes(dispute.state)) return "EVIDENCE_NOT_AWAITED";
  if (dispute.evidenceDueAt === null) return "EVIDENCE_NOT_AWAITED";
  if (dispute.evidenceDueAt <= clock.iso()) return "EVIDENCE_OVERDUE";
  return payments.at(dispute.providerAccount).submitEvidence === undefined ? "EVIDENCE_UNSUPPORTED" : undefined;
}

/**
 * Job `dispute-evidence`: sends stored evidence to the provider. A repetition, also by another process, sends the same under the same
 * reference, by which the provider submits it once.
 */
export const sendEvidence: JobHandler = async (deps, job) => {
  const toSend = await evidenceToSend(deps.db, job.key);
  if (toSend === undefined) return undefined;
  const { reference, providerAccount, disputeReference, orderNumber, document, fields } = toSend;
  const readAt = deps.clock.iso();
  try {
    const provider = deps.payments.at(providerAccount);
    if (provider.submitEvidence === undefined)
      throw new ProviderRefused("evidence_unsupported", "No evidence is taken");
    const name = `dispute-${orderNumber}.pdf`;
    const evidence = { reference, fields, document: { name, bytes: document } };
    const found = await provider.submitEvidence(disputeReference, evidence);
    await endEvidence(deps.db, { reference, state: "submitted", at: deps.clock.iso() });
    await bookDispute(deps, providerAccount, found, readAt);
  } catch (failure) {
    if (!(failure instanceof ProviderRefused)) throw failure;
    await endEvidence(deps.db, { reference, state: "refused", at: deps.clock.iso(), refusal: failure.code });
    deps.log.warn({ dispute: disputeReference, code: failure.code }, "evidence was refused by the payment provider");
  }
  return undefined;
};
