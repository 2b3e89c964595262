import type {
  cancelDocumentsSubmission,
  createDocumentsSubmission,
  updateDocumentsSubmission,
} from "@guichet/contract/documents.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import {
  applicationMachine,
  type CoveringDocument,
  documentStatus,
  shownDocumentStatus,
} from "@guichet/rules/documents.ts";
import { move } from "@guichet/rules/state-machine.ts";
import { mayAccess } from "../account-records/named-traveller.ts";
import { lockTraveller } from "../account-records/traveller-store.ts";
import type { Tx } from "../database/database.ts";
import type { Handler } from "../http/call-handler.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { decisionExpectedOn } from "./decision-day.ts";
import { notifySubmission } from "./document-emails.ts";
import { ownDocument, ownSubmission } from "./document-owner.ts";
import { currentDocuments, type DocumentRow, lockDocuments, replaceDocuments } from "./document-store.ts";
import { submissionView } from "./document-view.ts";
import {
  addSubmissionEvent,
  insertSubmission,
  lockSubmission,
  moveSubmission,
  readSubmission,
  setSubmissionDocuments,
} from "./submission-store.ts";

/** The length of a submission number, without its prefix. */
const numberLength = 8;

/** Submits documents for examination for an article (§3): all of one traveller, and all that the article requires. */
export const createHandler: Handler<typeof createDocumentsSubmission> = async (ctx) => {
  const { deps, network, session, request, language } = ctx;
  const article = network.articles.get(request.item_id);
  if (article === undefined) return err("ARTICLE_UNKNOWN");
  const ownDocuments = await Promise.all(request.document_ids.map((id) => ownDocument(deps.db, session, id)));
  const travellerId = ownDocuments[0]?.travellerId;
  if (travellerId === undefined || ownDocuments.some((row) => row?.travellerId !== travellerId))
    return err("NOT_FOUND");
  const now = deps.clock.iso();
  const result = await deps.db.transaction().execute(async (tx) => {
    const traveller = await lockTraveller(tx, network.id, session.accountId, travellerId);
    if (traveller === undefined) return err("NOT_FOUND");
    if (traveller.deactivatedAt !== null) return err("PROFILE_DEACTIVATED");
    const documents = await lockDocuments(tx, network.id, session.accountId, request.document_ids);
    const checked = await checkDocuments(tx, network, documents, article.requiredDocuments, {
      now,
      submissionId: null,
    });
    if (!checked.ok) return checked;
    const id = deps.ids.uuid();
    const isCreated = await insertSubmission(
      tx,
      {
        id,
        networkId: network.id,
        accountId: session.accountId,
        travellerId,
        number: `D-${deps.ids.spoken(numberLength)}`,
        shopItemId: article.id,
        language,
        expectedOn: decisionExpectedOn(network, now),
        documentIds: documents.map((document) => document.id),
      },
      now,
    );
    if (!isCreated) return err("SUBMISSION_OPEN");
    await addSubmissionEvent(tx, { id, networkId: network.id, at: now }, { event: "created", author: "customer" });
    return submissionResponse(tx, ctx, id, true);
  });
  deps.wake();
  return result;
};

/** Completes a submission that staff returned: it waits again, and keeps its number (§4). */
export const updateHandler: Handler<typeof updateDocumentsSubmission> = async (ctx) => {
  const { deps, network, session, request } = ctx;
  const own = await ownSubmission(deps.db, session, request.submission_id);
  if (own === undefined) return err("NOT_FOUND");
  const now = deps.clock.iso();
  const result = await deps.db.transaction().execute(async (tx) => {
    await lockTraveller(tx, network.id, session.accountId, own.travellerId);
    const locked = await lockSubmission(tx, network.id, own.id);
    if (locked === undefined) return err("NOT_FOUND");
    const to = move(applicationMachine, "resubmit", locked.status);
    if (!to.ok) return to;
    const documents = await lockDocuments(tx, network.id, session.accountId, request.document_ids);
    const isComplete = documents.length === new Set(request.document_ids).size;
    if (!isComplete || documents.some(({ travellerId }) => travellerId !== locked.travellerId)) return err("NOT_FOUND");
    const needed = network.articles.get(locked.shopItemId)?.requiredDocuments;
    const checked = await checkDocuments(tx, network, documents, needed ?? documents.map((row) => row.documentTypeId), {
      now,
      submissionId: locked.id,
    });
    if (!checked.ok) return checked;
    const before = await lockDocuments(tx, network.id, session.accountId, locked.documentIds);
    for (const { id, documentTypeId } of documents) {
      const old = before.filter(
        (row) => row.documentTypeId === documentTypeId && !request.document_ids.includes(row.id),
      );
      const ids = old.filter(({ status }) => status !== "VALID").map((row) => row.id);
      await replaceDocuments(tx, ids, id);
    }
    await setSubmissionDocuments(
      tx,
      locked.id,
      documents.map(({ id }) => id),
    );
    const expectedOn = decisionExpectedOn(network, now);
    const target = { id: locked.id, networkId: network.id, at: now };
    await moveSubmission(tx, target, "resubmit", { event: "completed", author: "customer", expectedOn });
    return submissionResponse(tx, ctx, locked.id, true);
  });
  deps.wake();
  return result;
};

/** Withdraws a submission that nobody is examining; its documents stay with the traveller. */
export const cancelHandler: Handler<typeof cancelDocumentsSubmission> = async (ctx) => {
  const { deps, network, session, request } = ctx;
  const own = await ownSubmission(deps.db, session, request.submission_id);
  if (own === undefined || !mayAccess(session, own.travellerId)) return err("NOT_FOUND");
  return deps.db.transaction().execute(async (tx) => {
    const locked = await lockSubmission(tx, network.id, own.id);
    if (locked === undefined) return err("NOT_FOUND");
    const to = move(applicationMachine, "cancel", locked.status);
    if (!to.ok) return to;
    const target = { id: locked.id, networkId: network.id, at: deps.clock.iso() };
    await moveSubmission(tx, target, "cancel", { event: "cancelled", author: "customer" });
    return submissionResponse(tx, ctx, locked.id, false);
  });
};

type SubmissionContext = Pick<
  Parameters<Handler<typeof createDocumentsSubmission>>[0],
  "deps" | "network" | "session" | "language"
>;

async function submissionResponse(
  tx: Tx,
  { deps, network, session, language }: SubmissionContext,
  id: string,
  sendsEmail: boolean,
) {
  const row = await readSubmission(tx, network.id, id);
  if (row === undefined) throw new Error("The saved submission was not found");
  if (sendsEmail) await notifySubmission(tx, deps, network, row, "documents-received");
  const documents = await lockDocuments(tx, network.id, session.accountId, row.documentIds);
  return ok({ submission: submissionView(row, documents, { network, language, now: deps.clock.iso() }) });
}

type SubmissionError =
  | "DOCUMENT_NOT_ASKED"
  | "DOCUMENT_REQUIRED"
  | "DOCUMENT_INVALID"
  | "SUBMISSION_OPEN"
  | "NOT_FOUND";

/**
 * Checks the documents of a submission: one of each required type and no other, each still usable, none in another open submission.
 * Types for which the traveller already has a valid document may be left out, but at least one document is required.
 */
async function checkDocuments(
  tx: Tx,
  network: LoadedNetwork,
  documents: readonly DocumentRow[],
  needed: readonly string[],
  { now, submissionId }: { now: string; submissionId: string | null },
): Promise<Result<true, SubmissionError>> {
  const [first] = documents;
  if (first === undefined) return err("NOT_FOUND");
  const types = documents.map(({ documentTypeId }) => documentTypeId);
  const unexpected = types.filter((type, index) => !needed.includes(type) || types.indexOf(type) !== index);
  if (unexpected.length > 0) return err("DOCUMENT_NOT_ASKED", { documentTypeIds: unexpected });
  for (const document of documents) {
    const status = shownDocumentStatus(
      { ...document, replaced: document.replacedBy !== null, deleted: document.deletedAt !== null },
      now,
    );
    if (!["pending", "validating", "valid"].includes(status)) return err("DOCUMENT_INVALID", { status });
    if (document.submissionId !== null && document.submissionId !== submissionId) return err("SUBMISSION_OPEN");
  }
  const current: CoveringDocument[] = await currentDocuments(tx, network.id, first.travellerId);
  const missing = needed.filter((type) => !types.includes(type) && documentStatus(current, type, [now]) !== "valid");
  return missing.length > 0 ? err("DOCUMENT_REQUIRED", { documentTypeIds: missing }) : ok(true);
}
